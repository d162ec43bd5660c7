// The queue of writes of one artifact. It knows neither React nor HTTP: the transport, the clock and the places to paint are arguments.
import type { ApiError } from '../../api/api-error.ts'
import type { FieldEntry, FieldValue } from '../../fields/field-view.ts'
import type { LoadedArtifact } from '../artifact-queries.ts'
import { changedFields, valueOf, withValue } from './artifact-values.ts'

export interface NewComment {
  readonly body: string
  readonly format: 'commonmark' | 'text' | 'html'
  /** Ids of the user groups that may see the comment. Undefined: everybody. */
  readonly ugroups?: readonly string[]
}

export interface WriteRequest {
  /** Undefined for a comment alone, which stands in nobody's way. */
  readonly ifMatch: string | undefined
  /** The server does a request with the same key once. */
  readonly key: string
  readonly values: readonly FieldEntry[]
  readonly comment: NewComment | undefined
}

export type WriteAnswer =
  | { readonly kind: 'done'; readonly etag: string }
  | { readonly kind: 'changed' }
  /** 429, 503: the server names the time. */
  | { readonly kind: 'later'; readonly afterMs: number }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly error: ApiError }

export interface Transport {
  put(request: WriteRequest): Promise<WriteAnswer>
  get(): Promise<
    LoadedArtifact | { readonly kind: 'unreachable' } | { readonly kind: 'refused'; readonly error: ApiError }
  >
}

export interface Clock {
  /** Runs once after that time; the result cancels it. */
  after(ms: number, run: () => void): () => void
}

export type EditState = 'sending' | 'waiting' | 'unsent'

export interface PendingComment extends NewComment {
  readonly id: string
  readonly state: EditState
}

/** A value that the server did not take: the editor opens again with it. */
export interface Refusal {
  readonly value: FieldValue
  /** Undefined: the person went back to the editor from the merge dialog. */
  readonly error: ApiError | undefined
}

export interface ConflictField {
  readonly fieldId: number
  readonly base: FieldValue | undefined
  readonly theirs: FieldValue | undefined
  readonly mine: FieldValue
}

/** Somebody changed the same fields meanwhile: a person decides. */
export interface Conflict {
  readonly fields: readonly ConflictField[]
  /** Fields that only the others changed. */
  readonly taken: readonly number[]
  readonly seen: LoadedArtifact
  readonly theirs: LoadedArtifact
}

export interface QueueState {
  /** The last state that the server confirmed. */
  readonly confirmed: LoadedArtifact | undefined
  readonly edits: ReadonlyMap<number, EditState>
  readonly refusals: ReadonlyMap<number, Refusal>
  /** Values that the person kept instead of sending them. */
  readonly kept: ReadonlyMap<number, FieldValue>
  /** Fields whose writes the server forbade. */
  readonly locked: ReadonlySet<number>
  readonly comments: readonly PendingComment[]
  readonly conflict: Conflict | undefined
  /** The artifact was deleted, or the reader lost the right to see it. */
  readonly isGone: boolean
}

export type QueueEvent =
  /** Others changed these fields meanwhile; nothing of this person's was in the way. */
  | { readonly kind: 'joined'; readonly fields: readonly number[]; readonly theirs: LoadedArtifact }
  /** The change made the server change these fields, too. */
  | { readonly kind: 'followed'; readonly fields: readonly number[] }
  | { readonly kind: 'saved'; readonly fields: readonly number[]; readonly before: LoadedArtifact }

export type ChangeResult =
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The person kept or dropped the values in the merge dialog. */
  | { readonly kind: 'dropped' }

/** A write in the browser's database, until the server answers. */
export interface StoredWrite {
  readonly seen: LoadedArtifact
  readonly values: readonly FieldValue[]
  readonly comment: NewComment | undefined
  readonly key: string
}

export interface Stored {
  readonly writes: readonly StoredWrite[]
  readonly kept: readonly FieldValue[]
}

export interface QueueOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly newKey: () => string
  readonly same: (fieldId: number, one: FieldValue | undefined, other: FieldValue | undefined) => boolean
  readonly entryOf: (value: FieldValue) => FieldEntry
  /** Shows this state wherever the artifact is shown. */
  readonly paint: (loaded: LoadedArtifact) => void
  /** Stores the writes without an answer; undefined: no write is left. */
  readonly store: (stored: Stored | undefined) => void
  readonly notify: (event: QueueEvent) => void
  /** The activity has another changeset. The painted comment goes when the promise resolves. */
  readonly afterWrite: (hasComment: boolean) => Promise<unknown>
}

export interface ChangeOptions {
  readonly comment?: NewComment
  /** The state that the person saw when the editor opened. Default: the present one. */
  readonly seen?: LoadedArtifact
  /** A form shows the faults itself; no editor opens for them. */
  readonly isForm?: boolean
}

export interface WriteQueue {
  readonly state: () => QueueState
  readonly subscribe: (listener: () => void) => () => void
  readonly change: (values: readonly FieldValue[], options?: ChangeOptions) => Promise<ChangeResult>
  readonly comment: (comment: NewComment) => Promise<ChangeResult>
  /** Takes note of a state that was read elsewhere, and returns it with the unsaved values. */
  readonly take: (loaded: LoadedArtifact, epoch: number) => LoadedArtifact
  /** Counts finished writes: a response that was requested before a write says less than the write's. */
  readonly epoch: () => number
  /** The browser is online again: sends at once. */
  readonly wake: () => void
  readonly restore: (stored: Stored) => void
  readonly forgetRefusal: (fieldId: number) => void
  readonly forgetKept: (fieldId: number) => void
  /** Sends the results of the merge dialog. */
  readonly resolve: (results: readonly FieldValue[]) => void
  /** Leaves the merge dialog. `keep`: the values stay as drafts; `edit`: their editors open again; `discard`: they are dropped. */
  readonly leaveConflict: (how: 'keep' | 'edit' | 'discard') => void
}

interface Group {
  readonly values: readonly FieldValue[]
  readonly comment: NewComment | undefined
  readonly seen: LoadedArtifact
  readonly isForm: boolean
  /** Sent without others, because the server refused it together with others. */
  isAlone: boolean
  /** Of a restored write: the request has the key that it had before. */
  readonly storedKey: string | undefined
  readonly finish: (result: ChangeResult) => void
}

interface Edit {
  base: FieldValue | undefined
  mine: FieldValue
}

/** One request, until it is answered. */
interface Batch {
  readonly groups: readonly Group[]
  readonly edits: Map<number, Edit>
  readonly comment: NewComment | undefined
  seen: LoadedArtifact
  key: string
  rounds: number
}

interface WaitingComment {
  readonly id: string
  readonly comment: NewComment
  readonly finish: (result: ChangeResult) => void
  state: EditState
}

/** After three rounds of conflicts a person decides. */
const MAX_ROUNDS = 3
const RETRY_MS = [2_000, 5_000, 15_000, 60_000] as const

export const createWriteQueue = (options: QueueOptions): WriteQueue => {
  const { transport, clock, newKey, same, entryOf, paint, store, notify, afterWrite } = options
  const listeners = new Set<() => void>()
  /** The version that follows a version by this person's own write, and the state then. */
  const ownWrites = new Map<string, LoadedArtifact>()
  let confirmed: LoadedArtifact | undefined
  let groups: readonly Group[] = []
  let comments: readonly WaitingComment[] = []
  let batch: Batch | undefined
  let isSending = false
  let failures = 0
  let batchState: EditState = 'sending'
  let refusals: ReadonlyMap<number, Refusal> = new Map()
  let kept: ReadonlyMap<number, FieldValue> = new Map()
  let locked: ReadonlySet<number> = new Set()
  let conflict: Conflict | undefined
  let isGone = false
  let epoch = 0
  let cancelRetry: (() => void) | undefined
  let shownState: QueueState | undefined

  const painted = (): LoadedArtifact | undefined => {
    if (!confirmed) return undefined
    let loaded = confirmed
    for (const { mine } of batch?.edits.values() ?? []) loaded = withValue(loaded, mine)
    for (const group of groups) for (const value of group.values) loaded = withValue(loaded, value)
    return loaded
  }

  const changed = (): void => {
    shownState = undefined
    const loaded = painted()
    if (loaded) paint(loaded)
    for (const listener of listeners) listener()
  }

  const state = (): QueueState => {
    if (shownState) return shownState
    const edits = new Map<number, EditState>()
    for (const id of batch?.edits.keys() ?? []) edits.set(id, batchState)
    for (const group of groups)
      for (const { field_id } of group.values) edits.set(field_id, batchState === 'sending' ? 'waiting' : batchState)
    shownState = {
      confirmed,
      edits,
      refusals,
      kept,
      locked,
      comments: comments.map(({ id, comment, state: now }) => ({ ...comment, id, state: now })),
      conflict,
      isGone,
    }
    return shownState
  }

  const storeUnsent = (): void => {
    const writes: StoredWrite[] = []
    if (batch) {
      const values = [...batch.edits.values()].map(({ mine }) => mine)
      writes.push({ seen: batch.seen, values, comment: batch.comment, key: batch.key })
    }
    for (const { seen, values, comment } of groups) writes.push({ seen, values, comment, key: newKey() })
    if (confirmed)
      for (const { id, comment } of comments) writes.push({ seen: confirmed, values: [], comment, key: id })
    const isStored = batchState === 'unsent' || kept.size > 0
    store(isStored && writes.length + kept.size > 0 ? { writes, kept: [...kept.values()] } : undefined)
  }

  /** Follows this person's own writes since the state that they saw. */
  const newestOwn = (seen: LoadedArtifact): LoadedArtifact => {
    let newest = seen
    for (let next = ownWrites.get(newest.etag); next; next = ownWrites.get(newest.etag)) newest = next
    return newest
  }

  /** Groups that go together: as many as wait, but one comment at most. */
  const nextBatch = (): Batch | undefined => {
    const [first] = groups
    if (!first) return undefined
    let taken = 1
    if (!first.isAlone && first.storedKey === undefined) {
      let hasComment = first.comment !== undefined
      for (const group of groups.slice(1)) {
        if (group.isAlone || group.storedKey !== undefined || (hasComment && group.comment)) break
        hasComment ||= group.comment !== undefined
        taken += 1
      }
    }
    const chosen = groups.slice(0, taken)
    groups = groups.slice(taken)
    const edits = new Map<number, Edit>()
    for (const group of chosen)
      for (const mine of group.values) {
        const earlier = edits.get(mine.field_id)
        edits.set(mine.field_id, { base: earlier ? earlier.base : valueOf(group.seen.artifact, mine.field_id), mine })
      }
    return {
      groups: chosen,
      edits,
      comment: chosen.find(group => group.comment)?.comment,
      seen: newestOwn(first.seen),
      key: first.storedKey ?? newKey(),
      rounds: 0,
    }
  }

  const run = (): void => {
    if (isSending || isGone || cancelRetry) return
    // A comment waits neither for a conflict nor for a write that the server does not take now.
    const [comment] = comments
    if (comment) {
      void sendComment(comment)
      return
    }
    if (conflict) return
    if (!batch) {
      batch = nextBatch()
      batchState = 'sending'
    }
    if (batch) void send(batch)
  }

  const retryAfter = (ms: number): void => {
    cancelRetry?.()
    cancelRetry = clock.after(ms, () => {
      cancelRetry = undefined
      run()
    })
  }

  const finishBatch = (current: Batch, result: ChangeResult): void => {
    batch = undefined
    changed()
    for (const group of current.groups) group.finish(result)
  }

  const send = async (current: Batch): Promise<void> => {
    isSending = true
    batchState = 'sending'
    changed()
    // A list that did not tell the version: the newest one is read and compared first.
    const answer: WriteAnswer =
      current.seen.etag === ''
        ? { kind: 'changed' }
        : await transport.put({
            ifMatch: current.seen.etag,
            key: current.key,
            values: [...current.edits.values()].map(({ mine }) => entryOf(mine)),
            comment: current.comment,
          })
    isSending = false
    await handleAnswer(current, answer)
    storeUnsent()
    changed()
    run()
  }

  const handleAnswer = async (current: Batch, answer: WriteAnswer): Promise<void> => {
    if (answer.kind === 'unreachable' || answer.kind === 'later') {
      pause(answer)
      return
    }
    failures = 0
    if (answer.kind === 'done') {
      await saved(current, answer.etag)
    } else if (answer.kind === 'changed') {
      await compare(current)
    } else {
      refuse(current, answer.error)
      // The rights of the person, or the rules of the tracker, may have changed since the page read them.
      await readAgain()
    }
  }

  const readAgain = async (): Promise<void> => {
    isSending = true
    const read = await transport.get()
    isSending = false
    epoch += 1
    if (!('kind' in read)) confirmed = read
    else if (read.kind === 'refused') close(read.error)
  }

  const pause = (answer: { readonly kind: 'unreachable' } | { readonly kind: 'later'; readonly afterMs: number }) => {
    batchState = answer.kind === 'later' ? 'waiting' : 'unsent'
    retryAfter(answer.kind === 'later' ? answer.afterMs : (RETRY_MS[failures] ?? RETRY_MS[RETRY_MS.length - 1] ?? 0))
    failures += answer.kind === 'unreachable' ? 1 : 0
  }

  const saved = async (current: Batch, etag: string): Promise<void> => {
    const before = current.seen
    let after: LoadedArtifact = { ...before, etag }
    for (const { mine } of current.edits.values()) after = withValue(after, mine)
    if (etag !== before.etag) ownWrites.set(before.etag, after)
    epoch += 1
    confirmed = after
    finishBatch(current, { kind: 'saved' })
    notify({ kind: 'saved', fields: [...current.edits.keys()], before })
    await Promise.all([readBack(after), afterWrite(current.comment !== undefined)])
  }

  /** The server's own words: actions of the workflow may have changed more. */
  const readBack = async (sent: LoadedArtifact): Promise<void> => {
    isSending = true
    const read = await transport.get()
    isSending = false
    if ('kind' in read) {
      if (read.kind === 'refused') close(read.error)
      return
    }
    confirmed = read
    if (read.etag !== sent.etag) return
    for (const [from, to] of ownWrites) if (to.etag === read.etag) ownWrites.set(from, read)
    const fields = changedFields(sent.artifact, read.artifact, same).filter(
      id => !groups.some(group => group.values.some(value => value.field_id === id)),
    )
    if (fields.length > 0) notify({ kind: 'followed', fields })
  }

  /** §1.2, step 5: base, theirs and mine, field by field. */
  const compare = async (current: Batch): Promise<void> => {
    isSending = true
    const theirs = await transport.get()
    isSending = false
    if ('kind' in theirs) {
      if (theirs.kind === 'unreachable') pause(theirs)
      else refuse(current, theirs.error)
      return
    }
    const { seen } = current
    confirmed = theirs
    epoch += 1
    const others = changedFields(seen.artifact, theirs.artifact, same)
    current.rounds += 1
    const asked: ConflictField[] = []
    for (const [fieldId, { base, mine }] of current.edits) {
      const their = valueOf(theirs.artifact, fieldId)
      if (same(fieldId, their, mine)) {
        current.edits.delete(fieldId)
      } else if (!same(fieldId, their, base) || current.rounds > MAX_ROUNDS) {
        asked.push({ fieldId, base, theirs: their, mine })
      }
    }
    // Everything stands already: an answer got lost, or both wrote the same. A repeated request with a comment does not get here: the
    // server answers a known key before it looks at the version.
    if (current.edits.size === 0 && current.comment === undefined) {
      finishBatch(current, { kind: 'saved' })
      await afterWrite(false)
      return
    }
    current.key = newKey()
    if (asked.length > 0) {
      const isAsked = new Set(asked.map(({ fieldId }) => fieldId))
      conflict = { fields: asked, taken: others.filter(id => !isAsked.has(id)), seen, theirs }
    } else {
      for (const [fieldId, edit] of current.edits) edit.base = valueOf(theirs.artifact, fieldId)
      if (others.length > 0) notify({ kind: 'joined', fields: others, theirs })
    }
    current.seen = theirs
  }

  /** The page shows what nobody can save any more, so that the person can copy it. */
  const checkGone = (error: ApiError): void => {
    if (error.status === 404) close(error)
  }

  /** A refused reading says that the person may not see the artifact any more. */
  const close = (error: ApiError): void => {
    isGone = true
    const lost = groups.flatMap(group => group.values)
    refusals = new Map([...refusals, ...lost.map(value => [value.field_id, { value, error }] as const)])
    for (const group of groups) group.finish({ kind: 'refused', error })
    groups = []
  }

  const refuse = (current: Batch, error: ApiError): void => {
    // The others may be right: each goes by itself.
    if (error.status === 400 && current.groups.length > 1) {
      batch = undefined
      for (const group of current.groups) group.isAlone = true
      groups = [...current.groups, ...groups]
      return
    }
    checkGone(error)
    const ids = [...current.edits.keys()]
    if (error.status === 403) locked = new Set([...locked, ...ids])
    const opened = new Map(refusals)
    for (const group of current.groups)
      if (!group.isForm) for (const value of group.values) opened.set(value.field_id, { value, error })
    refusals = opened
    finishBatch(current, { kind: 'refused', error })
  }

  const sendComment = async (waiting: WaitingComment): Promise<void> => {
    isSending = true
    waiting.state = 'sending'
    changed()
    const { id: key, comment } = waiting
    const answer = await transport.put({ ifMatch: undefined, key, values: [], comment })
    if (answer.kind === 'done') {
      failures = 0
      epoch += 1
      const reading = transport.get()
      // The activity has the comment from here on: painted any longer, it would stand there twice.
      await afterWrite(true)
      comments = comments.filter(each => each !== waiting)
      changed()
      const read = await reading
      if (!('kind' in read)) confirmed = read
    }
    isSending = false
    if (answer.kind === 'unreachable' || answer.kind === 'later') {
      pause(answer)
      waiting.state = batchState
    } else {
      comments = comments.filter(each => each !== waiting)
      // Without `If-Match` a comment meets no other change; 412 is a refusal like others.
      const result: ChangeResult =
        answer.kind === 'refused' ? answer : { kind: answer.kind === 'done' ? 'saved' : 'dropped' }
      if (answer.kind === 'refused') checkGone(answer.error)
      waiting.finish(result)
    }
    storeUnsent()
    changed()
    run()
  }

  const without = <Value>(map: ReadonlyMap<number, Value>, id: number): ReadonlyMap<number, Value> => {
    const rest = new Map(map)
    rest.delete(id)
    return rest
  }

  const enqueue = (group: Omit<Group, 'finish' | 'isAlone'>): Promise<ChangeResult> =>
    new Promise(finish => {
      groups = [...groups, { ...group, isAlone: false, finish }]
      for (const { field_id } of group.values) {
        refusals = without(refusals, field_id)
        kept = without(kept, field_id)
      }
      if (batchState === 'unsent') storeUnsent()
      changed()
      run()
    })

  return {
    state,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (values, { comment, seen = painted(), isForm = false } = {}) => {
      if (!seen) throw new Error('Nobody edits an artifact that was not read')
      return enqueue({ values, comment, seen, isForm, storedKey: undefined })
    },
    comment: comment =>
      new Promise(finish => {
        comments = [...comments, { id: newKey(), comment, finish, state: 'sending' }]
        changed()
        run()
      }),
    take: (loaded, since) => {
      // Somebody restored the artifact, or gave the right to see it back.
      if (since === epoch) isGone = false
      if (since === epoch && !isSending) confirmed = loaded
      else confirmed ??= loaded
      shownState = undefined
      return painted() ?? loaded
    },
    epoch: () => epoch,
    wake: () => {
      if (!cancelRetry) return
      cancelRetry()
      cancelRetry = undefined
      run()
    },
    restore: ({ writes, kept: values }) => {
      kept = new Map([...values.map(value => [value.field_id, value] as const), ...kept])
      for (const { seen, values: mine, comment, key } of writes) {
        confirmed ??= seen
        if (mine.length > 0) void enqueue({ values: mine, comment, seen, isForm: false, storedKey: key })
        else if (comment) comments = [...comments, { id: key, comment, finish: () => undefined, state: 'unsent' }]
      }
      changed()
      run()
    },
    forgetRefusal: fieldId => {
      refusals = without(refusals, fieldId)
      changed()
    },
    forgetKept: fieldId => {
      kept = without(kept, fieldId)
      storeUnsent()
      changed()
    },
    resolve: results => {
      if (!batch || !conflict) return
      for (const mine of results) {
        const base = valueOf(conflict.theirs.artifact, mine.field_id)
        if (same(mine.field_id, base, mine)) batch.edits.delete(mine.field_id)
        else batch.edits.set(mine.field_id, { base, mine })
      }
      for (const [id, edit] of batch.edits) edit.base = valueOf(conflict.theirs.artifact, id)
      conflict = undefined
      batch.rounds = 0
      if (batch.edits.size === 0 && batch.comment === undefined) finishBatch(batch, { kind: 'saved' })
      changed()
      run()
    },
    leaveConflict: how => {
      if (!batch || !conflict) return
      const left = conflict.fields
      conflict = undefined
      for (const { fieldId } of left) batch.edits.delete(fieldId)
      if (how === 'keep') kept = new Map([...kept, ...left.map(({ fieldId, mine }) => [fieldId, mine] as const)])
      if (how === 'edit')
        refusals = new Map([
          ...refusals,
          ...left.map(({ fieldId, mine }) => [fieldId, { value: mine, error: undefined }] as const),
        ])
      // The fields that nobody else changed are sent all the same.
      if (batch.edits.size === 0) finishBatch(batch, { kind: 'dropped' })
      storeUnsent()
      changed()
      run()
    },
  }
}
