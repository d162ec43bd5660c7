/** Key of the place at a point of the window: before a card, or at the end of a column. */
export const placeAt = (x: number, y: number): string | undefined => {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')
  const key = column?.dataset['column']
  if (!column || key === undefined) return undefined
  const next = [...column.querySelectorAll<HTMLElement>('[data-card]')].find(card => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return `${key}:${next?.dataset['card'] ?? ''}`
}

/** The place before a card of a column, or at its end, as `placeAt` writes it. */
export const placeKey = (list: string | number, before: number | undefined): string => `${list}:${before ?? ''}`
