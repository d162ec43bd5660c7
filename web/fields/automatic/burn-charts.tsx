import { Trans, useLingui } from '@lingui/react/macro'
import type { ReadProps } from '../field-view.ts'
import type { BurndownValue, BurnupValue } from '../shared/values.ts'
import './burn-charts.css'
import { LineChart } from './line-chart.tsx'

const Unfinished = ({ isCalculating, hasPeriod }: { readonly isCalculating: boolean; readonly hasPeriod: boolean }) => (
  <span className="muted">
    {!hasPeriod ? (
      <Trans>The tracker has no timeframe: its semantic needs a start date and an end date or a duration.</Trans>
    ) : isCalculating ? (
      <Trans>The chart is being calculated.</Trans>
    ) : (
      <Trans>There are no figures yet.</Trans>
    )}
  </span>
)

export const Burndown = ({ field, value }: ReadProps<BurndownValue>) => {
  const { t } = useLingui()
  const chart = value?.value
  if (!chart || chart.points_with_date.length === 0)
    return (
      <Unfinished
        isCalculating={chart?.is_under_calculation ?? false}
        hasPeriod={(chart?.start_date ?? null) !== null}
      />
    )
  return (
    <LineChart
      label={field.label}
      dates={chart.points_with_date.map(({ date }) => date)}
      series={[{ label: t`Remaining effort`, points: chart.points_with_date.map(point => point.remaining_effort) }]}
    />
  )
}

export const Burnup = ({ field, value }: ReadProps<BurnupValue>) => {
  const { t } = useLingui()
  const chart = value?.value
  const points = chart?.points_with_date ?? []
  if (points.length === 0)
    return (
      <Unfinished
        isCalculating={chart?.is_under_calculation ?? false}
        hasPeriod={(chart?.start_date ?? null) !== null}
      />
    )
  return (
    <LineChart
      label={field.label}
      dates={points.map(({ date }) => date)}
      series={[
        { label: t`Total effort`, points: points.map(point => point.total_effort) },
        { label: t`Done`, points: points.map(point => point.team_effort) },
      ]}
    />
  )
}
