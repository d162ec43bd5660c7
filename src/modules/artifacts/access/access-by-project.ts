import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from './artifact-access.ts'

/** The reader whose rights count in a project. */
export type ReaderIn = (projectId: number) => Viewer

/**
 * Access of a program that reads on behalf of several people: in each project the rights of another reader count, not those of the caller.
 * Everything that a representation shows of other artifacts (links, references, sums, charts) goes through it.
 */
export const accessByProject = (
  access: ArtifactAccess,
  trackers: Pick<TrackersModule, 'getMany'>,
  readerIn: ReaderIn,
): ArtifactAccess => ({
  ...access,
  rightsIn: (_viewer, tracker) => access.rightsIn(readerIn(tracker.projectId), tracker),
  visibleContexts: async (_viewer, subjects) => {
    const visible = new Map<number, ArtifactContext>()
    const trackerById = await trackers.getMany(subjects.map(({ trackerId }) => trackerId))
    const readers = Map.groupBy(subjects, ({ trackerId }) => readerIn(trackerById.get(trackerId)?.projectId ?? 0))
    for (const [reader, seen] of readers)
      for (const [id, context] of await access.visibleContexts(reader, seen)) visible.set(id, context)
    return visible
  },
})
