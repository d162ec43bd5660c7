import type { Project } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { CompleteTrackerRepresentation, Tracker } from '../../trackers/index.ts'
import { anonymous, type Viewer } from '../../users/index.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import { preloadNames, type ReadDependencies } from '../read/read-artifacts.ts'
import { authorsOf, commentsIn, replayHistory, relatedDataAt, writeChangeset } from './changeset.representation.ts'
import type { ReaderIn } from '../access/summands.ts'
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
 * The reader of sums; links in texts are those of the stranger, too. The administrators of a tracker choose the programs and also the fields of its sums, so the reader sees everything in
 * the tracker's project. In other projects the reader sees only data that every user may see.
 */
const readerFor = (settings: Pick<SettingsModule, 'get'>, project: Project): ReaderIn => {
  const stranger = strangerOn(settings)
  return projectId => (projectId === project.id ? allSeeingViewer : stranger)
}

/** One edit and the previous one, with all fields regardless of permissions. Private comments are left out: they are for people. */
export const representEdit =
  (
    dependencies: ReadDependencies & { readonly readHistory: ArtifactReader<ArtifactStateWithHistory> },
    serializerOf: SerializerOf,
  ): RepresentEdit =>
  async (artifactId, changesetId) => {
    const { access, trackers, projects, settings } = dependencies
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

    const rights = access.rightsIn(allSeeingViewer, tracker)
    const serializer = serializerOf({ project, tracker, rights })
    const held = await preloadNames(
      dependencies,
      strangerOn(settings),
      shown.map(({ document }) => ({ artifact: { ...artifact, document }, serializer })),
      { userIds: authorsOf(shown), texts: commentsIn(project, shown) },
    )
    const relatedData = await relatedDataAt(
      held,
      allSeeingViewer,
      artifact,
      serializer,
      shown,
      readerFor(settings, project),
    )
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
