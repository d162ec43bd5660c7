// Deadlines: dates that make an open artifact overdue.
import { todayOf } from '../../design/written-date.ts'
import type { Field } from '../field-view.ts'

const DAY_MS = 86_400_000

/** Fields of deadlines: a past one is overdue as long as the artifact is open. */
export const isDeadline = ({ name }: Pick<Field, 'name'>): boolean =>
  /(^|_)(due|end|deadline|target|close)(_|$)/i.test(name)

/** The day of a date value as the server wrote it, whatever the zone of the browser: `2026-11-27T00:00:00+01:00` is the 27th. */
export const dayOfValue = (value: string): Date => {
  const [year = 0, month = 1, day = 1] = value.slice(0, 10).split('-').map(Number)
  return new Date(year, month - 1, day)
}

/** Days from today where the date was written, in the zone of the account: 0 is today, 1 tomorrow, -1 yesterday. */
export const daysFromToday = (value: string, now?: number): number =>
  Math.round((dayOfValue(value).getTime() - dayOfValue(todayOf(value, now)).getTime()) / DAY_MS)
