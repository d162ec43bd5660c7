// The queues of writes of all artifacts that are shown: one for each, shared by page, side panel, table and board.
import type { QueryClient } from '@tanstack/react-query'
import { deleteRecord, readRecord, writeRecord } from '../../drafts/drafts.ts'
import type { FieldValue } from '../../fields/field-view.ts'
import { accountQuery } from '../../session/account.ts'
import { forgetChanges, noteChange } from '../../commands/undo.ts'
import { activityKey, artifactKey, painters, type LoadedArtifact } from '../artifact-queries.ts'
import { trackerOf, valueOf } from './artifact-values.ts'
import { entryOfValue, sameValues } from './field-access.ts'
import { httpTransport, newRequestKey } from './http-transport.ts'
import { createWriteQueue, type QueueEvent, type Stored, type WriteQueue } from './write-queue.ts'

export interface Writer extends WriteQueue {
  readonly id: number
  /** Calls the listener for each event until the result is called. */
  readonly listen: (listener: (event: QueueEvent) => void) => () => void
}

const writers = new Map<number, Writer>()
let owner: number | undefined

/** The queue of an artifact, for the signed-in account. */
export const artifactWriter = (id: number, queries: QueryClient): Writer => {
  const account = queries.getQueryData(accountQuery.queryKey)?.user.id
  // Another account in the same tab begins anew.
  if (account !== owner) {
    writers.clear()
    painters.clear()
    forgetChanges()
    owner = account
  }
  const known = writers.get(id)
  if (known) return known
  const writer = createWriter(id, queries, account)
  writers.set(id, writer)
  painters.set(id, writer)
  return writer
}

const createWriter = (id: number, queries: QueryClient, accountId: number | undefined): Writer => {
  const listeners = new Set<(event: QueueEvent) => void>()
  const draftKey = `write:${id}`
  const shown = (): LoadedArtifact | undefined => queries.getQueryData<LoadedArtifact>(artifactKey(id))
  const fieldOf = (fieldId: number) => {
    const artifact = shown()?.artifact
    return artifact && trackerOf(artifact)?.fields.find(field => field.field_id === fieldId)
  }
  let hasStored = false
  /** A change that is being taken back is no new one. */
  let isUndoing = false
  const noteSaved = (event: QueueEvent): void => {
    const after = queue.state().confirmed
    if (event.kind !== 'saved' || isUndoing || !after) return
    const undone = event.fields.flatMap(fieldId => {
      const value = valueOf(event.before.artifact, fieldId)
      return value && isUndoable(value) ? [{ value, written: valueOf(after.artifact, fieldId) }] : []
    })
    if (undone.length === 0) return
    noteChange({
      object: after.artifact.xref,
      undo: async () => {
        const now = known()
        const left = undone.filter(
          ({ value, written }) => now && sameValues(valueOf(now.artifact, value.field_id), written),
        )
        if (left.length === 0) return false
        isUndoing = true
        const result = await writer.change(left.map(({ value }) => value)).finally(() => (isUndoing = false))
        return result.kind === 'saved'
      },
    })
  }
  const queue = createWriteQueue({
    transport: httpTransport(id),
    clock: {
      after: (ms, run) => {
        const timer = window.setTimeout(run, ms)
        return () => window.clearTimeout(timer)
      },
    },
    newKey: newRequestKey,
    same: (_fieldId, one, other) => sameValues(one, other),
    entryOf: (value: FieldValue) => entryOfValue(value, fieldOf(value.field_id)),
    paint: loaded => {
      // The same object again would make each reader render for nothing.
      if (shown() !== loaded) queries.setQueryData(artifactKey(id), loaded)
    },
    store: stored => {
      if (!stored && !hasStored) return
      hasStored = stored !== undefined
      void (stored ? writeRecord(accountId, draftKey, stored) : deleteRecord(accountId, draftKey))
    },
    notify: event => {
      noteSaved(event)
      for (const listener of listeners) listener(event)
    },
    afterWrite: () => queries.invalidateQueries({ queryKey: activityKey(id) }),
  })
  window.addEventListener('online', () => queue.wake())
  void readRecord(accountId, draftKey).then(draft => {
    if (!draft) return
    hasStored = true
    queue.restore(draft.value as Stored)
  })
  /** A list may have put a state into the cache that the queue does not know. */
  const known = (): LoadedArtifact | undefined => {
    const now = shown()
    return now && now.etag !== queue.state().confirmed?.etag ? queue.take(now, queue.epoch()) : now
  }
  known()
  const writer: Writer = {
    ...queue,
    id,
    change: (values, options) => {
      const seen = options?.seen ?? known()
      return queue.change(values, { ...options, ...(seen && { seen }) })
    },
    listen: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return writer
}

/** Removed files are gone, and the page of an artifact has its own way back for links. */
const isUndoable = ({ type }: FieldValue): boolean => type !== 'file' && type !== 'art_link'
