import type { Text } from '../../platform/http/answer.ts'
import type { EntityVersion } from '../../platform/http/conditional.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ArtifactVersion } from './artifact.ts'
import type { CreateArtifactInput, CreatedArtifact } from './create-artifact.ts'
import type { ChangesetList, ChangesetPage } from './list-changesets.ts'
import type { LinkedArtifactsInput, LinkNature } from './list-links.ts'
import type { AskedFor } from './queries/search-artifacts.ts'
import type { ArtifactList, ReadArtifact, ReadShape } from './read-artifacts.ts'
import type { UpdateArtifactInput } from './update-artifact.ts'

/** What can be done with artifacts, as the routes and other doors call it. */
export interface ArtifactOperations {
  get(viewer: Viewer, id: number, shape: ReadShape): Promise<ReadArtifact>
  getById(viewer: Viewer, ids: readonly number[], page: Page): Promise<Text[]>
  list(
    viewer: Viewer,
    trackerId: number,
    input: AskedFor & { order: 'asc' | 'desc'; values: boolean },
  ): Promise<ArtifactList>
  create(viewer: Viewer, input: CreateArtifactInput): Promise<CreatedArtifact>
  update(viewer: Viewer, input: UpdateArtifactInput): Promise<ArtifactVersion>
  delete(viewer: Viewer, id: number): Promise<Record<string, string>>
  listChangesets(viewer: Viewer, id: number, page: ChangesetPage): Promise<ChangesetList>
  listLinkNatures(viewer: Viewer, id: number): Promise<LinkNature[]>
  listLinkedArtifacts(viewer: Viewer, id: number, input: LinkedArtifactsInput): Promise<{ json: string; size: number }>
  versionOf(version: ArtifactVersion): EntityVersion
  publicUrl(): string
  readonly representTracker: TrackersModule['representReference']
}
