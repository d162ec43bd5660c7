import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Segments } from '../design/controls/segments.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import { useNumberFormat } from '../design/format.tsx'
import { IconMore } from '../design/icons.tsx'
import '../design/layout/table.css'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { saveFile } from '../design/save-file.ts'
import type { ChartSettings } from '../trackers/chart-settings.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { Bars } from './bars.tsx'
import { groupingOf, type Grouping } from '../trackers/grouping/groupings.ts'
import { aggregatesQuery, figuresOf, type Figures } from './chart-figures.ts'
import { csvOf, svgOf } from './download.ts'
import { Pie } from './pie.tsx'
import { useChartWords, useMeasureWords } from './words.ts'

export interface ChartCardProps {
  readonly tracker: Tracker
  readonly tql: string
  readonly chart: ChartSettings
  /** Narrows the query of the report by that of a part. */
  readonly onNarrow: (tql: string) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onMove: { readonly before?: () => void; readonly after?: () => void }
}

/** A chart with its table, its downloads, and its menu. */
export const ChartCard = (props: ChartCardProps) => {
  const { tracker, chart, onEdit, onRemove, onMove } = props
  const { t } = useLingui()
  const [form, setForm] = useState<'chart' | 'table'>('chart')
  const body = useRef<HTMLDivElement>(null)
  const fields = chart.groups.map(group => groupingOf(tracker, group))
  const measureWords = useMeasureWords(tracker)
  const [first, second] = fields
  const by = [first?.field.label, second?.field.label].filter(label => label !== undefined).join(', ')
  const measured = measureWords(chart.measure)
  const title = chart.title !== '' ? chart.title : t`${measured} by ${by}`
  const query = useQuery({
    ...aggregatesQuery(tracker.id, props.tql, chart),
    enabled: first !== undefined && (chart.kind !== 'stacked' || second !== undefined),
    placeholderData: keepPreviousData,
  })
  const words = useChartWords()
  const figures =
    query.data && first
      ? figuresOf(query.data, second ? ([first, second] as [Grouping, Grouping]) : [first], chart.measure, words)
      : undefined
  const download = (kind: 'svg' | 'csv') => {
    const svg = body.current?.querySelector('svg')
    if (kind === 'csv' && figures)
      saveFile(`${title}.csv`, new Blob([csvOf(figures, by, measured)], { type: 'text/csv;charset=utf-8' }))
    if (kind === 'svg' && svg) saveFile(`${title}.svg`, new Blob([svgOf(svg)], { type: 'image/svg+xml' }))
  }
  return (
    <section className="chart" aria-label={title}>
      <div className="chart-head">
        <h2 className="cut" dir="auto">
          {title}
        </h2>
        <span className="chart-tools">
          <Segments
            label={t`Form of ${title}`}
            segments={[
              { value: 'chart', label: t`Chart` },
              { value: 'table', label: t`Table` },
            ]}
            value={form}
            onChange={setForm}
          />
          <Menu label={t`Menu of ${title}`} icon={<IconMore />}>
            <MenuItem onAction={onEdit}>{t`Edit…`}</MenuItem>
            {onMove.before && <MenuItem onAction={onMove.before}>{t`Move forward`}</MenuItem>}
            {onMove.after && <MenuItem onAction={onMove.after}>{t`Move back`}</MenuItem>}
            <MenuItem isDisabled={form === 'table'} onAction={() => download('svg')}>
              {t`Download as SVG`}
            </MenuItem>
            <MenuItem onAction={() => download('csv')}>{t`Download as CSV`}</MenuItem>
            <MenuItem onAction={onRemove}>{t`Remove the chart`}</MenuItem>
          </Menu>
        </span>
      </div>
      <div ref={body} className="chart-body" aria-busy={query.isFetching && !figures}>
        {fields.includes(undefined) ? (
          <p className="muted">
            <Trans>A field of this chart is gone, or you do not see it.</Trans>
          </p>
        ) : query.error ? (
          <FaultList error={query.error} />
        ) : figures === undefined ? null : figures.bars.length === 0 ? (
          <p className="muted">
            <Trans>No artifact to count.</Trans>
          </p>
        ) : (
          <>
            {form === 'table' ? (
              <FiguresTable figures={figures} by={by} measured={measured} caption={title} />
            ) : chart.kind === 'pie' ? (
              <Pie figures={figures} label={title} onNarrow={props.onNarrow} />
            ) : (
              <Bars figures={figures} label={title} isDated={first?.unit !== undefined} onNarrow={props.onNarrow} />
            )}
            {!figures.isComplete && (
              <p className="chart-note">
                <Trans>There are more groups than a chart can show. Narrow the query.</Trans>
              </p>
            )}
          </>
        )}
      </div>
    </section>
  )
}

interface FiguresTableProps {
  readonly figures: Figures
  readonly by: string
  readonly measured: string
  readonly caption: string
}

/** The figures of a chart, of a stacked one with a column for each part. */
const FiguresTable = ({ figures: { bars, stacks }, by, measured, caption }: FiguresTableProps) => {
  const format = useNumberFormat({ maximumFractionDigits: 2 })
  return (
    <div className="chart-table" tabIndex={0} role="region" aria-label={caption}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            {stacks.map(stack => (
              <th key={stack.key} scope="col" className="number">
                {stack.label}
              </th>
            ))}
            <th scope="col" className="number">
              {measured}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(bar => (
            <tr key={bar.key}>
              <th scope="row" dir="auto">
                {bar.label}
              </th>
              {bar.stacked.map((value, index) => (
                <td key={stacks[index]?.key} className="number">
                  {format(value)}
                </td>
              ))}
              <td className="number">{format(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
