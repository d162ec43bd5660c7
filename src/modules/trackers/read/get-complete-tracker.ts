import type { Clock } from '../../../platform/clock.ts'
import type { DescribeContext, Field, TextFormat } from '../../fields/index.ts'
import {
  dynamicGroups,
  type LinkType,
  type MinimalUserGroup,
  type Project,
  type ProjectsModule,
  type UserGroupId,
} from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { User, UsersModule, Viewer } from '../../users/index.ts'
import type { BoundUsers } from './bound-users.ts'
import {
  representBareField,
  representCompleteTracker,
  representTrackerReference,
  type CompleteContext,
} from './tracker.representation.ts'
import type { TrackerQueries } from './trackers.queries.ts'
import type {
  CompleteTrackerRepresentation,
  FieldRepresentation,
  TrackerReferenceRepresentation,
} from '../model/trackers.schema.ts'
import type { Tracker } from '../model/tracker.ts'

/** Parts of the representation that not every answer has. */
export interface CompleteForm {
  /** Fields say how lists sort and search by them. */
  readonly isWithQuery?: boolean
}

export interface ArtifactRestrictions {
  /** Fieldsets that the workflow hides in the current state of the artifact. */
  readonly hiddenFieldsetIds?: ReadonlySet<number>
  /** Fields that the workflow freezes in that state. */
  readonly frozenFieldIds?: ReadonlySet<number>
}

export interface CompleteTrackerDependencies {
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly queries: TrackerQueries
  readonly boundUsers: BoundUsers
  readonly textFormatOf: (viewer: Viewer) => Promise<TextFormat>
}

/**
 * The complete representation for a viewer; the caller has checked the right to see the tracker. All data comes from caches, so warm caches
 * need no query. The exception are lists that offer the submitters or modifiers of the tracker's artifacts.
 */
export const getCompleteTracker =
  (deps: CompleteTrackerDependencies) =>
  async (
    viewer: Viewer,
    tracker: Tracker,
    project: Project,
    form: ArtifactRestrictions & CompleteForm = {},
  ): Promise<CompleteTrackerRepresentation> =>
    representCompleteTracker(tracker, { ...(await completeContext(deps, viewer, tracker, project)), ...form })

/** One form element for the administration, used or unused. */
export const describeField =
  (deps: CompleteTrackerDependencies) =>
  async (viewer: Viewer, tracker: Tracker, project: Project, field: Field): Promise<FieldRepresentation> =>
    representBareField(field, tracker, await completeContext(deps, viewer, tracker, project))

const completeContext = async (
  deps: CompleteTrackerDependencies,
  viewer: Viewer,
  tracker: Tracker,
  project: Project,
): Promise<CompleteContext> => {
  const { projects, queries } = deps
  await projects.loadUserGroups(project.id)
  const [bound, defaults, defaultTextFormat, parent, linkTypes, staticGroups] = await Promise.all([
    loadBoundUsers(deps.boundUsers, tracker),
    deps.users.getMany(
      tracker.fields.flatMap(field => (field.bind?.type === 'users' ? field.bind.defaultUserIds : [])),
    ),
    deps.textFormatOf(viewer),
    findParent(queries, projects, viewer, tracker),
    projects.linkTypes(),
    projects.userGroups(project.id),
  ])
  const known = new Set(staticGroups.map(group => group.id))
  const userGroup = (groupId: UserGroupId): MinimalUserGroup | undefined =>
    groupId > 100 && !known.has(groupId) ? undefined : projects.representUserGroup(project.id, groupId)
  const { users, settings } = deps
  const describe: DescribeContext = {
    viewer,
    now: deps.clock.now(),
    timezone: settings.datesIn(viewer.timezone).timezone,
    defaultTextFormat,
    fullUser: userId => users.representFull(defaults.get(userId), undefined, viewer.nameStyle),
    userGroup: groupId => userGroup(groupId) ?? deletedGroup(groupId),
    boundUsers: field => bound.get(field.id) ?? [],
    projectUserGroups: () =>
      [...dynamicGroups, ...staticGroups.map(group => group.id)].map(groupId =>
        projects.representUserGroup(project.id, groupId),
      ),
    userReference: user => representUserReference(users, user, viewer),
    allowedLinkTypes: () => describeLinkTypes([...linkTypes.values()], project),
    maxUploadSize: settings.get('max_upload_size'),
  }
  return { viewer, project, describe, userGroup, parent }
}

/** Clients fill open lists by searching, so the description lists no user for them. */
const loadBoundUsers = async (bound: BoundUsers, tracker: Tracker): Promise<Map<number, readonly User[]>> => {
  const fields = tracker.fields.filter(
    (field: Field) => field.isUsed && field.bind?.type === 'users' && field.type !== 'tbl',
  )
  return new Map(await Promise.all(fields.map(async field => [field.id, await bound.boundUsers(field)] as const)))
}

const findParent = async (
  queries: TrackerQueries,
  projects: ProjectsModule,
  viewer: Viewer,
  tracker: Tracker,
): Promise<TrackerReferenceRepresentation | null> => {
  const parent = tracker.parentId === null ? undefined : await queries.get(tracker.parentId)
  const project = parent && (await projects.get(parent.projectId))
  return parent && project && queries.canViewTracker(viewer, project, parent)
    ? representTrackerReference(parent, project)
    : null
}

/** Placeholder for a deleted static group that a definition still names. */
const deletedGroup = (groupId: UserGroupId): MinimalUserGroup => ({
  id: String(groupId),
  uri: `user_groups/${groupId}`,
  label: 'Deleted user group',
  users_uri: `user_groups/${groupId}/users`,
  short_name: '',
  key: '',
})

const representUserReference = (users: UsersModule, user: User, viewer: Viewer): object => {
  const { id, uri, real_name, username, avatar_url } = users.representMinimal(user, undefined, viewer.nameStyle)
  return { id, uri, real_name, username, avatar_url }
}

const describeLinkTypes = (linkTypes: readonly LinkType[], project: Project) =>
  linkTypes
    .filter(type => !type.isHidden && !project.disabledLinkTypes.has(type.shortName))
    .map(type => ({
      shortname: type.shortName,
      forward_label: type.forwardLabel,
      reverse_label: type.reverseLabel,
    }))
