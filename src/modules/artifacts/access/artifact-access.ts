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
import { assigneeIds } from '../model/assignees.ts'
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
  /** Accounts in the contributor field, if the caller knows them; otherwise they are read when they decide. */
  readonly assigneeIds?: readonly number[]
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

export const createArtifactAccess = (dependencies: AccessDependencies): ArtifactAccess =>
  new CachedArtifactAccess(dependencies)

class CachedArtifactAccess implements ArtifactAccess {
  readonly #users: AccessDependencies['users']
  readonly #projects: AccessDependencies['projects']
  readonly #trackers: AccessDependencies['trackers']
  readonly #findArtifact: AccessDependencies['findArtifact']
  readonly #findDocuments: AccessDependencies['findDocuments']
  readonly #rightsByViewer = new WeakMap<Viewer, WeakMap<Tracker, EffectiveRights>>()

  constructor({ users, projects, trackers, findArtifact, findDocuments }: AccessDependencies) {
    this.#users = users
    this.#projects = projects
    this.#trackers = trackers
    this.#findArtifact = findArtifact
    this.#findDocuments = findDocuments
  }

  readonly #groupsOfUser = async (userId: number, project: Project): Promise<ReadonlySet<UserGroupId>> => {
    const user = await this.#users.get(userId)
    return user ? this.#projects.groupsOfUser(user, project) : new Set()
  }

  readonly #canViewBySubmitterOrAssignees = async (
    context: ArtifactContext,
    subject: AccessSubject,
    assignees: readonly number[],
  ): Promise<boolean> => {
    const { project, rights } = context
    const people = {
      submitterGroups: await this.#groupsOfUser(subject.submittedBy, project),
      assigneesGroups: await Promise.all(assignees.map(userId => this.#groupsOfUser(userId, project))),
    }
    return canViewArtifact(rights, subject, people) === true
  }

  readonly #contextOf = async (viewer: Viewer, artifact: ArtifactWithLinks): Promise<ArtifactContext> => {
    const tracker = this.#trackers.peek(artifact.trackerId) ?? (await this.#trackers.get(artifact.trackerId))
    if (!tracker) throw noSuchArtifact()
    const project = this.#projects.peek(artifact.projectId) ?? (await this.#projects.get(artifact.projectId))
    if (!project) throw noSuchArtifact()
    return { project, tracker, rights: this.rightsIn(viewer, tracker) }
  }

  readonly #requireOpenProject = (viewer: Viewer, { project }: ArtifactContext): void => {
    if (project.status === 'suspended' && !viewer.isSiteAdministrator)
      throw new Forbidden('The project is suspended', { reason: 'project.suspended' })
    if (!this.#projects.canAccess(viewer, project)) throw new Forbidden('', { reason: 'permission.tracker' })
  }

  readonly #requirePresentTracker = ({ tracker }: ArtifactContext): void => {
    if (tracker.isDeleted) throw new Forbidden('', { reason: 'permission.tracker' })
  }

  readonly #requireVisible = async (context: ArtifactContext, artifact: ArtifactWithLinks): Promise<void> => {
    const isVisible =
      canViewArtifact(context.rights, artifact) ??
      (await this.#canViewBySubmitterOrAssignees(context, artifact, assigneeIds(context.tracker, artifact.document)))
    if (!isVisible) throw new Forbidden('', { reason: 'permission.tracker' })
  }

  // Viewers and cached trackers are immutable, so the rights of a viewer in a tracker are computed once.
  readonly rightsIn = (viewer: Viewer, tracker: Tracker): EffectiveRights => {
    let byTracker = this.#rightsByViewer.get(viewer)
    if (!byTracker) this.#rightsByViewer.set(viewer, (byTracker = new WeakMap()))
    let rights = byTracker.get(tracker)
    if (!rights) {
      rights = { ...artifactRule(viewer, tracker), isSiteAdministrator: viewer.isSiteAdministrator }
      byTracker.set(tracker, rights)
    }
    return rights
  }

  readonly requireViewable: ArtifactAccess['requireViewable'] = async (viewer, artifact) => {
    const context = await this.#contextOf(viewer, artifact)
    this.#requireOpenProject(viewer, context)
    this.#requirePresentTracker(context)
    await this.#requireVisible(context, artifact)
    return context
  }

  readonly viewChecks: ArtifactAccess['viewChecks'] = async (viewer, artifact) => {
    const context = await this.#contextOf(viewer, artifact)
    return {
      context,
      checks: [
        { name: 'project', require: () => this.#requireOpenProject(viewer, context) },
        { name: 'tracker', require: () => this.#requirePresentTracker(context) },
        { name: 'artifact', require: () => this.#requireVisible(context, artifact) },
      ],
    }
  }

  readonly getViewable: ArtifactAccess['getViewable'] = async (viewer, id) => {
    const artifact = await this.#findArtifact(id)
    if (!artifact) throw noSuchArtifact()
    return { artifact, context: await this.requireViewable(viewer, artifact) }
  }

  readonly findContext: ArtifactAccess['findContext'] = (viewer, artifact) => {
    const tracker = this.#trackers.peek(artifact.trackerId)
    const project = this.#projects.peek(artifact.projectId)
    if (!tracker || !project || tracker.isDeleted || !this.#projects.canAccess(viewer, project)) return undefined
    if (project.status === 'suspended') return undefined
    const context = { project, tracker, rights: this.rightsIn(viewer, tracker) }
    return canViewArtifact(context.rights, artifact) === true ? context : undefined
  }

  readonly isDecidableWithoutDocument: ArtifactAccess['isDecidableWithoutDocument'] = (viewer, subjects) =>
    subjects.every(subject => {
      const tracker = this.#trackers.peek(subject.trackerId)
      return tracker !== undefined && canViewArtifact(this.rightsIn(viewer, tracker), subject) !== undefined
    })

  readonly requireWritable: ArtifactAccess['requireWritable'] = ({ project }) => this.#projects.requireWritable(project)

  readonly visibleContexts: ArtifactAccess['visibleContexts'] = async (viewer, subjects) => {
    const visible = new Map<number, ArtifactContext>()
    if (subjects.length === 0) return visible
    const trackerById = await this.#trackers.getMany(subjects.map(subject => subject.trackerId))
    const projectById = await this.#projects.getMany([...trackerById.values()].map(tracker => tracker.projectId))
    const undecided: { context: ArtifactContext; subject: AccessSubject }[] = []
    for (const subject of subjects) {
      const tracker = trackerById.get(subject.trackerId)
      const project = tracker && projectById.get(tracker.projectId)
      if (!tracker || !project || tracker.isDeleted || !this.#projects.canAccess(viewer, project)) continue
      const context = { project, tracker, rights: this.rightsIn(viewer, tracker) }
      const isVisible = canViewArtifact(context.rights, subject)
      if (isVisible === undefined) undecided.push({ context, subject })
      else if (isVisible) visible.set(subject.id, context)
    }
    if (undecided.length === 0) return visible
    const unread = undecided.filter(({ subject }) => !subject.assigneeIds).map(({ subject }) => subject.id)
    const documents = unread.length > 0 ? await this.#findDocuments(unread) : new Map<number, ArtifactDocument>()
    for (const { context, subject } of undecided) {
      const document = documents.get(subject.id)
      const assignees = subject.assigneeIds ?? (document && assigneeIds(context.tracker, document))
      if (assignees && (await this.#canViewBySubmitterOrAssignees(context, subject, assignees)))
        visible.set(subject.id, context)
    }
    return visible
  }
}
