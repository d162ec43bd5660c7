import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../design/controls/button.tsx'
import { IconChevronLeft, IconChevronRight } from '../../design/icons.tsx'
import { daysOfMonth, firstWeekday, movedBy } from './month-days.ts'
import './month-grid.css'

export interface MonthGridProps {
  /** `2026-11-27`; undefined: no day is chosen. */
  readonly day: string | undefined
  readonly today: string
  readonly locale: string
  readonly onPick: (day: string) => void
}

const DAYS = 7

/** A month by weeks: arrows move by days and weeks, Page Up and Page Down by months. */
export const MonthGrid = ({ day, today, locale, onPick }: MonthGridProps) => {
  const { t } = useLingui()
  const [at, setAt] = useState(day ?? today)
  const table = useRef<HTMLTableElement>(null)
  const isMoving = useRef(false)
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const first = firstWeekday(locale)
  const weeks = daysOfMonth(at, first)
  const format = (options: Intl.DateTimeFormatOptions, of: string) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${of}T00:00:00Z`))
  const move = (step: { readonly days?: number; readonly months?: number }) => {
    isMoving.current = true
    setAt(movedBy(at, step))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: Readonly<Record<string, { readonly days?: number; readonly months?: number }>> = {
      ArrowLeft: { days: isRightToLeft ? 1 : -1 },
      ArrowRight: { days: isRightToLeft ? -1 : 1 },
      ArrowUp: { days: -DAYS },
      ArrowDown: { days: DAYS },
      PageUp: { months: event.shiftKey ? -12 : -1 },
      PageDown: { months: event.shiftKey ? 12 : 1 },
    }
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      move(step)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      event.stopPropagation()
      onPick(at)
    }
  }
  const month = format({ month: 'long', year: 'numeric' }, at)
  return (
    <div className="month" role="group" aria-label={month}>
      <div className="month-head">
        <span aria-live="polite">{month}</span>
        <IconButton label={t`Previous month`} size="small" onPress={() => setAt(movedBy(at, { months: -1 }))}>
          <IconChevronLeft />
        </IconButton>
        <IconButton label={t`Next month`} size="small" onPress={() => setAt(movedBy(at, { months: 1 }))}>
          <IconChevronRight />
        </IconButton>
      </div>
      <table ref={table} role="grid" aria-label={month} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map(of => (
              <th key={of} scope="col" abbr={format({ weekday: 'long' }, of)}>
                {format({ weekday: 'narrow' }, of)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(of => (
                <td
                  key={of}
                  role="gridcell"
                  tabIndex={of === at ? 0 : -1}
                  data-day={of}
                  data-today={of === today || undefined}
                  data-outside={of.slice(0, 7) !== at.slice(0, 7) || undefined}
                  aria-selected={of === day}
                  aria-current={of === today ? 'date' : undefined}
                  aria-label={format({ dateStyle: 'full' }, of)}
                  // The editor keeps the focus, so that a press does not leave it.
                  onMouseDown={event => event.preventDefault()}
                  onClick={() => onPick(of)}
                >
                  {Number(of.slice(8))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
