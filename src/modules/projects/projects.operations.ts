import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import type { Precondition } from '../../platform/http/headers/conditional.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { FullUser, MinimalUser, User, UserReference, UsersModule, Viewer } from '../users/index.ts'
import { administerProject } from './administration/administer-project.ts'
import {
  changeProjectDetails,
  getProjectDetails,
  type ProjectDetails,
} from './administration/change-project-details.ts'
import { changeProjectStatus } from './administration/change-project.ts'
import { changeService } from './administration/change-service.ts'
import {
  changeUserGroup,
  deleteUserGroup,
  type ChangedUserGroup,
  type UserGroupChanges,
} from './groups/change-user-group.ts'
import { addUserGroupMember, removeUserGroupMember } from './groups/change-user-group-member.ts'
import type { ModuleHooks } from './model/module-hooks.ts'
import { createProject } from './administration/create-project.ts'
import { createUserGroup, type CreateUserGroup } from './groups/create-user-group.ts'
import { getMembership, listMemberships } from './read/get-membership.ts'
import { listAllProjects, type AllProjectsFilter } from './read/list-all-projects.ts'
import { listMembers } from './read/list-members.ts'
import { listProjectFields } from './administration/list-project-fields.ts'
import { listProjectUserGroups } from './groups/list-project-user-groups.ts'
import { listProjects } from './read/list-projects.ts'
import { listUserGroupMembers } from './groups/list-user-group-members.ts'
import { representGroupIds, representMembership, type UserMemberships } from './read/membership.representation.ts'
import { getOwner, setOwner } from './groups/ownership.ts'
import { getProject } from './read/read-project.ts'
import { listLabels, getBanner, setBanner, setHeaderBackground } from './administration/project-settings.ts'
import { representMinimalProject, representProject } from './read/project.representation.ts'
import { isMembershipSynchronized, type Project } from './model/project.ts'
import { canManageProjects } from './model/projects.permissions.ts'
import {
  visibilities,
  type OwnRights,
  type ProjectDetailsRepresentation,
} from './administration/project-administration.schema.ts'
import type { FullProject } from './model/projects.schema.ts'
import type { ProjectQueries } from './read/projects.queries.ts'
import { listKeywords, replaceReferences } from './administration/replace-references.ts'
import { isChangeableGroup, replaceUserGroupMembers } from './groups/replace-user-group-members.ts'
import { representService, type ServiceRepresentation } from './administration/service.representation.ts'
import { listServices } from './store/services.store.ts'
import { projectEtag, userGroupEtag } from './store/versions.store.ts'
import { getThirdPartyData } from './administration/third-party-data.ts'
import { requireAdministeredGroup, requireUserGroup } from './read/user-group-access.ts'
import { additionalInformationOf, representMinimalUserGroup } from './read/user-group.representation.ts'
import type { UserGroupId } from './model/user-group.ts'
import type { UserGroup } from './groups/user-groups.schema.ts'
import { accessFault } from './model/visibility.ts'

export interface OperationDependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly queries: ProjectQueries
  readonly moduleHooks: ModuleHooks
}

/** The operations that the routes of this module call, each with its dependencies. */
export const createProjectOperations = (deps: OperationDependencies) => {
  const groups = groupRepresentations(deps)
  return {
    ...projectOperations(deps),
    ...detailOperations(deps),
    ...settingOperations(deps),
    ...memberOperations(deps),
    ...userGroupOperations(deps, groups),
    ...membershipOperations(deps, groups),
  }
}

export type ProjectOperations = ReturnType<typeof createProjectOperations>

const representOwner = (users: UsersModule, viewer: Viewer, user: User | undefined): MinimalUser | null =>
  user ? users.representMinimal(user, undefined, viewer.nameStyle) : null

const projectOperations = (deps: OperationDependencies) => {
  const { db, settings, users, queries, moduleHooks } = deps
  const all = listAllProjects(db, queries)
  const read = getProject(queries)
  /** Undefined for those who may not change the project. */
  const etagOf = (viewer: Viewer, project: Project): string | undefined =>
    canManageProjects(viewer) || queries.isAdmin(viewer, project.id) ? projectEtag(project) : undefined
  return {
    list: listProjects(db, queries, moduleHooks),
    listAll: async (viewer: Viewer, filter: AllProjectsFilter, page: Page) => {
      const found = await all(viewer, filter, page)
      const owners = await users.getMany(found.projects.flatMap(({ project }) => project.ownerId ?? []))
      return {
        projects: found.projects.map(({ project, createdAt, membersCount }) => ({
          ...representMinimalProject(project),
          created_on: settings.isoDate(createdAt),
          members_count: membersCount,
          project_owner: representOwner(
            users,
            viewer,
            project.ownerId === null ? undefined : owners.get(project.ownerId),
          ),
        })),
        size: found.size,
      }
    },
    create: createProject(deps),
    read,
    etagOf,
    currentEtag: async (viewer: Viewer, id: number): Promise<string | undefined> =>
      etagOf(viewer, await read(viewer, id)),
    changeStatus: changeProjectStatus(db, queries),
    administer: administerProject(db),
    /** `createdId`: a project that was created after the viewer's memberships were read. */
    represent: async (
      viewer: Viewer,
      projects: readonly Project[],
      options: { readonly createdId?: number } = {},
    ): Promise<FullProject[]> => {
      const fields = await queries.fields()
      const plannings = await moduleHooks.rootPlannings(viewer, projects)
      return projects.map(project =>
        representProject(project, {
          isMember: project.id === options.createdId || viewer.memberships.has(project.id),
          fields,
          rootPlanning: plannings.get(project.id),
        }),
      )
    },
    listFields: listProjectFields(queries, settings),

    listServices: async (viewer: Viewer, projectId: number): Promise<ServiceRepresentation[]> => {
      const project = await queries.requireAccess(viewer, projectId)
      return (await listServices(db, project.id)).map(service => representService(project, service))
    },
    changeService: changeService(db, queries),
  }
}

const detailOperations = (deps: OperationDependencies) => {
  const { settings, queries } = deps
  const details = getProjectDetails(queries)
  const changeDetails = changeProjectDetails(deps)
  const representDetails = (project: Project): ProjectDetailsRepresentation => ({
    label: project.label,
    description: project.description,
    access: project.access,
    access_choices: visibilities.filter(
      access =>
        access === project.access || accessFault(access, settings.get('access_mode') === 'restricted') === undefined,
    ),
    is_membership_synchronized: isMembershipSynchronized(project),
  })
  const answerOf = (project: Project) => ({ details: representDetails(project), etag: projectEtag(project) })
  return {
    readDetails: async (viewer: Viewer, projectId: number) => answerOf(await details(viewer, projectId)),
    changeDetails: async (viewer: Viewer, projectId: number, change: ProjectDetails, precondition: Precondition) =>
      answerOf(await changeDetails(viewer, projectId, change, precondition)),
  }
}

const settingOperations = ({ db, settings, queries, moduleHooks }: OperationDependencies) => ({
  readBanner: getBanner(queries),
  setBanner: setBanner(db, queries),
  setHeaderBackground: setHeaderBackground(db, queries),
  listLabels: listLabels(db, queries),
  listReferences: async (viewer: Viewer, projectId: number) =>
    (await queries.requireAccess(viewer, projectId)).referencePatterns,
  replaceReferences: replaceReferences(db, queries, moduleHooks),
  listKeywords: listKeywords(queries, moduleHooks),
  getThirdPartyData: getThirdPartyData(db, settings, queries),
})

const memberOperations = ({ db, users, queries, moduleHooks }: OperationDependencies) => {
  const membersOfProject = listMembers(queries, users)
  const owner = getOwner(queries, users)
  return {
    listMembers: async (viewer: Viewer, projectId: number, text: string, page: Page) => {
      const found = await membersOfProject(viewer, projectId, text, page)
      return {
        members: found.members.map(({ user, isAdmin, groups }) => ({
          ...users.representMinimal(user, undefined, viewer.nameStyle),
          is_administrator: isAdmin,
          user_groups: groups?.map(({ id, name }) => ({ id: String(id), label: name })) ?? null,
        })),
        size: found.size,
      }
    },
    rightsOf: async (viewer: Viewer, projectId: number): Promise<OwnRights> => {
      const project = await queries.requireAccess(viewer, projectId)
      return {
        is_member: queries.isMember(viewer, project.id),
        is_administrator: queries.isAdmin(viewer, project.id),
        administers_repositories: await moduleHooks.administersRepositories(viewer, project),
        can_change_status: canManageProjects(viewer),
      }
    },

    getOwner: async (viewer: Viewer, projectId: number) =>
      representOwner(users, viewer, await owner(viewer, projectId)),
    setOwner: setOwner(db, queries, users),
  }
}

/** A group on the wire. The token is told to administrators of the project. */
export interface UserGroupAnswer {
  readonly group: UserGroup
  readonly etag?: string
}

const groupRepresentations = ({ queries }: OperationDependencies) => {
  /** Needs the project of the group to be loaded (`loadUserGroups`, or any query of its groups). */
  const representListed = (projectId: number, groupId: UserGroupId) => ({
    ...queries.representUserGroup(projectId, groupId),
    additional_information: additionalInformationOf(groupId),
  })
  const representGroups = async (
    groups: readonly { readonly project: Project; readonly groupId: UserGroupId }[],
  ): Promise<UserGroup[]> => {
    await queries.loadUserGroups(...groups.map(({ project }) => project.id))
    return groups.map(({ project, groupId }) => ({
      ...representListed(project.id, groupId),
      project: representMinimalProject(project),
    }))
  }
  const representGroup = async (project: Project, groupId: UserGroupId): Promise<UserGroup> =>
    (await representGroups([{ project, groupId }]))[0] as UserGroup
  /** A group of a transaction, which the caches may not know. */
  const answerOf = ({ project, group, etag }: ChangedUserGroup): UserGroupAnswer => ({
    group: {
      ...representMinimalUserGroup(project.id, group),
      additional_information: additionalInformationOf(group.id),
      project: representMinimalProject(project),
    },
    etag,
  })
  return { representListed, representGroups, representGroup, answerOf }
}

const userGroupOperations = (
  { db, settings, users, queries, moduleHooks }: OperationDependencies,
  { representListed, representGroup, answerOf }: ReturnType<typeof groupRepresentations>,
) => {
  const members = listUserGroupMembers(queries, users)
  const groupsOfProject = listProjectUserGroups(queries, settings)
  const makeUserGroup = createUserGroup(db, queries)
  const renameUserGroup = changeUserGroup(db, queries, moduleHooks)
  const addMember = addUserGroupMember(db, queries, users)
  return {
    listUserGroups: async (viewer: Viewer, projectId: number, query: string | undefined) =>
      (await groupsOfProject(viewer, projectId, query)).map(groupId => representListed(projectId, groupId)),
    createUserGroup: async (viewer: Viewer, input: CreateUserGroup) => answerOf(await makeUserGroup(viewer, input)),
    changeUserGroup: async (viewer: Viewer, id: string, changes: UserGroupChanges, precondition: Precondition) =>
      answerOf(await renameUserGroup(viewer, id, changes, precondition)),
    deleteUserGroup: deleteUserGroup(db, queries, moduleHooks),
    readUserGroup: async (viewer: Viewer, id: string): Promise<UserGroupAnswer> => {
      const group = await requireUserGroup(queries, viewer, id, { isHidden: true })
      if (group.isSystem) return { group: representListed(0, group.groupId) }
      const { project, groupId } = group
      const isTold = isChangeableGroup(groupId) && queries.isAdmin(viewer, project.id)
      return {
        group: await representGroup(project, groupId),
        ...(isTold && { etag: await userGroupEtag(db.kysely, project.id, groupId) }),
      }
    },
    userGroupEtagOf: async (viewer: Viewer, id: string): Promise<string | undefined> => {
      const { project, groupId } = await requireAdministeredGroup(queries, viewer, id, { isHidden: true })
      return isChangeableGroup(groupId) ? userGroupEtag(db.kysely, project.id, groupId) : undefined
    },
    listUserGroupMembers: async (
      viewer: Viewer,
      id: string,
      query: string | undefined,
      page: Page,
    ): Promise<{ readonly users: readonly FullUser[]; readonly size: number }> => {
      const found = await members(viewer, id, query, page)
      return {
        users: found.users.map(user => users.representFull(user, undefined, viewer.nameStyle)),
        size: found.size,
      }
    },
    addUserGroupMember: async (viewer: Viewer, id: string, reference: UserReference): Promise<FullUser> =>
      users.representFull(await addMember(viewer, id, reference), undefined, viewer.nameStyle),
    removeUserGroupMember: removeUserGroupMember(db, queries),
    replaceUserGroupMembers: replaceUserGroupMembers(db, queries, users),
  }
}

const membershipOperations = (
  { queries, users }: OperationDependencies,
  { representGroups }: ReturnType<typeof groupRepresentations>,
) => ({
  getMembership: getMembership(queries, users),
  listMemberships: listMemberships(queries, users),
  representMembership,
  representMembershipGroups: async (membership: UserMemberships, format: 'id' | 'full') =>
    format === 'id' ? representGroupIds(membership) : representGroups(membership.groupMemberships),
})
