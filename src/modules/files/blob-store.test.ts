import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../test/harness/archives.ts'
import { createBlobStore, type BlobStore } from './blob-store.ts'

describe('blob store', () => {
  let folder: string
  let store: BlobStore
  beforeEach(async () => {
    folder = await scratchFolder()
    store = createBlobStore(folder)
  })
  const staged = (): Promise<string[]> => readdir(path.join(folder, 'staging')).catch(() => [])

  it('keeps contents under the number of their file, with size and hash', async () => {
    const blob = await store.stage(Readable.from([Buffer.from('quay '), Buffer.from('side')]))
    expect(blob.size).toBe(9)
    expect(blob.sha256).toEqual(createHash('sha256').update('quay side').digest())
    expect(await store.has(2_003_004)).toBe(false)
    await store.adopt(blob, 2_003_004)
    expect(await store.has(2_003_004)).toBe(true)
    expect(store.pathOf(2_003_004)).toBe(path.join(folder, '2', '3', '2003004'))
    expect(await text(store.open(2_003_004))).toBe('quay side')
    expect(await staged()).toEqual([])
    await store.remove([2_003_004, 7])
    expect(await store.has(2_003_004)).toBe(false)
  })

  it('leaves nothing of a stream that breaks', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('cut off')
      })(),
    )
    await expect(store.stage(broken)).rejects.toThrow('cut off')
    expect(await staged()).toEqual([])
  })

  it('discards what was not adopted, and sweeps what the dead left', async () => {
    const [first, second] = [await store.stage(Readable.from(['a'])), await store.stage(Readable.from(['b']))]
    await store.discard([first])
    await store.sweep(60_000)
    expect(await staged()).toHaveLength(1)
    await utimes(second.path, new Date(0), new Date(0))
    await store.sweep(60_000)
    expect(await staged()).toEqual([])
  })
})
