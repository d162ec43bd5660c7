import { Invalid, type ReasonParameters } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/json-object.ts'
import type { Reason } from '../../../platform/reasons.ts'
import { DRY_RUN, preferencesOf } from '../../../platform/http/headers/preferences.ts'
import { MAX_OPERATIONS, type SentOperation } from './batch.schema.ts'

export type OperationKind = 'create' | 'update' | 'move' | 'delete' | 'comment' | 'undo'

/** An operation whose form is right. */
export interface BatchOperation {
  readonly kind: OperationKind
  readonly ref: string | null
  /** The artifact: its id, or the position of the operation that makes or names it. undefined: a new one. */
  readonly target: { readonly id: number } | { readonly operation: number } | undefined
  readonly changesetId: number | undefined
  /** As sent, with its refs. */
  readonly body: unknown
  /** Positions of the earlier operations that it refers to, by their refs. */
  readonly refersTo: ReadonlyMap<string, number>
  readonly headers: Readonly<Record<string, string | undefined>>
}

const ID = String.raw`([1-9]\d{0,14}|\{\$ref:[^{}]*\})`
const CHANGESET = String.raw`/changesets/([1-9]\d{0,14})`
const FORMS: readonly (readonly [kind: OperationKind, method: string, path: RegExp])[] = [
  ['create', 'POST', /^\/artifacts$/],
  ['update', 'PUT', new RegExp(`^/artifacts/${ID}$`)],
  ['move', 'PATCH', new RegExp(`^/artifacts/${ID}$`)],
  ['delete', 'DELETE', new RegExp(`^/artifacts/${ID}$`)],
  ['comment', 'PATCH', new RegExp(`^/artifacts/${ID}${CHANGESET}/comment$`)],
  ['undo', 'POST', new RegExp(`^/artifacts/${ID}${CHANGESET}/undo$`)],
]
const REF = /^[A-Za-z0-9_.-]{1,64}$/
/** Objects and lists inside each other in a body; no value of a field comes near it. */
const MAX_DEPTH = 50

/** Checks the form of all operations; throws 400 that names the first faulty one (integrators.md §4). */
export const readOperations = (sent: readonly SentOperation[]): BatchOperation[] => {
  if (sent.length === 0)
    throw new Invalid('`operations` is empty', { reason: 'parameter.required', parameter: 'operations' })
  if (sent.length > MAX_OPERATIONS)
    throw refused(MAX_OPERATIONS, 'limit.size', `A batch holds at most ${MAX_OPERATIONS} operations`, {
      limit: MAX_OPERATIONS,
    })
  const positions = new Map<string, number>()
  return sent.map((operation, index) => readOperation(operation, index, positions))
}

const refused = (operation: number, reason: Reason, text: string, more: ReasonParameters = {}): Invalid =>
  new Invalid(`operation ${operation}: ${text}`, { ...more, reason, operation })

const readOperation = (
  { ref, method, path, body, if_match: ifMatch, prefer, dry_run: dryRun }: SentOperation,
  index: number,
  positions: Map<string, number>,
): BatchOperation => {
  const form = FORMS.find(([, verb, pattern]) => verb === method.toUpperCase() && pattern.test(path))
  if (!form) throw refused(index, 'batch.path', 'there is no such operation: see `method` and `path`')
  if (dryRun !== undefined || asksForDryRun(body) || preferencesOf({ prefer }).has(DRY_RUN))
    throw refused(index, 'parameter.unsupported', '`dry_run` is a parameter of the whole call', {
      parameter: 'dry_run',
    })
  const [kind, , pattern] = form
  const [, sentId, changeset] = pattern.exec(path) ?? []
  const refersTo = new Map<string, number>()
  const resolve = (name: string): number => {
    const position = positions.get(name)
    if (position === undefined) throw refused(index, 'batch.ref', 'a `$ref` names no earlier operation with this `ref`')
    refersTo.set(name, position)
    return position
  }
  const target = sentId === undefined ? undefined : targetOf(sentId, resolve)
  walkRefs(body, 0, resolve, () => refused(index, 'body.syntax', 'the body is nested too deeply'))
  if (ref !== undefined) {
    if (!REF.test(ref)) throw refused(index, 'batch.ref', '`ref` takes 1 to 64 of the characters A-Z a-z 0-9 _ . -')
    if (positions.has(ref)) throw refused(index, 'batch.ref', 'an earlier operation has the same `ref`')
    positions.set(ref, index)
  }
  return {
    kind,
    ref: ref ?? null,
    target,
    changesetId: changeset === undefined ? undefined : Number(changeset),
    body,
    refersTo,
    headers: { 'if-match': ifMatch, prefer },
  }
}

const targetOf = (sent: string, resolve: (name: string) => number): BatchOperation['target'] =>
  sent.startsWith('{') ? { operation: resolve(sent.slice('{$ref:'.length, -1)) } : { id: Number(sent) }

const asksForDryRun = (body: unknown): boolean =>
  isObject(body) &&
  (Object.hasOwn(body, 'dry_run') || (isObject(body['move']) && Object.hasOwn(body['move'], 'dry_run')))

const refNameOf = (value: unknown): string | undefined => {
  if (!isObject(value) || !Object.hasOwn(value, '$ref') || Object.keys(value).length !== 1) return undefined
  return typeof value['$ref'] === 'string' ? value['$ref'] : ''
}

const walkRefs = (value: unknown, depth: number, found: (name: string) => void, tooDeep: () => Invalid): void => {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw tooDeep()
  const name = refNameOf(value)
  if (name !== undefined) return found(name)
  for (const inner of Object.values(value)) walkRefs(inner, depth + 1, found, tooDeep)
}

/** The body with ids instead of refs. */
export const withIds = (body: unknown, idOf: (ref: string) => number): unknown => {
  if (typeof body !== 'object' || body === null) return body
  const name = refNameOf(body)
  if (name !== undefined) return idOf(name)
  if (Array.isArray(body)) return body.map(inner => withIds(inner, idOf))
  return Object.fromEntries(Object.entries(body).map(([key, inner]) => [key, withIds(inner, idOf)]))
}

/** Digits of an id that stands for an artifact of the batch. */
const LONG_ID = /\d{16}/g

/** The value with refs instead of the ids that only stand for artifacts of the batch, also in addresses. */
export const withRefs = (value: unknown, refOf: (id: number) => string | null | undefined): unknown => {
  if (typeof value === 'number') {
    const ref = refOf(value)
    return ref === undefined ? value : ref === null ? null : { $ref: ref }
  }
  if (typeof value === 'string')
    return value.replace(LONG_ID, digits => {
      const ref = refOf(Number(digits))
      return typeof ref === 'string' ? `{$ref:${ref}}` : digits
    })
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inner => withRefs(inner, refOf))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withRefs(inner, refOf)]))
}
