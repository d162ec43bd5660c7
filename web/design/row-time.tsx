import { useLingui } from '@lingui/react'
import { formatLocale } from '../session/appearance.ts'
import { dateFormat } from './intl-formats.ts'
import { writtenDate } from './written-date.ts'

/** The time of a row of today, else its day. */
export const RowTime = ({ value }: { readonly value: string }) => {
  const locale = formatLocale(useLingui().i18n.locale)
  const written = writtenDate(value)
  if (!written) return null
  const { date, timeZone } = written
  const day = (at: Date): string => dateFormat(locale, { dateStyle: 'short', timeZone }).format(at)
  const isToday = day(date) === day(new Date())
  const full = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(date)
  return (
    <time dateTime={value} title={full}>
      {dateFormat(
        locale,
        isToday ? { timeStyle: 'medium', timeZone } : { day: 'numeric', month: 'short', timeZone },
      ).format(date)}
    </time>
  )
}
