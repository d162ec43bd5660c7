import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { formatLocale } from '../../session/appearance.ts'
import { Button } from '../../design/controls/button.tsx'
import { defineFieldView, type EditProps, type Field, type ReadProps } from '../field-view.ts'
import { DateFilter, DateText } from '../shared/dates.tsx'
import { dayOfWords } from '../text-forms/date-words.ts'
import { Faults } from '../shared/editor.tsx'
import { Nothing } from '../shared/nothing.tsx'
import type { DateValue } from '../shared/values.ts'

/** Fields of deadlines: a past one is overdue as long as the artifact is open. */
const isDeadline = ({ name }: Field): boolean => /(^|_)(due|end|deadline|target|close)(_|$)/i.test(name)

const Read = ({ field, value, isOpen }: ReadProps<DateValue>) =>
  value === undefined || value.value === null ? (
    <Nothing />
  ) : (
    <DateText value={value.value} hasTime={value.is_time_displayed} isDue={isOpen === true && isDeadline(field)} />
  )

const hasTime = (field: Field): boolean => field.is_time_displayed === true

/** The text of the browser's own input: the day and time that the API wrote, without its zone. */
const inputText = (value: string | null | undefined, field: Field): string =>
  value === null || value === undefined ? '' : hasTime(field) ? value.slice(0, 16) : value.slice(0, 10)

const dateValue = (field: Field, value: string | null): DateValue => ({
  field_id: field.field_id,
  label: field.label,
  type: 'date',
  is_time_displayed: hasTime(field),
  value,
})

/** A day by keyboard, calendar or word. */
const Edit = ({ field, value, onChange, onDone, onCancel, faults, place }: EditProps<DateValue>) => {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const isInPlace = place !== 'form'
  useEffect(() => {
    if (isInPlace) input.current?.focus()
  }, [isInPlace])
  const set = (text: string) => onChange(dateValue(field, text === '' ? null : text))
  const locale = formatLocale(i18n.locale)
  const meant = dayOfWords(words, locale)
  const isUnknown = words !== '' && meant === undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isInPlace) {
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter' && !isUnknown && isInPlace) {
      event.preventDefault()
      event.stopPropagation()
      onDone()
    }
  }
  return (
    <div
      ref={box}
      className="date-editor"
      onKeyDown={onKeyDown}
      onBlur={event => {
        if (isInPlace && !box.current?.contains(event.relatedTarget)) onDone()
      }}
    >
      <input
        ref={input}
        className="field-input"
        type={hasTime(field) ? 'datetime-local' : 'date'}
        aria-label={field.label}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? id : undefined}
        required={field.required}
        value={inputText(value?.value, field)}
        onChange={event => set(event.target.value)}
      />
      <input
        className="field-input date-words"
        aria-label={t`${field.label} in words`}
        placeholder={t`tomorrow, +3d, monday`}
        aria-invalid={isUnknown || undefined}
        value={words}
        onChange={event => {
          setWords(event.target.value)
          const day = dayOfWords(event.target.value, locale)
          if (day !== undefined) set(hasTime(field) ? `${day}T00:00` : day)
        }}
      />
      {!field.required && (value?.value ?? null) !== null && (
        <Button variant="quiet" size="small" onPress={() => set('')}>
          {t`Clear`}
        </Button>
      )}
      <Faults id={id} faults={isUnknown ? [t`This is no day that the page knows.`, ...faults] : faults} />
    </div>
  )
}

export const date = defineFieldView<DateValue>({
  type: 'date',
  Read,
  Cell: Read,
  Edit,
  Filter: DateFilter,
  entryOf: ({ field_id, value }) => ({ field_id, value }),
  isEmpty: value => (value?.value ?? null) === null,
  toText: (value, field) => inputText(value?.value, field).replace('T', ' '),
  fromText: (text, field) => {
    if (text.trim() === '') return { value: dateValue(field, null) }
    const day = dayOfWords(text, formatLocale(i18n.locale))
    if (day === undefined) return { fault: i18n._(msg`“${text}” is no date`) }
    const [, time] = /[ T](\d{2}:\d{2})/.exec(text) ?? []
    return { value: dateValue(field, hasTime(field) ? `${day}T${time ?? '00:00'}` : day) }
  },
  same: (one, other) => keyOf(one) === keyOf(other),
})

/** To the day or the minute, without the zone: the API writes all dates in the zone of the reader. */
const keyOf = (value: DateValue | undefined): string => {
  if (value === undefined || value.value === null) return ''
  if (!value.is_time_displayed) return value.value.slice(0, 10)
  return value.value.slice(0, 16)
}
