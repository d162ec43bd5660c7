import path from 'node:path'
import type { Config } from '../../../platform/config.ts'
import type { ContentStore } from './content-store.ts'
import { createDiskContentStore } from './disk-content-store.ts'
import { guardContents } from './guard-contents.ts'

/**
 * The store that the configuration of the process names. Loads the S3 client only if it is configured. `requireFolder` throws if the shared
 * folder must not be used.
 */
export const createContentStore = async (
  { sharedFolder, s3 }: Pick<Config, 'sharedFolder' | 's3'>,
  requireFolder?: () => void,
): Promise<ContentStore> => {
  if (!s3) {
    const store = createDiskContentStore(path.join(sharedFolder, 'files'))
    return requireFolder ? guardContents(store, requireFolder) : store
  }
  const { createS3ContentStore } = await import('./s3-content-store.ts')
  return createS3ContentStore(s3)
}
