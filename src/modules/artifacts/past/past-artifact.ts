import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import type { ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import { representArtifacts, type ReadDependencies, type ReadShape } from '../read/read-artifacts.ts'
import { limitFields } from '../read/row-shape.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import type { FindArtifacts } from '../store/artifacts.store.ts'
import type { LaterChangeset, VersionStamp } from '../store/past-artifacts.store.ts'
import { documentAt, hasPast, linksOf, movedOn, titleOf } from './rewind.ts'

export interface PastDependencies extends ReadDependencies {
  readonly findArtifacts: FindArtifacts
  readonly serializerOf: SerializerOf
  readonly isoDate: (viewer: Viewer, at: Date) => string
}

/** An artifact as it was, with the context of now. */
export interface PastArtifact {
  readonly artifact: ArtifactWithLinks
  readonly context: ArtifactContext
  readonly movedOn: Date | undefined
}

/** Undoes the changesets after a version. Links to other artifacts come with `withForwardLinks`; those from others are not known. */
export const rewound = (
  now: ArtifactWithLinks,
  context: ArtifactContext,
  version: VersionStamp,
  later: readonly Pick<LaterChangeset, 'id' | 'delta' | 'movedFromTrackerId' | 'submittedOn'>[],
): PastArtifact => {
  const document = documentAt(now.document, later, context.tracker)
  const artifact = {
    ...now,
    document,
    title: titleOf(context.tracker, document),
    changesetId: version.id,
    updatedBy: version.submittedBy,
    updatedByEmail: version.submittedByEmail,
    updatedOn: version.submittedOn,
    forward: [],
    reverse: [],
    references: [],
  }
  return { artifact, context, movedOn: movedOn(later) }
}

/** With the links whose artifacts still exist. The representation shows those that the viewer sees. */
export const withForwardLinks = async (
  { findArtifacts }: Pick<PastDependencies, 'findArtifacts'>,
  past: readonly PastArtifact[],
): Promise<PastArtifact[]> => {
  const linksByArtifact = past.map(({ artifact, context }) => linksOf(context.tracker, artifact.document))
  const targets = await findArtifacts([...new Set(linksByArtifact.flat().map(({ id }) => id))])
  return past.map((one, index) => ({
    ...one,
    artifact: {
      ...one.artifact,
      forward: (linksByArtifact[index] ?? []).flatMap(({ id, type, fieldId }): LinkEnd[] => {
        const target = targets.get(id)
        if (!target) return []
        const { trackerId, submittedBy, grantedGroupIds } = target
        return [{ id, type, fieldId, trackerId, submittedBy, grantedGroupIds }]
      }),
    },
  }))
}

/** Serializers of the fields whose past is known. */
export const ofKnownPast = (serializerOf: SerializerOf): SerializerOf => {
  const byTracker = new Map<number, SerializerOf>()
  return context => {
    const { id, fields } = context.tracker
    let limited = byTracker.get(id)
    if (!limited) {
      const shown = new Set(fields.filter(hasPast).map(field => field.id))
      byTracker.set(id, (limited = limitFields(serializerOf, shown)))
    }
    return limited(context)
  }
}

/** JSON texts of past artifacts, in their order, each with the version that it shows. */
export const representPast = async (
  deps: PastDependencies,
  viewer: Viewer,
  past: readonly PastArtifact[],
  shape: ReadShape,
): Promise<string[]> => {
  const { row } = shape
  const limited = row?.fieldIds ? limitFields(deps.serializerOf, row.fieldIds) : deps.serializerOf
  const shown = await withForwardLinks(deps, past)
  const written = await representArtifacts(deps, ofKnownPast(limited), viewer, shown, shape)
  return shown.flatMap((one, index) => {
    const { artifact, context, movedOn: moved } = one
    const text = written[index]?.json
    if (text === undefined) return []
    const asOf = JSON.stringify({
      at: deps.isoDate(viewer, artifact.updatedOn),
      changeset_id: artifact.changesetId,
    })
    const movedText = moved ? `,"moved_on":${JSON.stringify(deps.isoDate(viewer, moved))}` : ''
    const additions = row?.additions({ artifact, context }) ?? ''
    return [`${text.slice(0, -1)}${additions},"as_of":${asOf}${movedText}}`]
  })
}
