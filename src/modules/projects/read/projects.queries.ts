import { LRUCache } from 'lru-cache'
import { readCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { SettingsModule } from '../../settings/index.ts'
import { canSignIn, type Viewer } from '../../users/index.ts'
import {
  accessVerdict,
  groupsOf,
  isAdmin,
  isMember,
  noSuchProject,
  requireAllowed,
  requireWritable,
  type AccessOptions,
  type AccessCandidate,
} from '../model/projects.permissions.ts'
import {
  listAllProjectIds,
  loadLinkTypes,
  loadMemberships,
  loadProjectFields,
  findProjectId,
  findProjectOfGroup,
  loadProjects,
  loadRosters,
  type LinkType,
  type Memberships,
  type ProjectField,
} from '../store/projects.store.ts'
import { representMinimalProject, representProjectReference } from './project.representation.ts'
import { PLATFORM_PROJECT_ID, type Project } from '../model/project.ts'
import { rosterOfGroup, type Roster } from '../model/roster.ts'
import { builtInGroup, representMinimalUserGroup } from './user-group.representation.ts'
import {
  ANONYMOUS_GROUP,
  AUTHENTICATED_GROUP,
  isDynamicGroup,
  isStaticGroup,
  isSystemGroup,
  REGISTERED_GROUP,
  type MinimalUserGroup,
  type StaticUserGroup,
  type UserGroupId,
} from '../model/user-group.ts'

/** An account that another user asks about, without the rights that only a viewer has. */
export interface AccountWithStatus {
  readonly id: number
  readonly status: string
}

export interface ProjectQueries {
  /** From the cache, whatever the status of the project. */
  get(id: number): Promise<Project | undefined>
  getMany(ids: Iterable<number>): Promise<Map<number, Project>>
  peek(id: number): Project | undefined
  /** Projects of any status, by id; for the command line. */
  listAll(): Promise<Project[]>
  /** Ignores case. */
  findByShortName(shortName: string): Promise<Project | undefined>

  canAccess(viewer: AccessCandidate, project: Project): boolean
  /** The access check of projects.md §1 for everything inside a project: throws NotFound or Forbidden according to its table. */
  requireAccess(viewer: AccessCandidate, projectId: number, options?: AccessOptions): Promise<Project>
  /** Throws 403 for every caller if the project is suspended or deleted. */
  requireWritable(project: Project): void
  isMember(viewer: Pick<Viewer, 'memberships'>, projectId: number): boolean
  isAdmin(viewer: Pick<Viewer, 'memberships' | 'isSiteAdministrator'>, projectId: number): boolean
  groupsOf: typeof groupsOf
  /** Like `groupsOf`, for an account that is not calling. */
  groupsOfUser(user: AccountWithStatus, project: Project): Promise<ReadonlySet<UserGroupId>>
  /** Whether an account that is not calling may see the project; ignores its delegated permissions. */
  canUserAccess(user: AccountWithStatus, project: Project): Promise<boolean>

  membershipsOf(userId: number): Promise<Memberships>
  membershipsOfMany(userIds: Iterable<number>): Promise<Map<number, Memberships>>
  /** Members of the project and of its static groups. */
  roster(projectId: number): Promise<Roster>
  /** Active and restricted accounts of the group, by login; undefined for groups of everybody (1, 2, 5). */
  groupMembers(projectId: number, groupId: UserGroupId): Promise<readonly number[] | undefined>

  userGroups(projectId: number): Promise<readonly StaticUserGroup[]>
  /** Loads the static groups of the projects for `representUserGroup`. */
  loadUserGroups(...projectIds: number[]): Promise<void>
  representUserGroup(projectId: number, groupId: UserGroupId): MinimalUserGroup
  /** `"102_3"`, `"104"`, `"2"` → id of a group of the project or of a system group; undefined for any other text. */
  findUserGroup(projectId: number, reference: string): Promise<UserGroupId | undefined>
  /** Finds a group by short name, key, name in old archives, or name of a static group (import.md §5.5). */
  findUserGroupByName(projectId: number, name: string): Promise<UserGroupId | undefined>
  projectOfUserGroup(groupId: UserGroupId): Promise<number | undefined>

  representMinimal: typeof representMinimalProject
  representReference: typeof representProjectReference

  /** All types of the platform by short name, in rank order. */
  linkTypes(): Promise<ReadonlyMap<string, LinkType>>
  /** Custom fields of projects, in rank order. */
  fields(): Promise<readonly ProjectField[]>
}

interface ActiveMembers {
  readonly roster: Roster
  readonly byGroup: Map<UserGroupId, readonly number[]>
}

const ALL = 'all'
const WIRE_ID = /^(?:(\d{1,15})_)?(\d{1,15})$/

/** The parts of a wire id of a user group; undefined if the text is no wire id. */
export const parseWireId = (text: string): { projectId: number | undefined; groupId: UserGroupId } | undefined => {
  const match = WIRE_ID.exec(text)
  if (!match) return undefined
  return { projectId: match[1] === undefined ? undefined : Number(match[1]), groupId: Number(match[2]) }
}

export const createProjectQueries = (db: Db, settings: SettingsModule): ProjectQueries =>
  new CachedProjectQueries(db, settings)

class CachedProjectQueries implements ProjectQueries {
  readonly #db: Db
  readonly #settings: SettingsModule
  readonly #projects
  readonly #memberships
  readonly #groupNames = new LRUCache<UserGroupId, { readonly group: StaticUserGroup; readonly load: number }>({
    max: 100_000,
  })
  // If two loads overlap, the earlier one must not overwrite the names of the later one.
  #loads = 0
  readonly #rosters
  readonly linkTypes: ProjectQueries['linkTypes']
  readonly fields: ProjectQueries['fields']

  constructor(db: Db, settings: SettingsModule) {
    this.#db = db
    this.#settings = settings
    this.#projects = readCache<number, Project>({
      invalidations: db.invalidations,
      topic: 'project',
      max: 20_000,
      load: ids => loadProjects(db, ids),
      parseKey: Number,
    })
    this.#memberships = readCache<number, Memberships>({
      invalidations: db.invalidations,
      topic: 'membership',
      max: 50_000,
      load: ids => loadMemberships(db, ids),
      parseKey: Number,
    })
    // Keyed by project: a change of a group or member invalidates the project under the topic `user_group`.
    this.#rosters = readCache<number, ActiveMembers>({
      invalidations: db.invalidations,
      topic: 'user_group',
      max: 5_000,
      load: async ids => {
        const load = ++this.#loads
        const found = new Map<number, ActiveMembers>()
        for (const [id, roster] of await loadRosters(db, ids)) {
          found.set(id, { roster, byGroup: new Map() })
          for (const group of [...roster.groups, ...roster.deletedGroups])
            if ((this.#groupNames.peek(group.id)?.load ?? 0) <= load) this.#groupNames.set(group.id, { group, load })
        }
        return found
      },
      parseKey: Number,
    })
    // A roster holds logins and statuses of accounts, so a change of an account drops rosters.
    this.#db.invalidations.on('user', () => this.#rosters.drop(null))
    this.linkTypes = this.#single('link_type', () => loadLinkTypes(db.kysely))
    this.fields = this.#single('project_field', () => loadProjectFields(db.kysely))
  }

  readonly #single = <Value extends object>(topic: string, load: () => Promise<Value>) => {
    const cache = readCache<string, Value>({
      invalidations: this.#db.invalidations,
      topic,
      max: 1,
      load: async () => new Map([[ALL, await load()]]),
      parseKey: () => ALL,
    })
    return async () => (await cache.get(ALL)) as Value
  }

  readonly #isOpen = (): boolean => this.#settings.get('access_mode') === 'anonymous'
  readonly #verdict = (viewer: AccessCandidate, project: Project) => accessVerdict(viewer, project, this.#isOpen())

  readonly #rosterOf = async (projectId: number): Promise<ActiveMembers> =>
    (await this.#rosters.get(projectId)) ?? { roster: noRoster(projectId), byGroup: new Map() }

  readonly #visitorOf = async (user: AccountWithStatus) => {
    const belonging = await this.membershipsOf(user.id)
    return {
      isAnonymous: false,
      isRestricted: user.status === 'R' && this.#settings.get('access_mode') === 'restricted',
      isSiteAdministrator: belonging.memberships.get(PLATFORM_PROJECT_ID)?.isAdmin === true,
      sitePermissions: noPermissions,
      ...belonging,
    }
  }

  readonly membershipsOf = async (userId: number): Promise<Memberships> =>
    (await this.#memberships.get(userId)) ?? noMemberships
  readonly get: ProjectQueries['get'] = id => this.#projects.get(id)
  readonly getMany: ProjectQueries['getMany'] = ids => this.#projects.getMany(ids)
  readonly peek: ProjectQueries['peek'] = id => this.#projects.peek(id)

  readonly listAll: ProjectQueries['listAll'] = async () => {
    const ids = await listAllProjectIds(this.#db.kysely)
    const found = await this.#projects.getMany(ids)
    return ids.flatMap(id => found.get(id) ?? [])
  }

  readonly findByShortName: ProjectQueries['findByShortName'] = async shortName => {
    const id = await findProjectId(this.#db, shortName)
    return id === undefined ? undefined : this.#projects.get(id)
  }

  readonly canAccess: ProjectQueries['canAccess'] = (viewer, project) => this.#verdict(viewer, project) === 'allowed'

  readonly requireAccess: ProjectQueries['requireAccess'] = async (viewer, projectId, options) => {
    const project = await this.#projects.get(projectId)
    if (!project) throw noSuchProject()
    requireAllowed(this.#verdict(viewer, project), options)
    return project
  }

  readonly requireWritable = requireWritable
  readonly isMember = isMember
  readonly isAdmin = isAdmin
  readonly groupsOf = groupsOf
  readonly groupsOfUser: ProjectQueries['groupsOfUser'] = async (user, project) =>
    groupsOf(await this.#visitorOf(user), project)
  readonly canUserAccess: ProjectQueries['canUserAccess'] = async (user, project) =>
    this.#verdict(await this.#visitorOf(user), project) === 'allowed'
  readonly membershipsOfMany: ProjectQueries['membershipsOfMany'] = ids => this.#memberships.getMany(ids)
  readonly roster: ProjectQueries['roster'] = async projectId => (await this.#rosterOf(projectId)).roster

  readonly groupMembers: ProjectQueries['groupMembers'] = async (projectId, groupId) => {
    if (groupId === ANONYMOUS_GROUP || groupId === REGISTERED_GROUP || groupId === AUTHENTICATED_GROUP) return undefined
    const { roster, byGroup } = await this.#rosterOf(projectId)
    let members = byGroup.get(groupId)
    if (!members) {
      members = rosterOfGroup(roster, groupId)
        .filter(canSignIn)
        .map(user => user.userId)
      byGroup.set(groupId, members)
    }
    return members
  }

  readonly userGroups: ProjectQueries['userGroups'] = async projectId => (await this.#rosterOf(projectId)).roster.groups
  readonly loadUserGroups: ProjectQueries['loadUserGroups'] = async (...projectIds) =>
    void (await this.#rosters.getMany(projectIds))

  readonly representUserGroup: ProjectQueries['representUserGroup'] = (projectId, groupId) => {
    if (!isStaticGroup(groupId)) return representMinimalUserGroup(projectId, groupId)
    const group = this.#groupNames.get(groupId)?.group
    if (!group)
      throw new Error(`User group ${groupId} is represented before the groups of project ${projectId} are loaded`)
    return representMinimalUserGroup(projectId, group)
  }

  readonly findUserGroup: ProjectQueries['findUserGroup'] = async (projectId, reference) => {
    const parsed = parseWireId(reference)
    if (!parsed || (parsed.projectId !== undefined && parsed.projectId !== projectId)) return undefined
    const { groupId } = parsed
    if (isStaticGroup(groupId))
      return (await this.#rosterOf(projectId)).roster.groups.some(group => group.id === groupId) ? groupId : undefined
    const isFound = parsed.projectId === undefined ? isSystemGroup(groupId) : isDynamicGroup(groupId)
    return isFound ? groupId : undefined
  }

  readonly findUserGroupByName: ProjectQueries['findUserGroupByName'] = async (projectId, name) =>
    builtInGroup(name) ??
    (await this.#rosterOf(projectId)).roster.groups.find(group => group.name.toLowerCase() === name.toLowerCase())?.id

  readonly projectOfUserGroup: ProjectQueries['projectOfUserGroup'] = async groupId => {
    const projectId = this.#groupNames.get(groupId)?.group.projectId ?? (await findProjectOfGroup(this.#db, groupId))
    if (projectId === undefined) return undefined
    return (await this.#rosterOf(projectId)).roster.groups.some(group => group.id === groupId) ? projectId : undefined
  }

  readonly representMinimal: ProjectQueries['representMinimal'] = representMinimalProject
  readonly representReference: ProjectQueries['representReference'] = representProjectReference
}

const noPermissions: AccessCandidate['sitePermissions'] = new Set()
const noMemberships: Memberships = { memberships: new Map(), staticGroupIds: new Set(), projectOfGroup: new Map() }
const noRoster = (projectId: number): Roster => ({
  projectId,
  members: [],
  groups: [],
  deletedGroups: [],
  usersOfGroup: new Map(),
})
