// Days and intervals of the flow.
import type { FlowSearch } from '../kanban-search.ts'

const DAY_MS = 86_400_000
/** The server answers no more points. */
export const MOST_POINTS = 90
/** Days between two points that the page offers. */
export const INTERVALS = [1, 7, 14, 30, 90, 365] as const
/** Days before today that the page offers. */
export const SPANS = [14, 30, 90, 365] as const
const USUAL_SPAN = 30

export interface FlowRange {
  readonly from: string
  readonly to: string
  readonly every: number
}

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Intervals with which the days have few enough points. */
export const intervalsFor = (from: string, to: string): readonly number[] => {
  const days = daysBetween(from, to)
  return INTERVALS.filter(every => Math.floor(days / every) + 1 <= MOST_POINTS)
}

/** The days of the address, else the last 30; the interval of the address, else the shortest that is possible. */
export const rangeOf = ({ from, to, every }: FlowSearch, today: string): FlowRange => {
  const end = to ?? today
  const start = from ?? dayBefore(end, USUAL_SPAN)
  const [shortest = 1] = intervalsFor(start, end)
  return { from: start, to: end, every: every ?? shortest }
}
