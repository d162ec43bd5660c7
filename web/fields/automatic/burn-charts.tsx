import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import type { ReadProps } from '../field-view.ts'
import type { LineChartProps } from './line-chart.tsx'
import { readOnlyView } from '../shared/read-only.ts'
import type { BurndownValue, BurnupValue } from '../shared/values.ts'

const LazyLineChart = lazyPart(() => import('./line-chart.tsx'), 'LineChart')

const LineChart = (props: LineChartProps) => (
  <Suspense fallback={<div className="burn-chart" aria-busy="true" />}>
    <LazyLineChart {...props} />
  </Suspense>
)

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

const Burndown = ({ field, value }: ReadProps<BurndownValue>) => {
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

const Burnup = ({ field, value }: ReadProps<BurnupValue>) => {
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

const Cell = () => null

export const burndown = readOnlyView<BurndownValue>({ type: 'burndown', Read: Burndown, Cell, toText: () => '' })
export const burnup = readOnlyView<BurnupValue>({ type: 'burnup', Read: Burnup, Cell, toText: () => '' })
