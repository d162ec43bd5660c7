import type { Db } from '../../platform/db/db.ts'
import type { Project, ProjectsModule } from '../projects/index.ts'
import type { Tracker, TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ArtifactAccess } from './access.ts'
import type { ArtifactWithLinks } from './artifact.ts'
import { findArtifacts } from './artifacts.store.ts'

export interface VisibleArtifact {
  readonly artifact: ArtifactWithLinks
  readonly tracker: Tracker
  readonly project: Project
}

/** Those among the artifacts that the viewer may see, in the order of the ids, with where they are. */
export type FindVisible = (viewer: Viewer, ids: readonly number[]) => Promise<VisibleArtifact[]>

export const findVisible =
  (deps: {
    readonly db: Db
    readonly access: ArtifactAccess
    readonly trackers: TrackersModule
    readonly projects: ProjectsModule
  }): FindVisible =>
  async (viewer, ids) => {
    const artifacts = await findArtifacts(deps.db, ids)
    const visibleIds = await deps.access.visibleIds(viewer, [...artifacts.values()])
    const trackers = await deps.trackers.getMany([...artifacts.values()].map(artifact => artifact.trackerId))
    const projects = await deps.projects.getMany([...artifacts.values()].map(artifact => artifact.projectId))
    return ids.flatMap(id => {
      const artifact = artifacts.get(id)
      const tracker = artifact && trackers.get(artifact.trackerId)
      const project = artifact && projects.get(artifact.projectId)
      return artifact && tracker && project && visibleIds.has(id) ? [{ artifact, tracker, project }] : []
    })
  }
