import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { formatLocale } from '../../session/appearance.ts'
import type { EditProps } from '../field-view.ts'
import { dateValue, hasTime, inputText } from '../text-forms/date-value.ts'
import { Faults } from '../shared/editor.tsx'
import type { DateValue } from '../shared/values.ts'
import { dayOfWords } from '../text-forms/date-words.ts'

/** A day by keyboard, calendar or word. */
export const DateEdit = ({ field, value, onChange, onDone, onCancel, faults, place }: EditProps<DateValue>) => {
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
        <Button
          variant="quiet"
          size="small"
          onPress={() => {
            set('')
            if (isInPlace) onDone()
          }}
        >
          {t`Clear`}
        </Button>
      )}
      <Faults id={id} faults={isUnknown ? [t`This is no day that the page knows.`, ...faults] : faults} />
    </div>
  )
}
