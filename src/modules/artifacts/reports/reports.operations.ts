import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import type { SearchDependencies } from '../queries/search-artifacts.ts'
import type { ReadDependencies } from '../read/read-artifacts.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import { getReport, listTrackerReports, representReport, representReportWithQuery } from './get-report.ts'
import { runReport, type RunReportInput } from './run-report.ts'
import { createReport, deleteReport, updateReport, type ReportInput } from './write-report.ts'

type ReportShape = ReturnType<typeof representReport>
type ReportWithQueryShape = ReturnType<ReturnType<typeof representReportWithQuery>>

/** Operations on reports for the routes. */
export interface ReportOperations {
  list(viewer: Viewer, trackerId: number, page: Page): Promise<{ reports: ReportShape[]; size: number }>
  get(viewer: Viewer, id: number): Promise<ReportWithQueryShape>
  run(viewer: Viewer, id: number, input: RunReportInput): Promise<{ json: string; size: number }>
  create(viewer: Viewer, trackerId: number, input: ReportInput): Promise<ReportWithQueryShape>
  update(viewer: Viewer, id: number, input: ReportInput): Promise<ReportWithQueryShape>
  delete(viewer: Viewer, id: number): Promise<void>
}

export const createReportOperations = (
  dependencies: ReadDependencies & SearchDependencies,
  serializerOf: SerializerOf,
): ReportOperations => {
  const get = getReport(dependencies)
  const list = listTrackerReports(dependencies)
  const represent = representReportWithQuery(dependencies)
  const create = createReport(dependencies)
  const update = updateReport(dependencies)
  return {
    list: async (viewer, trackerId, page) => {
      const { reports, size } = await list(viewer, trackerId, page)
      return { reports: reports.map(representReport), size }
    },
    get: async (viewer, id) => represent(viewer, await get(viewer, id)),
    run: runReport({ ...dependencies, db: dependencies.db.reads }, serializerOf),
    create: async (viewer, trackerId, input) =>
      represent(viewer, await get(viewer, (await create(viewer, trackerId, input)).id)),
    update: async (viewer, id, input) => represent(viewer, await get(viewer, (await update(viewer, id, input)).id)),
    delete: deleteReport(dependencies),
  }
}
