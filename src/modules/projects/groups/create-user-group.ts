import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { requireWritable } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { requireAdministrator } from '../read/user-group-access.ts'
import { builtInGroup } from '../read/user-group.representation.ts'
import { userGroupEtag } from '../store/versions.store.ts'
import { projectWrites } from '../store/write-projects.ts'
import type { ChangedUserGroup } from './change-user-group.ts'

export interface CreateUserGroup {
  readonly projectId: number
  readonly name: string
  readonly description: string
}

/** projects.md §6: creates an empty static group. */
export const createUserGroup =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, input: CreateUserGroup): Promise<ChangedUserGroup> => {
    const project = await queries.requireAccess(viewer, input.projectId)
    requireAdministrator(queries, viewer, project)
    requireWritable(project)
    if (builtInGroup(input.name.toLowerCase()) !== undefined)
      throw new Invalid(`The project has a user group named ${input.name} already`, { reason: 'conflict' })
    const { name, description } = input
    return inTransaction(db, async tx => {
      const id = await projectWrites.createUserGroup(tx, project.id, { name, description }, viewer)
      const group = { id, projectId: project.id, name, description }
      return { project, group, etag: await userGroupEtag(tx, project.id, id) }
    })
  }
