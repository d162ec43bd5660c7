// Days are numbers: days since 1970.

export const TIME_SCALES = ['week', 'month', 'quarter'] as const
export type TimeScale = (typeof TIME_SCALES)[number]

export const isTimeScale = (value: unknown): value is TimeScale => TIME_SCALES.some(scale => scale === value)

const DAY_MS = 86_400_000

/** The day that a date of the API names in its own zone. */
export const dayOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MS
export const dateOf = (day: number): Date => new Date(day * DAY_MS)
export const today = (now: Date = new Date()): number =>
  Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS

/** First and last day. */
export interface Period {
  readonly start: number
  readonly end: number
}

/** A week, month or quarter. */
export interface Unit {
  readonly start: number
  /** First day after the unit. */
  readonly end: number
}

/** The shown time: whole units. */
export interface TimeAxis {
  readonly start: number
  /** First day after the axis. */
  readonly end: number
  readonly units: readonly Unit[]
}

const THURSDAY = 4

/** The first day of the unit that holds the day. */
const startOf = (day: number, scale: TimeScale): number => {
  // 1 January 1970 was a Thursday; weeks begin on Monday.
  if (scale === 'week') return day - ((day + THURSDAY - 1) % 7)
  const date = dateOf(day)
  const month = date.getUTCMonth()
  return Date.UTC(date.getUTCFullYear(), scale === 'month' ? month : month - (month % 3), 1) / DAY_MS
}

const LONGEST = { week: 7, month: 31, quarter: 92 } as const
const nextOf = (start: number, scale: TimeScale): number => startOf(start + LONGEST[scale], scale)

/** More units are not drawn: a wrong year in one date must not make a page of thousands. */
const MAX_UNITS = 200
const MIN_UNITS = 6

/** Whole units around all periods and today, with one unit before and after. */
export const timeAxis = (periods: readonly Period[], scale: TimeScale, now: number): TimeAxis => {
  const reach = (MAX_UNITS / 2 - 1) * LONGEST[scale]
  const first = Math.max(now - reach, Math.min(now, ...periods.map(({ start }) => start)))
  const last = Math.min(now + reach, Math.max(now, ...periods.map(({ end }) => end)))
  const units: Unit[] = []
  let start = startOf(startOf(first, scale) - 1, scale)
  while (units.length < MAX_UNITS && (start <= last || units.length < MIN_UNITS)) {
    const end = nextOf(start, scale)
    units.push({ start, end })
    start = end
  }
  units.push({ start, end: nextOf(start, scale) })
  return { start: units[0]?.start ?? now, end: units.at(-1)?.end ?? now + 1, units }
}

/** Place on the axis, from 0 to 100. */
export const placeOf = ({ start, end }: TimeAxis, day: number): number =>
  (Math.min(Math.max(day, start), end) - start) * (100 / (end - start))
