import { useLingui } from '@lingui/react/macro'
import { useGroupWords } from '../trackers/grouping/group-words.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { ChartWords } from './chart-figures.ts'

export const useChartWords = (): ChartWords => {
  const { t } = useLingui()
  return { ...useGroupWords(), others: t`Others` }
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
