import type { Tx } from '../../platform/db/db.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import { changeRoadmap, createRoadmap, deleteRoadmap, getRoadmap, listRoadmaps } from './change-roadmaps.ts'
import { listIterations } from './list-iterations.ts'
import { listSubtasks, listTasks } from './list-tasks.ts'
import type { NewRoadmap } from './roadmap.ts'
import type { RoadmapReading } from './roadmaps-reader.ts'
import { roadmapRoutes } from './roadmaps.routes.ts'
import { insertRoadmaps } from './roadmaps.store.ts'
import { copyRoadmaps } from './transfer-roadmaps.ts'

export interface RoadmapsModuleDependencies extends RoadmapReading {
  readonly trackers: RoadmapReading['trackers'] & Pick<TrackersModule, 'onTrackersCopied'>
}

/** Roadmaps: artifacts over time, as bars. */
export interface RoadmapsModule {
  readonly routes: Route<Viewer>[]
  /** For imports: roadmaps of a project, in this order. */
  add(tx: Tx, roadmaps: readonly NewRoadmap[]): Promise<void>
}

/** Also registers a function with `trackers`: roadmaps of copied projects. */
export const createRoadmapsModule = (dependencies: RoadmapsModuleDependencies): RoadmapsModule => {
  dependencies.trackers.onTrackersCopied(copyRoadmaps)
  return {
    add: async (tx, roadmaps) => void (await insertRoadmaps(tx, roadmaps)),
    routes: roadmapRoutes({
      listRoadmaps: listRoadmaps(dependencies),
      getRoadmap: getRoadmap(dependencies),
      createRoadmap: createRoadmap(dependencies),
      changeRoadmap: changeRoadmap(dependencies),
      deleteRoadmap: deleteRoadmap(dependencies),
      listTasks: listTasks(dependencies),
      listSubtasks: listSubtasks(dependencies),
      listIterations: listIterations(dependencies),
    }),
  }
}
