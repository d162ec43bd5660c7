import type { Project } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { CompleteTrackerRepresentation, Tracker } from '../trackers/index.ts'
import { anonymous, type Viewer } from '../users/index.ts'
import type { ArtifactReader, ReadHistory } from './artifact-reader.store.ts'
import { loadShown, type ReadDependencies } from './read-artifacts.ts'
import { authorsOf, replay, surroundingsAt, writeChangeset } from './write-changesets.ts'
import type { ReaderIn } from './summands.ts'
import type { WriterOf } from './writer-cache.ts'

/** An edit with all there is to see, for programs that the administrators of the tracker have chosen. */
export interface RepresentedEdit {
  readonly artifactId: number
  readonly project: Project
  readonly tracker: Tracker
  /** 0 = anonymous. */
  readonly authorId: number
  /** As GET /artifacts/{id}/changesets has them (artifacts.md §9), with every field. */
  readonly current: object
  readonly previous: object | null
  readonly trackerRepresentation: CompleteTrackerRepresentation
}

/** Undefined: the artifact is gone. */
export type RepresentEdit = (artifactId: number, changesetId: number) => Promise<RepresentedEdit | undefined>

/** Nobody in particular, who sees every artifact and field. */
const everything: Viewer = { ...anonymous, isAnonymous: false, isSiteAdministrator: true, means: 'job' }

/** Somebody with an account, who belongs to no project. */
const strangerOn = (settings: Pick<SettingsModule, 'get'>): Viewer => ({
  ...anonymous,
  isAnonymous: false,
  isRestricted: settings.get('access_mode') === 'restricted',
  means: 'job',
})

/**
 * Whose rights count in the sums: the administrators of a tracker, who choose the programs, choose what its sums are made of, too. Of other
 * projects these tell them no more than what everybody may see.
 */
const readerFor = (settings: Pick<SettingsModule, 'get'>, project: Project): ReaderIn => {
  const stranger = strangerOn(settings)
  return projectId => (projectId === project.id ? everything : stranger)
}

/** One edit and the one before it, with all fields whoever may read them. Words for some groups only are left out: they are for people. */
export const representEdit =
  (
    dependencies: ReadDependencies & { readonly readHistory: ArtifactReader<ReadHistory> },
    writerOf: WriterOf,
  ): RepresentEdit =>
  async (artifactId, changesetId) => {
    const { access, trackers, projects, settings } = dependencies
    const found = await dependencies.readHistory(artifactId)
    if (typeof found !== 'object') return undefined
    const { artifact, history } = found
    const tracker = await trackers.get(artifact.trackerId)
    const project = await projects.get(artifact.projectId)
    if (!tracker || !project) return undefined
    const moments = replay(history)
    const index = moments.findIndex(({ changeset }) => changeset.id === changesetId)
    const current = moments[index]
    const previous = moments[index - 1]
    if (!current) return undefined
    const shown = previous ? [previous, current] : [current]

    const standing = access.standingIn(everything, tracker)
    const writer = writerOf({ project, tracker, standing })
    const held = await loadShown(
      dependencies,
      shown.map(({ document }) => ({ artifact: { ...artifact, document }, writer })),
      authorsOf(shown),
    )
    const surroundings = await surroundingsAt(held, everything, artifact, writer, shown, readerFor(settings, project))
    const place = { project, tracker, standing: { ...standing, isAdmin: false, groups: new Set<number>() } }
    const represent = (moment: typeof current): object =>
      JSON.parse(
        writeChangeset(held, everything, place, writer, artifact, moment, surroundings(moment), 'all', new Map()),
      ) as object
    return {
      artifactId,
      project,
      tracker,
      authorId: current.changeset.submittedBy,
      current: represent(current),
      previous: previous ? represent(previous) : null,
      trackerRepresentation: await trackers.representComplete(everything, tracker, project),
    }
  }
