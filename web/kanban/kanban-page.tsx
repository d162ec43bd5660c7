import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { PageState } from '../design/feedback/empty-state.tsx'
import { LinkButton } from '../design/controls/button.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { KanbanFrame } from './kanban-frame.tsx'

// The board comes while the page reads the kanban and its tracker.
const board = import('./kanban-board.tsx')
const KanbanBoard = lazyPart(() => board, 'KanbanBoard')

const route = getRouteApi('/shell/projects/$project/kanban/$kanban')

/** The board of a kanban. */
export const KanbanPage = () => {
  const { t } = useLingui()
  const search = route.useSearch()
  return (
    <KanbanFrame tab="board" report={search.report}>
      {parts => {
        const { tracker, name, isAdministrator } = parts
        const field = tracker.fields.find(each => each.field_id === tracker.semantics.status?.field_id)
        if (field)
          return (
            <Suspense fallback={<Skeleton lines={8} />}>
              <KanbanBoard key={parts.kanban.id} {...parts} field={field} search={search} />
            </Suspense>
          )
        return (
          <PageState
            title={t`This kanban has no columns`}
            action={
              isAdministrator && (
                <LinkButton
                  to="/projects/$project/trackers/$tracker/settings/semantics"
                  params={{ project: name, tracker: tracker.item_name }}
                >
                  <Trans>Choose the status</Trans>
                </LinkButton>
              )
            }
          >
            <Trans>The open values of the status are the columns. {tracker.label} has none that you see.</Trans>
          </PageState>
        )
      }}
    </KanbanFrame>
  )
}
