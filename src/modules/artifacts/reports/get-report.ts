import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Field } from '../../fields/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess } from '../access/artifact-access.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import type { TrackerInProject } from '../queries/search-artifacts.ts'
import type { Report } from './report.ts'
import { representView } from './report-view.ts'
import { findReport, listReports } from './reports.store.ts'

export interface ReportDependencies {
  readonly db: Db
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly access: ArtifactAccess
}

export interface ReportInTracker {
  readonly report: Report
  readonly place: TrackerInProject
}

/** trackers.md §5: a private report of another user is treated as missing; 403 if the viewer does not see its tracker. */
export const getReport =
  ({ db, projects, trackers }: ReportDependencies) =>
  async (viewer: Viewer, id: number): Promise<ReportInTracker> => {
    const report = Number.isSafeInteger(id) ? await findReport(db.kysely, id) : undefined
    const isOthers = report !== undefined && report.ownerId !== null && report.ownerId !== viewer.userId
    const tracker = report && !isOthers ? await trackers.get(report.trackerId) : undefined
    const project = tracker && (await projects.get(tracker.projectId))
    if (!report || !tracker || !project) throw new NotFound('Report does not exist')
    if (!trackers.canViewTracker(viewer, project, tracker)) throw new Forbidden('', { reason: 'permission.tracker' })
    return { report, place: { tracker, project } }
  }

/** GET /trackers/{id}/tracker_reports */
export const listTrackerReports =
  ({ db, trackers }: ReportDependencies) =>
  async (viewer: Viewer, trackerId: number, page: Page) => {
    const { tracker } = await trackers.requireTracker(viewer, trackerId)
    return { tracker, ...(await listReports(db.kysely, tracker.id, viewer.userId, page)) }
  }

/** trackers.md §5 */
export const representReport = ({ id, name, ownerId, isDefault }: Report) => ({
  id,
  uri: `tracker_reports/${id}`,
  label: name,
  is_public: ownerId === null,
  is_default: isDefault,
  resources: [{ type: 'artifacts', uri: `tracker_reports/${id}/artifacts` }],
})

/** A report with its query, as far as the viewer may read the fields; the reference platform does not show the query. */
export const representReportWithQuery =
  ({ access }: ReportDependencies) =>
  (viewer: Viewer, report: Report, tracker: Tracker) => {
    const rights = access.rightsIn(viewer, tracker)
    const readable = (fieldId: number): Field[] => {
      const field = tracker.fieldById.get(fieldId)
      return field?.isUsed && canRead(rights, field) ? [field] : []
    }
    return {
      ...representReport(report),
      description: report.description,
      expert_query: report.isInExpertMode ? report.expertQuery : null,
      criteria: report.criteria.flatMap(criterion =>
        readable(criterion.field_id).map(field => ({
          field_id: field.id,
          name: field.name,
          value: criterion.value,
        })),
      ),
      renderers: report.renderers.map(({ id, type, name, definition }) => ({
        id,
        type,
        name,
        columns: definition.columns.flatMap(column =>
          readable(column.field_id).map(field => ({ field_id: field.id, name: field.name })),
        ),
      })),
      view: report.view && representView(report.view, tracker, id => readable(id).length > 0),
    }
  }
