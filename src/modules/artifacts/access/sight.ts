import type { Project, ProjectsModule, UserGroupId } from '../../projects/index.ts'
import {
  canViewArtifact,
  type ArtifactOwner,
  type ArtifactPeople,
  type Tracker,
  type TrackersModule,
} from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import { assigneeIds } from '../model/assignees.ts'
import type { ArtifactDocument } from '../model/artifact.ts'
import type { AccessSubject, ArtifactAccess, ArtifactContext } from './artifact-access.ts'

/** All that decides who sees an artifact, loaded once for any number of viewers. */
export interface Sight {
  readonly tracker: Tracker
  readonly project: Project
  readonly owner: ArtifactOwner
  /** Absent if no group sees artifacts by their submitter or assignees. */
  readonly people: ArtifactPeople | undefined
}

export interface Sights {
  /** In the order of the subjects; undefined where tracker or project are gone. */
  load(subjects: readonly AccessSubject[]): Promise<(Sight | undefined)[]>
  /** By artifact id; without artifacts that are gone, or whose tracker or project is gone. */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, Sight>>
  /** The context in which the viewer sees the artifact; undefined if they do not. The rule of `GET /artifacts/{id}`, without a look-up. */
  contextFor(viewer: Viewer, sight: Sight): ArtifactContext | undefined
}

export interface SightDependencies {
  readonly access: Pick<ArtifactAccess, 'rightsIn'>
  readonly users: Pick<UsersModule, 'getMany'>
  readonly projects: Pick<ProjectsModule, 'getMany' | 'canAccess' | 'groupsOfUser'>
  readonly trackers: Pick<TrackersModule, 'getMany'>
  readonly findDocuments: (ids: readonly number[]) => Promise<ReadonlyMap<number, ArtifactDocument>>
  readonly findSubjects: (ids: readonly number[]) => Promise<readonly AccessSubject[]>
}

const NO_GROUPS: ReadonlySet<UserGroupId> = new Set()

export const createSights = (deps: SightDependencies): Sights => ({
  load: subjects => loadSights(deps, subjects),
  find: async ids => {
    const subjects = await deps.findSubjects(ids)
    const sights = await loadSights(deps, subjects)
    return new Map(
      subjects.flatMap(({ id }, index) => {
        const sight = sights[index]
        return sight ? [[id, sight] as const] : []
      }),
    )
  },
  contextFor: (viewer, { tracker, project, owner, people }) => {
    if (tracker.isDeleted || !deps.projects.canAccess(viewer, project)) return undefined
    const rights = deps.access.rightsIn(viewer, tracker)
    return canViewArtifact(rights, owner, people) === true ? { tracker, project, rights } : undefined
  },
})

const loadSights = async (
  deps: SightDependencies,
  subjects: readonly AccessSubject[],
): Promise<(Sight | undefined)[]> => {
  if (subjects.length === 0) return []
  const trackers = await deps.trackers.getMany(subjects.map(({ trackerId }) => trackerId))
  const projects = await deps.projects.getMany([...trackers.values()].map(({ projectId }) => projectId))
  const placed = subjects.map(subject => {
    const tracker = trackers.get(subject.trackerId)
    const project = tracker && projects.get(tracker.projectId)
    return tracker && project ? { subject, tracker, project } : undefined
  })
  const people = await loadPeople(
    deps,
    placed.filter(one => one !== undefined),
  )
  return placed.map(
    one =>
      one && {
        tracker: one.tracker,
        project: one.project,
        owner: one.subject,
        people: people.get(one.subject),
      },
  )
}

interface PlacedSubject {
  readonly subject: AccessSubject
  readonly tracker: Tracker
  readonly project: Project
}

const loadPeople = async (
  { users, projects, findDocuments }: SightDependencies,
  placed: readonly PlacedSubject[],
): Promise<ReadonlyMap<AccessSubject, ArtifactPeople>> => {
  const found = new Map<AccessSubject, ArtifactPeople>()
  const decided = placed.filter(
    ({ tracker }) => tracker.permissions.submitter.size > 0 || tracker.permissions.assignee.size > 0,
  )
  if (decided.length === 0) return found
  const unread = decided.filter(({ subject, tracker }) => !subject.assigneeIds && tracker.permissions.assignee.size > 0)
  const documents = await findDocuments([...new Set(unread.map(({ subject }) => subject.id))])
  const assigneesOf = ({ subject, tracker }: PlacedSubject): readonly number[] =>
    subject.assigneeIds ?? assigneeIds(tracker, documents.get(subject.id) ?? {})
  const accounts = await users.getMany(
    new Set(decided.flatMap(one => [one.subject.submittedBy, ...assigneesOf(one)]).filter(id => id !== 0)),
  )
  for (const one of decided) {
    const groupsOf = async (userId: number): Promise<ReadonlySet<UserGroupId>> => {
      const user = accounts.get(userId)
      return user ? projects.groupsOfUser(user, one.project) : NO_GROUPS
    }
    found.set(one.subject, {
      submitterGroups: await groupsOf(one.subject.submittedBy),
      assigneesGroups: await Promise.all(assigneesOf(one).map(groupsOf)),
    })
  }
  return found
}
