import { invalidate, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { faultOf, Invalid } from '../../../platform/errors.ts'
import { requireSame, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import { labelFault } from '../model/project-label.ts'
import type { Project, ProjectAccess } from '../model/project.ts'
import { noSuchProject, requireOrdinaryProject, requireWritable } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { requireAdministrator } from '../read/user-group-access.ts'
import { accessFault } from '../model/visibility.ts'
import {
  lockProject,
  listAllGroupUserIds,
  listMemberRows,
  listStatuses,
  updateProjectRow,
} from '../store/write-projects.store.ts'
import { projectEtag } from '../store/versions.store.ts'
import { actorOf, projectWrites } from '../store/write-projects.ts'

/** Changes that administrators of a project may make to its details. A property that is left out stays as it is. */
export interface ProjectDetails {
  readonly label?: string
  readonly description?: string
  readonly access?: ProjectAccess
  /** For open projects. In a private project membership is always synchronised. */
  readonly isMembershipSynchronized?: boolean
}

interface Dependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly users: Pick<UsersModule, 'getMany'>
  readonly queries: ProjectQueries
}

export const getProjectDetails =
  (queries: ProjectQueries) =>
  async (viewer: Viewer, projectId: number): Promise<Project> => {
    const project = await queries.requireAccess(viewer, projectId)
    requireAdministrator(queries, viewer, project)
    return project
  }

/** Applies all changes or none. Every process uses them from the next request on. */
export const changeProjectDetails =
  ({ db, settings, users, queries }: Dependencies) =>
  async (viewer: Viewer, projectId: number, details: ProjectDetails, precondition: Precondition): Promise<Project> => {
    const project = await queries.requireAccess(viewer, projectId)
    requireAdministrator(queries, viewer, project)
    requireWritable(project)
    requireOrdinaryProject(project.id)
    const faults = [
      ...faultOf('label', details.label === undefined ? undefined : labelFault(details.label)),
      ...faultOf(
        'access',
        details.access === undefined || details.access === project.access
          ? undefined
          : accessFault(details.access, settings.get('access_mode') === 'restricted'),
      ),
    ]
    if (faults.length > 0) throw new Invalid(faults)

    const written = await inTransaction(db, async tx => {
      const locked = await lockProject(tx, project.id)
      if (!locked) throw noSuchProject()
      requireSame(precondition, projectEtag(locked))
      if (details.access === 'private-wo-restr' && locked.access !== 'private-wo-restr')
        await requireNobodyRestricted(tx, users, project.id)
      const { isMembershipSynchronized, ...row } = details
      const changed = (Object.keys(row) as (keyof typeof row)[]).filter(key => row[key] !== project[key])
      if (changed.length > 0) {
        await updateProjectRow(tx, project.id, row)
        await appendEvents(tx, [
          {
            kind: 'project.details_changed',
            ...actorOf(viewer),
            projectId: project.id,
            payload: Object.fromEntries(changed.map(key => [key, { from: project[key], to: row[key] }])),
          },
        ])
      }
      if (isMembershipSynchronized === true && !locked.isMembershipSynchronized)
        await projectWrites.synchronizeMembership(tx, project.id, viewer)
      if (isMembershipSynchronized === false && locked.isMembershipSynchronized)
        await projectWrites.stopSynchronizingMembership(tx, project.id, viewer)
      await invalidate(tx, 'project', project.id)
      return { ...locked, ...row, ...(isMembershipSynchronized !== undefined && { isMembershipSynchronized }) }
    })
    return { ...project, ...written }
  }

const MAX_NAMES_IN_REFUSAL = 10

/** A restricted member could no longer enter a project of this access mode. */
const requireNobodyRestricted = async (
  tx: Tx,
  users: Pick<UsersModule, 'getMany'>,
  projectId: number,
): Promise<void> => {
  const members = (await listMemberRows(tx, projectId)).map(({ userId }) => userId)
  const everybody = [...new Set([...members, ...(await listAllGroupUserIds(tx, projectId))])]
  const statuses = await listStatuses(tx, everybody)
  const restricted = everybody.filter(id => statuses.get(id) === 'R')
  if (restricted.length === 0) return
  const accounts = await users.getMany(restricted.slice(0, MAX_NAMES_IN_REFUSAL))
  const names = [...accounts.values()].map(({ login }) => login).join(', ')
  throw new Invalid(
    `Restricted users are in the project or in its groups and have to be removed before they are shut out: ${names}${restricted.length > MAX_NAMES_IN_REFUSAL ? ' …' : ''}`,
    { reason: 'conflict' },
  )
}
