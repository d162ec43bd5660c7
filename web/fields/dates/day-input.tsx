import { i18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { formatLocale } from '../../session/appearance.ts'
import { presentDay } from '../../session/today.ts'
import { Faults } from '../shared/editor.tsx'
import { dayOfWords, isoDay } from '../text-forms/date-words.ts'
import './date-editor.css'
import { MonthGrid } from './month-grid.tsx'
import { timeOfWords, writtenDay } from './written-day.ts'

const MIDNIGHT = '00:00'

export interface DayInputProps {
  readonly label: string
  /** `2026-11-27`, with a time `2026-11-27T14:30`; null: none. */
  readonly value: string | null
  readonly hasTime: boolean
  readonly isRequired?: boolean
  readonly faults?: readonly string[]
  /** Examples of words. */
  readonly placeholder?: string
  readonly onChange: (value: string | null) => void
  /** The input stands alone in the place of a value: it saves and reverts. Undefined: it stands in a form. */
  readonly inPlace?: { readonly onDone: () => void; readonly onCancel: () => void } | undefined
}

/** A day by words, numbers or calendar; `today` is the day of the account's zone, or of the platform's. */
export const DayInput = ({
  label,
  value,
  hasTime,
  isRequired = false,
  faults = [],
  placeholder,
  onChange,
  inPlace,
}: DayInputProps) => {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const locale = formatLocale(i18n.locale)
  const today = presentDay()
  const stored = value
  const day = stored?.slice(0, 10)
  const time = stored !== null && stored.length > 10 ? stored.slice(11, 16) : MIDNIGHT
  const [words, setWords] = useState<string>()
  const [timeWords, setTimeWords] = useState<string>()
  const [isOpen, setOpen] = useState(inPlace !== undefined)
  const isInPlace = inPlace !== undefined
  useEffect(() => {
    if (!isInPlace) return
    input.current?.focus()
    input.current?.select()
  }, [isInPlace])
  const shown = words ?? (day === undefined ? '' : writtenDay(day, locale))
  const meant = dayOfWords(shown, locale, today)
  const isUnknown = shown.trim() !== '' && meant === undefined
  const isTimeUnknown = timeWords !== undefined && timeOfWords(timeWords) === undefined
  const set = (next: string | undefined, at = time) =>
    onChange(next === undefined ? null : hasTime ? `${next}T${at}` : next)
  const pick = (next: string) => {
    setWords(undefined)
    set(next)
    if (inPlace && !hasTime) inPlace.onDone()
    else {
      if (!isInPlace) setOpen(false)
      input.current?.focus()
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && (isInPlace || isOpen)) {
      event.stopPropagation()
      if (inPlace) inPlace.onCancel()
      else setOpen(false)
    } else if (event.key === 'Enter' && inPlace && !isUnknown && !isTimeUnknown) {
      event.preventDefault()
      event.stopPropagation()
      inPlace.onDone()
    } else if (event.key === 'ArrowDown' && event.target === input.current) {
      event.preventDefault()
      setOpen(true)
      requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus())
    }
  }
  const described = [
    ...(meant !== undefined && words !== undefined ? [`${id} meant`] : []),
    ...(faults.length > 0 || isUnknown || isTimeUnknown ? [id] : []),
  ].join(' ')
  return (
    <div
      ref={box}
      className="date-editor"
      onKeyDown={onKeyDown}
      onBlur={event => {
        if (box.current?.contains(event.relatedTarget)) return
        if (!inPlace) setOpen(false)
        // Words that nobody understands stay, so that their writer can mend them.
        else if (!isUnknown && !isTimeUnknown) inPlace.onDone()
      }}
    >
      <div className="date-editor-line">
        <input
          ref={input}
          className="field-input"
          aria-label={label}
          placeholder={placeholder ?? t`tomorrow, +3d, monday`}
          aria-invalid={faults.length > 0 || isUnknown || undefined}
          aria-describedby={described === '' ? undefined : described}
          required={isRequired}
          autoComplete="off"
          value={shown}
          onFocus={() => setOpen(true)}
          onChange={event => {
            setWords(event.target.value)
            const next = dayOfWords(event.target.value, locale, today)
            if (next !== undefined) set(next)
            else if (event.target.value.trim() === '') set(undefined)
          }}
        />
        {hasTime && (
          <input
            className="field-input date-time"
            aria-label={t`Time of ${label}`}
            placeholder="14:30"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={isTimeUnknown || undefined}
            value={timeWords ?? (day === undefined ? '' : time)}
            onChange={event => {
              setTimeWords(event.target.value)
              const next = timeOfWords(event.target.value)
              if (next !== undefined && (meant ?? day) !== undefined) set(meant ?? day, next)
            }}
          />
        )}
        {!isRequired && stored !== null && (
          <Button
            variant="quiet"
            size="small"
            onPress={() => {
              setWords('')
              setTimeWords(undefined)
              set(undefined)
              inPlace?.onDone()
            }}
          >
            {t`Clear`}
          </Button>
        )}
      </div>
      <p className="date-meant" id={`${id} meant`} role="status">
        {meant !== undefined && words !== undefined && fullDay(meant, locale)}
      </p>
      <Faults
        id={id}
        faults={[
          ...(isUnknown ? [t`This is no day that the page knows.`] : []),
          ...(isTimeUnknown ? [t`Write the time as 14:30.`] : []),
          ...faults,
        ]}
      />
      {isOpen && (
        <div ref={grid} className="date-layer">
          <MonthGrid key={meant?.slice(0, 7)} day={meant} today={isoDay(today)} locale={locale} onPick={pick} />
          <p className="date-hints" aria-hidden="true">
            <kbd>↓</kbd> <Trans>calendar</Trans>
          </p>
        </div>
      )}
    </div>
  )
}

const fullDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
