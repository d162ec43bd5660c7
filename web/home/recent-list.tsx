import { useLingui } from '@lingui/react/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { DateTime } from '../design/format.tsx'
import { Part } from '../design/layout/part.tsx'
import { historyQuery } from '../session/history-query.ts'
import { WorkList, WorkRow } from './work-list.tsx'
import type { ViewProps } from './work-views.tsx'

/** The artifacts that the reader worked on lately, newest first. */
export const RecentList = ({ account, open }: ViewProps) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(historyQuery(account))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />
  if (data.length === 0)
    return (
      <EmptyState title={t`You have worked on nothing yet`}>
        <Trans>Artifacts that you create or change stand here.</Trans>
      </EmptyState>
    )
  return (
    <Part title={t`Worked on last`} count={data.length}>
      <WorkList label={t`Worked on last`}>
        {data.map(entry => {
          const [badge] = entry.badges
          return (
            <WorkRow
              key={entry.per_type_id}
              id={entry.per_type_id}
              label={entry.title || (entry.xref ?? '')}
              colourName={entry.color_name}
              status={badge ? { label: badge.label, colourName: badge.color } : undefined}
              isOpen={entry.per_type_id === open}
              place={entry.project.label}
            >
              <DateTime value={entry.visit_time} as="relative" />
            </WorkRow>
          )
        })}
      </WorkList>
    </Part>
  )
}
