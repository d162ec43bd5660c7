import type { Tx } from '../../platform/db/db.ts'
import type { Method, Route } from '../../platform/http/routes/route.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import { columnsRoutes } from './columns.routes.ts'
import { itemsRoutes } from './items.routes.ts'
import { kanbansRoutes } from './kanbans.routes.ts'
import type { NewKanban } from './model/kanban.ts'
import { getCumulativeFlow } from './read/cumulative-flow.ts'
import { getKanbanItem, listKanbanItems } from './read/list-items.ts'
import { getKanban, listProjectKanbans } from './read/list-kanbans.ts'
import { insertKanbans } from './store/kanbans.store.ts'
import { copyKanbans } from './transfer/copy-kanbans.ts'
import { addTemplateKanbans } from './transfer/template-kanbans.ts'
import { changeColumn, createColumn, deleteColumn, reorderColumns, replaceReports } from './write/change-columns.ts'
import { changeKanbanItems, createKanbanItem } from './write/change-items.ts'
import { changeKanban, createKanban, removeKanban } from './write/change-kanbans.ts'
import type { KanbanWriting } from './write/kanban-writer.ts'

export interface KanbansModuleDependencies extends KanbanWriting {
  readonly trackers: KanbanWriting['trackers'] & Pick<TrackersModule, 'onTemplateFilled' | 'onTrackersCopied'>
}

/** Boards over trackers. A column is a value of the status, so a move is an update of the artifact and a rank. */
export interface KanbansModule {
  readonly routes: Route<Viewer>[]
  /** Paths without a resource that clients ask for their methods (agile.md §2). */
  readonly optionsOnly: readonly { readonly path: string; readonly methods: readonly Method[] }[]
  addKanbans(tx: Tx, kanbans: readonly NewKanban[]): Promise<void>
}

/** Also registers functions with `trackers`: kanbans of copied projects and of built-in templates. */
export const createKanbansModule = (dependencies: KanbansModuleDependencies): KanbansModule => {
  dependencies.trackers.onTemplateFilled(addTemplateKanbans)
  dependencies.trackers.onTrackersCopied(copyKanbans)
  return {
    addKanbans: async (tx, kanbans) => void (await insertKanbans(tx, kanbans)),
    optionsOnly: [
      { path: '/kanban', methods: ['GET', 'PATCH', 'DELETE'] },
      { path: '/kanban_columns', methods: ['PATCH', 'DELETE'] },
    ],
    routes: [
      ...kanbansRoutes({
        listProjectKanbans: listProjectKanbans(dependencies),
        createKanban: createKanban(dependencies),
        getKanban: getKanban(dependencies),
        changeKanban: changeKanban(dependencies),
        removeKanban: removeKanban(dependencies),
      }),
      ...itemsRoutes({
        listKanbanItems: listKanbanItems(dependencies),
        getKanbanItem: getKanbanItem(dependencies),
        changeKanbanItems: changeKanbanItems(dependencies),
        createKanbanItem: createKanbanItem(dependencies),
      }),
      ...columnsRoutes({
        createColumn: createColumn(dependencies),
        reorderColumns: reorderColumns(dependencies),
        changeColumn: changeColumn(dependencies),
        deleteColumn: deleteColumn(dependencies),
        replaceReports: replaceReports(dependencies),
        getCumulativeFlow: getCumulativeFlow(dependencies),
      }),
    ],
  }
}
