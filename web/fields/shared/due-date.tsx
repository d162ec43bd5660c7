import { useLingui } from '@lingui/react'
import { dateFormat } from '../../design/intl-formats.ts'
import { Overdue } from './dates.tsx'
import { dayOfValue, daysFromToday } from './deadline.ts'
import { formatLocale } from '../../session/appearance.ts'

const NEAR_DAYS = 7

/** A deadline: day of the week within seven days, else day and month. A past one has an icon and a word. */
export const DueDate = ({ value }: { readonly value: string }) => {
  const locale = formatLocale(useLingui().i18n.locale)
  const day = dayOfValue(value)
  const away = daysFromToday(value)
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, options).format(day)
  const isNear = away > 0 && away < NEAR_DAYS
  const isSameYear = day.getFullYear() === new Date().getFullYear()
  const text = (
    <time dateTime={value.slice(0, 10)} title={format({ dateStyle: 'full' })}>
      {isNear
        ? format({ weekday: 'short', day: 'numeric' })
        : format({ day: 'numeric', month: 'short', ...(isSameYear ? {} : { year: 'numeric' }) })}
    </time>
  )
  return away < 0 ? <Overdue>{text}</Overdue> : text
}
