import { invalidate, invalidateMany, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Actor, Membership } from '../../users/index.ts'
import { isMembershipSynchronized, SITE_TEMPLATE_ID, type ProjectAccess, type ProjectStatus } from '../model/project.ts'
import { alwaysEnabled, catalogue, catalogueService, type NewCustomService } from '../model/services.ts'
import { insertCustomServices, listServiceStates, upsertCatalogueServices } from './services.store.ts'
import { shortNameMessage } from '../model/short-name.ts'
import {
  clearAdministrators,
  deleteArchivedProject,
  deleteMembers,
  deleteProjectRow,
  listMemberIds,
  insertDisabledLinkTypes,
  insertGroupMembers,
  insertDeferredSection,
  insertMembers,
  insertProject,
  insertUserGroup,
  lockProject,
  listAllGroupUserIds,
  listStatuses,
  updateProjectRow,
} from './write-projects.store.ts'

export const actorOf = (actor: Actor): Pick<NewEvent, 'actorId' | 'means'> => ({
  actorId: actor.userId,
  means: actor.means,
})

/** The properties of a new, empty project. */
export interface NewProject {
  /** Stored in the given case. */
  readonly shortName: string
  readonly label: string
  readonly description: string
  readonly longDescription?: string | null
  readonly icon?: string
  readonly access: ProjectAccess
  readonly status?: ProjectStatus
  readonly isTemplate?: boolean
  /** First member and administrator, with every flag. */
  readonly creatorId: number
  readonly ownerId?: number | null
  /** Source of the services; the site template if absent. */
  readonly templateId?: number
  readonly banner?: string | null
  readonly isMembershipSynchronized?: boolean
}

const everyFlag: Membership = { isAdmin: true, isWikiAdmin: true, isFileManagerAdmin: true, isSvnAdmin: true }

/** Accounts that `addMembers` and `addUserGroupMembers` did not add: restricted accounts, if the project accepts none. */
export interface AddMembersResult {
  readonly refusedUserIds: readonly number[]
}

/**
 * The writes that operations and imports call. Each runs in the caller's transaction, appends its events and invalidates the caches, so
 * that changed rights apply at once.
 */
export const projectWrites = {
  /** Creates a project with the services of its template and its creator, without other content. Throws Invalid if the name is taken. */
  createProject: async (tx: Tx, project: NewProject, actor: Actor): Promise<number> => {
    const templateId = project.templateId ?? SITE_TEMPLATE_ID
    const id = await insertProject(tx, {
      shortName: project.shortName,
      label: project.label,
      description: project.description,
      longDescription: project.longDescription ?? null,
      icon: project.icon ?? '',
      access: project.access,
      status: project.status ?? 'active',
      isTemplate: project.isTemplate ?? false,
      templateId,
      isMembershipSynchronized: project.isMembershipSynchronized ?? false,
      usesLinkTypes: true,
      banner: project.banner ?? null,
      ownerId: project.ownerId ?? null,
    })
    if (id === undefined) throw new Invalid(shortNameMessage('already exists'), { reason: 'conflict' })
    await upsertCatalogueServices(tx, id, catalogueStates(await listServiceStates(tx, templateId)))
    await insertMembers(tx, id, [project.creatorId], everyFlag)
    await appendEvents(tx, [
      {
        kind: 'project.created',
        ...actorOf(actor),
        projectId: id,
        payload: { short_name: project.shortName, access: project.access, status: project.status ?? 'active' },
      },
    ])
    await invalidate(tx, 'project', id)
    await invalidate(tx, 'membership', project.creatorId)
    return id
  },

  /**
   * Switches services of the catalogue and adds custom services. Ignores unknown names; `summary` and `admin` are always on. `others` is
   * the state of services that are not named.
   */
  setServices: async (
    tx: Tx,
    projectId: number,
    input: {
      readonly states: ReadonlyMap<string, boolean>
      readonly custom?: readonly NewCustomService[]
      readonly others: 'kept' | 'off'
    },
    actor: Actor,
  ): Promise<void> => {
    const states = new Map(
      input.others === 'off'
        ? catalogue.map(service => [service.shortName, false])
        : await listServiceStates(tx, projectId),
    )
    for (const [name, isEnabled] of input.states) states.set(name, isEnabled)
    const custom = input.custom ?? []
    await upsertCatalogueServices(tx, projectId, catalogueStates(states))
    await insertCustomServices(tx, projectId, custom)
    await appendEvents(tx, [
      {
        kind: 'project.services_changed',
        ...actorOf(actor),
        projectId,
        payload: {
          enabled: [...states].filter(([name, isOn]) => isOn && catalogueService(name)).map(([name]) => name),
          custom: custom.map(service => service.label),
        },
      },
    ])
    await invalidate(tx, 'project', projectId)
  },

  /** Adds members; existing members get the flags. */
  addMembers: async (
    tx: Tx,
    projectId: number,
    userIds: readonly number[],
    flags: Partial<Membership>,
    actor: Actor,
  ): Promise<AddMembersResult> => {
    const project = await lockProject(tx, projectId)
    if (!project) throw new Error(`There is no project ${projectId}`)
    const { accepted, refused } = await splitRefused(tx, project.access, userIds)
    const added = await insertMembers(tx, projectId, accepted, flags)
    await membersChanged(tx, projectId, accepted, actor, { added: accepted, new_members: added, flags })
    return { refusedUserIds: refused }
  },

  /** Removes the accounts from the project and from its static groups. */
  removeMembers: async (tx: Tx, projectId: number, userIds: readonly number[], actor: Actor): Promise<void> => {
    await deleteMembers(tx, projectId, userIds)
    await membersChanged(tx, projectId, userIds, actor, { removed: userIds })
  },

  /** The former administrators stay members. */
  removeAdministrators: async (tx: Tx, projectId: number, userIds: readonly number[], actor: Actor): Promise<void> => {
    await clearAdministrators(tx, projectId, userIds)
    await membersChanged(tx, projectId, userIds, actor, { no_longer_administrators: userIds })
  },

  /** Creates an empty static group. Throws Invalid if the project has a group of that name, or if the name is not valid. */
  createUserGroup: async (
    tx: Tx,
    projectId: number,
    group: { readonly name: string; readonly description: string },
    actor: Actor,
  ): Promise<number> => {
    const fault = userGroupNameFault(group.name)
    if (fault !== undefined) throw new Invalid(fault, { reason: 'parameter.range' })
    const id = await insertUserGroup(tx, projectId, group.name, group.description)
    if (id === undefined)
      throw new Invalid(`The project has a user group named ${group.name} already`, { reason: 'conflict' })
    await appendEvents(tx, [
      {
        kind: 'user_group.created',
        ...actorOf(actor),
        projectId,
        payload: { user_group_id: id, name: group.name },
      },
    ])
    await invalidate(tx, 'user_group', projectId)
    return id
  },

  /** With membership synchronisation (always in private projects) the accounts also become members of the project (projects.md §6). */
  addUserGroupMembers: async (
    tx: Tx,
    projectId: number,
    groupId: number,
    userIds: readonly number[],
    actor: Actor,
  ): Promise<AddMembersResult> => {
    const project = await lockProject(tx, projectId)
    if (!project) throw new Error(`There is no project ${projectId}`)
    const { accepted, refused } = await splitRefused(tx, project.access, userIds)
    await insertGroupMembers(tx, groupId, accepted)
    const newMembers = isMembershipSynchronized(project) ? await insertMembers(tx, projectId, accepted) : []
    await membersChanged(tx, projectId, accepted, actor, {
      user_group_id: groupId,
      added: accepted,
      new_members: newMembers,
    })
    return { refusedUserIds: refused }
  },

  /** From this change on, every account in a static group is a member of the project, and so is every account added to a group. */
  synchronizeMembership: async (tx: Tx, projectId: number, actor: Actor): Promise<void> => {
    await updateProjectRow(tx, projectId, { isMembershipSynchronized: true })
    const added = await insertMembers(tx, projectId, await listAllGroupUserIds(tx, projectId))
    await appendEvents(tx, [{ kind: 'project.membership_synchronized', ...actorOf(actor), projectId }])
    await invalidate(tx, 'project', projectId)
    await membersChanged(tx, projectId, added, actor, { added, new_members: added })
  },

  /** The archive of the project is imported: the project becomes visible to everybody who may see it. */
  openArchived: async (tx: Tx, projectId: number, actor: Actor): Promise<void> => {
    await updateProjectRow(tx, projectId, { status: 'active' })
    await appendEvents(tx, [{ kind: 'project.opened', ...actorOf(actor), projectId }])
    await invalidate(tx, 'project', projectId)
  },

  /** Deletes a project that still waits for its archive, which frees the name. */
  discardArchived: async (tx: Tx, projectId: number, actor: Actor & { readonly userId: number }): Promise<void> => {
    if (!(await deleteArchivedProject(tx, projectId))) return
    await appendEvents(tx, [{ kind: 'project.discarded', ...actorOf(actor), projectId }])
    await invalidate(tx, 'project', projectId)
    await invalidate(tx, 'membership', actor.userId)
  },

  /** Erases a project and frees its name. The caller erases its artifacts before, and its repositories on the disk afterwards. */
  eraseProject: async (tx: Tx, projectId: number, trackerIds: readonly number[], actor: Actor): Promise<void> => {
    const members = await listMemberIds(tx, projectId)
    await deleteProjectRow(tx, projectId)
    await appendEvents(tx, [{ kind: 'project.erased', ...actorOf(actor), projectId }])
    await invalidate(tx, 'project', projectId)
    await invalidate(tx, 'user_group', projectId)
    await invalidateMany(tx, 'membership', members)
    await invalidate(tx, 'project_trackers', projectId)
    await invalidateMany(tx, 'tracker', trackerIds)
  },

  /** Existing members stay. */
  stopSynchronizingMembership: async (tx: Tx, projectId: number, actor: Actor): Promise<void> => {
    await updateProjectRow(tx, projectId, { isMembershipSynchronized: false })
    await appendEvents(tx, [{ kind: 'project.membership_no_longer_synchronized', ...actorOf(actor), projectId }])
    await invalidate(tx, 'project', projectId)
  },

  setBanner: async (tx: Tx, projectId: number, message: string | null, actor: Actor): Promise<void> => {
    await updateProjectRow(tx, projectId, { banner: message })
    await appendEvents(tx, [{ kind: 'project.banner_changed', ...actorOf(actor), projectId, payload: { message } }])
    await invalidate(tx, 'project', projectId)
  },

  /** Forbids types of the platform in the project. */
  disableLinkTypes: async (tx: Tx, projectId: number, names: readonly string[], actor: Actor): Promise<void> => {
    if (names.length === 0) return
    await insertDisabledLinkTypes(tx, projectId, names)
    await appendEvents(tx, [{ kind: 'project.link_types_disabled', ...actorOf(actor), projectId, payload: { names } }])
    await invalidate(tx, 'project', projectId)
  },

  /** Stores a section of an archive for another component, which imports it later (import.md §7, §8). */
  deferSection: (tx: Tx, projectId: number, section: string, content: unknown): Promise<void> =>
    insertDeferredSection(tx, projectId, section, content),
} as const

export type ProjectWrites = typeof projectWrites

/** import.md §2.2, projects.md §6: why a static group cannot have this name; undefined if it can. */
export const userGroupNameFault = (name: string): string | undefined => {
  if (name === '') return 'A user group needs a name'
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    return 'The name of a user group is made of letters without accents, digits, underscores and hyphens'
  return undefined
}

/** Every service of the catalogue in the given state, or else in its default state. */
export const catalogueStates = (states: ReadonlyMap<string, boolean>) =>
  catalogue.map((service, index) => ({
    shortName: service.shortName,
    label: service.label,
    icon: service.icon,
    rank: index + 1,
    isEnabled:
      alwaysEnabled.includes(service.shortName) || (states.get(service.shortName) ?? service.isEnabledByDefault),
  }))

/** Splits off restricted accounts, which cannot be members of a private-wo-restr project (projects.md §1). */
const splitRefused = async (
  tx: Tx,
  access: ProjectAccess,
  userIds: readonly number[],
): Promise<{ accepted: number[]; refused: number[] }> => {
  if (access !== 'private-wo-restr') return { accepted: [...userIds], refused: [] }
  const statuses = await listStatuses(tx, userIds)
  return {
    accepted: userIds.filter(id => statuses.get(id) !== 'R'),
    refused: userIds.filter(id => statuses.get(id) === 'R'),
  }
}

/** Invalidates the rights of these accounts in the project on every process, and writes the event. */
export const membersChanged = async (
  tx: Tx,
  projectId: number,
  userIds: readonly number[],
  actor: Actor,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> => {
  if (userIds.length === 0) return
  await appendEvents(tx, [{ kind: 'user_group.members_changed', ...actorOf(actor), projectId, payload }])
  await invalidate(tx, 'user_group', projectId)
  await invalidateMany(tx, 'membership', userIds)
}
