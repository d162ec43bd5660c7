import type { Db } from '../../../platform/db/db.ts'
import { contentKey, type ContentStore } from './content-store.ts'
import { listNewestFiles } from './verify-contents.store.ts'

export interface ContentSample {
  readonly looked: number
  /** Ids of files whose content is not there, or not as long as it was. */
  readonly missing: readonly number[]
}

/** Looks whether the contents of the newest files are there, without reading them. `verifyContents` looks at all. */
export const sampleContents =
  ({ db, contents }: { readonly db: Db; readonly contents: ContentStore }) =>
  async (limit: number): Promise<ContentSample> => {
    const files = await listNewestFiles(db, limit)
    const missing: number[] = []
    for (const { id, size } of files) if ((await contents.size(contentKey(id))) !== size) missing.push(id)
    return { looked: files.length, missing }
  }
