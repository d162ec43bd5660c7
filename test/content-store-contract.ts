import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { ERRORS, Upload } from '@tus/utils'
import { describe, expect, it } from 'vitest'
import { ContentMissing, type ContentStore, type ListedContent } from '../src/modules/files/index.ts'

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** Cut into pieces as they come from a socket. */
const streamOf = (bytes: Buffer, piece = 60_000): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
    })(),
    { objectMode: false },
  )

const breakingAfter = (bytes: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield bytes
      throw new Error('cut off')
    })(),
    { objectMode: false },
  )

const listed = async (store: ContentStore): Promise<ListedContent[]> => {
  const all: ListedContent[] = []
  for await (const content of store.list()) all.push(content)
  return all.toSorted((left, right) => left.key.localeCompare(right.key))
}

/** Above the smallest part of S3 (5 MiB), and no multiple of anything. */
const LARGE = 11_534_321

/**
 * The contract of every content store. Each call of `open` returns a store on the same place, as another process would see it: with the
 * lasting contents only.
 */
export const testContentStore = (name: string, open: () => Promise<ContentStore>): void => {
  let next = 2_003_000
  const newKey = (): string => String(++next)
  const keep = async (store: ContentStore, content: string): Promise<string> => {
    const key = newKey()
    await store.write(key, Readable.from([Buffer.from(content)]))
    return key
  }
  const declare = async (store: ContentStore, size: number): Promise<string> => {
    const key = newKey()
    await store.uploads.create(new Upload({ id: key, size, offset: 0 }))
    return key
  }

  describe(`${name}: contents`, () => {
    it('keeps a stream with its size and SHA-256, and gives it back to any process', async () => {
      const store = await open()
      const bytes = randomBytes(LARGE)
      const key = newKey()
      expect(await store.write(key, streamOf(bytes))).toEqual({ size: LARGE, sha256: sha256(bytes) })
      const other = await open()
      expect(await other.size(key)).toBe(LARGE)
      expect(sha256(await buffer(await other.read(key)))).toEqual(sha256(bytes))
    })

    it('keeps what is empty', async () => {
      const store = await open()
      const key = newKey()
      expect(await store.write(key, Readable.from([]))).toEqual({ size: 0, sha256: sha256('') })
      expect(await store.size(key)).toBe(0)
      expect(await text(await store.read(key))).toBe('')
    })

    it('reads a range, both ends included', async () => {
      const store = await open()
      const key = await keep(store, 'quayside')
      expect(await text(await store.read(key, { start: 4, end: 6 }))).toBe('sid')
      expect(await text(await store.read(key, { start: 7, end: 7 }))).toBe('e')
      expect(await text(await store.read(key, { start: 0, end: 3 }))).toBe('quay')
    })

    it('puts a new content in the place of the old one', async () => {
      const store = await open()
      const key = await keep(store, 'ebb and flow')
      await store.write(key, Readable.from([Buffer.from('flood')]))
      expect(await text(await store.read(key))).toBe('flood')
      expect((await listed(store)).filter(content => content.key === key)).toMatchObject([{ size: 5 }])
    })

    it('keeps nothing of a stream that breaks, and what was there stays', async () => {
      const store = await open()
      const [fresh, taken] = [newKey(), await keep(store, 'before')]
      for (const size of [7, LARGE])
        for (const key of [fresh, taken])
          await expect(store.write(key, breakingAfter(randomBytes(size)))).rejects.toThrow('cut off')
      expect(await store.size(fresh)).toBeUndefined()
      expect(await text(await store.read(taken))).toBe('before')
      expect((await listed(store)).map(({ key }) => key)).not.toContain(fresh)
    })

    it('says at once that a content is missing', async () => {
      const store = await open()
      await expect(store.read(newKey())).rejects.toThrow(ContentMissing)
      expect(await store.size(newKey())).toBeUndefined()
      await expect(store.setAside(newKey())).rejects.toThrow(ContentMissing)
    })

    it('removes contents and does not mind those that are not there', async () => {
      const store = await open()
      const [first, second] = [await keep(store, 'a'), await keep(store, 'b')]
      await store.remove([first, newKey(), second])
      expect(await Promise.all([store.size(first), store.size(second)])).toEqual([undefined, undefined])
      await store.remove([])
    })

    it('lists all that is whole, what is made from files beside them, and no upload', async () => {
      const store = await open()
      const key = await keep(store, 'pier')
      const preview = `${key}.preview`
      await store.write(preview, Readable.from([Buffer.from('p')]))
      const upload = await declare(store, 3)
      await store.uploads.write(streamOf(Buffer.from('ab')), upload, 0)
      const all = await listed(store)
      expect(all.filter(content => content.key.startsWith(key))).toEqual([
        { key, size: 4, modifiedAt: expect.any(Date) as Date },
        { key: preview, size: 1, modifiedAt: expect.any(Date) as Date },
      ])
      expect(all.map(content => content.key)).not.toContain(upload)
      expect(Math.abs(Date.now() - (all[0]?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
    })

    it('puts a content aside, out of everybody else’s way', async () => {
      const store = await open()
      const key = await keep(store, 'wreck')
      expect(await store.setAside(key)).toContain(`${key}.`)
      expect(await store.size(key)).toBeUndefined()
      expect((await listed(store)).map(content => content.key)).not.toContain(key)
    })

    it('takes no path for a key', async () => {
      const store = await open()
      for (const key of ['../12', '12/../13', '', '0', '-1', '12.', '12.json/x', '12\0', '1e3', '12.PREVIEW'])
        await expect(store.write(key, Readable.from(['x'])), key).rejects.toThrow('is no key')
    })
  })

  describe(`${name}: uploads`, () => {
    it('takes a file in pieces of any size and makes it a content', async () => {
      const store = await open()
      const bytes = randomBytes(LARGE)
      const key = await declare(store, LARGE)
      let offset = 0
      for (const end of [1, 70_000, 5_300_000, 5_300_001, LARGE]) {
        expect(await store.uploads.getUpload(key)).toMatchObject({ id: key, size: LARGE, offset })
        offset = await store.uploads.write(streamOf(bytes.subarray(offset, end)), key, offset)
        expect(offset).toBe(end)
      }
      expect(await store.finish(key)).toEqual({ size: LARGE, sha256: sha256(bytes) })
      expect(sha256(await buffer(await store.read(key)))).toEqual(sha256(bytes))
    })

    it('goes on in another process, which hashes what it did not see', async () => {
      const bytes = randomBytes(LARGE)
      const first = await open()
      const key = await declare(first, LARGE)
      await first.uploads.write(streamOf(bytes.subarray(0, 6_000_000)), key, 0)
      const second = await open()
      expect(await second.uploads.getUpload(key)).toMatchObject({ size: LARGE, offset: 6_000_000 })
      await second.uploads.write(streamOf(bytes.subarray(6_000_000, 6_100_000)), key, 6_000_000)
      // Back to the first, whose running hash has missed a piece.
      await first.uploads.write(streamOf(bytes.subarray(6_100_000)), key, 6_100_000)
      expect(await first.finish(key)).toEqual({ size: LARGE, sha256: sha256(bytes) })
      const third = await open()
      expect(await third.finish(key)).toEqual({ size: LARGE, sha256: sha256(bytes) })
    })

    it('answers the same when it is finished again, and shows it as complete', async () => {
      const store = await open()
      const key = await declare(store, 4)
      await store.uploads.write(streamOf(Buffer.from('gull')), key, 0)
      const content = { size: 4, sha256: sha256('gull') }
      expect(await store.finish(key)).toEqual(content)
      expect(await store.finish(key)).toEqual(content)
      expect(await (await open()).finish(key)).toEqual(content)
      expect(await store.uploads.getUpload(key)).toMatchObject({ size: 4, offset: 4 })
    })

    it('does not finish what is not complete or not there', async () => {
      const store = await open()
      const key = await declare(store, 4)
      await store.uploads.write(streamOf(Buffer.from('gul')), key, 0)
      await expect(store.finish(key)).rejects.toThrow('not complete')
      expect(await store.size(key)).toBeUndefined()
      await expect(store.finish(newKey())).rejects.toThrow(ContentMissing)
    })

    it('finishes what is empty', async () => {
      const store = await open()
      const key = await declare(store, 0)
      expect(await store.finish(key)).toEqual({ size: 0, sha256: sha256('') })
      expect(await text(await store.read(key))).toBe('')
    })

    it('keeps what a broken connection brought, as far as its offset says', async () => {
      const store = await open()
      const bytes = randomBytes(200_000)
      const key = await declare(store, bytes.length)
      await expect(store.uploads.write(breakingAfter(bytes.subarray(0, 50_000)), key, 0)).rejects.toThrow('cut off')
      const { offset } = await store.uploads.getUpload(key)
      expect(offset).toBeLessThanOrEqual(50_000)
      await store.uploads.write(streamOf(bytes.subarray(offset)), key, offset)
      expect(await store.finish(key)).toEqual({ size: bytes.length, sha256: sha256(bytes) })
    })

    it('removes an upload in any state', async () => {
      const store = await open()
      const [arriving, finished] = [await declare(store, 4), await declare(store, 4)]
      await store.uploads.write(streamOf(Buffer.from('gu')), arriving, 0)
      await store.uploads.write(streamOf(Buffer.from('gull')), finished, 0)
      await store.finish(finished)
      for (const key of [arriving, finished]) {
        await store.uploads.remove(key)
        await expect(store.uploads.getUpload(key)).rejects.toBe(ERRORS.FILE_NOT_FOUND)
        expect(await store.size(key)).toBeUndefined()
      }
    })

    it('knows no upload that was not declared', async () => {
      const store = await open()
      const key = newKey()
      await expect(store.uploads.getUpload(key)).rejects.toBe(ERRORS.FILE_NOT_FOUND)
      await expect(store.uploads.write(streamOf(Buffer.from('x')), key, 0)).rejects.toBe(ERRORS.FILE_NOT_FOUND)
    })

    it('sweeps uploads that nobody goes on with, and no content', async () => {
      const store = await open()
      const [content, upload] = [await keep(store, 'buoy'), await declare(store, 4)]
      await store.uploads.write(streamOf(Buffer.from('gu')), upload, 0)
      await store.sweep(new Date(Date.now() - 60_000))
      expect(await store.uploads.getUpload(upload)).toMatchObject({ offset: 2 })
      await store.sweep(new Date(Date.now() + 60_000))
      await expect((await open()).uploads.getUpload(upload)).rejects.toBe(ERRORS.FILE_NOT_FOUND)
      expect(await store.size(content)).toBe(4)
    })
  })
}
