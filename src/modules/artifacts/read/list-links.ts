import { Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import { RenderContext, NO_RELATED_DATA } from '../represent/artifact.representation.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { inOrderOf, preloadNames, representVisible, type ReadDependencies } from './read-artifacts.ts'
import { loadRelatedData } from '../represent/related-data.ts'
import { visibleLinks } from '../access/visible-links.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'

export type LinkDirection = 'forward' | 'reverse'

/** A kind of link of an artifact (artifacts.md §10). */
export interface LinkNature {
  readonly shortname: string
  readonly direction: LinkDirection
  readonly label: string
  readonly uri: string
}

const UNTYPED = { forwardLabel: 'is Linked to', reverseLabel: 'is Linked from' }

/** GET /artifacts/{id}/links: the types of the links that the viewer may know of, forward before reverse, each in order of appearance. */
export const listLinkNatures =
  ({ access, projects }: ReadDependencies) =>
  async (viewer: Viewer, artifactId: number): Promise<LinkNature[]> => {
    const { artifact, context } = await access.getViewable(viewer, artifactId)
    const visible = await visibleLinks(access, viewer, [{ artifact, context }])
    const types = await projects.linkTypes()
    const naturesOf = (ends: readonly LinkEnd[], direction: LinkDirection): LinkNature[] =>
      [...new Set(ends.filter(end => visible.has(end)).map(end => end.type))].map(shortname => {
        const labels = types.get(shortname) ?? UNTYPED
        return {
          shortname,
          direction,
          label: direction === 'forward' ? labels.forwardLabel : labels.reverseLabel,
          uri: `artifacts/${artifactId}/linked_artifacts?nature=${encodeURIComponent(shortname)}&direction=${direction}`,
        }
      })
    return [...naturesOf(artifact.forward, 'forward'), ...naturesOf(artifact.reverse, 'reverse')]
  }

export type OutputFormat = 'nested' | 'flat' | 'flat_with_semicolon_string_array'

export interface LinkedArtifactsInput extends Page {
  readonly direction: LinkDirection
  /** '' selects untyped links. */
  readonly nature: string
  readonly format: OutputFormat
}

/** GET /artifacts/{id}/linked_artifacts: JSON text of the page, and the number of links of that kind that the viewer may know of. */
export const listLinkedArtifacts =
  (dependencies: ReadDependencies, serializerOf: SerializerOf) =>
  async (viewer: Viewer, artifactId: number, input: LinkedArtifactsInput): Promise<{ json: string; size: number }> => {
    const { db, access } = dependencies
    const { artifact, context } = await access.getViewable(viewer, artifactId)
    const visible = await visibleLinks(access, viewer, [{ artifact, context }])
    const ends = artifact[input.direction].filter(end => end.type === input.nature && visible.has(end))
    const wanted = ends.slice(input.offset, input.offset + input.limit).map(end => end.id)
    const linked = inOrderOf(wanted, await findArtifacts(db, wanted))
    if (input.format === 'nested') {
      const texts = await representVisible(dependencies, serializerOf, viewer, linked, {
        values: true,
        valuesByField: true,
      })
      return { json: `{"collection":[${texts.join(',')}]}`, size: ends.length }
    }
    const rows = await flatten(dependencies, serializerOf, viewer, linked, input.format)
    return { json: JSON.stringify(rows), size: ends.length }
  }

type FlatRow = Record<string, string | number | null | readonly string[]>

/** One flat row per artifact: short name → value, for the kinds that have a flat form. */
export const flatten = async (
  dependencies: ReadDependencies,
  serializerOf: SerializerOf,
  viewer: Viewer,
  artifacts: readonly ArtifactWithLinks[],
  format: Exclude<OutputFormat, 'nested'>,
): Promise<FlatRow[]> => {
  const contexts = await dependencies.access.visibleContexts(viewer, artifacts)
  const represented = artifacts.flatMap(artifact => {
    const artifactContext = contexts.get(artifact.id)
    return artifactContext ? [{ artifact, serializer: serializerOf(artifactContext) }] : []
  })
  const held = await preloadNames(dependencies, viewer, represented)
  const relatedData = await loadRelatedData(held, viewer, represented)
  const withSemicolon: string[] = []
  const rows = represented.map(({ artifact, serializer }) => {
    const around = relatedData.get(artifact.id) ?? NO_RELATED_DATA
    const context = new RenderContext(held, serializer.project, artifact, around, viewer)
    const row: FlatRow = {}
    for (const { field, type, key } of serializer.readable) {
      const value = type.flat(artifact.document[key], field, context)
      if (value === undefined) continue
      row[field.name] = value
      if (format === 'flat' || value === null || typeof value !== 'object') continue
      for (const label of value) {
        if (label.includes(';')) withSemicolon.push(`artifact ${artifact.id}, field ${field.name}: ${label}`)
      }
      row[field.name] = value.join(';')
    }
    return row
  })
  if (withSemicolon.length > 0) {
    throw new Invalid(`Labels with a semicolon cannot be joined by semicolons: ${withSemicolon.join(', ')}`, {
      reason: 'parameter.range',
    })
  }
  return rows
}
