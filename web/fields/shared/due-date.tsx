import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { IconClock } from '../../design/page-icons.tsx'
import { isoDay } from '../text-forms/date-words.ts'
import { daysAway } from './deadline.ts'
import './due-date.css'
import { formatLocale } from '../../session/appearance.ts'

const NEAR_DAYS = 7

/** A deadline: day of the week within seven days, else day and month. A past one has an icon and a word. */
export const DueDate = ({ day }: { readonly day: Date }) => {
  const locale = formatLocale(useLingui().i18n.locale)
  const away = daysAway(day)
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(day)
  const isNear = away > 0 && away < NEAR_DAYS
  const isSameYear = day.getFullYear() === new Date().getFullYear()
  const text = (
    <time dateTime={isoDay(day)} title={format({ dateStyle: 'full' })}>
      {isNear
        ? format({ weekday: 'short', day: 'numeric' })
        : format({ day: 'numeric', month: 'short', ...(isSameYear ? {} : { year: 'numeric' }) })}
    </time>
  )
  if (away >= 0) return text
  return (
    <span className="due-late">
      <IconClock />
      <Trans>{text} · overdue</Trans>
    </span>
  )
}
