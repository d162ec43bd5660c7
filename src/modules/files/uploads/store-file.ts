import { Transform, type Readable } from 'node:stream'
import { inTransaction } from '../../../platform/db/db.ts'
import { ContentTooLarge } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { contentKey } from '../contents/content-store.ts'
import type { Declaration } from '../model/file.ts'
import { DECLARATION_LIFE_MS, type DeclareDependencies } from './declare-file.ts'
import { detectType } from './finish-upload.ts'
import { deletePendingFile, insertDeclaration, markStored } from './pending-files.store.ts'

/**
 * Stores a content that the server itself receives, as a file that the account may attach to the field. Throws 413 if it is larger than an
 * attachment may be.
 */
export const storeFile =
  (dependencies: DeclareDependencies) =>
  async (
    viewer: Viewer,
    declaration: Omit<Declaration, 'size' | 'description'>,
    content: Readable,
  ): Promise<number> => {
    const { db, clock, settings, contents } = dependencies
    await dependencies.requireFileField(viewer, declaration.fieldId)
    const now = clock.now()
    const by = { userId: viewer.userId, now, expiresAt: new Date(now.getTime() + DECLARATION_LIFE_MS) }
    const id = await inTransaction(db, tx => insertDeclaration(tx, { ...declaration, size: 0, description: '' }, by))
    try {
      const { size, sha256 } = await contents.write(contentKey(id), limited(content, settings.get('max_upload_size')))
      await markStored(db, id, { size, sha256, detectedType: await detectType(contents, id, size) })
      return id
    } catch (error) {
      await deletePendingFile(db, id)
      throw error
    }
  }

/** The stream, which fails as soon as it is larger than allowed. */
const limited = (content: Readable, most: number): Readable => {
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > most)
        done(new ContentTooLarge(`A file has at most ${most} bytes`, { reason: 'limit.size', limit: most }))
      else done(null, chunk)
    },
  })
  content.on('error', error => counted.destroy(error))
  return content.pipe(counted)
}
