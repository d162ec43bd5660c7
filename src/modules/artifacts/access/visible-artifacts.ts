import type { Db } from '../../../platform/db/db.ts'
import type { Project } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess } from './artifact-access.ts'
import type { ArtifactWithLinks } from '../model/artifact.ts'
import { findArtifacts } from '../store/artifacts.store.ts'

export interface VisibleArtifact {
  readonly artifact: ArtifactWithLinks
  readonly tracker: Tracker
  readonly project: Project
}

/** The artifacts that the viewer may see, in the order of the ids, with their contexts. */
export type FindVisible = (viewer: Viewer, ids: readonly number[]) => Promise<VisibleArtifact[]>

export const findVisible =
  (deps: { readonly db: Db; readonly access: ArtifactAccess }): FindVisible =>
  async (viewer, ids) => {
    const artifacts = await findArtifacts(deps.db, ids)
    const contexts = await deps.access.visibleContexts(viewer, [...artifacts.values()])
    return ids.flatMap(id => {
      const artifact = artifacts.get(id)
      const context = contexts.get(id)
      return artifact && context ? [{ artifact, tracker: context.tracker, project: context.project }] : []
    })
  }
