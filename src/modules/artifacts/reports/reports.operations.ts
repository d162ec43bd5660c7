import type { Page } from '../../../platform/http/routes/pagination.ts'
import { stateEtag, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { Viewer } from '../../users/index.ts'
import { getReport, listTrackerReports, representReport, representReportWithQuery } from './get-report.ts'
import { runReport, type RunReportDependencies } from './run-report.ts'
import {
  canChangeReport,
  createReport,
  deleteReport,
  updateReport,
  type ReportInput,
  type WrittenReport,
} from './write-report.ts'

/** The operations on reports that the routes call, each with its dependencies. */
export const createReportOperations = (dependencies: RunReportDependencies) => {
  const get = getReport(dependencies)
  const list = listTrackerReports(dependencies)
  const represent = representReportWithQuery(dependencies)
  const create = createReport(dependencies)
  const update = updateReport(dependencies)
  const read = async (viewer: Viewer, id: number): Promise<ReportAnswer> => {
    const { report, place } = await get(viewer, id)
    return answerOf(viewer, { report, place })
  }
  const answerOf = (viewer: Viewer, { report, place: { tracker } }: WrittenReport): ReportAnswer => ({
    report: represent(viewer, report, tracker),
    ...(canChangeReport(viewer, report, tracker) && { etag: stateEtag(report) }),
  })
  return {
    list: async (viewer: Viewer, trackerId: number, page: Page, isWithQuery: boolean) => {
      const { reports, size, tracker } = await list(viewer, trackerId, page)
      return {
        reports: isWithQuery ? reports.map(report => represent(viewer, report, tracker)) : reports.map(representReport),
        size,
      }
    },
    get: read,
    run: runReport({ ...dependencies, db: dependencies.db.reads }),
    create: async (viewer: Viewer, trackerId: number, input: ReportInput) =>
      answerOf(viewer, await create(viewer, trackerId, input)),
    update: async (viewer: Viewer, id: number, input: ReportInput, precondition: Precondition) =>
      answerOf(viewer, await update(viewer, id, input, precondition)),
    delete: deleteReport(dependencies),
  }
}

/** A report on the wire. The token is told to those who may change the report. */
export interface ReportAnswer {
  readonly report: ReturnType<ReturnType<typeof representReportWithQuery>>
  readonly etag?: string
}

export type ReportOperations = ReturnType<typeof createReportOperations>
