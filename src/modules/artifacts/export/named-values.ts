import { fieldType, type Field, type NamedValue } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import {
  NO_RELATED_DATA,
  RenderContext,
  type ArtifactSerializer,
  type RelatedData,
} from '../represent/artifact.representation.ts'
import { loadRelatedData } from '../represent/related-data.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import { preloadNames, type PreloadedDependencies, type ReadDependencies } from '../read/read-artifacts.ts'
import type { ReadableArtifact } from '../read/response-cache.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'

/** Whether exports write values of the field. */
export const isNamed = (field: Field): boolean => fieldType(field.type).toNamed !== undefined

/** Fields whose values an export writes, in form order. */
export const namedFields = ({ readable }: ArtifactSerializer): Field[] =>
  readable.map(({ field }) => field).filter(isNamed)

/** An artifact with what it needs to name its values. */
export interface NamedArtifact {
  readonly artifact: ArtifactWithLinks
  readonly serializer: ArtifactSerializer
  /** Value of a readable field by names, at some moment of the artifact. */
  readonly valueOf: (field: Field, document: ArtifactDocument) => NamedValue
}

/** Loads the names that the values of the artifacts show. `isComputed`: with sums and links; otherwise only what is stored. */
export const nameArtifacts = async (
  dependencies: ReadDependencies,
  serializerOf: SerializerOf,
  viewer: Viewer,
  artifacts: readonly ReadableArtifact[],
  { isComputed, userIds = [] }: { readonly isComputed: boolean; readonly userIds?: Iterable<number> },
): Promise<NamedArtifact[]> => {
  const represented = artifacts.map(({ artifact, context }) => ({ artifact, serializer: serializerOf(context) }))
  const held: PreloadedDependencies = await preloadNames(dependencies, viewer, represented, { userIds })
  const related = isComputed ? await loadRelatedData(held, viewer, represented) : new Map<number, RelatedData>()
  return represented.map(({ artifact, serializer }) => {
    const around = related.get(artifact.id) ?? NO_RELATED_DATA
    const context = new RenderContext(held, serializer.project, artifact, around, viewer)
    return {
      artifact,
      serializer,
      valueOf: (field, document) => fieldType(field.type).toNamed?.(document[field.id], field, context) ?? null,
    }
  })
}
