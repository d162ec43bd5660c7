// One choice of a list, whatever the list draws from: static values, people or user groups.
import type { Field } from '../field-view.ts'
import { valueColour, type Rgb, type ValueColour } from '../../design/values/value-colour.ts'

export interface Choice {
  /** In `bind_value_ids`: of a user group its own id, not that of the value of the list. */
  readonly id: number | string
  /** Rules of the workflow name the values of a field by this id; undefined where only a representation tells of the choice. */
  readonly ruleId?: number
  readonly label: string
  readonly kind: 'static' | 'person' | 'group'
  readonly colour: ValueColour
  /** Somebody gave the value a colour; people and most lists have none. */
  readonly hasColour?: boolean
  readonly isHidden: boolean
  /** Login of a person: TQL and the clipboard name people by it. */
  readonly login?: string
  /** As the API writes it in a representation, for the value that is shown before the server has answered. */
  readonly source: unknown
}

/** The id of None in lists of people. */
export const NONE_ID = 100

interface AnyChoice {
  readonly id: number | string | null
  readonly label?: string
  readonly is_hidden?: boolean
  readonly tlp_color?: string | null
  readonly value_color?: string
  readonly color?: Rgb | null
  readonly username?: string | null
  readonly real_name?: string | null
  readonly display_name?: string
  readonly email?: string | null
  readonly is_anonymous?: boolean
  readonly short_name?: string
  readonly user_reference?: AnyChoice
  readonly ugroup_reference?: AnyChoice
}

/** A choice as `values` of a representation or of a description of a field holds it; undefined for None. */
export const choiceOf = (source: unknown): Choice | undefined => {
  const any = source as AnyChoice
  if (any.user_reference) return choiceOf({ ...any.user_reference, id: any.id })
  if (any.ugroup_reference) return { ...group(any.ugroup_reference), ...ruleIdOf(any.id) }
  if ('username' in any || 'is_anonymous' in any) {
    const name = any.real_name ?? any.email ?? any.display_name ?? ''
    if (any.id === null && (any.email ?? '') === '' && (any.username ?? '') === '') return undefined
    return {
      id: any.id ?? name,
      ...ruleIdOf(any.id),
      label: name,
      kind: 'person',
      colour: 'grey',
      isHidden: false,
      login: any.username ?? name,
      source,
    }
  }
  if (any.short_name !== undefined) return group(any)
  return {
    id: any.id ?? 0,
    ...ruleIdOf(any.id),
    label: any.label ?? '',
    kind: 'static',
    colour: valueColour(any.tlp_color ?? any.value_color, any.color),
    hasColour: (any.tlp_color ?? any.value_color ?? '') !== '' || (any.color ?? null) !== null,
    isHidden: any.is_hidden === true,
    source: {
      id: any.id,
      label: any.label,
      color: any.color ?? null,
      tlp_color: any.tlp_color ?? (any.value_color === '' ? null : (any.value_color ?? null)),
      is_hidden: any.is_hidden === true,
    },
  }
}

const ruleIdOf = (id: number | string | null) => (typeof id === 'number' ? { ruleId: id } : {})

const group = (any: AnyChoice): Choice => ({
  id: any.id ?? 0,
  label: any.label ?? '',
  kind: 'group',
  colour: 'grey',
  isHidden: false,
  source: any,
})

export const choicesOf = (sources: readonly unknown[]): readonly Choice[] =>
  sources.map(choiceOf).filter(choice => choice !== undefined)

/** The choices that the field offers. A list that every account belongs to offers none: the server searches it. */
export const offeredChoices = ({ values }: Field): readonly Choice[] => {
  if (Array.isArray(values)) return choicesOf(values as readonly unknown[])
  // Of permissions: the groups of the project.
  return choicesOf(
    (values as { readonly ugroup_representations?: readonly unknown[] } | null)?.ugroup_representations ?? [],
  )
}

/** The field takes every account, so that its choices are searched on the server. */
export const isForEverybody = (field: Field): boolean =>
  field.bindings.type === 'users' && Array.isArray(field.values) && field.values.length === 0

/** In texts and queries a person is a login, everything else its label. */
export const textOfChoice = ({ login, label }: Choice): string => login ?? label

/** Finds a choice by its login or label: exactly so written first, then in any case; offered ones before hidden ones. */
export const findChoice = (text: string, choices: readonly Choice[]): Choice | undefined => {
  const folded = (word: string): string => word.trim().toLocaleLowerCase()
  if (text.trim() === '') return undefined
  const visible = choices.filter(({ isHidden }) => !isHidden)
  return [visible, choices]
    .flatMap(those => [
      those.find(({ login, label }) => login === text || label === text),
      those.find(({ login }) => login !== undefined && folded(login) === folded(text)),
      those.find(({ label }) => folded(label) === folded(text)),
    ])
    .find(choice => choice !== undefined)
}

/** Choices in the order in which the field offers them; others follow. */
export const inOrderOf = (field: Field, choices: readonly Choice[]): readonly Choice[] => {
  const places = new Map(offeredChoices(field).map(({ id }, index) => [String(id), index]))
  const placeOf = ({ id }: Choice): number => places.get(String(id)) ?? places.size
  return choices.toSorted((one, other) => placeOf(one) - placeOf(other))
}
