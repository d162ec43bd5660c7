import { csvLine, type Cell } from '../../../platform/csv.ts'
import { Invalid } from '../../../platform/errors.ts'
import { splitNames } from '../../../platform/http/routes/names.ts'
import type { LineStream } from '../../../platform/http/response/streams.ts'
import { fieldType, plainText, type Field, type NamedValue } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { searchByParameters, type CancelOptions, type TrackerInProject } from '../queries/search-artifacts.ts'
import { inOrderOf, type ReadDependencies } from '../read/read-artifacts.ts'
import { limitFields } from '../read/row-shape.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import { listNextIds } from './export.store.ts'
import { nameArtifacts, namedFields, type NamedArtifact } from './named-values.ts'

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const

export interface TrackerExportInput extends CancelOptions {
  readonly format: 'csv' | 'ndjson'
  readonly tql: string
  readonly sort: string
  /** Short names, separated by commas; '' = all. */
  readonly columns: string
  readonly separator: keyof typeof SEPARATORS
  readonly bom: boolean
  readonly dates: 'iso' | 'shown'
}

export interface TrackerExport {
  readonly lines: LineStream
  readonly fileName: string
}

/** Artifacts in memory at a time. */
const BATCH = 200
/** Maximum artifacts of a search: their ids are in memory. Without a query there is no limit. */
const MAX_FOUND = 1_000_000

/** GET /trackers/{id}/export (web-trackers.md A16): in batches, each as it is when it is read. */
export const exportTracker =
  (dependencies: ReadDependencies, serializerOf: SerializerOf) =>
  async (viewer: Viewer, trackerId: number, input: TrackerExportInput): Promise<TrackerExport> => {
    const { db, trackers, access } = dependencies
    const place = await trackers.requireTracker(viewer, trackerId)
    const { tracker } = place
    const context = { ...place, rights: access.rightsIn(viewer, tracker) }
    const fields = parseColumns(input.columns, namedFields(serializerOf(context)))
    const batches = await batchesOf(dependencies, viewer, place, input)
    const limited = limitFields(serializerOf, new Set(fields.map(({ id }) => id)))
    const lineOf = input.format === 'csv' ? csvLineOf(fields, input) : jsonLineOf(fields)
    const rest = async function* () {
      for await (const ids of batches) {
        if (input.signal?.aborted === true) return
        const artifacts = inOrderOf(ids, await findArtifacts(db, ids))
        const contexts = await access.visibleContexts(viewer, artifacts)
        const shown = artifacts.flatMap(artifact => {
          const own = contexts.get(artifact.id)
          // A moved artifact belongs to the export of another tracker.
          return own && own.tracker.id === tracker.id ? [{ artifact, context: own }] : []
        })
        const named = await nameArtifacts(dependencies, limited, viewer, shown, { isComputed: true })
        if (named.length > 0) yield named.map(lineOf).join('')
      }
    }
    const head = input.format === 'csv' ? headOf(fields, input) : ''
    return {
      lines: { first: head, rest: rest(), format: input.format },
      fileName: `${tracker.itemName}.${input.format}`,
    }
  }

/** The chosen fields in the order of the request. An unreadable field gives the same fault as an unknown one. */
const parseColumns = (columns: string, known: readonly Field[]): readonly Field[] => {
  const names = splitNames(columns)
  if (names.length === 0) return known
  const byName = new Map(known.map(field => [field.name.toLowerCase(), field]))
  const unknown = names.filter(name => !byName.has(name.toLowerCase()))
  if (unknown.length > 0)
    throw new Invalid(`\`columns\`: unknown field, or one that is not exported: ${unknown.join(', ').slice(0, 200)}`, {
      reason: 'field.unknown',
      parameter: 'columns',
    })
  return [...new Set(names.flatMap(name => byName.get(name.toLowerCase()) ?? []))]
}

const batchesOf = async (
  { db, ...dependencies }: ReadDependencies,
  viewer: Viewer,
  place: TrackerInProject,
  { tql, sort, signal }: TrackerExportInput,
): Promise<AsyncIterable<number[]>> => {
  const found = await searchByParameters({ ...dependencies, db }, viewer, place, {
    tql,
    query: '',
    expert_query: '',
    order_by: sort,
    limit: MAX_FOUND,
    offset: 0,
    withRowVersions: false,
    signal,
  })
  if (!found) return allOf(n => listNextIds(db, place.tracker.id, n, BATCH))
  if (found.size > MAX_FOUND)
    throw new Invalid(`The query finds ${found.size} artifacts: an export in an order takes at most ${MAX_FOUND}`, {
      reason: 'limit.size',
      limit: MAX_FOUND,
    })
  return partsOf(found.ids)
}

async function* allOf(next: (after: number) => Promise<number[]>): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const ids = await next(after)
    if (ids.length > 0) yield ids
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH) return
    after = last
  }
}

async function* partsOf(ids: readonly number[]): AsyncGenerator<number[]> {
  for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH)
}

const headOf = (fields: readonly Field[], { separator, bom }: TrackerExportInput): string =>
  (bom ? '\ufeff' : '') +
  csvLine(
    fields.map(({ name }) => name),
    SEPARATORS[separator],
  )

const csvLineOf =
  (fields: readonly Field[], { separator, dates }: TrackerExportInput) =>
  ({ artifact, valueOf }: NamedArtifact): string =>
    csvLine(
      fields.map(field => cellOf(valueOf(field, artifact.document), dates)),
      SEPARATORS[separator],
    )

/** A point in time in the form of the API, with seconds and offset. */
const ISO_DATE = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:Z|[+-]\d\d:\d\d)$/

const cellOf = (value: NamedValue, dates: 'iso' | 'shown'): Cell => {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'string') return dates === 'shown' ? value.replace(ISO_DATE, '$1 $2') : value
  if (Array.isArray(value)) return (value as readonly (string | ItemOfValue)[]).map(textOfItem).join(', ')
  const { content, format } = value as { readonly content: string; readonly format: 'text' | 'html' | 'commonmark' }
  // A sheet holds the words of a text, not its markup in HTML.
  return format === 'html' ? plainText(content, format) : content
}

/** A link, a file or a step. */
type ItemOfValue =
  | { readonly artifact_id: number }
  | { readonly name: string }
  | { readonly description: string; readonly expected_results: string }

const textOfItem = (item: string | ItemOfValue): string => {
  if (typeof item === 'string') return item
  if ('artifact_id' in item) return String(item.artifact_id)
  if ('name' in item) return item.name
  return [item.description, item.expected_results].filter(text => text !== '').join(' → ')
}

/** The form of a line of an import (integrators.md §12), with the id of the artifact. Links and files stand beside the values there. */
const jsonLineOf =
  (fields: readonly Field[]) =>
  ({ artifact, serializer, valueOf }: NamedArtifact): string => {
    const named = fields.map(field => ({ field, value: valueOf(field, artifact.document) }))
    const listOf = (type: Field['type']) => {
      const own = named.filter(({ field }) => field.type === type)
      return own.length > 0 ? own.flatMap(({ value }) => value as readonly object[]) : undefined
    }
    return `${JSON.stringify({
      type: 'artifact',
      id: artifact.id,
      number: artifact.number,
      tracker: serializer.tracker.itemName,
      values: Object.fromEntries(
        named
          .filter(({ field }) => fieldType(field.type).fromNamed !== undefined)
          .map(({ field, value }) => [field.name, value]),
      ) as object,
      links: listOf('art_link'),
      files: listOf('file'),
    })}\n`
  }
