import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { contentKey, type ContentStore } from './content-store.ts'
import type { PictureFormat } from './shrink-picture.ts'

const MAX_BYTES = 256 * 1024 ** 2

const formats: ReadonlyMap<string, PictureFormat> = new Map([
  ['image/gif', 'gif'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
])

export interface Previews {
  /** Size of the preview, which the first call creates; undefined if the file is no picture of its declared format. */
  make(file: { readonly id: number; readonly type: string; readonly size: number }): Promise<number | undefined>
}

/**
 * Previews, stored beside the contents as `12.preview`. An empty preview records that it could not be made, so that it is tried once only.
 */
export const createPreviews = (contents: ContentStore): Previews => {
  const running = new Map<number, Promise<number>>()
  let last: Promise<unknown> = Promise.resolve()

  const make = async (id: number, format: PictureFormat, size: number): Promise<number> => {
    const picture = size > MAX_BYTES ? undefined : await shrinkContent(contents, id, format)
    const kept = picture ?? Buffer.alloc(0)
    await contents.write(previewKey(id), Readable.from(kept.length > 0 ? [kept] : []))
    return kept.length
  }
  // One after another: each may need some hundred megabytes for a moment.
  const oneAtATime = (work: () => Promise<number>): Promise<number> => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    make: async ({ id, type, size }) => {
      const format = formats.get(type.toLowerCase())
      if (!format) return undefined
      let length = await contents.size(previewKey(id))
      if (length === undefined) {
        let making = running.get(id)
        if (!making) {
          making = oneAtATime(() => make(id, format, size)).finally(() => running.delete(id))
          running.set(id, making)
        }
        length = await making
      }
      return length === 0 ? undefined : length
    },
  }
}

export const previewKey = (id: number): string => contentKey(id, 'preview')

/** Uses a temporary file: the library reads only the parts that it needs, and the whole content is never in memory. */
const shrinkContent = async (
  contents: ContentStore,
  id: number,
  format: PictureFormat,
): Promise<Buffer | undefined> => {
  const copy = path.join(tmpdir(), `crocus-preview-${randomUUID()}`)
  try {
    await pipeline(await contents.read(contentKey(id)), createWriteStream(copy, { flags: 'wx', mode: 0o600 }))
    const { shrinkPicture } = await import('./shrink-picture.ts')
    return await shrinkPicture(copy, format).catch(() => undefined)
  } finally {
    await rm(copy, { force: true })
  }
}
