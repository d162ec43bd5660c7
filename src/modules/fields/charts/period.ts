import { DateTime } from 'luxon'

/** Monday to Friday; Sunday is 0. */
export const OPENING_DAYS: readonly number[] = [1, 2, 3, 4, 5]

/** The planned period, from the timeframe semantic. Days are `YYYY-MM-DD` in the platform's time zone; null means "not set". */
export type Timeframe =
  | { readonly startDay: string | null; readonly duration: number | null }
  | { readonly startDay: string | null; readonly endDay: string | null }

// Maximum points of a chart, about twenty years: a start far in the past must not make the chart endless. The latest days are kept.
const MAX_POINTS = 5000

/** Whether the timeframe contains any day; otherwise there is nothing to calculate. */
export const hasDays = (timeframe: Timeframe): boolean => periodOf(timeframe) !== undefined

/** Number of today in the zone. */
export const todayIn = (timezone: string, now: Date): number =>
  dayNumber(DateTime.fromJSDate(now, { zone: timezone }).toFormat('yyyy-MM-dd'))

/** 23:59:00 of each opening day of the period up to a day. */
export const momentsOf = (period: Period, until: number, timezone: string): Date[] => {
  const moments: Date[] = []
  for (let day = Math.min(period.end, until); day >= period.start && moments.length < MAX_POINTS; day--)
    if (isOpen(day)) moments.push(endOfDay(day, 0, timezone))
  return moments.reverse()
}

// Days are counted from 1970-01-01, a Thursday.

const DAY = 86_400_000

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY)
const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7
const isOpen = (day: number): boolean => OPENING_DAYS.includes(weekday(day))

/** The moment of a day's point, in the given zone. */
export const endOfDay = (day: number, second: number, zone: string): Date => {
  const date = new Date(day * DAY)
  return DateTime.fromObject(
    {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: 23,
      minute: 59,
      second,
    },
    { zone },
  ).toJSDate()
}

export const durationOf = (timeframe: Timeframe): number | null =>
  'duration' in timeframe && timeframe.duration !== null ? Math.ceil(timeframe.duration) : null

export interface Period {
  readonly start: number
  readonly end: number
  readonly duration: number
}

/** The days of a timeframe. undefined: the start, the duration or the end is not set, or the period ends before it begins. */
export const periodOf = (timeframe: Timeframe): Period | undefined => {
  if (timeframe.startDay === null) return undefined
  const start = dayNumber(timeframe.startDay)
  if ('endDay' in timeframe) {
    if (timeframe.endDay === null) return undefined
    const end = dayNumber(timeframe.endDay)
    return end < start ? undefined : { start, end, duration: Math.max(openDaysBetween(start, end) - 1, 0) }
  }
  const duration = durationOf(timeframe)
  if (duration === null || duration < 0) return undefined
  return { start, end: afterOpenDays(start, duration), duration }
}

/** The last day of a timeframe; null if it has none or ends before it begins. */
export const endDayOf = (timeframe: Timeframe): string | null => {
  const period = periodOf(timeframe)
  return period ? dayText(period.end) : null
}

/** Number of opening days after the first day up to the second one; 0 if that is no later. */
export const openingDaysUntil = (from: string, to: string): number => {
  const [start, end] = [dayNumber(from), dayNumber(to)]
  return end <= start ? 0 : openDaysBetween(start + 1, end)
}

const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

const firstOpenDay = (day: number): number => {
  let open = day
  while (!isOpen(open)) open++
  return open
}

/** The opening day that is `count` opening days after the first opening day at or after `start`. */
const afterOpenDays = (start: number, count: number): number => {
  const first = firstOpenDay(start)
  const days = weekday(first) - 1 + count
  return first - (weekday(first) - 1) + Math.floor(days / 5) * 7 + (days % 5)
}

const openDaysBetween = (start: number, end: number): number => {
  const weeks = Math.floor((end - start + 1) / 7)
  let count = weeks * OPENING_DAYS.length
  for (let day = start + weeks * 7; day <= end; day++) if (isOpen(day)) count++
  return count
}
