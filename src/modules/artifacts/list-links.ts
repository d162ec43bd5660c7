import { Invalid } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { Viewer } from '../users/index.ts'
import type { ArtifactWithLinks, LinkEnd } from './artifact.ts'
import { ArtifactContext, NO_SURROUNDINGS } from './artifact.representation.ts'
import { findArtifacts } from './artifacts.store.ts'
import { inOrderOf, loadShown, representVisible, type ReadDependencies } from './read-artifacts.ts'
import { loadSurroundings } from './surroundings.ts'
import { visibleLinks } from './visible-links.ts'
import type { WriterOf } from './writer-cache.ts'

export type LinkDirection = 'forward' | 'reverse'

/** A kind of link that an artifact has (artifacts.md §10). */
export interface LinkNature {
  readonly shortname: string
  readonly direction: LinkDirection
  readonly label: string
  readonly uri: string
}

const UNTYPED = { forwardLabel: 'is Linked to', reverseLabel: 'is Linked from' }

/** GET /artifacts/{id}/links: the types that those of its links have which the viewer may know of, forward before reverse, each in order of appearance. */
export const listLinkNatures =
  ({ access, projects }: ReadDependencies) =>
  async (viewer: Viewer, artifactId: number): Promise<LinkNature[]> => {
    const { artifact, place } = await access.getViewable(viewer, artifactId)
    const visible = await visibleLinks(access, viewer, [{ artifact, place }])
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
  /** '' = untyped links only */
  readonly nature: string
  readonly format: OutputFormat
}

/** GET /artifacts/{id}/linked_artifacts: JSON text of the page, and how many links of that kind the viewer may know of. */
export const listLinkedArtifacts =
  (dependencies: ReadDependencies, writerOf: WriterOf) =>
  async (viewer: Viewer, artifactId: number, input: LinkedArtifactsInput): Promise<{ json: string; size: number }> => {
    const { db, access } = dependencies
    const { artifact, place } = await access.getViewable(viewer, artifactId)
    const visible = await visibleLinks(access, viewer, [{ artifact, place }])
    const ends = artifact[input.direction].filter(end => end.type === input.nature && visible.has(end))
    const wanted = ends.slice(input.offset, input.offset + input.limit).map(end => end.id)
    const linked = inOrderOf(wanted, await findArtifacts(db, wanted))
    if (input.format === 'nested') {
      const texts = await representVisible(dependencies, writerOf, viewer, linked, {
        values: true,
        valuesByField: true,
      })
      return { json: `{"collection":[${texts.join(',')}]}`, size: ends.length }
    }
    const rows = await flatten(dependencies, writerOf, viewer, linked, input.format)
    return { json: JSON.stringify(rows), size: ends.length }
  }

type FlatRow = Record<string, string | number | null | readonly string[]>

/** One plain row an artifact: short name → value, for the kinds that have a flat form. */
export const flatten = async (
  dependencies: ReadDependencies,
  writerOf: WriterOf,
  viewer: Viewer,
  artifacts: readonly ArtifactWithLinks[],
  format: Exclude<OutputFormat, 'nested'>,
): Promise<FlatRow[]> => {
  const places = await dependencies.access.visiblePlaces(viewer, artifacts)
  const represented = artifacts.flatMap(artifact => {
    const place = places.get(artifact.id)
    return place ? [{ artifact, writer: writerOf(place) }] : []
  })
  const held = await loadShown(dependencies, represented)
  const surroundings = await loadSurroundings(held, viewer, represented)
  const withSemicolon: string[] = []
  const rows = represented.map(({ artifact, writer }) => {
    const around = surroundings.get(artifact.id) ?? NO_SURROUNDINGS
    const context = new ArtifactContext(held, writer.project, artifact, around, viewer)
    const row: FlatRow = {}
    for (const { field, type, key } of writer.readable) {
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
