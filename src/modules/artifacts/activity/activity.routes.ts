import { paginationHeaders } from '../../../platform/http/routes/pagination.ts'
import { done, ok, type Route } from '../../../platform/http/routes/route.ts'
import { snapshotHeaders } from '../../../platform/list-snapshots/list-snapshots.ts'
import { idParams } from '../../../platform/http/schemas/schema.ts'
import { representMinimalProject } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import { route, type UsersModule, type Viewer } from '../../users/index.ts'
import {
  accountParams,
  ExtractedReferences,
  Heartbeats,
  History,
  HistoryBody,
  MAX_OWN,
  OwnArtifacts,
  ownArtifactsQuery,
  Preview,
  PreviewBody,
  projectActivityQuery,
  ProjectsActivity,
  ReferencesBody,
  TrackersActivity,
  TrackerSizes,
} from './activity.schema.ts'
import type { findReferencesIn } from './extract-references.ts'
import type { previewText } from './preview-text.ts'
import type { getVisitHistory, replaceVisitHistory } from './visits.ts'
import { heartbeatHtml, type listHeartbeats } from './list-heartbeats.ts'
import type { listProjectActivity } from './list-project-activity.ts'
import type { listTrackerActivity } from './list-tracker-activity.ts'
import type { listTrackerSizes } from './list-tracker-sizes.ts'
import { keptBy } from '../read/kept-by.ts'
import type { listOwnArtifacts } from './list-own-artifacts.ts'
import type { VisibleArtifact } from '../access/visible-artifacts.ts'

const ICON = 'fa-solid fa-list-check'

/** Operations that the routes of this file call. */
export interface ActivityOperations {
  readonly listOwn: ReturnType<typeof listOwnArtifacts>
  readonly getVisitHistory: ReturnType<typeof getVisitHistory>
  readonly replaceVisitHistory: ReturnType<typeof replaceVisitHistory>
  readonly listHeartbeats: ReturnType<typeof listHeartbeats>
  readonly listProjectActivity: ReturnType<typeof listProjectActivity>
  readonly listTrackerActivity: ReturnType<typeof listTrackerActivity>
  readonly listTrackerSizes: ReturnType<typeof listTrackerSizes>
  readonly findReferencesIn: ReturnType<typeof findReferencesIn>
  readonly previewText: ReturnType<typeof previewText>
  readonly representTracker: TrackersModule['representMinimal']
  readonly users: Pick<UsersModule, 'getMany' | 'representMinimal'>
  /** Title and status as far as the viewer may read them. */
  readonly summaryOf: (
    viewer: Viewer,
    artifact: VisibleArtifact,
  ) => { title: string | null; status: string; color: string | null }
  isoDate(viewer: Viewer, at: Date): string
}

const xrefOf = ({ artifact, tracker }: VisibleArtifact): string => `${tracker.itemName} #${artifact.id}`
const pageOf = ({ artifact }: VisibleArtifact): string => `/plugins/tracker/?aid=${artifact.id}`

/** Routes for the activity of users across artifacts. */
export const activityRoutes = (activity: ActivityOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/users/{id}/artifacts',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'listOwnArtifacts',
    summary: 'List the open artifacts that the caller submitted or that are assigned to the caller',
    spec: 'artifacts.md §12',
    tag: 'Artifacts',
    params: accountParams,
    query: ownArtifactsQuery,
    responses: { 200: OwnArtifacts },
    errors: [400, 401, 403, 410],
    reasons: ['snapshot.gone', 'snapshot.too_large'],
    handler: async request => {
      const { viewer, params, query } = request
      const { snapshot } = query
      const { artifacts, size, kept } = await activity.listOwn(
        viewer,
        params.id,
        query.query,
        query,
        keptBy(request, snapshot),
      )
      const body = artifacts.map(found => ({
        id: found.artifact.id,
        uri: `artifacts/${found.artifact.id}`,
        html_url: pageOf(found),
        title: activity.summaryOf(viewer, found).title,
        xref: xrefOf(found),
        tracker: activity.representTracker(found.tracker, found.project),
      }))
      return ok(body, { ...paginationHeaders(query, size, MAX_OWN), ...snapshotHeaders(kept) })
    },
  }),
  route({
    method: 'GET',
    path: '/users/{id}/history',
    access: 'hybrid',
    operationId: 'getHistory',
    summary: 'Read what the caller worked on lately',
    spec: 'users.md §6',
    tag: 'Users',
    params: accountParams,
    responses: { 200: History },
    errors: [400, 401, 403],
    handler: async ({ viewer, params }) => {
      const visits = await activity.getVisitHistory(viewer, params.id)
      const entries = visits.map(visit => {
        const head = activity.summaryOf(viewer, visit)
        return {
          visit_time: activity.isoDate(viewer, visit.at),
          xref: xrefOf(visit),
          html_url: pageOf(visit),
          title: head.title ?? '',
          color_name: visit.tracker.color,
          type: 'artifact',
          per_type_id: visit.artifact.id,
          icon: null,
          small_icon: null,
          icon_name: ICON,
          project: representMinimalProject(visit.project),
          quick_links: [],
          badges: head.status === '' ? [] : [{ label: head.status, color: head.color }],
        }
      })
      return ok({ entries })
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/users/{id}/history',
    access: 'hybrid',
    isWholeAccount: true,
    operationId: 'clearHistory',
    summary: 'Clear what the caller worked on lately',
    spec: 'users.md §2',
    tag: 'Users',
    params: accountParams,
    body: HistoryBody,
    bodyName: 'history_entries',
    responses: { 200: null },
    errors: [400, 401, 403],
    handler: async ({ viewer, params, body }) => {
      await activity.replaceVisitHistory(viewer, params.id, body)
      return done()
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/tracker_sizes',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listTrackerSizes',
    summary: 'How many artifacts the caller sees in each tracker of a project',
    spec: 'trackers.md §4',
    tag: 'Projects',
    params: idParams('Id of the project.'),
    responses: { 200: TrackerSizes },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const sizes = await activity.listTrackerSizes(viewer, params.id)
      return ok(
        sizes.map(({ tracker, artifacts, open }) => ({
          tracker_id: tracker.id,
          item_name: tracker.itemName,
          label: tracker.name,
          color_name: tracker.color,
          artifacts,
          open,
        })),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/project_activity',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listProjectActivity',
    summary: 'How many artifacts are open in some projects, and when one changed last',
    spec: 'trackers.md §4',
    tag: 'Projects',
    query: projectActivityQuery,
    responses: { 200: ProjectsActivity },
    errors: [400, 401],
    handler: async ({ viewer, query }) => {
      const found = await activity.listProjectActivity(viewer, query.project_ids.split(',').map(Number))
      return ok(
        found.map(({ projectId, open, changedOn }) => ({
          project_id: projectId,
          open,
          last_changed_on: changedOn === undefined ? null : activity.isoDate(viewer, changedOn),
        })),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/tracker_activity',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listTrackerActivity',
    summary: 'How many artifacts are new in each tracker of a project, week by week',
    spec: 'trackers.md §4',
    tag: 'Projects',
    params: idParams('Id of the project.'),
    responses: { 200: TrackersActivity },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const found = await activity.listTrackerActivity(viewer, params.id)
      return ok(
        found.map(({ tracker, changedOn, opened }) => ({
          tracker_id: tracker.id,
          description: tracker.description,
          last_changed_on: changedOn === undefined ? null : activity.isoDate(viewer, changedOn),
          opened: [...opened],
        })),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/heartbeats',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'listHeartbeats',
    summary: 'List the latest events of a project',
    spec: 'projects.md §5',
    tag: 'Projects',
    params: idParams('Id of the project.'),
    responses: { 200: Heartbeats },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { changed, areSomeHidden } = await activity.listHeartbeats(viewer, params.id)
      const users = await activity.users.getMany(changed.map(({ artifact }) => artifact.updatedBy))
      const entries = changed.map(found => {
        const user = users.get(found.artifact.updatedBy)
        return {
          updated_at: activity.isoDate(viewer, found.artifact.updatedOn),
          html_message: heartbeatHtml(found, activity.summaryOf(viewer, found).title),
          icon: '',
          small_icon: '',
          icon_name: ICON,
          user: user ? activity.users.representMinimal(user, undefined, viewer.nameStyle) : null,
        }
      })
      return ok({ entries, are_there_activities_user_cannot_see: areSomeHidden })
    },
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/extract_references',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'extractReferences',
    summary: 'Find what a text refers to',
    spec: 'projects.md §5',
    tag: 'Projects',
    params: idParams('Id of the project.'),
    body: ReferencesBody,
    responses: { 200: ExtractedReferences },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => ok(await activity.findReferencesIn(viewer, params.id, body.text)),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/previews',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'previewText',
    summary: 'Render a text as it will be shown, without storing it',
    spec: 'projects.md §5',
    tag: 'Projects',
    params: idParams('Id of the project.'),
    body: PreviewBody,
    responses: { 200: Preview },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => ok(await activity.previewText(viewer, params.id, body)),
  }),
]
