import type { Viewer } from '../../users/index.ts'
import { USED_BY_NOBODY } from '../uploads/declare-file.ts'
import type { TemporaryFile } from '../model/file.ts'
import { appendToTemporaryFile, createTemporaryFile } from './send-temporary-file.ts'
import { getOwn, temporaryHeaders, usageHeaders, withOwn, type TemporaryFileDependencies } from './temporary-file.ts'
import { deleteTemporaryFile, listTemporaryFiles, readChunkBytes, getTemporaryUsage } from './temporary-files.store.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

export interface TemporaryFileOperations {
  readonly create: ReturnType<typeof createTemporaryFile>
  readonly append: ReturnType<typeof appendToTemporaryFile>
  list(viewer: Viewer, page: Page): Promise<{ found: readonly TemporaryFile[]; total: number }>
  read(viewer: Viewer, id: number, page: Page): Promise<{ bytes: Buffer; size: number }>
  delete(viewer: Viewer, id: number): Promise<void>
  usageHeaders(viewer: Viewer): Promise<Record<string, string>>
  /** Headers of OPTIONS. */
  readonly limits: () => Record<string, string>
}

/** The older way to send files (files.md §6.1). */
export const createTemporaryFiles = (dependencies: TemporaryFileDependencies): TemporaryFileOperations => {
  const { db, clock, settings } = dependencies
  return {
    create: createTemporaryFile(dependencies),
    append: appendToTemporaryFile(dependencies),
    list: async (viewer, page) => {
      const now = clock.now()
      const { files: total } = await getTemporaryUsage(db.kysely, viewer.userId, now)
      return { total, found: await listTemporaryFiles(db, viewer.userId, now, page) }
    },
    read: async (viewer, id, { offset, limit }) => {
      const { size } = await getOwn(dependencies, viewer, id)
      return { size, bytes: await readChunkBytes(db, id, offset, limit) }
    },
    delete: (viewer, id) => withOwn(dependencies, viewer, id, tx => deleteTemporaryFile(tx, id)),
    usageHeaders: viewer => usageHeaders(dependencies, viewer),
    limits: () => temporaryHeaders(settings.get('max_upload_size'), USED_BY_NOBODY),
  }
}
