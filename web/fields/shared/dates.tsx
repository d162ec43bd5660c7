import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { DateTime } from '../../design/format.tsx'
import { dateFormat, relativeFormat } from '../../design/intl-formats.ts'
import { IconClock } from '../../design/page-icons.tsx'
import { formatLocale } from '../../session/appearance.ts'
import { dayOfValue, daysFromToday } from './deadline.ts'
import './dates.css'

const NEAR_DAYS = 7

export interface DateTextProps {
  readonly value: string
  readonly hasTime: boolean
  /** The date is a deadline that is still open. */
  readonly isDue?: boolean
}

/** Relative within a week, otherwise the day; the exact time on hovering. A past deadline has an icon and a word. */
export const DateText = ({ value, hasTime, isDue = false }: DateTextProps) => {
  const text = hasTime ? <NearTime value={value} /> : <NearDay value={value} />
  return isDue && daysFromToday(value) < 0 ? <Overdue>{text}</Overdue> : text
}

/** The date of a past deadline, with an icon and a word. */
export const Overdue = ({ children: text }: { readonly children: ReactNode }) => (
  <span className="due-late">
    <IconClock />
    <Trans>{text} · overdue</Trans>
  </span>
)

/** A moment: the time of today, relative within the week, else the day. */
const NearTime = ({ value }: { readonly value: string }) => {
  const isNear = Math.abs(daysFromToday(value)) < NEAR_DAYS
  return <DateTime value={value} as={isNear ? 'relative' : 'day'} />
}

const NearDay = ({ value }: { readonly value: string }) => {
  const locale = formatLocale(useLingui().i18n.locale)
  const date = dayOfValue(value)
  const full = dateFormat(locale, { dateStyle: 'full' }).format(date)
  const away = daysFromToday(value)
  const isSameYear = date.getFullYear() === new Date().getFullYear()
  const text =
    Math.abs(away) < NEAR_DAYS
      ? relativeFormat(locale).format(away, 'day')
      : dateFormat(locale, {
          day: 'numeric',
          month: 'short',
          ...(isSameYear ? {} : { year: 'numeric' }),
        }).format(date)
  return (
    <time dateTime={value.slice(0, 10)} title={full}>
      {text}
    </time>
  )
}
