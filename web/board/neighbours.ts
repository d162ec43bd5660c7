export type Direction = 'up' | 'down' | 'left' | 'right'

/** The link of the card beside the focused one: above, below, or at the same height in the next column that has cards. */
export const neighbourOf = (board: HTMLElement | null, direction: Direction): HTMLElement | undefined => {
  const card = document.activeElement?.closest('[data-card]')
  const column = card?.closest('[data-column]')
  if (!board || !card || !column) return undefined
  const cardsOf = (of: Element): Element[] => [...of.querySelectorAll('[data-card]')]
  const linkOf = (of: Element | undefined) => of?.querySelector<HTMLElement>('a') ?? undefined
  const own = cardsOf(column)
  const place = own.indexOf(card)
  if (direction === 'up' || direction === 'down') return linkOf(own[place + (direction === 'up' ? -1 : 1)])
  const columns = [...board.querySelectorAll('[data-column]')]
  const at = columns.indexOf(column)
  const onward = direction === 'right' ? columns.slice(at + 1) : columns.slice(0, at).toReversed()
  const target = onward.map(cardsOf).find(cards => cards.length > 0)
  return linkOf(target?.[Math.min(place, target.length - 1)])
}
