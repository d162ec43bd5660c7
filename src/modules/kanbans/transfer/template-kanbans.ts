import type { Tx } from '../../../platform/db/db.ts'
import type { TemplateFilled } from '../../trackers/index.ts'
import { insertKanbans } from '../store/kanbans.store.ts'

/** Item name of the tracker of the kanban, by name of the built-in template of projects (projects.md §3.3). */
const templates: ReadonlyMap<string, { readonly name: string; readonly tracker: string }> = new Map([
  ['kanban', { name: 'Activities', tracker: 'activity' }],
  ['agile_alm', { name: 'Tasks', tracker: 'task' }],
])

/** Gives a project that was made from a built-in template its kanban. */
export const addTemplateKanbans = async (tx: Tx, { template, trackerIds }: TemplateFilled): Promise<void> => {
  const kanban = templates.get(template)
  if (!kanban) return
  const trackerId = trackerIds.get(kanban.tracker)
  if (trackerId === undefined) throw new Error(`the template ${template} has no tracker ${kanban.tracker}`)
  await insertKanbans(tx, [{ trackerId, name: kanban.name, isPromoted: true, limits: [], reportIds: [] }])
}
