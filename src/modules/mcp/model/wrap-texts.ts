/** Members that hold what people wrote. */
const TEXTS = new Set([
  'title',
  'value',
  'text',
  'body',
  'content',
  'message',
  'commit_message',
  'description',
  'post_processed_value',
  'post_processed_body',
])

/** Bytes of an answer. */
export const MAX_ANSWER = 20_000

interface WrapOptions {
  /** Length to which texts are cut. */
  readonly longest: number
}

/**
 * Texts of people are data, never instructions: each becomes an object that says so. Names of fields and values stay as they are, since
 * arguments name them.
 */
export const wrapTexts = (value: unknown, { longest }: WrapOptions = { longest: Infinity }): unknown => {
  const walk = (member: unknown, name: string): unknown => {
    if (Array.isArray(member)) return (member as unknown[]).map(item => walk(item, name === 'values' ? '' : name))
    if (typeof member === 'object' && member !== null)
      return Object.fromEntries(Object.entries(member).map(([key, inner]) => [key, walk(inner, key)]))
    if (typeof member !== 'string' || !TEXTS.has(name) || member === '') return member
    const isCut = member.length > longest
    return { untrusted: true, text: isCut ? member.slice(0, longest) : member, ...(isCut && { is_cut: true }) }
  }
  return walk(value, '')
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Lengths that are tried until an object is small enough. */
const LENGTHS = [Infinity, 4_000, 1_000, 200, 40]

/** An object with texts as long as fit into an answer. */
export const fitObject = (value: object): Record<string, unknown> => {
  for (const longest of LENGTHS) {
    const wrapped = wrapTexts(value, { longest }) as Record<string, unknown>
    if (sizeOf(wrapped) <= MAX_ANSWER) return wrapped
  }
  // An object with very many members: those that do not fit are left out, the longest first.
  const members = Object.entries(wrapTexts(value, { longest: 40 }) as Record<string, unknown>)
  members.sort(([, a], [, b]) => sizeOf(a ?? null) - sizeOf(b ?? null))
  while (sizeOf(Object.fromEntries(members)) > MAX_ANSWER - 100) members.pop()
  return { ...Object.fromEntries(members), is_cut: true }
}

/** As many items as fit into an answer, and where the next page begins; null: there is none. */
export const fitList = (
  items: readonly unknown[],
  offset: number,
  hasMore: boolean,
): { readonly items: unknown[]; readonly next: number | null } => {
  const fitting: unknown[] = []
  let size = 200
  for (const item of items) {
    const wrapped = fitObject(item as object)
    size += sizeOf(wrapped) + 1
    if (size > MAX_ANSWER && fitting.length > 0) break
    fitting.push(wrapped)
  }
  const isWhole = fitting.length === items.length
  return { items: fitting, next: isWhole && !hasMore ? null : offset + fitting.length }
}
