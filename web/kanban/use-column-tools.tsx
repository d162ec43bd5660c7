import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import type { ColumnTools } from './kanban-column.tsx'
import type { KanbanColumn } from './kanban-columns.ts'
import type { Kanban } from './kanban-queries.ts'
import { useKanbanColumns } from './use-kanban-columns.ts'

const LimitDialog = lazyPart(() => import('../board/limit-dialog.tsx'), 'LimitDialog')
const NameDialog = lazyPart(() => import('./dialogs/kanban-dialogs.tsx'), 'NameDialog')
const RemoveColumnDialog = lazyPart(() => import('./dialogs/kanban-dialogs.tsx'), 'RemoveColumnDialog')

interface ColumnToolsOptions {
  readonly kanban: Kanban
  readonly isAdministrator: boolean
  readonly columns: readonly KanbanColumn[]
}

type ColumnDialog = { readonly kind: 'limit' | 'rename' | 'remove'; readonly column: KanbanColumn }

/** The administration of columns in their menus, and the dialogs for it. */
export const useColumnTools = ({ kanban, isAdministrator, columns }: ColumnToolsOptions) => {
  const { t } = useLingui()
  const { readAgain, rename, limit, swap } = useKanbanColumns(kanban)
  const [open, setOpen] = useState<ColumnDialog>()
  const values = columns.filter(({ value }) => value)
  const toolsOf = (column: KanbanColumn): ColumnTools => {
    const { value } = column
    if (!value) return NO_TOOLS
    const at = values.indexOf(column)
    const opens = (kind: ColumnDialog['kind'], may: boolean) => (may ? () => setOpen({ kind, column }) : undefined)
    const swaps = (by: -1 | 1) =>
      kanban.user_can_reorder_columns && values[at + by] ? () => swap(value.id, by) : undefined
    return {
      onLimit: opens('limit', isAdministrator),
      onUnlimit: isAdministrator && column.limit !== undefined ? () => limit(value.id, 0) : undefined,
      onRename: opens('rename', value.user_can_edit_label),
      onRemove: opens('remove', value.user_can_remove_column),
      onForward: swaps(-1),
      onBack: swaps(1),
    }
  }
  const close = () => setOpen(undefined)
  const { kind, column } = open ?? {}
  const id = column?.value?.id
  const dialog =
    column === undefined || id === undefined ? null : (
      <Suspense fallback={null}>
        {kind === 'limit' ? (
          <LimitDialog label={column.label} limit={column.limit} onLimit={next => limit(id, next)} onClose={close} />
        ) : kind === 'rename' ? (
          <NameDialog
            title={t`Rename the column ${column.label}`}
            label={t`Name`}
            name={column.label}
            submitLabel={t`Rename`}
            onName={name => rename(id, name)}
            onClose={close}
          />
        ) : (
          <RemoveColumnDialog
            kanbanId={kanban.id}
            columnId={id}
            label={column.label}
            onDone={readAgain}
            onClose={close}
          />
        )}
      </Suspense>
    )
  return { toolsOf, dialog }
}

const NO_TOOLS: ColumnTools = {
  onLimit: undefined,
  onUnlimit: undefined,
  onRename: undefined,
  onRemove: undefined,
  onForward: undefined,
  onBack: undefined,
}
