import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api, done } from '../api/api.ts'
import { toastError } from '../design/feedback/toast.tsx'
import { announce } from '../live/announcer.tsx'
import { kanbanKey, type Kanban } from './kanban-queries.ts'

/** Changes of the columns by an administrator. All read the kanban and its tracker again. */
export const useKanbanColumns = ({ id, tracker_id: trackerId, columns }: Kanban) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const readAgain = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['tracker', trackerId] }),
      queries.invalidateQueries({ queryKey: kanbanKey(id) }),
    ])
  }
  const change = async (columnId: number, body: { wip_limit?: number; label?: string }): Promise<void> => {
    const params = { path: { id: columnId }, query: { kanban_id: id } }
    await done(api.PATCH('/kanban_columns/{id}', { params, body }))
    await readAgain()
  }
  return {
    readAgain,
    add: async (label: string): Promise<void> => {
      await done(api.POST('/kanban/{id}/columns', { params: { path: { id } }, body: { label } }))
      await readAgain()
    },
    rename: (columnId: number, label: string) => change(columnId, { label }),
    /** 0: no limit. */
    limit: (columnId: number, limit: number): void => void change(columnId, { wip_limit: limit }).catch(toastError),
    /** Changes the place of a column with its neighbour. */
    swap: (columnId: number, by: -1 | 1): void => {
      const ids = columns.map(column => column.id)
      const at = ids.indexOf(columnId)
      const other = ids[at + by]
      if (other === undefined) return
      ids.splice(at, 1)
      ids.splice(at + by, 0, columnId)
      const label = columns[at]?.label ?? ''
      void done(api.PUT('/kanban/{id}/columns', { params: { path: { id } }, body: ids }))
        .then(readAgain)
        .then(() => announce(t`Column ${label} is number ${at + by + 1} of ${ids.length}`))
        .catch(toastError)
    },
  }
}
