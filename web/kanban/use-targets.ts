import { useLingui } from '@lingui/react/macro'
import type { Target } from '../planning/move-to-menu.tsx'
import type { KanbanColumn } from './kanban-columns.ts'
import type { KanbanItem, ListKey } from './kanban-queries.ts'
import type { Judge } from './use-judge.ts'

interface TargetsOptions {
  readonly columns: readonly KanbanColumn[]
  readonly judge: Judge['judge']
  readonly totalOf: (list: ListKey) => number | undefined
  readonly limitOf: (column: KanbanColumn) => number | undefined
}

/** The places to which a card may go: the ends of its column, and the other columns with what each would then hold. */
export const useTargets = ({ columns, judge, totalOf, limitOf }: TargetsOptions) => {
  const { t } = useLingui()
  return (item: KanbanItem, list: ListKey): Target[] => {
    const source = columns.find(({ key }) => key === list)
    if (!source) return []
    return [
      { key: 'top', kind: 'top', label: t`Top of the column` },
      { key: 'foot', kind: 'foot', label: t`Foot of the column` },
      ...columns
        .filter(({ key }) => key !== list)
        .map((column): Target => {
          const { reason, note } = judge(item, source, column)
          const [after, limit] = [(totalOf(column.key) ?? 0) + 1, limitOf(column)]
          const over = limit === undefined ? 0 : after - limit
          const told =
            over > 0
              ? t`${after} of ${limit} after this: ${over} over the limit`
              : (note ?? (limit === undefined ? undefined : t`${after} of ${limit} after this`))
          return { key: `to ${column.key}`, kind: 'list', label: column.label, note: told, isOver: over > 0, reason }
        }),
    ]
  }
}
