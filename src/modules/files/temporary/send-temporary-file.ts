import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import type { TemporaryFile } from '../model/file.ts'
import { decodeChunk, withOwn, type TemporaryFileDependencies } from './temporary-file.ts'
import { insertChunk, insertTemporaryFile, lockTemporaryUsage, getTemporaryUsage } from './temporary-files.store.ts'

export interface NewTemporaryFile {
  readonly name: string
  readonly type: string
  readonly description: string
  /** The first piece, as base64. */
  readonly content: string
}

const DAY_MS = 24 * 3600 * 1000

/** POST /artifact_temporary_files */
export const createTemporaryFile =
  (dependencies: TemporaryFileDependencies) =>
  async (viewer: Viewer, { name, type, description, content }: NewTemporaryFile): Promise<TemporaryFile> => {
    if (name.trim() === '') throw new Invalid('`name` is required', { reason: 'parameter.required', parameter: 'name' })
    if (type.trim() === '')
      throw new Invalid('`mimetype` is required', { reason: 'parameter.required', parameter: 'mimetype' })
    const bytes = decodeChunk(content)
    const { db, clock, settings } = dependencies
    const now = clock.now()
    const days = Math.max(1, settings.get('file_deletion_delay'))
    const expiresAt = new Date(now.getTime() + days * DAY_MS)
    return inTransaction(db, async tx => {
      await requireRoom(tx, viewer, bytes.length, dependencies)
      const file = { name, type, description, submittedBy: viewer.userId }
      const id = await insertTemporaryFile(tx, { ...file, now, expiresAt })
      await insertChunk(tx, id, 1, bytes)
      return { ...file, id, size: bytes.length, chunks: 1 }
    })
  }

/** PUT /artifact_temporary_files/{id}: the next piece; the first piece had number 1. */
export const appendToTemporaryFile =
  (dependencies: TemporaryFileDependencies) =>
  (viewer: Viewer, id: number, chunk: { readonly content: string; readonly ordinal: number }): Promise<TemporaryFile> =>
    withOwn(dependencies, viewer, id, async (tx, file) => {
      const bytes = decodeChunk(chunk.content)
      await requireRoom(tx, viewer, bytes.length, dependencies)
      const expected = file.chunks + 1
      if (chunk.ordinal !== expected)
        throw new Invalid(`\`offset\` must be the number of the next piece, which is ${expected}`, {
          reason: 'parameter.range',
          parameter: 'offset',
        })
      await insertChunk(tx, id, expected, bytes)
      return { ...file, size: file.size + bytes.length, chunks: expected }
    })

const requireRoom = async (
  tx: Tx,
  viewer: Viewer,
  size: number,
  { clock, settings }: TemporaryFileDependencies,
): Promise<void> => {
  await lockTemporaryUsage(tx, viewer.userId)
  const { bytes } = await getTemporaryUsage(tx, viewer.userId, clock.now())
  const quota = settings.get('max_upload_size')
  if (bytes + size > quota)
    throw new Invalid(
      `Your temporary files take ${bytes} bytes; with ${size} more they would exceed your quota of ${quota} bytes`,
      { reason: 'limit.quota' },
    )
}
