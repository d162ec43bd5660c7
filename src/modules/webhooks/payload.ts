import type { RepresentedEdit } from '../artifacts/index.ts'
import { isStaticGroup, type MinimalUserGroup, type ProjectsModule } from '../projects/index.ts'
import type { CompleteTrackerRepresentation } from '../trackers/index.ts'
import type { MinimalUser, User, UsersModule } from '../users/index.ts'
import type { Static } from 'typebox'
import type { Action } from './webhooks.store.ts'

/** The body of a webhook call (artifacts.md §13). */
export interface Payload {
  readonly id: number
  readonly action: Action
  readonly user: Static<typeof MinimalUser>
  readonly submitter_user_groups: readonly MinimalUserGroup[]
  readonly current: object
  readonly previous: object | null
  /** Always false: trackers have no custom code. */
  readonly is_custom_code_execution: false
  readonly tracker: CompleteTrackerRepresentation
  /** Only of a change by `POST /batch`. */
  readonly batch_id?: string
}

export interface PayloadDependencies {
  readonly users: UsersModule
  readonly projects: ProjectsModule
}

export const composePayload = async (
  deps: PayloadDependencies,
  edit: RepresentedEdit,
  action: Action,
  batchId: string | undefined,
): Promise<Payload> => {
  const author = edit.authorId === 0 ? undefined : await deps.users.get(edit.authorId)
  return {
    id: edit.artifactId,
    action,
    user: deps.users.representMinimal(author),
    submitter_user_groups: await groupsOf(deps, edit, author),
    current: edit.current,
    previous: edit.previous,
    is_custom_code_execution: false,
    tracker: edit.trackerRepresentation,
    ...(batchId !== undefined && { batch_id: batchId }),
  }
}

/** Groups of the edit's author in the project, by id. */
const groupsOf = async (
  { projects }: PayloadDependencies,
  { project }: RepresentedEdit,
  author: User | undefined,
): Promise<MinimalUserGroup[]> => {
  if (!author) return []
  const own = new Set((await projects.userGroups(project.id)).map(group => group.id))
  const groupIds = [...(await projects.groupsOfUser(author, project))].filter(id => !isStaticGroup(id) || own.has(id))
  return groupIds.sort((left, right) => left - right).map(id => projects.representUserGroup(project.id, id))
}
