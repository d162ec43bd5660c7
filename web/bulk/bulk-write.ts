// Writes of many artifacts over `POST /batch`: rehearsed and sent in portions, each artifact for itself.
import type { components } from '../../client/index.ts'
import { repeatingFetch } from '../../client/repeating-fetch.ts'
import { ApiError, apiErrorOf, isApiError } from '../api/api-error.ts'
import { api, bodyOf, done, responseOf } from '../api/api.ts'
import { sessionFetch } from '../api/session-fetch.ts'
import type { MailLevel } from '../artifacts/artifact-queries.ts'
import type { FieldEntry } from '../fields/field-view.ts'

interface Operation {
  readonly method: 'PUT' | 'DELETE' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly if_match?: string
  readonly prefer?: string
}
type Result = components['schemas']['OperationResult']

export interface ArtifactChange {
  readonly id: number
  readonly values: readonly FieldEntry[]
}

/** A change that the server would accept. */
export interface PlannedChange extends ArtifactChange {
  /** Version that the change was rehearsed on. */
  readonly etag: string
  /** The values before, as entries of a write. */
  readonly before: readonly FieldEntry[]
}

export interface RefusedChange {
  readonly id: number
  readonly error: ApiError
}

export interface Rehearsal {
  readonly planned: readonly PlannedChange[]
  /** Artifacts that the change would leave as they are. */
  readonly same: readonly number[]
  readonly refused: readonly RefusedChange[]
}

export interface Written {
  readonly changed: readonly PlannedChange[]
  readonly refused: readonly RefusedChange[]
  /** Artifacts that were not reached: the person stopped the work, or the server refused to go on. */
  readonly left: readonly number[]
  /** Why the work ended before its end. */
  readonly error?: ApiError
}

export interface Progress {
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

const REHEARSED_AT_ONCE = 100
/** Few enough to stop within a second. */
const WRITTEN_AT_ONCE = 25

const portionsOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const putOf = ({ id, values }: ArtifactChange, comment: string): Operation => ({
  method: 'PUT',
  path: `/artifacts/${id}`,
  body: { values, ...(comment !== '' && { comment: { body: comment, format: 'commonmark' } }) },
})

const refusalOf = ({ status, error }: Result): ApiError => apiErrorOf(status, { error })

interface Outcome {
  readonly etag: string | null
  readonly is_change: boolean
  readonly changed_fields: readonly { readonly field_id: number; readonly before: object | null }[]
}

const rehearse = async (operations: Operation[], signal: AbortSignal): Promise<readonly Result[]> => {
  const { data } = await responseOf(
    api.POST('/batch', { params: { query: { dry_run: true } }, body: { atomic: false, operations }, signal }),
  )
  return (data as components['schemas']['BatchRehearsal']).would.results
}

/** The effects that the changes would have. Throws an ApiError if the server does not answer. */
export const rehearseChanges = async (
  changes: readonly ArtifactChange[],
  comment: string,
  { signal, onProgress }: Progress,
): Promise<Rehearsal> => {
  const planned: PlannedChange[] = []
  const same: number[] = []
  const refused: RefusedChange[] = []
  for (const portion of portionsOf(changes, REHEARSED_AT_ONCE)) {
    const results = await rehearse(
      portion.map(change => putOf(change, comment)),
      signal,
    )
    for (const [index, change] of portion.entries()) {
      const result = results[index]
      const would = result?.would as Outcome | undefined
      if (!result || !would) refused.push({ id: change.id, error: result ? refusalOf(result) : new ApiError(0, []) })
      else if (!would.is_change && comment === '') same.push(change.id)
      else planned.push({ ...change, etag: would.etag ?? '', before: entriesBefore(change, would) })
    }
    onProgress(planned.length + same.length + refused.length)
  }
  return { planned, same, refused }
}

const postOf = (trackerId: number, values: readonly FieldEntry[]): Operation => ({
  method: 'POST',
  path: '/artifacts',
  body: { tracker: { id: trackerId }, values },
})

/** Asks whether new artifacts could be: the refusal of each, or undefined. */
export const rehearseNew = async (
  trackerId: number,
  artifacts: readonly (readonly FieldEntry[])[],
  signal: AbortSignal,
): Promise<readonly (ApiError | undefined)[]> => {
  const refusals: (ApiError | undefined)[] = []
  for (const portion of portionsOf(artifacts, REHEARSED_AT_ONCE)) {
    const results = await rehearse(
      portion.map(values => postOf(trackerId, values)),
      signal,
    )
    for (const index of portion.keys()) {
      const result = results[index]
      refusals.push(result === undefined ? new ApiError(0, []) : result.error ? refusalOf(result) : undefined)
    }
  }
  return refusals
}

/** Creates artifacts in their order; the result has the refusal of each, or undefined. */
export const createArtifacts = async (
  trackerId: number,
  artifacts: readonly (readonly FieldEntry[])[],
  { signal, onProgress }: Progress,
): Promise<readonly (ApiError | undefined)[]> => {
  const refusals: (ApiError | undefined)[] = []
  for (const portion of portionsOf(artifacts, WRITTEN_AT_ONCE)) {
    if (signal.aborted) break
    const results = await send(portion.map(values => postOf(trackerId, values)))
    for (const result of results) refusals.push(result.error ? refusalOf(result) : undefined)
    onProgress(refusals.length)
  }
  return refusals
}

/** A field that the workflow changed beside the asked ones comes back by the workflow, not by an undo. */
const entriesBefore = ({ values }: ArtifactChange, { changed_fields: fields }: Outcome): FieldEntry[] => {
  const asked = new Map(values.map(value => [value.field_id, value]))
  return fields.flatMap(({ field_id: id, before }) => {
    const entry = asked.get(id)
    return entry ? (before === null ? emptied(entry) : [{ ...before, field_id: id }]) : []
  })
}

/** Bind value "None". */
export const NONE = 100

/** Takes the value away that an entry sets: the server tells no value of a field that had none. */
const emptied = ({ field_id, links, bind_value_ids: ids, value }: FieldEntry): FieldEntry[] => {
  if (links !== undefined) return [{ field_id, links: [] }]
  if (ids !== undefined) return [{ field_id, bind_value_ids: [NONE] }]
  return typeof value === 'string' || typeof value === 'number' ? [{ field_id, value: '' }] : []
}

/**
 * Writes rehearsed changes. An artifact whose field somebody changed since is refused, and others are merged. The signal stops the work
 * between two portions: earlier portions stay done, as when the server refuses to go on.
 */
export const writeChanges = (
  changes: readonly PlannedChange[],
  comment: string,
  progress: Progress,
): Promise<Written> =>
  writeAll(
    changes,
    change => ({ ...putOf(change, comment), if_match: change.etag, prefer: 'handling=merge' }),
    WRITTEN_AT_ONCE,
    progress,
  )

/** Of work that sets no fields: an undo has nothing to bring back. */
const withoutValues = (id: number): PlannedChange => ({ id, values: [], etag: '', before: [] })

/** Puts artifacts into the trash, one after the other; the cap of the account ends it. */
export const deleteArtifacts = (ids: readonly number[], progress: Progress): Promise<Written> =>
  writeAll(
    ids.map(withoutValues),
    ({ id }) => ({ method: 'DELETE', path: `/artifacts/${id}` }),
    DELETED_AT_ONCE,
    progress,
  )

const DELETED_AT_ONCE = 10
const TOO_MANY = 429

const writeAll = async (
  changes: readonly PlannedChange[],
  operationOf: (change: PlannedChange) => Operation,
  atOnce: number,
  { signal, onProgress }: Progress,
): Promise<Written> => {
  const changed: PlannedChange[] = []
  const refused: RefusedChange[] = []
  const left = new Set(changes.map(({ id }) => id))
  const written = (error?: ApiError): Written => ({ changed, refused, left: [...left], ...(error && { error }) })
  for (const portion of portionsOf(changes, atOnce)) {
    if (signal.aborted) break
    let results: readonly Result[]
    try {
      results = await send(portion.map(operationOf))
    } catch (error) {
      if (!isApiError(error)) throw error
      return written(error)
    }
    for (const [index, change] of portion.entries()) {
      const result = results[index]
      if (result?.status === TOO_MANY) return written(refusalOf(result))
      left.delete(change.id)
      if (result?.error) refused.push({ id: change.id, error: refusalOf(result) })
      else changed.push({ ...change, etag: etagOf(result) })
    }
    onProgress(changed.length + refused.length)
  }
  return written()
}

const etagOf = (result: Result | undefined): string => {
  const headers = (result?.headers ?? {}) as Readonly<Record<string, string>>
  return headers['Etag'] ?? headers['etag'] ?? ''
}

/** Asks again when the server is busy, or the caller has made too many calls. */
export const repeating = repeatingFetch(sessionFetch, { retries: 6 })

/** The same key again after a lost connection: the server does each portion once. */
const send = async (operations: Operation[]): Promise<readonly Result[]> => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const { results } = await bodyOf(
    api.POST('/batch', { body: { atomic: false, operations }, headers, fetch: repeating }),
  )
  return results
}

const AT_ONCE = 4

/** Does a piece of work for each artifact, four at a time. The signal stops the work between two portions. */
export const eachOf = async (
  ids: readonly number[],
  { signal, onProgress }: Progress,
  work: (id: number) => Promise<unknown>,
): Promise<Written> => {
  const changed: PlannedChange[] = []
  const refused: RefusedChange[] = []
  const left = new Set(ids)
  for (const portion of portionsOf(ids, AT_ONCE)) {
    if (signal.aborted) break
    const answers = await Promise.all(portion.map(async id => ({ id, error: await errorOf(work(id)) })))
    for (const { id, error } of answers) {
      left.delete(id)
      if (error) refused.push({ id, error })
      else changed.push(withoutValues(id))
    }
    onProgress(changed.length + refused.length)
  }
  return { changed, refused, left: [...left] }
}

/** Chooses the mails that the reader gets about artifacts. */
export const chooseMails = (ids: readonly number[], level: MailLevel, progress: Progress): Promise<Written> =>
  eachOf(ids, progress, id =>
    done(api.PUT('/artifacts/{id}/subscription', { params: { path: { id } }, body: { level }, fetch: repeating })),
  )

const errorOf = async (work: Promise<unknown>): Promise<ApiError | undefined> => {
  try {
    await work
    return undefined
  } catch (error) {
    if (!isApiError(error)) throw error
    return error
  }
}

/** Gives the fields the values that they had before, unless somebody changed them since. */
export const undoChanges = (changed: readonly PlannedChange[], progress: Progress): Promise<Written> =>
  writeChanges(
    changed.filter(({ before }) => before.length > 0).map(change => ({ ...change, values: change.before })),
    '',
    progress,
  )

/** Ids of all artifacts that a query finds, in its order. */
export const idsOfQuery = async (
  trackerId: number,
  { tql, sort, idField }: { readonly tql: string; readonly sort: string; readonly idField: string },
): Promise<number[]> => {
  const { data } = await responseOf(
    api.GET('/trackers/{id}/export', {
      params: { path: { id: trackerId }, query: { format: 'csv', tql, sort, columns: idField } },
      parseAs: 'text',
    }),
  )
  return String(data)
    .split('\n')
    .slice(1)
    .map(line => Number(line.trim()))
    .filter(id => id > 0)
}
