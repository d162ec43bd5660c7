import { sumOver, type Addend } from './computed-sum.ts'
import { durationOf, endOfDay, momentsOf, OPENING_DAYS, periodOf, todayIn, type Timeframe } from './period.ts'

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

  const { now, timezone } = input
  const today = todayIn(timezone, now)
  const effortAt = effortOverTime(input.artifactId, input.histories)
  const moments = momentsOf(period, today - 1, timezone)
  if (today >= period.start && today <= period.end) moments.push(endOfDay(today, 59, timezone))

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
