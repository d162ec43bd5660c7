import { Readable } from 'node:stream'
import type { Db } from '../../../platform/db/db.ts'
import { contentKey, type ContentStore } from '../contents/content-store.ts'
import { detectType } from '../uploads/finish-upload.ts'
import { markTemporaryFinished, readChunk } from './temporary-files.store.ts'

/**
 * Writes the received bytes of a file of the older interface to the content store, so that it can be attached. If no artifact takes the
 * file, more bytes may follow. Returns false if no bytes were received.
 */
export const finishTemporaryFile =
  ({ db, contents }: { readonly db: Db; readonly contents: ContentStore }) =>
  async (id: number): Promise<boolean> => {
    const first = await readChunk(db, id, 1)
    if (!first) return false
    const pieces = async function* (): AsyncGenerator<Buffer> {
      for (let ordinal = 1, piece: Buffer | undefined = first; piece; piece = await readChunk(db, id, ++ordinal))
        yield piece
    }
    const { size, sha256 } = await contents.write(contentKey(id), Readable.from(pieces(), { objectMode: false }))
    return markTemporaryFinished(db, id, { size, sha256, detectedType: await detectType(contents, id, size) })
  }
