import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ListFilter } from '../filters/filters.tsx'
import { defineFieldView, type EditProps, type Field, type ReadProps } from '../field-view.ts'
import { ChoiceCell, ChoiceList } from '../shared/choice-view.tsx'
import { choicesOf, findChoice, offeredChoices, textOfChoice, type Choice } from '../shared/choices.ts'
import { readList, writeList } from '../text-forms/list-text.ts'
import { LazyListPicker } from '../shared/lazy-list-picker.tsx'
import { Nothing } from '../shared/nothing.tsx'
import type { OpenListValue } from '../shared/values.ts'

const Read = ({ value }: ReadProps<OpenListValue>) => {
  const choices = choicesOf(value?.bind_value_objects ?? [])
  return choices.length === 0 ? <Nothing /> : <ChoiceList choices={choices} isTagged />
}
const Cell = ({ value }: ReadProps<OpenListValue>) => (
  <ChoiceCell choices={choicesOf(value?.bind_value_objects ?? [])} />
)

const openListValue = (field: Field, choices: readonly Choice[]): OpenListValue =>
  ({
    field_id: field.field_id,
    label: field.label,
    type: 'tbl',
    bind_type: field.bindings.type ?? 'static',
    bind_value_objects: choices.map(choice => choice.source),
    bind_value_ids: choices.map(({ label }) => label),
  }) as OpenListValue

/** A text that is no value yet; people are named by an e-mail address. */
const newChoice = (field: Field, text: string): Choice | undefined => {
  if (field.bindings.type === 'ugroups') return undefined
  const isPerson = field.bindings.type === 'users'
  if (isPerson && !/^[^\s@]+@[^\s@]+$/.test(text)) return undefined
  const source = isPerson
    ? { id: null, username: null, real_name: null, email: text, display_name: text, is_anonymous: true }
    : { id: `new:${text}`, label: text }
  return {
    id: `new:${text}`,
    label: text,
    kind: isPerson ? 'person' : 'static',
    colour: 'grey',
    isHidden: false,
    source,
  }
}

/** A text that may be the login of an account: the server knows. */
const namedPerson = (field: Field, login: string): Choice | undefined =>
  field.bindings.type !== 'users'
    ? undefined
    : {
        id: `login:${login}`,
        label: login,
        kind: 'person',
        colour: 'grey',
        isHidden: false,
        login,
        source: { id: null, username: login, real_name: login, email: null, display_name: login, is_anonymous: false },
      }

const Edit = ({ field, value, onChange, ...props }: EditProps<OpenListValue>) => (
  <LazyListPicker
    {...props}
    field={field}
    chosen={choicesOf(value?.bind_value_objects ?? [])}
    isMultiple
    {...(field.bindings.type !== 'ugroups' && { onNew: (text: string) => newChoice(field, text) })}
    onChoose={choices => onChange(openListValue(field, choices))}
  />
)

/** The form in which the server takes a choice of an open list. */
const writable = (source: unknown): Readonly<Record<string, unknown>> => {
  const { id, label, email, username } = source as {
    id?: unknown
    label?: string
    email?: string | null
    username?: string | null
  }
  if (typeof id === 'string' && id.startsWith('new:')) return { label: label ?? id.slice('new:'.length) }
  if (id === null || id === undefined) return typeof username === 'string' ? { username } : { email }
  return { id }
}

export const tbl = defineFieldView<OpenListValue>({
  type: 'tbl',
  Read,
  Cell,
  Edit,
  Filter: ListFilter,
  entryOf: ({ field_id, bind_value_objects }) => ({
    field_id,
    value: { bind_value_objects: bind_value_objects.map(writable) },
  }),
  isEmpty: value => (value?.bind_value_objects ?? []).length === 0,
  toText: value => writeList(choicesOf(value?.bind_value_objects ?? []).map(textOfChoice)),
  fromText: (text, field) => {
    const choices: Choice[] = []
    for (const part of readList(text)) {
      const choice = findChoice(part, offeredChoices(field)) ?? newChoice(field, part) ?? namedPerson(field, part)
      if (!choice) return { fault: i18n._(msg`“${part}” is no value of ${field.label}`) }
      if (!choices.some(({ id }) => id === choice.id)) choices.push(choice)
    }
    return { value: openListValue(field, choices) }
  },
  same: (one, other) => {
    const ids = (value: OpenListValue | undefined): string =>
      JSON.stringify((value?.bind_value_objects ?? []).map(each => JSON.stringify(writable(each))).sort())
    return ids(one) === ids(other)
  },
})
