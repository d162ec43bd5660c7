import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { FaultList } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { trackerQuery } from '../trackers/tracker-queries.ts'
import { BurnChart } from './burn-chart.tsx'
import { burnDays, forecastOf, idealOf } from './burn-days.ts'
import { burndownQuery, burnupQuery, type Burndown, type Burnup, type WholeMilestone } from './milestone-queries.ts'

/** The burndown and the burnup of a milestone, or why there is none. */
export const MilestoneCharts = ({ milestone }: { readonly milestone: WholeMilestone }) => {
  const { t } = useLingui()
  const burndown = useQuery(burndownQuery(milestone.project.id, milestone.id))
  const burnup = useQuery(burnupQuery(milestone.project.id, milestone.id))
  const tracker = milestone.artifact.tracker
  return (
    <div className="milestone-charts">
      <ChartPlace title={t`Burndown`} read={burndown} tracker={tracker}>
        {chart => <BurndownChart chart={chart} />}
      </ChartPlace>
      <ChartPlace title={t`Burnup`} read={burnup} tracker={tracker}>
        {chart => <BurnupChart chart={chart} />}
      </ChartPlace>
    </div>
  )
}

interface ChartPlaceProps<Chart> {
  readonly title: string
  /** data: null if the tracker has no such field. */
  readonly read: { readonly data: Chart | null | undefined; readonly error: Error | null }
  readonly tracker: WholeMilestone['artifact']['tracker']
  readonly children: (chart: Chart) => ReactNode
}

const ChartPlace = <Chart extends Burndown | Burnup>({ title, read, tracker, children }: ChartPlaceProps<Chart>) => {
  const { data: chart, error } = read
  if (chart && chart.points_with_date.length > 0) return children(chart)
  return (
    <WithoutChart title={title}>
      {error && chart === undefined ? (
        <FaultList error={error} />
      ) : chart === undefined ? (
        <Skeleton lines={5} />
      ) : chart === null ? (
        <Trans>
          The tracker <bdi>{tracker.label}</bdi> has no field for this chart, or you do not see it. Administrators add
          one to its fields.
        </Trans>
      ) : chart.start_date === null ? (
        <NoStart trackerId={tracker.id} />
      ) : chart.is_under_calculation ? (
        <Trans>The chart is being calculated.</Trans>
      ) : chart.duration === null ? (
        <Trans>There is no end: the milestone needs a last day, or a duration.</Trans>
      ) : (
        <Trans>The first day is yet to come. The chart begins with its end.</Trans>
      )}
    </WithoutChart>
  )
}

const WithoutChart = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const heading = useId()
  return (
    <section className="burn" aria-labelledby={heading}>
      <div className="burn-head">
        <h2 id={heading}>{title}</h2>
      </div>
      <div className="burn-words">{children}</div>
    </section>
  )
}

/** Either the tracker has no timeframe, or the milestone has no date. */
const NoStart = ({ trackerId }: { readonly trackerId: number }) => {
  const tracker = useQuery(trackerQuery(trackerId)).data
  if (!tracker) return null
  return tracker.semantics.timeframe ? (
    <Trans>There is no first day. Set the start of the milestone to see the chart.</Trans>
  ) : (
    <Trans>The tracker has no timeframe: its semantic needs a start date and an end date or a duration.</Trans>
  )
}

const BurndownChart = ({ chart }: { readonly chart: Burndown }) => {
  const { t } = useLingui()
  const points = chart.points_with_date.map(({ date, remaining_effort: effort }) => ({ date, values: [effort] }))
  const days = burnDays(chart.start_date ?? '', chart.duration, points, new Date())
  const [first] = chart.points
  const last = chart.points.at(-1)
  if (first === undefined || last === undefined)
    return (
      <WithoutChart title={t`Burndown`}>
        <Trans>No effort remains, or nobody has said how much: the chart adds up the fields “remaining_effort”.</Trans>
      </WithoutChart>
    )
  return (
    <BurnChart
      title={t`Burndown`}
      unit={t`remaining effort`}
      days={days}
      ideal={idealOf(days, first, 0)}
      idealStart={first}
      lines={[{ kind: 'done', label: t`Left`, name: value => t`${value} left` }]}
      label={t`Burndown: ${last} of ${first} left`}
    />
  )
}

const BurnupChart = ({ chart }: { readonly chart: Burnup }) => {
  const { t } = useLingui()
  const isCount = chart.drawn === 'count'
  const points = isCount
    ? chart.points_with_date_count_elements.map(({ date, closed_elements: done, total_elements: all }) => ({
        date,
        values: [done, all],
      }))
    : chart.points_with_date.map(({ date, team_effort: done, total_effort: all }) => ({ date, values: [done, all] }))
  const days = burnDays(chart.start_date ?? '', chart.duration, points, new Date())
  const [done = 0, all = 0] = points.at(-1)?.values ?? []
  const hasNoEffort = !isCount && points.every(point => point.values[1] === 0)
  const forecast = forecastOf(days, 0)
  return (
    <BurnChart
      title={t`Burnup`}
      unit={isCount ? t`artifacts and their children` : t`points`}
      days={days}
      ideal={idealOf(days, 0, all)}
      idealStart={0}
      lines={[
        { kind: 'done', label: t`Done`, start: 0, name: value => t`${value} done` },
        { kind: 'scope', label: t`Planned`, name: value => t`${value} planned` },
      ]}
      label={t`Burnup: ${done} of ${all} done`}
    >
      {hasNoEffort ? (
        <p className="burn-words">
          <Trans>
            No planned artifact has an initial effort: its tracker needs that semantic, and the artifact a value.
          </Trans>
        </p>
      ) : (
        forecast !== undefined &&
        all > 0 && (
          <p className="burn-words">
            <Trans>
              At the pace so far, <FormattedNumber value={Math.min(all, Math.round(forecast))} /> of{' '}
              <FormattedNumber value={all} /> will be done at the end.
            </Trans>
          </p>
        )
      )}
    </BurnChart>
  )
}
