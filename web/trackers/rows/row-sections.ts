// A table is one list, or a list for each group, of which each has a head. Indexes count heads and rows from the top of the table.
import type { RowsQuery } from './rows-query.ts'
import type { RowRange } from './use-row-window.ts'

export interface RowSection {
  /** Tells the lists of a table apart. */
  readonly key: string
  readonly query: RowsQuery
  /** Number of rows; undefined: the pages of the list tell it. */
  readonly count: number | undefined
  readonly hasHead: boolean
  /** A closed group shows its head alone. */
  readonly isOpen: boolean
}

/** The place of an index: a row of a list, or the head of a group. */
export interface RowPlace {
  readonly section: number
  /** Index in the list; undefined: the head. */
  readonly row: number | undefined
}

export interface RowLayout {
  /** Heads and rows; undefined while the pages of the only list have not told it. */
  readonly count: number | undefined
  readonly placeOf: (index: number) => RowPlace | undefined
  /** The rows of each list that lie in a range. */
  readonly rowsIn: (range: RowRange) => readonly { readonly section: number; readonly rows: RowRange }[]
}

export const layoutOf = (sections: readonly RowSection[]): RowLayout => {
  let next = 0
  const spans = sections.map(({ hasHead, isOpen, count }) => {
    const start = next
    const first = start + (hasHead ? 1 : 0)
    next = first + (isOpen ? (count ?? Infinity) : 0)
    return { start, first, end: next }
  })
  const sectionAt = (index: number): number => {
    let [low, high] = [0, spans.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((spans[middle]?.start ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    count: Number.isFinite(next) ? next : undefined,
    placeOf: index => {
      const section = sectionAt(index)
      const span = spans[section]
      if (!span || index < 0 || index >= span.end) return undefined
      return { section, row: index < span.first ? undefined : index - span.first }
    },
    rowsIn: ({ from, to }) => {
      const found: { section: number; rows: RowRange }[] = []
      for (let section = sectionAt(Math.max(0, from)); section < spans.length; section++) {
        const span = spans[section]
        if (!span || span.start > to) break
        const rows = {
          from: Math.max(0, from - span.first),
          to: Math.min(to, span.end - 1) - span.first,
        }
        if (rows.to >= rows.from) found.push({ section, rows })
      }
      return found
    },
  }
}
