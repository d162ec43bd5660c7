import type { Viewer } from '../../users/index.ts'
import { runSearch, searchContext, type SearchDependencies } from '../queries/search-artifacts.ts'
import { findPublicReports, findReport, type PublicReport } from './reports.store.ts'
import { conditionOf } from './run-report.ts'

/** For modules that filter their lists by a report. */
export const publicReports = (dependencies: SearchDependencies) => {
  const { db, projects, trackers } = dependencies
  const load = async (viewer: Viewer, id: number) => {
    const report = await findReport(db.kysely, id)
    const tracker = report?.ownerId === null ? await trackers.get(report.trackerId) : undefined
    const project = tracker && (await projects.get(tracker.projectId))
    if (!report || !tracker || !project || !trackers.canViewTracker(viewer, project, tracker)) return undefined
    return { report, place: { tracker, project } }
  }
  return {
    /** By id. The caller checks that the viewer sees the trackers. */
    find: (ids: readonly number[]): Promise<ReadonlyMap<number, PublicReport>> => findPublicReports(db.kysely, ids),
    /** Ids of all artifacts that the report finds for the viewer; undefined if it is gone, private, or of a hidden tracker. */
    run: async (viewer: Viewer, id: number): Promise<ReadonlySet<number> | undefined> => {
      const found = await load(viewer, id)
      if (!found) return undefined
      const context = searchContext(dependencies, viewer, found.place, 'tql')
      const search = { context, condition: await conditionOf(found.report, context), order: [] }
      const { ids } = await runSearch(dependencies, search, found.place, { limit: MAX_FOUND, offset: 0 })
      return new Set(ids)
    },
  }
}

const MAX_FOUND = 2 ** 31 - 1
