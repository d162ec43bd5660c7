import { DateTime } from 'luxon'
import { sumOver, type Addend } from './computed-sum.ts'

/** Monday to Friday; Sunday is 0. */
export const OPENING_DAYS: readonly number[] = [1, 2, 3, 4, 5]

/** The planned period, from the timeframe semantic. Days are `YYYY-MM-DD` in the platform's time zone; null means "not set". */
export type Timeframe =
  | { readonly startDay: string | null; readonly duration: number | null }
  | { readonly startDay: string | null; readonly endDay: string | null }

/** The links and the effort of an artifact from one changeset to the next. */
export interface EffortState {
  /** Time of the changeset, in milliseconds since 1970. */
  readonly at: number
  /** Artifacts that forward links of any type point to. */
  readonly linkedIds: readonly number[]
  /** Contribution of the used field `remaining_effort`. */
  readonly addend: Addend
}

/** States of an artifact, oldest first. The first state is the creation. */
export type EffortHistory = readonly EffortState[]

export interface BurndownPoint {
  readonly at: Date
  /** null: the artifact had no effort, or did not exist yet. */
  readonly effort: number | null
}

export interface Burndown {
  readonly startDay: string | null
  /** Number of opening days after the first one. */
  readonly duration: number | null
  readonly points: readonly BurndownPoint[]
}

/**
 * Loads the history of an artifact and the histories of all artifacts that ever contributed to its effort. Each call of `load` loads one
 * level of links, so there are as many calls as levels in the deepest chain of computed fields. `load` may omit artifacts that no longer
 * exist.
 */
export const loadEffortHistories = async (
  artifactId: number,
  load: (ids: readonly number[]) => Promise<ReadonlyMap<number, EffortHistory>>,
): Promise<ReadonlyMap<number, EffortHistory>> => {
  const histories = new Map<number, EffortHistory>()
  const asked = new Set([artifactId])
  let level: readonly number[] = [artifactId]
  while (level.length > 0) {
    const next = new Set<number>()
    for (const [id, history] of await load(level)) {
      histories.set(id, history)
      for (const { addend, linkedIds } of history)
        if (addend === 'sum') for (const linked of linkedIds) if (!asked.has(linked)) next.add(linked)
    }
    for (const id of next) asked.add(id)
    level = [...next]
  }
  return histories
}

// Maximum points of a chart, about twenty years: a start far in the past must not make the chart endless. The latest days are kept.
const MAX_POINTS = 5000

/** Whether the timeframe contains any day; otherwise there is nothing to calculate. */
export const hasDays = (timeframe: Timeframe): boolean => periodOf(timeframe) !== undefined

/** fields.md §3.15: one point for each opening day from the start to the end or to today, and a last point for today. */
export const calculateBurndown = (input: {
  readonly artifactId: number
  readonly timeframe: Timeframe
  readonly histories: ReadonlyMap<number, EffortHistory>
  readonly now: Date
  /** IANA name of the platform's time zone. */
  readonly timezone: string
}): Burndown => {
  const period = periodOf(input.timeframe)
  if (!period) return { startDay: input.timeframe.startDay, duration: durationOf(input.timeframe), points: [] }

  const today = dayNumber(DateTime.fromJSDate(input.now, { zone: input.timezone }).toFormat('yyyy-MM-dd'))
  const effortAt = effortOverTime(input.artifactId, input.histories)
  const moments: Date[] = []
  for (let day = Math.min(period.end, today - 1); day >= period.start && moments.length < MAX_POINTS; day--)
    if (isOpen(day)) moments.push(endOfDay(day, 0, input.timezone))
  moments.reverse()
  if (today >= period.start && today <= period.end) moments.push(endOfDay(today, 59, input.timezone))

  const points = moments.map(at => ({ at, effort: effortAt(at.getTime()) }))
  return { startDay: input.timeframe.startDay, duration: period.duration, points }
}

/** Members of the value of a burndown field. */
export const representBurndown = (
  { startDay, duration, points }: Burndown,
  capacity: number | null,
  dates: { isoDate(at: Date): string; isoDay(day: string): string },
) => ({
  start_date: startDay === null ? null : dates.isoDay(startDay),
  duration,
  capacity,
  points: points.flatMap(({ effort }) => effort ?? []),
  is_under_calculation: false,
  opening_days: OPENING_DAYS,
  points_with_date: points.map(({ at, effort }) => ({ date: dates.isoDate(at), remaining_effort: effort })),
})

/** Value of a burnup field for which no burnup is configured. */
export const UNCONFIGURED_BURNUP = {
  start_date: null,
  duration: null,
  capacity: null,
  is_under_calculation: true,
  opening_days: null,
  points_with_date: [],
  points_with_date_count_elements: [],
} as const

// Days are counted from 1970-01-01, a Thursday.

const DAY = 86_400_000

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY)
const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7
const isOpen = (day: number): boolean => OPENING_DAYS.includes(weekday(day))

/** The moment of a day's point, in the given zone. */
const endOfDay = (day: number, second: number, zone: string): Date => {
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

const durationOf = (timeframe: Timeframe): number | null =>
  'duration' in timeframe && timeframe.duration !== null ? Math.ceil(timeframe.duration) : null

interface Period {
  readonly start: number
  readonly end: number
  readonly duration: number
}

/** undefined: the start, the duration or the end is not set, or the period ends before it begins. */
const periodOf = (timeframe: Timeframe): Period | undefined => {
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

const stateAt = (history: EffortHistory | undefined, moment: number): EffortState | undefined =>
  history?.findLast(state => state.at <= moment)

/**
 * Returns the effort of the artifact at a moment. Callers ask for moments in ascending order; between two changesets the result is reused.
 */
const effortOverTime = (
  artifactId: number,
  histories: ReadonlyMap<number, EffortHistory>,
): ((moment: number) => number | null) => {
  const changes = [...histories.values()].flatMap(history => history.map(({ at }) => at)).sort((a, b) => a - b)
  let passed = 0
  let last: { readonly passed: number; readonly effort: number | null } | undefined

  const calculate = (moment: number): number | null => {
    const own = stateAt(histories.get(artifactId), moment)
    if (own?.addend === undefined) return null
    // Here the artifact's own manual value counts, unlike in the value of a computed field.
    if (own.addend !== 'sum') return own.addend
    return sumOver({ artifactId, linkedIds: own.linkedIds, fieldName: 'remaining_effort' }, id => {
      const state = stateAt(histories.get(id), moment)
      return state && { linkedIds: state.linkedIds, addend: () => state.addend }
    })
  }

  return moment => {
    while (passed < changes.length && changes[passed]! <= moment) passed++
    if (last?.passed !== passed) last = { passed, effort: calculate(moment) }
    return last.effort
  }
}
