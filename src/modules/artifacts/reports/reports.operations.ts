import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import type { SearchDependencies } from '../queries/search-artifacts.ts'
import type { ReadDependencies } from '../read/read-artifacts.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import { getReport, listTrackerReports, representReport, representReportWithQuery } from './get-report.ts'
import { runReport } from './run-report.ts'
import { createReport, deleteReport, updateReport, type ReportInput } from './write-report.ts'

/** The operations on reports that the routes call, each with its dependencies. */
export const createReportOperations = (
  dependencies: ReadDependencies & SearchDependencies,
  serializerOf: SerializerOf,
) => {
  const get = getReport(dependencies)
  const list = listTrackerReports(dependencies)
  const represent = representReportWithQuery(dependencies)
  const create = createReport(dependencies)
  const update = updateReport(dependencies)
  return {
    list: async (viewer: Viewer, trackerId: number, page: Page) => {
      const { reports, size } = await list(viewer, trackerId, page)
      return { reports: reports.map(representReport), size }
    },
    get: async (viewer: Viewer, id: number) => represent(viewer, await get(viewer, id)),
    run: runReport({ ...dependencies, db: dependencies.db.reads }, serializerOf),
    create: async (viewer: Viewer, trackerId: number, input: ReportInput) =>
      represent(viewer, await get(viewer, (await create(viewer, trackerId, input)).id)),
    update: async (viewer: Viewer, id: number, input: ReportInput) =>
      represent(viewer, await get(viewer, (await update(viewer, id, input)).id)),
    delete: deleteReport(dependencies),
  }
}

export type ReportOperations = ReturnType<typeof createReportOperations>
