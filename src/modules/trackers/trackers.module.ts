import { readCache } from '../../platform/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { TextFormat } from '../fields/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { requireAdministered, type DefinitionRecorder, type RecordDefinition } from './definition/change-definition.ts'
import { bootstrapSiteTrackers } from './create/bootstrap-site-trackers.ts'
import { createBoundUsers, type BoundUsers } from './read/bound-users.ts'
import { forgetUserGroup } from './definition/forget-user-group.ts'
import { copyTrackersOfTemplate } from './create/copy-trackers.ts'
import { addTriggers, createTrackers, setParents } from './create/create-trackers.ts'
import { deleteTracker } from './definition/delete-tracker.ts'
import { describeField } from './read/get-complete-tracker.ts'
import { projectTemplates } from './create/project-templates.ts'
import { requireFileField } from './read/require-file-field.ts'
import { setWorkflowMode } from './workflow/set-workflow-mode.ts'
import { createTrackerHooks, type TrackerHooks } from './model/tracker-hooks.ts'
import { representMinimalTracker, representTrackerReference } from './read/tracker.representation.ts'
import { createTrackerQueries } from './read/trackers.queries.ts'
import { createTrackerOperations, type TrackerOperations } from './read/trackers.operations.ts'
import { trackersRoutes } from './trackers.routes.ts'
import { createWorkflowOperations } from './workflow/workflow.operations.ts'
import { workflowRoutes } from './workflow/workflow.routes.ts'
import { listDistinctValues, findTrackerIdOfElement } from './store/trackers.store.ts'

export interface TrackersDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
}

export interface TrackersModule extends TrackerOperations, BoundUsers, TrackerHooks {
  /** trackers.md §1: 404 or 403 as for reading the tracker, then 403 for users who do not administer it. */
  requireAdministered(viewer: Viewer, trackerId: number): ReturnType<typeof requireAdministered>
  /** Distinct numbers of the tracker's artifacts in a field of the search index; cheap for few values. */
  distinctValues(fieldId: number): Promise<readonly number[]>
  readonly representMinimal: typeof representMinimalTracker
  readonly representReference: typeof representTrackerReference
  /** One form element of a tracker, used or unused, without rights. */
  readonly describeField: ReturnType<typeof describeField>
  /** The tracker of a form element; undefined if there is none. */
  trackerIdOfElement(id: number): Promise<number | undefined>
  readonly requireFileField: ReturnType<typeof requireFileField>
  /** Format of texts that the viewer sends without one (fields.md §3.2). */
  textFormatOf(viewer: Viewer): Promise<TextFormat>
  readonly createTrackers: typeof createTrackers
  readonly setParents: typeof setParents
  readonly addTriggers: typeof addTriggers
  readonly bootstrapSiteTrackers: typeof bootstrapSiteTrackers
  readonly deleteTracker: ReturnType<typeof deleteTracker>
  /** Each change of a workflow runs inside the function. */
  onDefinitionChange(record: RecordDefinition): void
  readonly setWorkflowMode: ReturnType<typeof setWorkflowMode>
  readonly routes: Route<Viewer>[]
  /** Paths that answer only OPTIONS (trackers.md §1). */
  readonly optionsOnly: readonly string[]
}

/** Also registers functions with `projects`: the trackers of a copied project, and facts about projects that only trackers know. */
export const createTrackersModule = ({
  db,
  clock,
  settings,
  users,
  projects,
}: TrackersDependencies): TrackersModule => {
  const queries = createTrackerQueries(db, projects)
  const boundUsers = createBoundUsers(db, users, projects)
  const textFormatOf = createTextFormats(db, users)
  const complete = { clock, settings, users, projects, queries, boundUsers, textFormatOf }
  const operations = createTrackerOperations(queries, complete)
  const recorder: DefinitionRecorder = {}
  const hooks = createTrackerHooks()
  projects.onProjectCopied(async (tx, copy) =>
    hooks.copied(tx, { ...copy, ...(await copyTrackersOfTemplate(tx, copy)) }),
  )
  projects.onUserGroupDeleted(forgetUserGroup)
  projects.setTrackerQueries({
    trackerAdminProjectIds: viewer => queries.trackerAdminProjectIds(viewer),
    trackerKeywords: async (project, viewer) =>
      (await queries.listOfProject(project.id))
        .filter(tracker => viewer === undefined || queries.canViewTracker(viewer, project, tracker))
        .map(({ itemName, name }) => ({ keyword: itemName.toLowerCase(), description: name })),
  })
  for (const [name, template] of projectTemplates(hooks.filled)) projects.addXmlTemplate(name, template)
  return {
    ...operations,
    ...boundUsers,
    onTrackersCopied: hooks.onTrackersCopied,
    onTemplateFilled: hooks.onTemplateFilled,
    requireAdministered: (viewer, trackerId) => requireAdministered({ queries }, viewer, trackerId),
    distinctValues: fieldId => listDistinctValues(db.kysely, fieldId),
    representMinimal: representMinimalTracker,
    representReference: representTrackerReference,
    describeField: describeField(complete),
    trackerIdOfElement: id => findTrackerIdOfElement(db, id),
    requireFileField: requireFileField(queries, projects, id => findTrackerIdOfElement(db, id)),
    textFormatOf,
    createTrackers,
    setParents,
    addTriggers,
    bootstrapSiteTrackers,
    deleteTracker: deleteTracker(db, clock),
    onDefinitionChange: record => void (recorder.record = record),
    setWorkflowMode: setWorkflowMode(db, recorder),
    routes: [
      ...trackersRoutes(operations),
      ...workflowRoutes(createWorkflowOperations({ db, recorder, queries, projects }, operations)),
    ],
    optionsOnly: ['/trackers'],
  }
}

/** The preference of an account, under the name that existing clients use. */
const TEXT_FORMAT_PREFERENCE = 'user_edition_default_format'
const DEFAULT_TEXT_FORMAT: TextFormat = 'commonmark'
const MAX_FORMATS = 50_000

const createTextFormats = (db: Db, users: UsersModule): ((viewer: Viewer) => Promise<TextFormat>) => {
  const formats = readCache<number, { format: TextFormat }>({
    invalidations: db.invalidations,
    topic: 'preference',
    max: MAX_FORMATS,
    load: async ids => {
      const chosen = await users.preferences(ids, TEXT_FORMAT_PREFERENCE)
      return new Map(ids.map(id => [id, { format: formatOf(chosen.get(id)) }]))
    },
    parseKey: Number,
  })
  return async viewer =>
    viewer.isAnonymous ? DEFAULT_TEXT_FORMAT : ((await formats.get(viewer.userId))?.format ?? DEFAULT_TEXT_FORMAT)
}

const formatOf = (preference: string | undefined): TextFormat =>
  preference === 'text' || preference === 'html' ? preference : DEFAULT_TEXT_FORMAT
