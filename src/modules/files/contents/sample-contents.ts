import type { Db } from '../../../platform/db/db.ts'
import { contentKey, type ContentStore } from './content-store.ts'
import { listNewestFiles } from './verify-contents.store.ts'

export interface ContentSample {
  readonly looked: number
  /** Ids of files whose content is missing or has another size. */
  readonly missing: readonly number[]
}

/** Checks that the contents of the newest files exist, without reading them. `verifyContents` checks all. */
export const sampleContents =
  ({ db, contents }: { readonly db: Db; readonly contents: ContentStore }) =>
  async (limit: number): Promise<ContentSample> => {
    const files = await listNewestFiles(db, limit)
    const missing: number[] = []
    for (const { id, size } of files) if ((await contents.size(contentKey(id))) !== size) missing.push(id)
    return { looked: files.length, missing }
  }
