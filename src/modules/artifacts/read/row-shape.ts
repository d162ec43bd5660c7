import { Invalid } from '../../../platform/errors.ts'
import { parseWords, splitNames } from '../../../platform/http/routes/names.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import type { VersionFactory } from '../model/etag.ts'
import { hasValues } from '../queries/check-tql.ts'
import type { ArtifactSerializer } from '../represent/artifact.representation.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import type { ReadableArtifact } from './response-cache.ts'

/** Whether a viewer may change at least one value of an artifact now, and delete it. */
export type ChangeRights = (shown: ReadableArtifact) => { readonly canUpdate: boolean; readonly canDelete: boolean }

export interface RowDependencies {
  readonly versions: VersionFactory
  readonly changeRightsOf: (viewer: Viewer) => Promise<ChangeRights>
}

/** The parts of an artifact in a list that the request chose. */
export interface RowShape {
  /** Fields whose values are listed; undefined for all readable ones. */
  readonly fieldIds: ReadonlySet<number> | undefined
  /** Distinguishes the parts in cache keys. */
  readonly name: string
  /** JSON members beyond the representation, each after a comma. */
  readonly additions: (shown: ReadableArtifact) => string
}

export interface RowParameters {
  readonly fields: string
  readonly with: string
}

/** Parses `fields` and `with`. An unreadable field gives the same fault as an unknown one. */
export const parseRowShape = async (
  { versions, changeRightsOf }: RowDependencies,
  viewer: Viewer,
  { tracker, rights }: Pick<ArtifactContext, 'tracker' | 'rights'>,
  asked: RowParameters,
): Promise<RowShape | undefined> => {
  const parts = parseWords(asked.with, ['etag', 'permissions'], 'with')
  const names = splitNames(asked.fields)
  if (parts.size === 0 && names.length === 0) return undefined
  const byName = new Map(
    tracker.fields
      .filter(field => field.isUsed && canRead(rights, field) && hasValues(field))
      .map(field => [field.name.toLowerCase(), field.id]),
  )
  const unknown = names.filter(name => !byName.has(name.toLowerCase()))
  if (unknown.length > 0)
    throw new Invalid(`\`fields\`: unknown field ${unknown.join(', ').slice(0, 200)}`, {
      reason: 'field.unknown',
      parameter: 'fields',
    })
  const fieldIds = names.length === 0 ? undefined : new Set(names.map(name => byName.get(name.toLowerCase()) ?? 0))
  const changeRights = parts.has('permissions') ? await changeRightsOf(viewer) : undefined
  return {
    fieldIds,
    // A site administrator for reading only shares responses with other site administrators, but may change less.
    name: [[...(fieldIds ?? [])].sort(), [...parts].sort(), viewer.isAnonymous, [...viewer.sitePermissions]].join(' '),
    additions: shown => {
      const { artifact } = shown
      const etag = parts.has('etag') ? `,"etag":"${versions(artifact.changesetId, artifact.updatedOn).etag}"` : ''
      if (!changeRights) return etag
      const { canUpdate, canDelete } = changeRights(shown)
      return `${etag},"can_update":${canUpdate},"can_delete":${canDelete}`
    },
  }
}

/** Serializers that write only the values of these fields. */
export const limitFields = (serializerOf: SerializerOf, fieldIds: ReadonlySet<number>): SerializerOf => {
  const limited = new Map<ArtifactSerializer, ArtifactSerializer>()
  return context => {
    const whole = serializerOf(context)
    let serializer = limited.get(whole)
    if (!serializer) {
      const readable = whole.readable.filter(({ field }) => fieldIds.has(field.id))
      serializer = { ...whole, readable, needs: new Set(readable.flatMap(({ type }) => type.needs ?? [])) }
      limited.set(whole, serializer)
    }
    return serializer
  }
}
