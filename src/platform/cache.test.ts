import { describe, expect, it } from 'vitest'
import { readCache } from './cache.ts'
import { InvalidationBus } from './db/cache-invalidation.ts'

const cacheOf = (load: (keys: readonly number[]) => Promise<Map<number, { word: string }>>, isListening = true) => {
  const changes = new InvalidationBus()
  changes.invalidateAll(isListening)
  const cache = readCache<number, { word: string }>({
    invalidations: changes,
    topic: 'word',
    max: 10,
    load,
    parseKey: Number,
  })
  return { changes, cache }
}

describe('readCache', () => {
  it('keeps what it loaded until the key is invalidated, or anything may have changed', async () => {
    let loads = 0
    const { changes, cache } = cacheOf(async keys => new Map(keys.map(key => [key, { word: `${key} ${++loads}` }])))
    expect([await cache.get(1), await cache.get(1)]).toEqual([{ word: '1 1' }, { word: '1 1' }])
    changes.invalidate('word', '2')
    expect(await cache.get(1)).toEqual({ word: '1 1' })
    changes.invalidate('word', '1')
    expect(await cache.get(1)).toEqual({ word: '1 2' })
    changes.invalidateAll(true)
    expect(await cache.get(1)).toEqual({ word: '1 3' })
  })

  it('does not keep a value whose load began before a change', async () => {
    const old = Promise.withResolvers<Map<number, { word: string }>>()
    const answers = [old.promise, Promise.resolve(new Map([[1, { word: 'new' }]]))]
    const { changes, cache } = cacheOf(() => answers.shift() ?? Promise.reject(new Error('asked too often')))
    const early = cache.get(1)
    changes.invalidate('word', '1')
    expect(await cache.get(1)).toEqual({ word: 'new' })
    old.resolve(new Map([[1, { word: 'old' }]]))
    await early
    expect(await cache.get(1)).toEqual({ word: 'new' })
  })

  it('keeps nothing while it does not receive the invalidations of other processes', async () => {
    let loads = 0
    const { changes, cache } = cacheOf(async () => new Map([[1, { word: String(++loads) }]]), false)
    expect([await cache.get(1), await cache.get(1), cache.peek(1)]).toEqual([{ word: '1' }, { word: '2' }, undefined])
    changes.invalidateAll(true)
    expect([await cache.get(1), await cache.get(1)]).toEqual([{ word: '3' }, { word: '3' }])
    changes.invalidateAll(false)
    expect([await cache.get(1), await cache.get(1)]).toEqual([{ word: '4' }, { word: '5' }])
  })
})
