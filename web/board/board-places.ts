/** Name of the column at a point of the window. */
export const columnAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.dataset['column']

const EDGE = 40
const STEP = 12

/** Scrolls the board, and the column under the pointer, while a card is near an edge. */
export const scrollAtEdges = (board: HTMLElement | null, x: number, y: number): void => {
  if (!board) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE) board.scrollLeft -= STEP
  else if (x > right - EDGE) board.scrollLeft += STEP
  const list = document.elementFromPoint(x, y)?.closest('[data-column]')?.querySelector('.board-list')
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  if (y < top + EDGE) list.scrollTop -= STEP
  else if (y > bottom - EDGE) list.scrollTop += STEP
}
