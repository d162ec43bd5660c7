import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { DateTime } from '../../design/format.tsx'
import { formatLocale } from '../../session/appearance.ts'
import { IconClock } from '../../design/page-icons.tsx'

const DAY_MS = 86_400_000
const NEAR_DAYS = 7

export interface DateTextProps {
  readonly value: string
  readonly hasTime: boolean
  /** The date is a deadline that is still open. */
  readonly isDue?: boolean
}

/** Relative within a week, otherwise the day; the exact time on hovering. A past deadline has an icon and a word. */
export const DateText = ({ value, hasTime, isDue = false }: DateTextProps) => {
  const date = new Date(value)
  const text = hasTime ? <NearTime value={value} /> : <NearDay value={value} />
  if (!isDue || startOfDay(date) >= startOfDay(new Date())) return text
  return (
    <span className="date-overdue">
      <IconClock />
      <Trans>{text} · overdue</Trans>
    </span>
  )
}

const startOfDay = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** A moment: the time of today, relative within the week, else the day. */
const NearTime = ({ value }: { readonly value: string }) => {
  const isNear = Math.abs(startOfDay(new Date()) - new Date(value).getTime()) < NEAR_DAYS * DAY_MS
  return <DateTime value={value} as={isNear ? 'relative' : 'day'} />
}

/** The day that the server wrote, whatever the zone of the browser: `2026-11-27T00:00:00+01:00` is the 27th. */
const NearDay = ({ value }: { readonly value: string }) => {
  const locale = formatLocale(useLingui().i18n.locale)
  const [year = 0, month = 1, day = 1] = value.slice(0, 10).split('-').map(Number)
  const date = new Date(year, month - 1, day)
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(date)
  const away = Math.round((date.getTime() - startOfDay(new Date())) / DAY_MS)
  const isSameYear = year === new Date().getFullYear()
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
