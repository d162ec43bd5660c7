import type { Item } from './planning-queries.ts'

/** Sums of a list. */
export interface Figures {
  readonly count: number
  readonly points: number
  /** Points of closed artifacts. */
  readonly done: number
}

export const figuresOf = (items: readonly Item[]): Figures => {
  const sum = (some: readonly Item[]) => some.reduce((total, { initial_effort: effort }) => total + (effort ?? 0), 0)
  return { count: items.length, points: sum(items), done: sum(items.filter(({ status }) => status === 'Closed')) }
}
