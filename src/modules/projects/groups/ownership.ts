import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import type { User, UserReference, UsersModule, Viewer } from '../../users/index.ts'
import type { Project } from '../model/project.ts'
import { canManageProjects, noSuchProject } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { lockProject, listMemberRows, updateProjectRow } from '../store/write-projects.store.ts'
import { actorOf } from '../store/write-projects.ts'

const requireManaged = async (queries: ProjectQueries, viewer: Viewer, projectId: number): Promise<Project> => {
  const project = await queries.get(projectId)
  if (!project || project.status === 'archive') throw noSuchProject()
  if (!canManageProjects(viewer))
    throw new Forbidden('Only those who manage the projects of the platform see and set their owner', {
      reason: 'permission.admin',
    })
  return project
}

/** projects.md §7. Undefined if the project has no owner. */
export const getOwner =
  (queries: ProjectQueries, users: Pick<UsersModule, 'get'>) =>
  async (viewer: Viewer, projectId: number): Promise<User | undefined> => {
    const project = await requireManaged(queries, viewer, projectId)
    return project.ownerId === null ? undefined : users.get(project.ownerId)
  }

export const setOwner =
  (db: Db, queries: ProjectQueries, users: Pick<UsersModule, 'resolveUserReference'>) =>
  async (viewer: Viewer, projectId: number, reference: UserReference): Promise<void> => {
    await requireManaged(queries, viewer, projectId)
    const owner = await users.resolveUserReference(reference)
    await inTransaction(db, async tx => {
      if (!(await lockProject(tx, projectId))) throw noSuchProject()
      const members = await listMemberRows(tx, projectId)
      if (!members.some(member => member.userId === owner.id && member.isAdmin))
        throw new Invalid(`${owner.login} is not an administrator of the project`, { reason: 'parameter.range' })
      await updateProjectRow(tx, projectId, { ownerId: owner.id })
      await appendEvents(tx, [
        { kind: 'project.owner_changed', ...actorOf(viewer), projectId, payload: { owner_id: owner.id } },
      ])
      await invalidate(tx, 'project', projectId)
    })
  }
