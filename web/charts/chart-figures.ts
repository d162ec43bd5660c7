// Figures of a chart: the groups of the API in the order of the values, with the small ones put together.
import { queryOptions } from '@tanstack/react-query'
import { keyOfValue } from '../trackers/board-settings.ts'
import type { ChartSettings } from '../trackers/chart-settings.ts'
import { partsOf, type GroupWords, type Part } from '../trackers/grouping/group-parts.ts'
import type { Grouping } from '../trackers/grouping/groupings.ts'
import { readAggregates, type Group } from '../trackers/grouping/read-aggregates.ts'

/** More parts than these are put together as "others". */
export const MAX_PARTS = 12

export interface Bar extends Part {
  /** Values of the parts of a stacked bar, in the order of `stacks`. */
  readonly stacked: readonly number[]
}

export interface Figures {
  readonly total: number
  readonly bars: readonly Bar[]
  /** The second field of a stacked bar. */
  readonly stacks: readonly Part[]
  readonly isComplete: boolean
}

export interface ChartWords extends GroupWords {
  readonly others: string
}

type Aggregates = Awaited<ReturnType<typeof readAggregates>>

/** Of everything that charts of the tracker have read. */
export const chartsKey = (trackerId: number) => ['tracker', trackerId, 'charts'] as const

export const aggregatesQuery = (trackerId: number, tql: string, chart: ChartSettings) =>
  queryOptions({
    queryKey: [...chartsKey(trackerId), { tql, groups: chart.groups.join(), measure: chart.measure }],
    queryFn: ({ signal }) =>
      readAggregates({ trackerId, tql, groupBy: chart.groups.join(), measures: chart.measure }, signal),
    retry: false,
    meta: { isSignedOutFine: true },
  })

export const figuresOf = (
  { total, groups, is_complete: isComplete }: Aggregates,
  [first, second]: readonly [Grouping, Grouping?],
  measure: string,
  words: ChartWords,
): Figures => {
  const valueOf = ({ count, measures }: Group): number => (measure === 'count' ? count : (measures[measure] ?? 0))
  const bars = partsOf(groups, first, { at: 0, words, valueOf })
  const stacks = second ? partsOf(groups, second, { at: 1, words, valueOf }) : []
  const kept = shortened(bars, words.others)
  const keptStacks = shortened(stacks, words.others)
  const cell = new Map(groups.map(group => [group.keys.map(({ id }) => keyOfValue(id)).join('\n'), valueOf(group)]))
  const isRest = (part: Part, parts: readonly Part[]) => part.key === 'others' && !parts.includes(part)
  const keysOf = (part: Part, all: readonly Part[], shown: readonly Part[]): string[] =>
    isRest(part, all)
      ? all.filter(each => !shown.some(({ key }) => key === each.key)).map(({ key }) => key)
      : [part.key]
  return {
    total,
    isComplete,
    stacks: keptStacks,
    bars: kept.map(bar => ({
      ...bar,
      stacked: keptStacks.map(stack =>
        keysOf(bar, bars, kept)
          .flatMap(one => keysOf(stack, stacks, keptStacks).map(other => cell.get(`${one}\n${other}`) ?? 0))
          .reduce((sum, value) => sum + value, 0),
      ),
    })),
  }
}

/** The largest parts in their order, and all others together. */
const shortened = (parts: readonly Part[], others: string): readonly Part[] => {
  if (parts.length <= MAX_PARTS) return parts
  const largest = new Set(parts.toSorted((one, other) => other.value - one.value).slice(0, MAX_PARTS - 1))
  const rest = parts.filter(part => !largest.has(part))
  return [
    ...parts.filter(part => largest.has(part)),
    {
      key: 'others',
      label: others,
      short: others,
      colour: 'grey',
      value: rest.reduce((sum, { value }) => sum + value, 0),
      tql: undefined,
    },
  ]
}
