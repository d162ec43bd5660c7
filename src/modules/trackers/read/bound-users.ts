import type { Db } from '../../../platform/db/db.ts'
import { pseudoField, type Field } from '../../fields/index.ts'
import { ADMINS_GROUP, MEMBERS_GROUP, type ProjectsModule } from '../../projects/index.ts'
import { canSignIn, type User, type UsersModule } from '../../users/index.ts'
import { listDistinctValues } from '../store/trackers.store.ts'

export interface BoundUsers {
  /** Accounts that a list of users offers, by login; none if it offers all users, or is no list of users. */
  boundUsers(field: Field): Promise<readonly User[]>
  /** Whether a list of users offers the account. */
  isBoundUser(field: Field, userId: number): Promise<boolean>
}

const BOUND_GROUP = /^ugroup_(\d+)$/

export const createBoundUsers = (
  db: Db,
  users: Pick<UsersModule, 'getMany'>,
  projects: Pick<ProjectsModule, 'groupMembers'>,
): BoundUsers => {
  /** Ids of one function of a bind; undefined = all users. */
  const idsOf = async (field: Field, name: string): Promise<readonly number[] | undefined> => {
    switch (name) {
      case 'group_members':
        return projects.groupMembers(field.projectId, MEMBERS_GROUP)
      case 'group_admins':
        return projects.groupMembers(field.projectId, ADMINS_GROUP)
      case 'artifact_submitters':
        return listDistinctValues(db.kysely, pseudoField(field.trackerId, 'submitter'))
      case 'artifact_modifiers':
        return listDistinctValues(db.kysely, pseudoField(field.trackerId, 'lastUpdater'))
      default: {
        const number = BOUND_GROUP.exec(name)?.[1]
        return number === undefined ? [] : projects.groupMembers(field.projectId, Number(number))
      }
    }
  }
  /** undefined = all users. */
  const idsOfField = async (field: Field): Promise<ReadonlySet<number> | undefined> => {
    if (field.bind?.type !== 'users') return new Set()
    const lists = await Promise.all(field.bind.functions.map(name => idsOf(field, name)))
    const ids = new Set<number>()
    for (const list of lists) {
      if (!list) return undefined
      for (const id of list) ids.add(id)
    }
    return ids
  }

  return {
    boundUsers: async field => {
      const ids = await idsOfField(field)
      if (!ids || ids.size === 0) return []
      const found = [...(await users.getMany(ids)).values()].filter(canSignIn)
      return found.sort((a, b) => (a.login < b.login ? -1 : 1))
    },
    isBoundUser: async (field, userId) => {
      const user = (await users.getMany([userId])).get(userId)
      if (!user || !canSignIn(user)) return false
      const ids = await idsOfField(field)
      return !ids || ids.has(userId)
    },
  }
}
