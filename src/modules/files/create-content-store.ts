import path from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { ContentStore } from './content-store.ts'
import { createDiskContentStore } from './disk-content-store.ts'

/** The store that the settings of the process name. The client of S3 is loaded only where there is one. */
export const createContentStore = async ({
  sharedFolder,
  s3,
}: Pick<Config, 'sharedFolder' | 's3'>): Promise<ContentStore> => {
  if (!s3) return createDiskContentStore(path.join(sharedFolder, 'files'))
  const { createS3ContentStore } = await import('./s3-content-store.ts')
  return createS3ContentStore(s3)
}
