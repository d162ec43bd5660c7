import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { dateFormat } from '../../design/intl-formats.ts'
import { formatLocale } from '../../session/appearance.ts'
import type { GroupWords } from './group-parts.ts'

/** The names of groups in the language of the page; the same object until that changes. */
export const useGroupWords = (): GroupWords => {
  const { t, i18n } = useLingui()
  const locale = formatLocale(i18n.locale)
  return useMemo(() => {
    const period = (day: string, unit: string): ReturnType<GroupWords['period']> => {
      const date = new Date(`${day}T00:00:00Z`)
      if (Number.isNaN(date.getTime())) return { label: day, short: day }
      const write = (options: Intl.DateTimeFormatOptions) =>
        dateFormat(locale, { ...options, timeZone: 'UTC' }).format(date)
      if (unit === 'year' || unit === 'month') {
        const label = write(unit === 'year' ? { year: 'numeric' } : { year: 'numeric', month: 'short' })
        return { label, short: label }
      }
      const written = write({ day: 'numeric', month: 'short', year: 'numeric' })
      const short = write({ day: 'numeric', month: 'short' })
      return { label: unit === 'week' ? t`Week of ${written}` : written, short }
    }
    return { none: t`None`, period }
  }, [t, locale])
}
