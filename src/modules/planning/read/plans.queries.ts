import { readCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import { NO_PLANNING, type ProjectPlanning } from '../model/planning.ts'
import { plansOf, type Plans } from '../model/plans.ts'
import { loadProjectPlannings, PLANNINGS } from '../store/plannings.store.ts'

const MAX_PROJECTS = 5_000

/** The plannings of a project, from caches. */
export interface PlansQueries {
  of(projectId: number): Promise<Plans>
  /** Loads the plannings of many projects at once, so that `of` finds them. */
  load(projectIds: readonly number[]): Promise<void>
}

export const createPlansQueries = (db: Db, trackers: Pick<TrackersModule, 'listOfProject'>): PlansQueries => {
  const plannings = readCache<number, ProjectPlanning>({
    invalidations: db.invalidations,
    topic: PLANNINGS,
    max: MAX_PROJECTS,
    load: ids => loadProjectPlannings(db.kysely, ids),
    parseKey: Number,
  })
  const none = plansOf(NO_PLANNING, new Map())
  return {
    load: async projectIds => void (await plannings.getMany(projectIds)),
    of: async projectId => {
      const found = await plannings.get(projectId)
      // Most projects have no planning: their trackers need not be loaded.
      if (!found || found.plannings.length === 0) return none
      return plansOf(found, new Map((await trackers.listOfProject(projectId)).map(tracker => [tracker.id, tracker])))
    },
  }
}
