import type { LinkTarget } from '../../fields/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess } from '../access/artifact-access.ts'
import type { FindArtifacts } from '../store/artifacts.store.ts'

/** Facts about the artifacts that a link field shall link to, in one query for all of them. */
export const findLinkTargets =
  (dependencies: {
    readonly findArtifacts: FindArtifacts
    readonly access: ArtifactAccess
    readonly projects: ProjectsModule
    readonly trackers: TrackersModule
  }) =>
  async (viewer: Viewer, ids: readonly number[]): Promise<Map<number, LinkTarget>> => {
    const { access, projects, trackers } = dependencies
    const targets = new Map<number, LinkTarget>()
    const artifacts = await dependencies.findArtifacts(ids)
    const visible = await access.visibleContexts(viewer, [...artifacts.values()])
    const trackerById = await trackers.getMany([...artifacts.values()].map(artifact => artifact.trackerId))
    const projectById = await projects.getMany([...artifacts.values()].map(artifact => artifact.projectId))
    for (const [id, artifact] of artifacts) {
      const tracker = trackerById.get(artifact.trackerId)
      if (!tracker || tracker.isDeleted) continue
      targets.set(id, {
        id,
        trackerId: tracker.id,
        canView: visible.has(id),
        isProjectActive: projectById.get(artifact.projectId)?.status === 'active',
        hasLinkField: tracker.fields.some(field => field.isUsed && field.type === 'art_link'),
      })
    }
    return targets
  }
