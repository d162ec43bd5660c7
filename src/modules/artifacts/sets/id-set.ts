/** Ids of one page: a power of two. A page of a tracker whose ids lie far apart holds few of them, so pages are small. */
const PAGE_BITS = 4_096
const WORD_BITS = 32
export const PAGE_WORDS = PAGE_BITS / WORD_BITS
/** Memory of a page with its entry in the map. */
const PAGE_BYTES = PAGE_WORDS * Uint32Array.BYTES_PER_ELEMENT + 200

const NO_IDS = new Uint32Array(PAGE_WORDS)

const pageOf = (id: number): number => Math.floor(id / PAGE_BITS)
const wordOf = (id: number): number => (id % PAGE_BITS) >>> 5
const bitOf = (id: number): number => 1 << (id % WORD_BITS)

/** A set of artifact ids, one bit each, in pages that exist where the set has ids. */
export class IdSet {
  readonly #pages: Map<number, Uint32Array>

  constructor(pages = new Map<number, Uint32Array>()) {
    this.#pages = pages
  }

  get bytes(): number {
    return this.#pages.size * PAGE_BYTES
  }

  add(id: number): void {
    const number = pageOf(id)
    let page = this.#pages.get(number)
    if (!page) this.#pages.set(number, (page = new Uint32Array(PAGE_WORDS)))
    page[wordOf(id)] = (page[wordOf(id)] ?? 0) | bitOf(id)
  }

  delete(id: number): void {
    const page = this.#pages.get(pageOf(id))
    if (page) page[wordOf(id)] = (page[wordOf(id)] ?? 0) & ~bitOf(id)
  }

  has(id: number): boolean {
    const page = this.#pages.get(pageOf(id))
    return page !== undefined && ((page[wordOf(id)] ?? 0) & bitOf(id)) !== 0
  }

  page(number: number): Uint32Array | undefined {
    return this.#pages.get(number)
  }

  /** Ascending. */
  pageNumbers(): number[] {
    return [...this.#pages.keys()].sort((left, right) => left - right)
  }

  count(): number {
    let count = 0
    for (const page of this.#pages.values()) count += countBits(page)
    return count
  }

  /** Ids from `offset` on, in ascending or descending order. */
  slice(offset: number, limit: number, isDescending = false): number[] {
    const ids: number[] = []
    const numbers = this.pageNumbers()
    if (isDescending) numbers.reverse()
    let toSkip = offset
    for (const number of numbers) {
      if (ids.length >= limit) break
      const page = this.#pages.get(number) ?? NO_IDS
      const size = countBits(page)
      if (size > toSkip) {
        const inPage = idsOfPage(page, number)
        if (isDescending) inPage.reverse()
        ids.push(...inPage.slice(toSkip, toSkip + limit - ids.length))
      }
      toSkip = Math.max(0, toSkip - size)
    }
    return ids
  }
}

/** Number of bits that are set. */
export const countBits = (words: Uint32Array): number => {
  let count = 0
  for (let index = 0; index < words.length; index++) {
    let word = words[index] ?? 0
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

const idsOfPage = (page: Uint32Array, number: number): number[] => {
  const ids: number[] = []
  for (const [index, word] of page.entries()) {
    const first = number * PAGE_BITS + index * WORD_BITS
    for (let rest = word; rest !== 0; rest &= rest - 1) ids.push(first + 31 - Math.clz32(rest & -rest))
  }
  return ids
}
