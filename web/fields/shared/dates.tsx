import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { DateTime } from '../../design/format.tsx'
import { formatLocale } from '../../session/appearance.ts'
import { IconClock } from '../../design/page-icons.tsx'
import { DAY_MS, dayOfValue, daysAway, startOfDay } from './deadline.ts'

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
  if (!isDue || daysAway(dayOfValue(value, hasTime)) >= 0) return text
  return (
    <span className="date-overdue">
      <IconClock />
      <Trans>{text} · overdue</Trans>
    </span>
  )
}

/** A moment: the time of today, relative within the week, else the day. */
const NearTime = ({ value }: { readonly value: string }) => {
  const isNear = Math.abs(startOfDay(new Date()).getTime() - new Date(value).getTime()) < NEAR_DAYS * DAY_MS
  return <DateTime value={value} as={isNear ? 'relative' : 'day'} />
}

const NearDay = ({ value }: { readonly value: string }) => {
  const locale = formatLocale(useLingui().i18n.locale)
  const date = dayOfValue(value, false)
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(date)
  const away = daysAway(date)
  const isSameYear = date.getFullYear() === new Date().getFullYear()
  const text =
    Math.abs(away) < NEAR_DAYS
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(away, 'day')
      : new Intl.DateTimeFormat(locale, {
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
