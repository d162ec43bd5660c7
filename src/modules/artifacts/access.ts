import { Forbidden, NotFound } from '../../platform/errors.ts'
import type { Project, ProjectsModule, UserGroupId } from '../projects/index.ts'
import {
  artifactRule,
  canViewArtifact,
  type ArtifactOwner,
  type Tracker,
  type TrackersModule,
} from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import type { ArtifactDocument, ArtifactWithLinks } from './artifact.ts'
import type { Standing } from './artifacts.permissions.ts'

/** Where an artifact is, and what the viewer is there. */
export interface Place {
  readonly project: Project
  readonly tracker: Tracker
  readonly standing: Standing
}

/** An artifact, or the end of a link, as far as the right to see it goes. */
export interface Subject extends ArtifactOwner {
  readonly id: number
  readonly trackerId: number
}

export interface ArtifactAccess {
  /** Throws Forbidden or NotFound as the table of artifacts.md §1.1 says. */
  requireViewable(viewer: Viewer, artifact: ArtifactWithLinks): Promise<Place>
  /** Reads an artifact that the viewer may see: one round trip; NotFound or Forbidden otherwise. */
  getViewable(viewer: Viewer, id: number): Promise<{ readonly artifact: ArtifactWithLinks; readonly place: Place }>
  /** After `requireViewable`: nothing is written in a suspended project, by nobody. */
  requireWritable(place: Place): void
  /** Where those among the subjects are that the viewer may see, by id: few look-ups for many subjects. */
  visiblePlaces(viewer: Viewer, subjects: readonly Subject[]): Promise<ReadonlyMap<number, Place>>
  standingIn(viewer: Viewer, tracker: Tracker): Standing
  /** The place of an artifact that the viewer may surely see; undefined = ask `requireViewable`. Nothing but memory is asked. */
  findPlace(viewer: Viewer, artifact: Subject & { readonly projectId: number }): Place | undefined
  /** Whether rows and caches alone tell for each of these if the viewer may see it: no document is needed. */
  isSeenByRow(viewer: Viewer, subjects: readonly Subject[]): boolean
}

export interface AccessDependencies {
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly findArtifact: (id: number) => Promise<ArtifactWithLinks | undefined>
  /** Documents by id, for trackers where assignees may see what others may not. */
  readonly findDocuments: (ids: readonly number[]) => Promise<ReadonlyMap<number, ArtifactDocument>>
}

export const noSuchArtifact = (): NotFound => new NotFound('Artifact does not exist')

export const createArtifactAccess = ({
  users,
  projects,
  trackers,
  findArtifact,
  findDocuments,
}: AccessDependencies): ArtifactAccess => {
  const standings = new WeakMap<Viewer, WeakMap<Tracker, Standing>>()

  // A viewer and a cached tracker never change, so what one is in the other is worked out once.
  const standingIn = (viewer: Viewer, tracker: Tracker): Standing => {
    let byTracker = standings.get(viewer)
    if (!byTracker) standings.set(viewer, (byTracker = new WeakMap()))
    let standing = byTracker.get(tracker)
    if (!standing) {
      standing = { ...artifactRule(viewer, tracker), isSiteAdministrator: viewer.isSiteAdministrator }
      byTracker.set(tracker, standing)
    }
    return standing
  }

  const groupsOfUser = async (userId: number, project: Project): Promise<ReadonlySet<UserGroupId>> => {
    const user = await users.get(userId)
    return user ? projects.groupsOfUser(user, project) : new Set()
  }

  const canViewByItsPeople = async (place: Place, subject: Subject, document: ArtifactDocument): Promise<boolean> => {
    const { project, tracker, standing } = place
    const contributorFieldId = tracker.semantics.contributor?.fieldId
    const stored = contributorFieldId === undefined ? undefined : document[contributorFieldId]
    const assignees = Array.isArray(stored) ? stored.filter(id => typeof id === 'number') : []
    const people = {
      submitterGroups: await groupsOfUser(subject.submittedBy, project),
      assigneesGroups: await Promise.all(assignees.map(userId => groupsOfUser(userId, project))),
    }
    return canViewArtifact(standing, subject, people) === true
  }

  const requireViewable: ArtifactAccess['requireViewable'] = async (viewer, artifact) => {
    const tracker = trackers.peek(artifact.trackerId) ?? (await trackers.get(artifact.trackerId))
    if (!tracker) throw noSuchArtifact()
    const project = projects.peek(artifact.projectId) ?? (await projects.get(artifact.projectId))
    if (!project) throw noSuchArtifact()
    if (project.status === 'suspended' && !viewer.isSiteAdministrator)
      throw new Forbidden('The project is suspended', { reason: 'project.suspended' })
    if (tracker.isDeleted || !projects.canAccess(viewer, project))
      throw new Forbidden('', { reason: 'permission.tracker' })
    const place = { project, tracker, standing: standingIn(viewer, tracker) }
    const isVisible =
      canViewArtifact(place.standing, artifact) ?? (await canViewByItsPeople(place, artifact, artifact.document))
    if (!isVisible) throw new Forbidden('', { reason: 'permission.tracker' })
    return place
  }

  return {
    standingIn,

    requireViewable,

    getViewable: async (viewer, id) => {
      const artifact = await findArtifact(id)
      if (!artifact) throw noSuchArtifact()
      return { artifact, place: await requireViewable(viewer, artifact) }
    },

    findPlace: (viewer, artifact) => {
      const tracker = trackers.peek(artifact.trackerId)
      const project = projects.peek(artifact.projectId)
      if (!tracker || !project || tracker.isDeleted || !projects.canAccess(viewer, project)) return undefined
      if (project.status === 'suspended') return undefined
      const place = { project, tracker, standing: standingIn(viewer, tracker) }
      return canViewArtifact(place.standing, artifact) === true ? place : undefined
    },

    isSeenByRow: (viewer, subjects) =>
      subjects.every(subject => {
        const tracker = trackers.peek(subject.trackerId)
        return tracker !== undefined && canViewArtifact(standingIn(viewer, tracker), subject) !== undefined
      }),

    requireWritable: ({ project }) => projects.requireWritable(project),

    visiblePlaces: async (viewer, subjects) => {
      const visible = new Map<number, Place>()
      if (subjects.length === 0) return visible
      const trackerById = await trackers.getMany(subjects.map(subject => subject.trackerId))
      const projectById = await projects.getMany([...trackerById.values()].map(tracker => tracker.projectId))
      const undecided: { place: Place; subject: Subject }[] = []
      for (const subject of subjects) {
        const tracker = trackerById.get(subject.trackerId)
        const project = tracker && projectById.get(tracker.projectId)
        if (!tracker || !project || tracker.isDeleted || !projects.canAccess(viewer, project)) continue
        const place = { project, tracker, standing: standingIn(viewer, tracker) }
        const isVisible = canViewArtifact(place.standing, subject)
        if (isVisible === undefined) undecided.push({ place, subject })
        else if (isVisible) visible.set(subject.id, place)
      }
      if (undecided.length === 0) return visible
      const documents = await findDocuments(undecided.map(({ subject }) => subject.id))
      for (const { place, subject } of undecided) {
        const document = documents.get(subject.id)
        if (document && (await canViewByItsPeople(place, subject, document))) visible.set(subject.id, place)
      }
      return visible
    },
  }
}
