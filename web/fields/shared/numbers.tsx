import { msg } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { formatLocale } from '../../session/appearance.ts'
import { useNumberFormat } from '../../design/format.tsx'
import { defineFieldView, type EditProps, type FieldView, type ReadProps } from '../field-view.ts'
import { NumberFilter } from '../filters/filters.tsx'
import { InputEditor } from './editor.tsx'
import { Nothing } from './nothing.tsx'
import { parseNumber, writeNumber } from '../text-forms/number-text.ts'
import type { FloatValue, IntValue } from './values.ts'

type NumberValue = IntValue | FloatValue

const MAX_DIGITS = 10

export const NumberRead = ({ value }: ReadProps<NumberValue>) => {
  const format = useNumberFormat({ maximumFractionDigits: MAX_DIGITS })
  return value?.value === null || value === undefined ? (
    <Nothing />
  ) : (
    <span className="number">{format(value.value)}</span>
  )
}

export const NumberEdit = (
  props: EditProps<NumberValue> & { readonly isInteger: boolean; readonly isPart?: boolean },
) => {
  const { field, value, onChange, onDone, faults, isInteger } = props
  const { _ } = useLingui()
  const locale = formatLocale(useLingui().i18n.locale)
  const [text, setText] = useState(() =>
    value?.value === null || value === undefined ? '' : writeNumber(value.value, locale),
  )
  const [fault, setFault] = useState<string>()
  const read = (typed: string): number | null | undefined => {
    if (typed.trim() === '') return null
    const number = parseNumber(typed, locale)
    return number === undefined || (isInteger && !Number.isSafeInteger(number)) ? undefined : number
  }
  return (
    <InputEditor
      {...props}
      text={text}
      inputMode={isInteger ? 'numeric' : 'decimal'}
      faults={fault === undefined ? faults : [fault, ...faults]}
      onText={typed => {
        setText(typed)
        setFault(undefined)
        const number = read(typed)
        if (number !== undefined)
          onChange({ field_id: field.field_id, label: field.label, type: field.type, value: number } as NumberValue)
      }}
      onDone={() => {
        if (read(text) === undefined) setFault(_(isInteger ? msg`Not a whole number` : msg`Not a number`))
        else onDone()
      }}
    />
  )
}

/** As a sheet of the same person reads it. */
export const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : writeNumber(value, formatLocale(i18n.locale))

const fromTextOf =
  (isInteger: boolean): FieldView<NumberValue>['fromText'] =>
  (text, field) => {
    const of = (value: number | null) =>
      ({ value: { field_id: field.field_id, label: field.label, type: field.type, value } as NumberValue }) as const
    if (text.trim() === '') return of(null)
    const number = parseNumber(text, formatLocale(i18n.locale))
    if (number === undefined || (isInteger && !Number.isSafeInteger(number)))
      return { fault: i18n._(isInteger ? msg`“${text}” is not a whole number` : msg`“${text}” is not a number`) }
    return of(number)
  }

/** The view of `int` and `float`. */
export const numberView = (type: NumberValue['type']): FieldView => {
  const isInteger = type === 'int'
  return defineFieldView<NumberValue>({
    type,
    Read: NumberRead,
    Cell: NumberRead,
    Edit: props => <NumberEdit {...props} isInteger={isInteger} />,
    Filter: NumberFilter,
    // Null is no value that the server takes: an empty text clears.
    entryOf: ({ field_id, value }) => ({ field_id, value: value ?? '' }),
    isEmpty: value => (value?.value ?? null) === null,
    toText: value => numberText(value?.value),
    fromText: fromTextOf(isInteger),
    same: (one, other) => (one?.value ?? null) === (other?.value ?? null),
  })
}
