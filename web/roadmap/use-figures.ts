import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { dateFormat, numberFormat } from '../design/intl-formats.ts'
import { formatLocale } from '../session/appearance.ts'
import { dateOf } from './time-axis.ts'
import type { Conflict, Row } from './tasks.ts'

/** The figures of a row in words. */
export const useFigures = () => {
  const { t, i18n } = useLingui()
  const locale = formatLocale(i18n.locale)
  const format = (day: number, options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, { ...options, timeZone: 'UTC' }).format(dateOf(day))
  const day = (at: number): string => format(at, { day: 'numeric', month: 'short' })
  const dayAndYear = (at: number): string => format(at, { day: 'numeric', month: 'short', year: 'numeric' })
  const period = ({ start, end }: Pick<Row, 'start' | 'end'>, one = day): string => {
    const [first, last] = [start === null ? '' : one(start), end === null ? '' : one(end)]
    if (start === null) return t`until ${last}`
    return end === null ? t`from ${first}` : t`${first} – ${last}`
  }
  return {
    format,
    day,
    period,
    longPeriod: (row: Pick<Row, 'start' | 'end'>) => period(row, dayAndYear),
    percent: (progress: number): string => numberFormat(locale, { style: 'percent' }).format(progress),
    shortConflict: ({ days, predecessorId }: Conflict): string => t`${days} d before #${predecessorId} ends`,
    // A # inside of plural would be the number of days.
    conflict: ({ days, predecessorId }: Conflict): string => {
      const reference = `#${predecessorId}`
      return plural(days, {
        one: `starts # day before ${reference} ends`,
        other: `starts # days before ${reference} ends`,
      })
    },
    waits: (ids: readonly number[]): string => {
      const list = ids.map(id => `#${id}`).join(', ')
      return t`waits for ${list}`
    },
  }
}
export type Figures = ReturnType<typeof useFigures>
