import type { ReadableDb } from '../../../platform/db/snapshot.ts'
import type { XmlElement } from '../../../platform/xml/node.ts'
import { reportKey, trackerKey, valueKey, type Tracker } from '../../trackers/index.ts'
import { boardOf } from '../model/board.ts'
import type { Kanban } from '../model/kanban.ts'
import { listKanbans } from '../store/kanbans.store.ts'

/** View of nobody: what an account has folded is no part of an archive. */
const NOBODY = 0

/** `<kanban_list>` with the kanbans of these trackers (agile.md §9); nothing without one. */
export const exportKanbans = async ({ kysely }: ReadableDb, trackers: readonly Tracker[]): Promise<XmlElement[]> => {
  const byId = new Map(trackers.map(tracker => [tracker.id, tracker]))
  const kanbans = await listKanbans(kysely, [...byId.keys()], NOBODY)
  if (kanbans.length === 0) return []
  return [
    {
      name: 'kanban_list',
      attributes: { title: 'Kanban' },
      children: kanbans.flatMap(kanban => {
        const tracker = byId.get(kanban.trackerId)
        return tracker ? [kanbanElement(kanban, tracker)] : []
      }),
    },
  ]
}

const kanbanElement = (kanban: Kanban, tracker: Tracker): XmlElement => ({
  name: 'kanban',
  attributes: {
    ID: `K${kanban.id}`,
    tracker_id: trackerKey(tracker.id),
    name: kanban.name,
    is_promoted: kanban.isPromoted ? '1' : '0',
  },
  children: [
    ...(boardOf(tracker)?.columns ?? []).map(({ id }) => ({
      name: 'column',
      attributes: { REF: valueKey(id), ...limitOf(kanban, id) },
    })),
    ...(kanban.reports.length === 0
      ? []
      : [
          {
            name: 'tracker-reports',
            children: kanban.reports.map(({ id }) => ({ name: 'tracker-report', attributes: { id: reportKey(id) } })),
          },
        ]),
  ],
})

const limitOf = ({ limits }: Kanban, columnId: number): { readonly wip?: string } => {
  const limit = limits.get(columnId)
  return limit === undefined ? {} : { wip: String(limit) }
}
