// The charts of a report: figures of the same query as the table, side by side.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { Button } from '../design/controls/button.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { IconPlus } from '../design/icons.tsx'
import { formatCharts, MAX_CHARTS, type ChartSettings } from '../trackers/chart-settings.ts'
import { joinTql } from '../trackers/query/to-tql.ts'
import type { TrackerTableProps } from '../trackers/table/tracker-table.tsx'
import { useLiveRefresh } from '../trackers/use-live-refresh.ts'
import { useStable } from '../trackers/use-stable.ts'
import { ChartCard } from './chart-card.tsx'
import { chartsKey } from './chart-figures.ts'
import { groupFields } from '../trackers/grouping/groupings.ts'
import './charts.css'

const ChartDialog = lazyPart(() => import('./chart-dialog.tsx'), 'ChartDialog')

/** The charts of the report, and the button for another one. */
export const Charts = ({ tracker, view, notice, onGo, onTotal, onError }: TrackerTableProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [edited, setEdited] = useState<number>()
  const { charts } = view
  useLiveRefresh(
    tracker.project.id,
    tracker.id,
    useStable(() => queries.invalidateQueries({ queryKey: chartsKey(tracker.id) })),
  )
  useEffect(() => onTotal(undefined), [onTotal])
  useEffect(() => onError(null), [onError])
  const put = (next: readonly ChartSettings[]) => onGo({ charts: formatCharts(next) }, true)
  const move = (index: number, by: -1 | 1) => {
    const next = [...charts]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    put(next)
  }
  const narrow = useStable((part: string) =>
    onGo({ tql: joinTql([view.tql.trim() === '' ? '' : `(${view.tql})`, part]), at: undefined }),
  )
  const status = tracker.fields.find(field => field.field_id === tracker.semantics.status?.field_id)
  if (view.criteria !== '' && view.tql === '')
    return (
      <div className="charts">
        <Notice kind="info">
          <Trans>
            This report looks by criteria that charts cannot count by. Write its query as text to see charts.
          </Trans>
        </Notice>
      </div>
    )
  return (
    <div className="charts">
      {notice}
      {charts.length === 0 && (
        <div className="grid-empty">
          <p>
            <Trans>There is no chart yet.</Trans>
          </p>
          {status && groupFields(tracker).includes(status) && (
            <Button
              size="small"
              onPress={() => put([{ kind: 'pie', groups: [status.name], measure: 'count', title: '' }])}
            >
              {t`Count by ${status.label}`}
            </Button>
          )}
        </div>
      )}
      <div className="charts-list">
        {charts.map((chart, index) => (
          <ChartCard
            // Two charts may be the same; their places differ.
            key={`${index} ${formatCharts([chart])}`}
            tracker={tracker}
            tql={view.tql}
            chart={chart}
            onNarrow={narrow}
            onEdit={() => setEdited(index)}
            onRemove={() => put(charts.filter((_each, at) => at !== index))}
            onMove={{
              ...(index > 0 && { before: () => move(index, -1) }),
              ...(index < charts.length - 1 && { after: () => move(index, 1) }),
            }}
          />
        ))}
      </div>
      {groupFields(tracker).length > 0 && charts.length < MAX_CHARTS && (
        <div className="charts-add">
          <Button variant="quiet" size="small" onPress={() => setEdited(charts.length)}>
            <IconPlus /> <Trans>Add a chart</Trans>
          </Button>
        </div>
      )}
      {edited !== undefined && (
        <Suspense fallback={null}>
          <ChartDialog
            tracker={tracker}
            chart={charts[edited]}
            onChart={chart => put(charts.toSpliced(edited, 1, chart))}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
