import { DayInput } from '../dates/day-input.tsx'
import type { EditProps } from '../field-view.ts'
import type { DateValue } from '../shared/values.ts'
import { dateValue, hasTime } from '../text-forms/date-value.ts'

export const DateEdit = ({ field, value, onChange, onDone, onCancel, faults, place }: EditProps<DateValue>) => (
  <DayInput
    label={field.label}
    value={value?.value ?? null}
    hasTime={hasTime(field)}
    isRequired={field.required}
    faults={faults}
    onChange={next => onChange(dateValue(field, next))}
    inPlace={place === 'form' ? undefined : { onDone, onCancel }}
  />
)
