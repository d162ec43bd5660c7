import path from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { ContentStore } from './content-store.ts'
import { createDiskContentStore } from './disk-content-store.ts'
import { createS3ContentStore } from './s3-content-store.ts'

/** The store that the settings of the process name. */
export const createContentStore = ({ dataFolder, s3 }: Pick<Config, 'dataFolder' | 's3'>): ContentStore =>
  s3 ? createS3ContentStore(s3) : createDiskContentStore(path.join(dataFolder, 'files'))
