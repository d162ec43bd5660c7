// Dates and numbers in the format of the page's language and the browser's region.
import { useLingui } from '@lingui/react'
import { formatLocale } from '../session/appearance.ts'
import { dateFormat, numberFormat, relativeFormat } from './intl-formats.ts'
import { writtenDate } from './written-date.ts'

const dayInMs = 86_400_000
const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 365 * dayInMs],
  ['month', 30 * dayInMs],
  ['week', 7 * dayInMs],
  ['day', dayInMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const relative = (date: Date, locale: string): string => {
  const away = date.getTime() - Date.now()
  const [unit, ms] = steps.find(([, size]) => Math.abs(away) >= size) ?? (['second', Infinity] as const)
  return relativeFormat(locale).format(Math.round(away / ms), unit)
}

export interface DateTimeProps {
  /** In the format of the API. */
  readonly value: string
  /** day: without the time; relative: "3 hours ago". The exact time and its zone show on hovering. */
  readonly as?: 'full' | 'day' | 'relative'
}

export const DateTime = ({ value, as = 'full' }: DateTimeProps) => {
  const locale = formatLocale(useLingui().i18n.locale)
  const written = writtenDate(value)
  if (!written) return null
  const { date, timeZone, offset } = written
  const format = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, { ...options, timeZone }).format(date)
  const full = format({ dateStyle: 'medium', timeStyle: 'short' })
  const exact = offset === undefined ? full : `${full} UTC${offset}`
  const text = as === 'full' ? full : as === 'day' ? format({ dateStyle: 'medium' }) : relative(new Date(value), locale)
  return (
    <time dateTime={value} title={exact}>
      {text}
    </time>
  )
}

export const useNumberFormat = (options?: Intl.NumberFormatOptions): ((value: number) => string) => {
  const format = numberFormat(formatLocale(useLingui().i18n.locale), options)
  return value => format.format(value)
}

export const FormattedNumber = ({ value }: { readonly value: number }) => <>{useNumberFormat()(value)}</>

/** `12.3 MB`, in the units that operating systems show. */
export const Bytes = ({ value }: { readonly value: number }) => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  const format = useNumberFormat({
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  })
  return <>{format(value / 1000 ** power)}</>
}
