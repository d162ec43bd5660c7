import { rounded } from './computed-sum.ts'
import { durationOf, momentsOf, OPENING_DAYS, periodOf, todayIn, type Timeframe } from './period.ts'

/** Values in the order of time; `from` is the index of the first moment at which a value holds. */
export type Timeline<Value> = readonly { readonly from: number; readonly value: Value }[]

/** An artifact that a burnup counts, at the moments of the chart. */
export interface CountedArtifact {
  /** Index of the first moment at which it existed. */
  readonly since: number
  /** An artifact without any value is open. */
  readonly isClosed: Timeline<boolean>
  readonly effort: Timeline<number | undefined>
  readonly childIds: Timeline<readonly number[]>
}

/** The days of a burnup. */
export interface BurnupDays {
  readonly startDay: string | null
  /** Number of opening days after the first one. */
  readonly duration: number | null
  /** The end of each opening day up to today. */
  readonly moments: readonly Date[]
}

/** The figures of a moment. */
export interface BurnupPoint {
  readonly totalEffort: number
  readonly teamEffort: number
  readonly totalElements: number
  readonly closedElements: number
}

/** `timezone`: IANA name of the platform's time zone. */
export const burnupDays = (timeframe: Timeframe, now: Date, timezone: string): BurnupDays => {
  const { startDay } = timeframe
  const period = periodOf(timeframe)
  if (!period) return { startDay, duration: durationOf(timeframe), moments: [] }
  return { startDay, duration: period.duration, moments: momentsOf(period, todayIn(timezone, now), timezone) }
}

/**
 * agile.md §4.6: one point for each moment. Efforts are those of the linked artifacts; the numbers are those of these artifacts and their
 * children, each counted once. `linkedIds` and children that are not among `artifacts` do not count.
 */
export const calculateBurnup = (
  momentCount: number,
  linkedIds: Timeline<readonly number[]>,
  artifacts: ReadonlyMap<number, CountedArtifact>,
): BurnupPoint[] => {
  const changes = new Set(linkedIds.map(({ from }) => from))
  for (const { since, isClosed, effort, childIds } of artifacts.values()) {
    changes.add(since)
    for (const { from } of [...isClosed, ...effort, ...childIds]) changes.add(from)
  }
  const points: BurnupPoint[] = []
  for (let index = 0; index < momentCount; index++) {
    const last = points.at(-1)
    points.push(last && !changes.has(index) ? last : pointAt(index, linkedIds, artifacts))
  }
  return points
}

const valueAt = <Value>(timeline: Timeline<Value>, index: number): Value | undefined =>
  timeline.findLast(({ from }) => from <= index)?.value

const pointAt = (
  index: number,
  linkedIds: Timeline<readonly number[]>,
  artifacts: ReadonlyMap<number, CountedArtifact>,
): BurnupPoint => {
  const existing = (ids: readonly number[] | undefined): Map<number, CountedArtifact> =>
    new Map(
      (ids ?? []).flatMap((id): [number, CountedArtifact][] => {
        const artifact = artifacts.get(id)
        return artifact && artifact.since <= index ? [[id, artifact]] : []
      }),
    )
  const isClosed = (artifact: CountedArtifact): boolean => valueAt(artifact.isClosed, index) ?? false
  const linked = existing(valueAt(linkedIds, index))
  const counted = new Map(linked)
  let [totalEffort, teamEffort] = [0, 0]
  for (const artifact of linked.values()) {
    const effort = valueAt(artifact.effort, index) ?? 0
    totalEffort += effort
    if (isClosed(artifact)) teamEffort += effort
    for (const [id, child] of existing(valueAt(artifact.childIds, index))) counted.set(id, child)
  }
  const closedElements = [...counted.values()].filter(isClosed).length
  return {
    totalEffort: rounded(totalEffort),
    teamEffort: rounded(teamEffort),
    totalElements: counted.size,
    closedElements,
  }
}

/** Members of the value of a burnup field. */
export const representBurnup = (
  { startDay, duration, moments }: BurnupDays,
  points: readonly BurnupPoint[],
  capacity: number | null,
  dates: { isoDate(at: Date): string; isoDay(day: string): string },
) => {
  const dated = moments.flatMap((at, index) => {
    const point = points[index]
    return point ? [{ date: dates.isoDate(at), ...point }] : []
  })
  return {
    start_date: startDay === null ? null : dates.isoDay(startDay),
    duration,
    capacity,
    is_under_calculation: false,
    opening_days: OPENING_DAYS,
    points_with_date: dated.map(({ date, teamEffort, totalEffort }) => ({
      date,
      team_effort: teamEffort,
      total_effort: totalEffort,
    })),
    points_with_date_count_elements: dated.map(({ date, closedElements, totalElements }) => ({
      date,
      closed_elements: closedElements,
      total_elements: totalElements,
    })),
  }
}

/** Value of a burnup field of a tracker whose artifacts hold nothing that a burnup counts. */
export const UNCONFIGURED_BURNUP = {
  start_date: null,
  duration: null,
  capacity: null,
  is_under_calculation: true,
  opening_days: null,
  points_with_date: [],
  points_with_date_count_elements: [],
} as const
