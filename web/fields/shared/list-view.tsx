import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useState } from 'react'
import { Checkbox, CheckboxGroup } from '../../design/controls/checkbox.tsx'
import { useLingui } from '@lingui/react/macro'
import {
  defineFieldView,
  type EditProps,
  type Field,
  type FieldView,
  type FilterProps,
  type ReadProps,
} from '../field-view.ts'
import { ChoiceCell, ChoiceList } from './choice-view.tsx'
import {
  choicesOf,
  findChoice,
  inOrderOf,
  isForEverybody,
  NONE_ID,
  offeredChoices,
  textOfChoice,
  type Choice,
} from './choices.ts'
import { readList, writeList } from '../text-forms/list-text.ts'
import { LazyListPicker } from './lazy-list-picker.tsx'
import { Nothing } from './nothing.tsx'
import type { ListValue } from './values.ts'

/** The value of a list field with these choices. */
const listValue = (field: Field, choices: readonly Choice[]): ListValue =>
  ({
    field_id: field.field_id,
    label: field.label,
    type: field.type,
    values: choices.map(choice => choice.source),
    bind_value_ids: choices.length === 0 && field.bindings.type === 'users' ? [NONE_ID] : choices.map(({ id }) => id),
  }) as ListValue

const Read = ({ value, isStatus }: ReadProps<ListValue>) => {
  const choices = choicesOf(value?.values ?? [])
  return choices.length === 0 ? <Nothing /> : <ChoiceList choices={choices} isStatus={isStatus} />
}

const Cell = ({ value, isStatus }: ReadProps<ListValue>) => (
  <ChoiceCell choices={choicesOf(value?.values ?? [])} isStatus={isStatus} />
)

const editOf =
  (isMultiple: boolean) =>
  ({ field, value, onChange, ...props }: EditProps<ListValue>) => (
    <LazyListPicker
      {...props}
      field={field}
      chosen={choicesOf(value?.values ?? [])}
      isMultiple={isMultiple}
      onChoose={choices => onChange(listValue(field, choices))}
    />
  )

/** Any of the checked values, or none of them. */
export const ListFilter = ({ field, chip, onChange }: FilterProps) => {
  const { t } = useLingui()
  const [isNot, setNot] = useState(chip?.operator === 'NOT IN' || chip?.operator === '!=')
  const [values, setValues] = useState<readonly string[]>(chip?.values ?? [])
  const change = (not: boolean, next: readonly string[]): void => {
    setNot(not)
    setValues(next)
    if (next.length > 0) onChange({ field: field.name, operator: not ? 'NOT IN' : 'IN', values: next })
  }
  const toggle = (value: string, isOn: boolean): void =>
    change(isNot, isOn ? [...values, value] : values.filter(each => each !== value))
  const isPeople = field.bindings.type === 'users' || field.type === 'subby' || field.type === 'luby'
  return (
    <>
      <CheckboxGroup label={field.label} value={[...values]} onChange={next => change(isNot, next)}>
        <div className="filter-choices">
          {isPeople && <Checkbox value="MYSELF()" label={t`Me`} />}
          {field.type !== 'subby' && field.type !== 'luby' && <Checkbox value="" label={t`None`} />}
          {offeredChoices(field).map(choice => (
            <Checkbox key={choice.id} value={textOfChoice(choice)} label={choice.label} />
          ))}
        </div>
      </CheckboxGroup>
      {isForEverybody(field) && (
        <input
          className="field-input"
          aria-label={t`Login of another person`}
          placeholder={t`Login, then Enter`}
          onKeyDown={event => {
            const login = event.currentTarget.value.trim()
            if (event.key !== 'Enter' || login === '') return
            event.preventDefault()
            toggle(login, !values.includes(login))
          }}
        />
      )}
      <div className="filter-not">
        <Checkbox label={t`None of these`} isSelected={isNot} onChange={not => change(not, values)} />
      </div>
    </>
  )
}

const faultOf = (part: string, field: Field): string =>
  isForEverybody(field)
    ? i18n._(msg`“${part}”: people of ${field.label} are chosen in its list`)
    : i18n._(msg`“${part}” is no value of ${field.label}`)

export const listView = (type: ListValue['type']): FieldView => {
  const isMultiple = type === 'msb' || type === 'cb'
  return defineFieldView<ListValue>({
    type,
    Read,
    Cell,
    Edit: editOf(isMultiple),
    Filter: ListFilter,
    entryOf: ({ field_id, bind_value_ids }) => ({
      field_id,
      bind_value_ids: bind_value_ids.length === 0 ? [NONE_ID] : bind_value_ids,
    }),
    isEmpty: value => choicesOf(value?.values ?? []).length === 0,
    toText: value => writeList(choicesOf(value?.values ?? []).map(textOfChoice)),
    fromText: (text, field) => {
      const choices: Choice[] = []
      const whole = isMultiple ? undefined : findChoice(text, offeredChoices(field))
      for (const part of whole ? [] : readList(text)) {
        const choice = findChoice(part, offeredChoices(field))
        if (!choice) return { fault: faultOf(part, field) }
        if (!choices.includes(choice)) choices.push(choice)
      }
      if (whole) choices.push(whole)
      if (!isMultiple && choices.length > 1) return { fault: i18n._(msg`${field.label} takes one value`) }
      return { value: listValue(field, inOrderOf(field, choices)) }
    },
    same: (one, other) => {
      const ids = (value: ListValue | undefined): string =>
        (value?.bind_value_ids ?? [])
          .map(String)
          .filter(id => id !== String(NONE_ID))
          .sort()
          .join(',')
      return ids(one) === ids(other)
    },
  })
}
