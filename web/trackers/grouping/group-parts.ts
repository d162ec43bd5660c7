// The groups of the API as parts with names, colours and queries, in the order of the values.
import type { ValueColour } from '../../design/values/value-colour.ts'
import type { Field } from '../../fields/field-view.ts'
import { offeredChoices, textOfChoice } from '../../fields/shared/choices.ts'
import { keyOfValue, NONE_KEY } from '../board-settings.ts'
import { quoteTql } from '../query/to-tql.ts'
import type { Grouping } from './groupings.ts'
import type { Group } from './read-aggregates.ts'

export interface Part {
  /** Id of the value or first day of the period; `none`, `others`. */
  readonly key: string
  readonly label: string
  /** Of a period: its name where there is little room. */
  readonly short: string
  readonly colour: ValueColour
  readonly value: number
  /** Finds the artifacts of the part; undefined of "others". */
  readonly tql: string | undefined
}

export interface GroupWords {
  readonly none: string
  /** The name of a period that begins with a day. */
  readonly period: (day: string, unit: string) => { readonly label: string; readonly short: string }
}

interface PartsOptions {
  /** Which field of the groups. */
  readonly at: 0 | 1
  readonly words: GroupWords
  readonly valueOf: (group: Group) => number
}

/** One part for each value of a field, with the sum of its groups. None comes first; people come by their sums. */
export const partsOf = (
  groups: readonly Group[],
  { field, unit }: Grouping,
  { at, words, valueOf }: PartsOptions,
): Part[] => {
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

/** In an order in which neighbours differ. */
const COLOURS: readonly ValueColour[] = ['blue', 'orange', 'teal', 'purple', 'amber', 'pink', 'green', 'brown', 'red']

/** Parts without colours of their own get one each, in turn. */
const withColours = (parts: readonly Part[]): Part[] => {
  return parts.map((part, index) =>
    part.key === NONE_KEY ? part : { ...part, colour: COLOURS[index % COLOURS.length] ?? 'grey' },
  )
}

const tqlOf = (field: Field, unit: string | undefined, key: string, text: string): string => {
  if (key === NONE_KEY) return `${field.name} = ""`
  if (unit === undefined) return `${field.name} = ${quoteTql(text)}`
  return `${field.name} BETWEEN(${quoteTql(key)}, ${quoteTql(lastDay(key, unit))})`
}

/** `2026-11-23`, `week` → `2026-11-29` */
export const lastDay = (day: string, unit: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  if (unit === 'week') date.setUTCDate(date.getUTCDate() + 6)
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + 1, 0)
  if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1, 0, 0)
  return date.toISOString().slice(0, 10)
}
