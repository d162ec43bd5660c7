import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { defineFieldView, type EditProps, type Field, type FieldView, type ReadProps } from '../field-view.ts'
import { ListFilter } from '../filters/filters.tsx'
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
import { LazyChoiceBoxes, LazyListPicker } from './lazy-list-picker.tsx'
import { Nothing } from './nothing.tsx'
import type { ListValue } from './values.ts'

/** The value of a list field with these choices. */
export const listValue = (field: Field, choices: readonly Choice[]): ListValue =>
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

/** Radio buttons and boxes of a list with more values than these would fill the page: it gets the picker with its search. */
const MAX_BOXES: Readonly<Record<string, number>> = { rb: 5, cb: 8 }

const editOf =
  (isMultiple: boolean) =>
  ({ field, value, onChange, ...props }: EditProps<ListValue>) => {
    const count = offeredChoices(field).length
    const hasBoxes = props.place !== 'cell' && count > 0 && count <= (MAX_BOXES[field.type] ?? 0)
    const Editor = hasBoxes ? LazyChoiceBoxes : LazyListPicker
    return (
      <Editor
        {...props}
        field={field}
        chosen={choicesOf(value?.values ?? [])}
        isMultiple={isMultiple}
        onChoose={choices => onChange(listValue(field, choices))}
      />
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
