export interface RowHeights {
  /** Pixels above the row. */
  readonly startOf: (row: number) => number
  /** The row at an offset in pixels. */
  readonly rowAt: (offset: number) => number
}

/** Offsets of rows that have one height, except the measured ones. */
export const createRowHeights = (height: number, known: ReadonlyMap<number, number>): RowHeights => {
  const rows = [...known.keys()].sort((one, other) => one - other)
  // At each measured row: how much the measured rows up to it, itself included, exceed the common height.
  let sum = 0
  const excess = rows.map(row => (sum += (known.get(row) ?? height) - height))
  /** Number of measured rows before a row. */
  const countBefore = (row: number): number => {
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((rows[middle] ?? 0) < row) low = middle + 1
      else high = middle
    }
    return low
  }
  const startOf = (row: number): number => row * height + (excess[countBefore(row) - 1] ?? 0)
  const rowAt = (offset: number): number => {
    if (rows.length === 0) return Math.max(0, Math.floor(offset / height))
    let low = 0
    let high = Math.ceil(Math.max(0, offset) / height) + rows.length + 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (startOf(middle) <= offset) low = middle
      else high = middle
    }
    return low
  }
  return { startOf, rowAt }
}
