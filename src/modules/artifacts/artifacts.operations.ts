import type { Text } from '../../platform/http/response/response.ts'
import type { EntityVersion } from '../../platform/http/headers/conditional.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import type { IdempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ArtifactVersion } from './model/artifact.ts'
import type { CreateArtifactInput, CreatedArtifact } from './write/create-artifact.ts'
import type { ChangesetList, ChangesetPage } from './history/list-changesets.ts'
import type { LinkedArtifactsInput, LinkNature } from './read/list-links.ts'
import type { SearchParameters } from './queries/search-artifacts.ts'
import type { RowParameters } from './read/row-shape.ts'
import type { ArtifactList, ArtifactResponse, ReadShape } from './read/read-artifacts.ts'
import type { DeleteArtifactInput } from './delete/delete-artifact.ts'
import type { Rehearsals } from './rehearse/rehearse.ts'
import type { UpdateArtifactInput } from './write/update-artifact.ts'

/** Operations on artifacts for the routes and for other modules. */
export interface ArtifactOperations {
  get(viewer: Viewer, id: number, shape: ReadShape): Promise<ArtifactResponse>
  getById(viewer: Viewer, ids: readonly number[], page: Page): Promise<Text[]>
  list(
    viewer: Viewer,
    trackerId: number,
    input: SearchParameters & RowParameters & { order: 'asc' | 'desc'; values: boolean },
  ): Promise<ArtifactList>
  create(viewer: Viewer, input: CreateArtifactInput, call?: IdempotentCall): Promise<CreatedArtifact>
  update(viewer: Viewer, input: UpdateArtifactInput): Promise<ArtifactVersion>
  delete(viewer: Viewer, input: DeleteArtifactInput, call?: IdempotentCall): Promise<Readonly<Record<string, string>>>
  readonly rehearse: Rehearsals
  listChangesets(viewer: Viewer, id: number, page: ChangesetPage): Promise<ChangesetList>
  listLinkNatures(viewer: Viewer, id: number): Promise<LinkNature[]>
  listLinkedArtifacts(viewer: Viewer, id: number, input: LinkedArtifactsInput): Promise<{ json: string; size: number }>
  versionOf(version: ArtifactVersion): EntityVersion
  publicUrl(): string
  readonly representTracker: TrackersModule['representReference']
}
