import type { Project } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { CompleteTrackerRepresentation, Tracker } from '../../trackers/index.ts'
import { anonymous, type Viewer } from '../../users/index.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import { preloadNames, type ReadDependencies } from '../read/read-artifacts.ts'
import { authorsOf, commentsIn, replayHistory, relatedDataAt, writeChangeset } from './changeset.representation.ts'
import { accessByProject } from '../access/access-by-project.ts'
import type { ReferenceSource } from '../represent/related-data.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'

/** An edit with all its data, for programs that the administrators of the tracker have chosen. */
export interface RepresentedEdit {
  readonly artifactId: number
  readonly project: Project
  readonly tracker: Tracker
  /** 0 = anonymous. */
  readonly authorId: number
  /** In the form of GET /artifacts/{id}/changesets (artifacts.md §9), with every field. */
  readonly current: object
  readonly previous: object | null
  readonly trackerRepresentation: CompleteTrackerRepresentation
}

/** undefined: the artifact no longer exists. */
export type RepresentEdit = (artifactId: number, changesetId: number) => Promise<RepresentedEdit | undefined>

/** A technical viewer without account who sees every artifact and field. */
const allSeeingViewer: Viewer = { ...anonymous, isAnonymous: false, isSiteAdministrator: true, means: 'job' }

/** A user with an account who belongs to no project. */
const strangerOn = (settings: Pick<SettingsModule, 'get'>): Viewer => ({
  ...anonymous,
  isAnonymous: false,
  isRestricted: settings.get('access_mode') === 'restricted',
  means: 'job',
})

/**
 * Limits the data of a program to its project. The administrators of a tracker choose the programs, the fields of its sums and, by a link,
 * any artifact. So a program sees everything in the tracker's project, and in other projects only data that every user may see.
 */
const limitToProject = <Dependencies extends ReadDependencies>(
  dependencies: Dependencies,
  project: Project,
): Dependencies => {
  const stranger = strangerOn(dependencies.settings)
  const insider: Viewer = { ...allSeeingViewer, projectIds: new Set([project.id]) }
  return {
    ...dependencies,
    access: accessByProject(dependencies.access, dependencies.trackers, id => (id === project.id ? insider : stranger)),
    referenceSources: dependencies.referenceSources.map(source => bothOf(source, insider, stranger)),
  }
}

/** The references that one of the viewers may know of, those of the insider first. */
const bothOf =
  (source: ReferenceSource, insider: Viewer, stranger: Viewer): ReferenceSource =>
  async (_viewer, artifactIds) => {
    const [inside, outside] = await Promise.all([source(insider, artifactIds), source(stranger, artifactIds)])
    return new Map(
      artifactIds.map(id => {
        const own = inside.get(id) ?? []
        const isOwn = new Set(own.map(({ url }) => url))
        return [id, [...own, ...(outside.get(id) ?? []).filter(({ url }) => !isOwn.has(url))]]
      }),
    )
  }

/** One edit and the previous one, with all fields regardless of permissions. Private comments are left out: they are for people. */
export const representEdit =
  (
    dependencies: ReadDependencies & { readonly readHistory: ArtifactReader<ArtifactStateWithHistory> },
    serializerOf: SerializerOf,
  ): RepresentEdit =>
  async (artifactId, changesetId) => {
    const { trackers, projects, settings } = dependencies
    const found = await dependencies.readHistory(artifactId)
    if (typeof found !== 'object') return undefined
    const { artifact, history } = found
    const tracker = await trackers.get(artifact.trackerId)
    const project = await projects.get(artifact.projectId)
    if (!tracker || !project) return undefined
    const moments = replayHistory(history)
    const index = moments.findIndex(({ changeset }) => changeset.id === changesetId)
    const current = moments[index]
    const previous = moments[index - 1]
    if (!current) return undefined
    const shown = previous ? [previous, current] : [current]

    const limited = limitToProject(dependencies, project)
    const rights = limited.access.rightsIn(allSeeingViewer, tracker)
    const serializer = serializerOf({ project, tracker, rights })
    const held = await preloadNames(
      limited,
      strangerOn(settings),
      shown.map(({ document }) => ({ artifact: { ...artifact, document }, serializer })),
      { userIds: authorsOf(shown), texts: commentsIn(project, shown) },
    )
    const relatedData = await relatedDataAt(held, allSeeingViewer, artifact, serializer, shown)
    const context = { project, tracker, rights: { ...rights, isAdmin: false, groups: new Set<number>() } }
    const represent = (moment: typeof current): object =>
      JSON.parse(
        writeChangeset(
          held,
          allSeeingViewer,
          context,
          serializer,
          artifact,
          moment,
          relatedData(moment),
          'all',
          new Map(),
        ),
      ) as object
    return {
      artifactId,
      project,
      tracker,
      authorId: current.changeset.submittedBy,
      current: represent(current),
      previous: previous ? represent(previous) : null,
      trackerRepresentation: await trackers.representComplete(allSeeingViewer, tracker, project),
    }
  }
