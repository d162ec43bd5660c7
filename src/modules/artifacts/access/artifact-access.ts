import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Project, ProjectsModule, UserGroupId } from '../../projects/index.ts'
import {
  artifactRule,
  canViewArtifact,
  type ArtifactOwner,
  type Tracker,
  type TrackersModule,
} from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import type { EffectiveRights } from '../model/artifacts.permissions.ts'
import type { Check } from './checks.ts'

/** Project and tracker of an artifact, with the viewer's rights in the tracker. */
export interface ArtifactContext {
  readonly project: Project
  readonly tracker: Tracker
  readonly rights: EffectiveRights
}

/** The data of an artifact, or of the end of a link, on which the right to see it depends. */
export interface AccessSubject extends ArtifactOwner {
  readonly id: number
  readonly trackerId: number
}

export interface ArtifactAccess {
  /** Throws Forbidden or NotFound according to the table of artifacts.md §1.1. */
  requireViewable(viewer: Viewer, artifact: ArtifactWithLinks): Promise<ArtifactContext>
  /** The checks of `requireViewable` one by one, in its order. */
  viewChecks(
    viewer: Viewer,
    artifact: ArtifactWithLinks,
  ): Promise<{ readonly context: ArtifactContext; readonly checks: readonly Check<void | Promise<void>>[] }>
  /** Reads an artifact that the viewer may see, in one round trip; throws NotFound or Forbidden otherwise. */
  getViewable(
    viewer: Viewer,
    id: number,
  ): Promise<{ readonly artifact: ArtifactWithLinks; readonly context: ArtifactContext }>
  /** Call after `requireViewable`. No user writes in a suspended project. */
  requireWritable(context: ArtifactContext): void
  /** Contexts of the subjects that the viewer may see, by id: few look-ups for many subjects. */
  visibleContexts(viewer: Viewer, subjects: readonly AccessSubject[]): Promise<ReadonlyMap<number, ArtifactContext>>
  rightsIn(viewer: Viewer, tracker: Tracker): EffectiveRights
  /** The context of an artifact, if memory alone shows that the viewer may see it; if undefined, the caller must use `requireViewable`. */
  findContext(viewer: Viewer, artifact: AccessSubject & { readonly projectId: number }): ArtifactContext | undefined
  /** Whether rows and caches decide for each subject if the viewer may see it, without its document. */
  isDecidableWithoutDocument(viewer: Viewer, subjects: readonly AccessSubject[]): boolean
}

export interface AccessDependencies {
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly findArtifact: (id: number) => Promise<ArtifactWithLinks | undefined>
  /** Documents by id, for trackers whose assignees may see artifacts that others may not. */
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
  const rightsByViewer = new WeakMap<Viewer, WeakMap<Tracker, EffectiveRights>>()

  // Viewers and cached trackers are immutable, so the rights of a viewer in a tracker are computed once.
  const rightsIn = (viewer: Viewer, tracker: Tracker): EffectiveRights => {
    let byTracker = rightsByViewer.get(viewer)
    if (!byTracker) rightsByViewer.set(viewer, (byTracker = new WeakMap()))
    let rights = byTracker.get(tracker)
    if (!rights) {
      rights = { ...artifactRule(viewer, tracker), isSiteAdministrator: viewer.isSiteAdministrator }
      byTracker.set(tracker, rights)
    }
    return rights
  }

  const groupsOfUser = async (userId: number, project: Project): Promise<ReadonlySet<UserGroupId>> => {
    const user = await users.get(userId)
    return user ? projects.groupsOfUser(user, project) : new Set()
  }

  const canViewBySubmitterOrAssignees = async (
    context: ArtifactContext,
    subject: AccessSubject,
    document: ArtifactDocument,
  ): Promise<boolean> => {
    const { project, tracker, rights } = context
    const contributorFieldId = tracker.semantics.contributor?.fieldId
    const stored = contributorFieldId === undefined ? undefined : document[contributorFieldId]
    const assignees = Array.isArray(stored) ? stored.filter(id => typeof id === 'number') : []
    const people = {
      submitterGroups: await groupsOfUser(subject.submittedBy, project),
      assigneesGroups: await Promise.all(assignees.map(userId => groupsOfUser(userId, project))),
    }
    return canViewArtifact(rights, subject, people) === true
  }

  const contextOf = async (viewer: Viewer, artifact: ArtifactWithLinks): Promise<ArtifactContext> => {
    const tracker = trackers.peek(artifact.trackerId) ?? (await trackers.get(artifact.trackerId))
    if (!tracker) throw noSuchArtifact()
    const project = projects.peek(artifact.projectId) ?? (await projects.get(artifact.projectId))
    if (!project) throw noSuchArtifact()
    return { project, tracker, rights: rightsIn(viewer, tracker) }
  }

  const requireOpenProject = (viewer: Viewer, { project }: ArtifactContext): void => {
    if (project.status === 'suspended' && !viewer.isSiteAdministrator)
      throw new Forbidden('The project is suspended', { reason: 'project.suspended' })
    if (!projects.canAccess(viewer, project)) throw new Forbidden('', { reason: 'permission.tracker' })
  }

  const requirePresentTracker = ({ tracker }: ArtifactContext): void => {
    if (tracker.isDeleted) throw new Forbidden('', { reason: 'permission.tracker' })
  }

  const requireVisible = async (context: ArtifactContext, artifact: ArtifactWithLinks): Promise<void> => {
    const isVisible =
      canViewArtifact(context.rights, artifact) ??
      (await canViewBySubmitterOrAssignees(context, artifact, artifact.document))
    if (!isVisible) throw new Forbidden('', { reason: 'permission.tracker' })
  }

  const requireViewable: ArtifactAccess['requireViewable'] = async (viewer, artifact) => {
    const context = await contextOf(viewer, artifact)
    requireOpenProject(viewer, context)
    requirePresentTracker(context)
    await requireVisible(context, artifact)
    return context
  }

  return {
    rightsIn,

    requireViewable,

    viewChecks: async (viewer, artifact) => {
      const context = await contextOf(viewer, artifact)
      return {
        context,
        checks: [
          { name: 'project', require: () => requireOpenProject(viewer, context) },
          { name: 'tracker', require: () => requirePresentTracker(context) },
          { name: 'artifact', require: () => requireVisible(context, artifact) },
        ],
      }
    },

    getViewable: async (viewer, id) => {
      const artifact = await findArtifact(id)
      if (!artifact) throw noSuchArtifact()
      return { artifact, context: await requireViewable(viewer, artifact) }
    },

    findContext: (viewer, artifact) => {
      const tracker = trackers.peek(artifact.trackerId)
      const project = projects.peek(artifact.projectId)
      if (!tracker || !project || tracker.isDeleted || !projects.canAccess(viewer, project)) return undefined
      if (project.status === 'suspended') return undefined
      const context = { project, tracker, rights: rightsIn(viewer, tracker) }
      return canViewArtifact(context.rights, artifact) === true ? context : undefined
    },

    isDecidableWithoutDocument: (viewer, subjects) =>
      subjects.every(subject => {
        const tracker = trackers.peek(subject.trackerId)
        return tracker !== undefined && canViewArtifact(rightsIn(viewer, tracker), subject) !== undefined
      }),

    requireWritable: ({ project }) => projects.requireWritable(project),

    visibleContexts: async (viewer, subjects) => {
      const visible = new Map<number, ArtifactContext>()
      if (subjects.length === 0) return visible
      const trackerById = await trackers.getMany(subjects.map(subject => subject.trackerId))
      const projectById = await projects.getMany([...trackerById.values()].map(tracker => tracker.projectId))
      const undecided: { context: ArtifactContext; subject: AccessSubject }[] = []
      for (const subject of subjects) {
        const tracker = trackerById.get(subject.trackerId)
        const project = tracker && projectById.get(tracker.projectId)
        if (!tracker || !project || tracker.isDeleted || !projects.canAccess(viewer, project)) continue
        const context = { project, tracker, rights: rightsIn(viewer, tracker) }
        const isVisible = canViewArtifact(context.rights, subject)
        if (isVisible === undefined) undecided.push({ context, subject })
        else if (isVisible) visible.set(subject.id, context)
      }
      if (undecided.length === 0) return visible
      const documents = await findDocuments(undecided.map(({ subject }) => subject.id))
      for (const { context, subject } of undecided) {
        const document = documents.get(subject.id)
        if (document && (await canViewBySubmitterOrAssignees(context, subject, document)))
          visible.set(subject.id, context)
      }
      return visible
    },
  }
}
