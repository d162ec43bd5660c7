import type { Viewer } from '../../users/index.ts'
import { runSearch, searchContext, type SearchDependencies } from '../queries/search-artifacts.ts'
import { getReport } from './get-report.ts'
import { findReports } from './reports.store.ts'
import { conditionOf } from './run-report.ts'

/** A saved search without its content. */
export interface ReportSummary {
  readonly id: number
  readonly name: string
  readonly trackerId: number
  readonly isPublic: boolean
}

/** Saved searches as filters of other lists. */
export interface ReportMatches {
  /** Those of the reports that the viewer sees: public ones and their own, in trackers that they see. */
  find(viewer: Viewer, ids: readonly number[]): Promise<ReadonlyMap<number, ReportSummary>>
  /** Ids of the artifacts that the report finds for the viewer. */
  match(viewer: Viewer, id: number): Promise<ReadonlySet<number>>
}

const ALL_OF_THEM = 10_000_000

export const createReportMatches = (dependencies: SearchDependencies): ReportMatches => {
  const get = getReport(dependencies)
  return {
    find: async (viewer, ids) => {
      const { db, trackers, projects } = dependencies
      const found = (await findReports(db.kysely, ids)).filter(
        ({ ownerId }) => ownerId === null || ownerId === viewer.userId,
      )
      const places = await trackers.getMany(found.map(({ trackerId }) => trackerId))
      const byProject = await projects.getMany([...places.values()].map(({ projectId }) => projectId))
      return new Map(
        found.flatMap(({ id, name, trackerId, ownerId }): [number, ReportSummary][] => {
          const tracker = places.get(trackerId)
          const project = tracker && byProject.get(tracker.projectId)
          const isSeen = tracker && project && trackers.canViewTracker(viewer, project, tracker)
          return isSeen ? [[id, { id, name, trackerId, isPublic: ownerId === null }]] : []
        }),
      )
    },
    match: async (viewer, id) => {
      const { report, place } = await get(viewer, id)
      const context = searchContext(dependencies, viewer, place, 'tql')
      const search = { context, condition: await conditionOf(report, context), order: [] }
      const { ids } = await runSearch(dependencies, search, place, { limit: ALL_OF_THEM, offset: 0 })
      return new Set(ids)
    },
  }
}
