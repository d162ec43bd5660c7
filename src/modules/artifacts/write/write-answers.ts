import { versionHeaders } from '../../../platform/http/headers/conditional.ts'
import { created, done, type ApiResponse } from '../../../platform/http/routes/route.ts'
import { REPLAYED } from '../../../platform/idempotency/idempotency.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import type { VersionFactory } from '../model/etag.ts'
import type { CreateArtifactInput, CreatedArtifact } from './create-artifact.ts'

/** Responses to committed writes, for their own routes and for batches. */
export interface WriteAnswers {
  created(artifact: CreatedArtifact, input: CreateArtifactInput): ApiResponse
  updated(version: ArtifactVersion): ApiResponse
}

export const createWriteAnswers = (dependencies: {
  readonly versions: VersionFactory
  readonly publicUrl: () => string
  readonly representTracker: TrackersModule['representReference']
}): WriteAnswers => {
  const headersOf = (version: ArtifactVersion): Record<string, string> => ({
    ...versionHeaders(dependencies.versions(version.changesetId, version.modifiedAt)),
    ...(version.isReplayed && REPLAYED),
    ...(version.isMerged && { 'Preference-Applied': 'handling=merge' }),
  })
  return {
    created: (version, { valuesByField }) => {
      const isByField = valuesByField !== undefined && Object.keys(valuesByField).length > 0
      const uri = `artifacts/${version.artifactId}${isByField ? '?values_format=by_field' : ''}`
      const { tracker, project } = version.context
      return created(
        { id: version.artifactId, uri, tracker: dependencies.representTracker(tracker, project) },
        { ...headersOf(version), Location: `${dependencies.publicUrl()}/api/v1/${uri}` },
      )
    },
    updated: version => done(headersOf(version)),
  }
}
