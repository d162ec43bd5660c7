import { describe, expect, it } from 'vitest'
import { cacheCounts } from '../../platform/cache.ts'
import { Announcements } from '../../platform/db/announcements.ts'
import type { ReadState } from './artifact-reader.store.ts'
import type { ArtifactWithLinks } from './artifact.ts'
import { createRememberedStates } from './remembered-states.ts'

const state = (id: number, size: number): ReadState => ({
  artifact: { id } as ArtifactWithLinks,
  mark: { writtenBy: '1', connectionChanges: 0 },
  size,
})

describe('states that are remembered', () => {
  it('are as many as fit in, the ones used last; a large one is not among them, nor what it takes the place of', () => {
    const changes = new Announcements()
    const states = createRememberedStates(changes, 10_000)
    for (const id of [1, 2, 3]) states.keep(state(id, 1_000))
    expect([1, 2, 3].map(id => states.find(id)?.artifact.id)).toEqual([undefined, 2, 3])
    states.keep(state(3, 65 * 1024))
    expect([2, 3].map(id => states.find(id)?.artifact.id)).toEqual([2, undefined])
    states.forget(2)
    expect(states.find(2)).toBeUndefined()
    expect(cacheCounts(changes).get('states')).toEqual({ hits: 3, misses: 3 })
  })

  it('are forgotten with the connection that hears changes: another server may be the primary after it', () => {
    const changes = new Announcements()
    const states = createRememberedStates(changes, 10_000)
    states.keep(state(1, 10))
    changes.announce('tracker', '5')
    expect(states.find(1)).toBeDefined()
    changes.announceAll(false)
    expect(states.find(1)).toBeUndefined()
  })

  it('are none without memory for them', () => {
    const states = createRememberedStates(new Announcements(), 0)
    states.keep(state(1, 10))
    expect(states.find(1)).toBeUndefined()
  })
})
