// Figures of a chart: the groups of the API in the order of the values, with the small ones put together.
import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import type { ValueColour } from '../design/values/value-colour.ts'
import type { Field } from '../fields/field-view.ts'
import { offeredChoices, textOfChoice } from '../fields/shared/choices.ts'
import { keyOfValue, NONE_KEY } from '../trackers/board-settings.ts'
import type { ChartSettings } from '../trackers/chart-settings.ts'
import { quoteTql } from '../trackers/query/to-tql.ts'
import { lastDay } from './chart-shapes.ts'

/** More parts than these are put together as "others". */
export const MAX_PARTS = 12

export interface Part {
  /** Id of the value or first day of the period; `none`, `others`. */
  readonly key: string
  readonly label: string
  /** Of a period: its name where there is little room. */
  readonly short: string
  readonly colour: ValueColour
  readonly value: number
  /** The query of the part; undefined of "others". */
  readonly tql: string | undefined
}

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

export interface ChartWords {
  readonly none: string
  readonly others: string
  /** The name of a period that begins with a day. */
  readonly period: (day: string, unit: string) => { readonly label: string; readonly short: string }
}

type Aggregates = Awaited<ReturnType<typeof readAggregates>>
type Group = Aggregates['groups'][number]

const readAggregates = (trackerId: number, tql: string, { groups, measure }: ChartSettings, signal: AbortSignal) =>
  bodyOf(
    api.GET('/trackers/{id}/aggregates', {
      params: { path: { id: trackerId }, query: { tql, group_by: groups.join(','), measures: measure } },
      signal,
    }),
  )

/** Of everything that charts of the tracker have read. */
export const chartsKey = (trackerId: number) => ['tracker', trackerId, 'charts'] as const

export const aggregatesQuery = (trackerId: number, tql: string, chart: ChartSettings) =>
  queryOptions({
    queryKey: [...chartsKey(trackerId), { tql, groups: chart.groups.join(), measure: chart.measure }],
    queryFn: ({ signal }) => readAggregates(trackerId, tql, chart, signal),
    retry: false,
    meta: { isSignedOutFine: true },
  })

/** One field of a chart with its period. */
export interface ChartField {
  readonly field: Field
  /** Of a date. */
  readonly unit: string | undefined
}

export const figuresOf = (
  { total, groups, is_complete: isComplete }: Aggregates,
  [first, second]: readonly [ChartField, ChartField?],
  measure: string,
  words: ChartWords,
): Figures => {
  const valueOf = ({ count, measures }: Group): number => (measure === 'count' ? count : (measures[measure] ?? 0))
  const partsOf = (at: 0 | 1, { field, unit }: ChartField): Part[] => {
    const sums = new Map<string, { readonly key: Group['keys'][number]; value: number }>()
    for (const group of groups) {
      const key = group.keys[at]
      if (!key) continue
      const known = sums.get(keyOfValue(key.id))
      if (known) known.value += valueOf(group)
      else sums.set(keyOfValue(key.id), { key, value: valueOf(group) })
    }
    const choices = offeredChoices(field)
    const rank = (key: string): number => {
      const index = choices.findIndex(choice => String(choice.id) === key)
      return key === NONE_KEY ? -1 : index < 0 ? choices.length : index
    }
    const hasColours = choices.some(choice => choice.hasColour)
    const parts = [...sums].map(
      ([
        key,
        {
          key: { label },
          value,
        },
      ]): Part => {
        const choice = choices.find(each => String(each.id) === key)
        const colour = key === NONE_KEY ? 'grey' : hasColours ? (choice?.colour ?? 'grey') : undefined
        const name = key === NONE_KEY ? words.none : (label ?? key)
        return {
          key,
          ...(unit === undefined || key === NONE_KEY ? { label: name, short: name } : words.period(key, unit)),
          colour: colour ?? (unit === undefined ? 'grey' : 'blue'),
          value,
          tql: tqlOf(field, unit, key, choice ? textOfChoice(choice) : (label ?? '')),
        }
      },
    )
    parts.sort((one, other) =>
      unit === undefined ? rank(one.key) - rank(other.key) || other.value - one.value : one.key < other.key ? -1 : 1,
    )
    return hasColours || unit !== undefined ? parts : withColours(parts)
  }
  const bars = partsOf(0, first)
  const stacks = second ? partsOf(1, second) : []
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

/** In an order in which neighbours differ. */
const COLOURS: readonly ValueColour[] = ['blue', 'orange', 'teal', 'purple', 'amber', 'pink', 'green', 'brown', 'red']

/** Parts without colours of their own get one each, in turn. */
const withColours = (parts: readonly Part[]): Part[] => {
  return parts.map((part, index) =>
    part.key === NONE_KEY ? part : { ...part, colour: COLOURS[index % COLOURS.length] ?? 'grey' },
  )
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

const tqlOf = (field: Field, unit: string | undefined, key: string, text: string): string => {
  if (key === NONE_KEY) return `${field.name} = ""`
  if (unit === undefined) return `${field.name} = ${quoteTql(text)}`
  return `${field.name} BETWEEN(${quoteTql(key)}, ${quoteTql(lastDay(key, unit))})`
}
