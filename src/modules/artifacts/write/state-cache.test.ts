import { describe, expect, it } from 'vitest'
import { cacheCounts } from '../../../platform/cache.ts'
import { InvalidationBus } from '../../../platform/db/cache-invalidation.ts'
import type { ArtifactState } from '../store/artifact-reader.store.ts'
import type { ArtifactWithLinks } from '../model/artifact.ts'
import type { UpdateRows } from '../commit/write-artifact.store.ts'
import { createStateCache, stateAfter } from './state-cache.ts'

const state = (id: number, size: number): ArtifactState => ({
  artifact: { id } as ArtifactWithLinks,
  rowVersion: { writtenBy: '1', connectionChanges: 0 },
  size,
})

describe('cached states', () => {
  it('stay within the limit, the most recently used; a large state is not cached, nor the state that it replaces', () => {
    const changes = new InvalidationBus()
    const states = createStateCache(changes, 10_000)
    for (const id of [1, 2, 3]) states.keep(state(id, 1_000))
    expect([1, 2, 3].map(id => states.find(id)?.artifact.id)).toEqual([undefined, 2, 3])
    states.keep(state(3, 65 * 1024))
    expect([2, 3].map(id => states.find(id)?.artifact.id)).toEqual([2, undefined])
    states.forget(2)
    expect(states.find(2)).toBeUndefined()
    expect(cacheCounts(changes).get('states')).toEqual({ hits: 3, misses: 3 })
  })

  it('are cleared when the connection for invalidations ends: another server may be the primary afterwards', () => {
    const changes = new InvalidationBus()
    const states = createStateCache(changes, 10_000)
    states.keep(state(1, 10))
    changes.invalidate('tracker', '5')
    expect(states.find(1)).toBeDefined()
    changes.invalidateAll(false)
    expect(states.find(1)).toBeUndefined()
  })

  it('take no more memory after many changes than their content', () => {
    const document = { 1: 'a title', 2: 5 }
    let last = { ...state(1, 100), artifact: { id: 1, document } as unknown as ArtifactWithLinks }
    const change = (changed: object) => {
      const rows = { document: JSON.stringify(changed), author: {} } as UpdateRows
      last = stateAfter(last, rows, { changeset_id: 2, written_by: '2' })
    }
    for (let time = 0; time < 1_000; time++) change({ 1: `b title`, 2: time % 10 })
    expect(last.size).toBe(100)
    change({ 1: 'a longer title' })
    expect(last.size).toBe(107)
    change({ 3: 'new' })
    expect(last.size).toBe(107 + '"3":"new"'.length)
    expect(last.artifact.document).toEqual({ 1: 'a longer title', 2: 9, 3: 'new' })
  })

  it('are not cached without memory for them', () => {
    const states = createStateCache(new InvalidationBus(), 0)
    states.keep(state(1, 10))
    expect(states.find(1)).toBeUndefined()
  })
})
