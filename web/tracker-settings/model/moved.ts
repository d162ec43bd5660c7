/** The list with one item another place further up or down. */
export const moved = <Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] => {
  const item = items[index]
  return item === undefined ? [...items] : items.toSpliced(index, 1).toSpliced(index + by, 0, item)
}
