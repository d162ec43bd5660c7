// The days of a burndown or a burnup. Days are `YYYY-MM-DD` in the time zone of the platform.

export interface BurnDay {
  readonly day: string
  readonly isWeekend: boolean
  readonly isToday: boolean
  /** Values of the lines at the end of the day, or now; undefined: the day is to come, or nobody knows. */
  readonly values: readonly (number | undefined)[]
}

export interface BurnPoint {
  readonly date: string
  readonly values: readonly (number | null)[]
}

const DAY_MS = 86_400_000
const HALF_DAY_MS = DAY_MS / 2
/** As many days as the server calculates at the most. */
const MOST_DAYS = 5_000

const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getUTCDay())

/** All opening days of the period, the coming ones without values. `start` is the first day as the server writes it. */
export const burnDays = (
  start: string,
  duration: number | null,
  points: readonly BurnPoint[],
  now: Date,
): readonly BurnDay[] => {
  let at = Date.parse(`${start.slice(0, 10)}T00:00:00Z`)
  while (isWeekend(at)) at += DAY_MS
  const [first] = points
  // Distance of the platform's time zone from UTC: the first point is the end of the first day. Half a day makes a change of the clocks harmless.
  const shift = first ? Date.parse(first.date) - (at + DAY_MS) : 0
  const dayOf = (moment: number): string => textOf(moment - shift - HALF_DAY_MS)
  const today = textOf(now.getTime() - shift)
  const valuesByDay = new Map(points.map(({ date, values }) => [dayOf(Date.parse(date)), values]))
  const days: BurnDay[] = []
  const add = (day: string, isOff: boolean): void => {
    const values = (valuesByDay.get(day) ?? []).map(value => value ?? undefined)
    days.push({ day, isWeekend: isOff, isToday: day === today, values })
  }
  const count = Math.min((duration ?? points.length - 1) + 1, MOST_DAYS)
  for (let opening = 0; opening < count; at += DAY_MS) {
    const day = textOf(at)
    if (!isWeekend(at)) opening++
    // A burndown has a point for today on a weekend, too.
    if (!isWeekend(at) || valuesByDay.has(day)) add(day, isWeekend(at))
  }
  return days
}

/** The values of a line from `from` to `to`, straight over the opening days. */
export const idealOf = (days: readonly BurnDay[], from: number, to: number): readonly number[] => {
  const opening = days.filter(day => !day.isWeekend).length
  let passed = 0
  return days.map(day => {
    if (!day.isWeekend) passed++
    return from + ((to - from) * passed) / Math.max(1, opening)
  })
}

/** The value at the end, at the pace of the days that are over; undefined: too early to say, or too late. */
export const forecastOf = (days: readonly BurnDay[], line: number): number | undefined => {
  const opening = days.filter(day => !day.isWeekend)
  const known = opening.filter(day => day.values[line] !== undefined)
  const last = known.at(-1)?.values[line]
  if (last === undefined || known.length < 2 || known.length === opening.length) return undefined
  return (last / known.length) * opening.length
}
