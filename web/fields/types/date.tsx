import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { formatLocale } from '../../session/appearance.ts'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { DateFilter } from '../filters/filters.tsx'
import { DateText } from '../shared/dates.tsx'
import { isDeadline } from '../shared/deadline.ts'
import { dayOfWords } from '../text-forms/date-words.ts'
import { dateValue, hasTime, inputText } from '../text-forms/date-value.ts'
import { lazyEdit } from '../shared/lazy-edit.tsx'
import { Nothing } from '../shared/nothing.tsx'
import type { DateValue } from '../shared/values.ts'

const Read = ({ field, value, isOpen }: ReadProps<DateValue>) =>
  value === undefined || value.value === null ? (
    <Nothing />
  ) : (
    <DateText value={value.value} hasTime={value.is_time_displayed} isDue={isOpen === true && isDeadline(field)} />
  )

const Edit = lazyEdit(async () => (await import('./date-edit.tsx')).DateEdit)

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
