/** Key of the place at a point of the window: before a row, or at the end of a list. */
export const placeAt = (x: number, y: number): string | undefined => {
  const under = document.elementFromPoint(x, y)
  const list = under?.closest('.plan-milestone, .plan-half')?.querySelector<HTMLElement>('[data-list]')
  const key = list?.dataset['list']
  if (!list || key === undefined) return undefined
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > [data-item]')]
  const next = rows.find(row => {
    const { top, height } = row.getBoundingClientRect()
    return y < top + height / 2
  })
  return `${key}:${next?.dataset['item'] ?? ''}`
}

const EDGE = 48
const STEP = 12

/** Scrolls the half of the page under the pointer while the artifact is near its upper or lower edge. */
export const scrollLists = (x: number, y: number): void => {
  const half = document.elementFromPoint(x, y)?.closest('.plan-half')
  if (!half) return
  const { top, bottom } = half.getBoundingClientRect()
  if (y < top + EDGE) half.scrollTop -= STEP
  else if (y > bottom - EDGE) half.scrollTop += STEP
}
