import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { requireSame, type Precondition } from '../../../platform/http/headers/conditional.ts'
import { decode, type Origin } from '../../../platform/http/request/decode.ts'
import { canSignIn, UserReference, type User, type UsersModule, type Viewer } from '../../users/index.ts'
import { isMembershipSynchronized, PLATFORM_PROJECT_ID, type Project } from '../model/project.ts'
import { noSuchProject } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { requireAdministeredGroup } from '../read/user-group-access.ts'
import { ADMINS_GROUP, isStaticGroup, MEMBERS_GROUP, type UserGroupId } from '../model/user-group.ts'
import {
  clearAdministrators,
  deleteGroupMembers,
  deleteMembers,
  insertGroupMembers,
  insertMembers,
  lockProject,
  listGroupUserIds,
  listMemberRows,
} from '../store/write-projects.store.ts'
import { userGroupEtag } from '../store/versions.store.ts'
import { membersChanged } from '../store/write-projects.ts'

/** The undecoded request body: rights are checked before the references are read (projects.md §6). */
export interface ReferenceList {
  readonly list: readonly unknown[]
  readonly origin: Origin
}

/** Returns the `Etag` of the group after the change. */
export const replaceUserGroupMembers =
  (db: Db, queries: ProjectQueries, users: Pick<UsersModule, 'resolveUserReferences'>) =>
  async (viewer: Viewer, id: string, references: ReferenceList, precondition: Precondition): Promise<string> => {
    const { groupId, project } = await requireAdministeredGroup(queries, viewer, id, { isWriting: true })
    requireChangeableGroup(groupId)
    const wanted = await users.resolveUserReferences(parseReferences(references))
    return inTransaction(db, async tx => {
      const locked = await lockProject(tx, project.id)
      if (!locked) throw noSuchProject()
      requireSame(precondition, await userGroupEtag(tx, project.id, groupId))
      requireAdmissible(wanted, { id: project.id, access: locked.access }, groupId)
      const change: MembersChange = { tx, viewer, projectId: project.id, groupId, wanted }
      if (groupId === MEMBERS_GROUP) await replaceMembers(change)
      else if (groupId === ADMINS_GROUP) await replaceAdministrators(change, locked.ownerId)
      else await replaceGroupMembers(change, isMembershipSynchronized(locked))
      return userGroupEtag(tx, project.id, groupId)
    })
  }

/** The other dynamic groups are flags of members, which only imports set. */
export const isChangeableGroup = (groupId: UserGroupId): boolean =>
  groupId === MEMBERS_GROUP || groupId === ADMINS_GROUP || isStaticGroup(groupId)

export const requireChangeableGroup = (groupId: UserGroupId): void => {
  if (isChangeableGroup(groupId)) return
  throw new Invalid(
    'The members of this user group cannot be replaced: only those of members, administrators and static groups',
    { reason: 'parameter.range' },
  )
}

export const requireAdmissible = (
  users: readonly User[],
  project: Pick<Project, 'id' | 'access'>,
  groupId: UserGroupId,
): void => {
  const restricted = users.find(user => user.status === 'R')
  if (restricted && project.access === 'private-wo-restr')
    throw new Invalid(`${restricted.login} is a restricted user, and the project takes none`, { reason: 'conflict' })
  // users.md §4: nobody is both a restricted user and a site administrator.
  if (restricted && project.id === PLATFORM_PROJECT_ID && groupId === ADMINS_GROUP)
    throw new Invalid(`${restricted.login} is a restricted user, who cannot administer the platform`, {
      reason: 'conflict',
    })
}

const keys = ['id', 'username', 'email', 'ldap_id'] as const

const parseReferences = ({ list, origin }: ReferenceList): UserReference[] => {
  const kinds = new Set<string>()
  return list.map((item, index) => {
    const name = `user_references[${index}]`
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      throw new Invalid(`\`${name}\` is to be an object with one of the keys ${keys.join(', ')}`, {
        reason: 'parameter.type',
        parameter: name,
      })
    const given = keys.filter(key => Object.hasOwn(item, key))
    if (given.length !== 1)
      throw new Invalid(`\`${name}\` is to have exactly one of the keys ${keys.join(', ')}`, {
        reason: 'parameter.range',
        parameter: name,
      })
    for (const key of given) kinds.add(key)
    if (kinds.size > 1)
      throw new Invalid('All references of `user_references` are to be of the same kind', { reason: 'parameter.range' })
    return decode(UserReference, item, origin, name)
  })
}

interface MembersChange {
  readonly tx: Tx
  readonly viewer: Viewer
  readonly projectId: number
  readonly groupId: UserGroupId
  readonly wanted: readonly User[]
}

const without = (ids: readonly number[], others: Iterable<number>): number[] => {
  const set = new Set(others)
  return ids.filter(id => !set.has(id))
}
/** Accounts that cannot sign in keep their membership and are not added anywhere. */
const additions = (wanted: readonly User[], current: readonly number[]): number[] =>
  without([...new Set(wanted.filter(canSignIn).map(user => user.id))], current)
const idsOf = (users: readonly User[]): number[] => users.map(user => user.id)

/** Administrators stay members even if the list leaves them out. */
const replaceMembers = async ({ tx, viewer, projectId, wanted }: MembersChange): Promise<void> => {
  const members = await listMemberRows(tx, projectId)
  const added = additions(
    wanted,
    members.map(member => member.userId),
  )
  const removed = without(
    members.filter(member => !member.isAdmin).map(member => member.userId),
    idsOf(wanted),
  )
  await insertMembers(tx, projectId, added)
  await deleteMembers(tx, projectId, removed)
  await membersChanged(tx, projectId, [...added, ...removed], viewer, { user_group_id: MEMBERS_GROUP, added, removed })
}

/** New administrators become members; former administrators stay members. */
const replaceAdministrators = async (
  { tx, viewer, projectId, wanted }: MembersChange,
  ownerId: number | null,
): Promise<void> => {
  const current = (await listMemberRows(tx, projectId)).filter(member => member.isAdmin).map(member => member.userId)
  const added = additions(wanted, current)
  const removed = without(current, idsOf(wanted))
  if (ownerId !== null && removed.includes(ownerId)) throw ownerRefusal()
  // Accounts that cannot sign in may stay on the list, but do not count as administrators of the project.
  if (!wanted.some(canSignIn) && (removed.length > 0 || current.length === 0)) throw lastAdministratorRefusal()
  await insertMembers(tx, projectId, added, { isAdmin: true })
  await clearAdministrators(tx, projectId, removed)
  await membersChanged(tx, projectId, [...added, ...removed], viewer, { user_group_id: ADMINS_GROUP, added, removed })
}

export const ownerRefusal = (): Invalid =>
  new Invalid('The project owner cannot be removed from the administrators of the project', { reason: 'conflict' })
export const lastAdministratorRefusal = (): Invalid =>
  new Invalid('A project needs an administrator: the last one cannot be removed', { reason: 'conflict' })

/** With membership synchronisation the added users also become members of the project. */
const replaceGroupMembers = async (
  { tx, viewer, projectId, groupId, wanted }: MembersChange,
  isSynchronized: boolean,
): Promise<void> => {
  const current = await listGroupUserIds(tx, groupId)
  const added = additions(wanted, current)
  const removed = without(current, idsOf(wanted))
  await insertGroupMembers(tx, groupId, added)
  await deleteGroupMembers(tx, groupId, removed)
  const newMembers = isSynchronized ? await insertMembers(tx, projectId, added) : []
  await membersChanged(tx, projectId, [...added, ...removed], viewer, {
    user_group_id: groupId,
    added,
    removed,
    new_members: newMembers,
  })
}
