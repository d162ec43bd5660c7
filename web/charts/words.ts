import { useLingui } from '@lingui/react/macro'
import { dateFormat } from '../design/intl-formats.ts'
import { formatLocale } from '../session/appearance.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { ChartWords } from './chart-figures.ts'

/** The words of a chart in the language of the page. */
export const useChartWords = (): ChartWords => {
  const { t, i18n } = useLingui()
  const locale = formatLocale(i18n.locale)
  const period = (day: string, unit: string): ReturnType<ChartWords['period']> => {
    const date = new Date(`${day}T00:00:00Z`)
    if (Number.isNaN(date.getTime())) return { label: day, short: day }
    const write = (options: Intl.DateTimeFormatOptions) =>
      dateFormat(locale, { ...options, timeZone: 'UTC' }).format(date)
    if (unit === 'year' || unit === 'month') {
      const label = write(unit === 'year' ? { year: 'numeric' } : { year: 'numeric', month: 'short' })
      return { label, short: label }
    }
    const written = write({ day: 'numeric', month: 'short', year: '2-digit' })
    const short = write({ day: 'numeric', month: 'short' })
    return { label: unit === 'week' ? t`Week of ${written}` : written, short }
  }
  return { none: t`None`, others: t`Others`, period }
}

/** `sum:effort` → "Sum of Effort" */
export const useMeasureWords = (tracker: Tracker): ((measure: string) => string) => {
  const { t } = useLingui()
  return measure => {
    const [kind, name = ''] = measure.split(':')
    const label = tracker.fields.find(field => field.name === name)?.label ?? name
    if (kind === 'sum') return t`Sum of ${label}`
    if (kind === 'avg') return t`Average of ${label}`
    if (kind === 'min') return t`Least ${label}`
    if (kind === 'max') return t`Greatest ${label}`
    return t`Artifacts`
  }
}
