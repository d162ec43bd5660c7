import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { Invalid, NotFound, Unauthorized } from '../../../platform/errors.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Viewer } from '../../users/index.ts'
import { quotaHeaders } from '../uploads/declare-file.ts'
import type { TemporaryFile } from '../model/file.ts'
import { findTemporaryFile, lockTemporaryFile, getTemporaryUsage } from './temporary-files.store.ts'

export interface TemporaryFileDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsModule, 'get'>
}

export const MAX_CHUNK = 1024 * 1024

/** Maximum size of a piece in requests and responses (§6). */
export const chunkHeaders: Readonly<Record<string, string>> = { 'X-UPLOAD-MAX-FILE-CHUNKSIZE': String(MAX_CHUNK) }

/** Headers of every response (§6.1): quota, its use, maximum size of a piece. */
export const temporaryHeaders = (quota: number, used: number): Record<string, string> => ({
  ...quotaHeaders(quota, used),
  ...chunkHeaders,
})

export const usageHeaders = async (
  { db, clock, settings }: TemporaryFileDependencies,
  viewer: Viewer,
): Promise<Record<string, string>> => {
  const { bytes } = await getTemporaryUsage(db.kysely, viewer.userId, clock.now())
  return temporaryHeaders(settings.get('max_upload_size'), bytes)
}

/** §6.1: 404 for a file that does not exist or is attached; 401 for a file of another account. */
const requireOwn = (file: TemporaryFile | undefined, viewer: Viewer): TemporaryFile => {
  if (!file) throw new NotFound('There is no such temporary file')
  if (file.submittedBy !== viewer.userId)
    throw new Unauthorized('This temporary file is not yours', { reason: 'permission.owner' })
  return file
}

export const getOwn = async (
  { db, clock }: TemporaryFileDependencies,
  viewer: Viewer,
  id: number,
): Promise<TemporaryFile> => requireOwn(await findTemporaryFile(db.kysely, id, clock.now()), viewer)

/** Runs work with a file of the viewer, locked against other requests. */
export const withOwn = <T>(
  { db, clock }: TemporaryFileDependencies,
  viewer: Viewer,
  id: number,
  work: (tx: Tx, file: TemporaryFile) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async tx => work(tx, requireOwn(await lockTemporaryFile(tx, id, clock.now()), viewer)))

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

/** The bytes of a piece; ignores line breaks. */
export const decodeChunk = (text: string): Buffer => {
  const compact = text.replace(/\s+/g, '')
  if (compact.length > (MAX_CHUNK / 3 + 1) * 4)
    throw new Invalid(`A piece may have ${MAX_CHUNK} bytes at most`, {
      reason: 'limit.size',
      parameter: 'content',
      limit: MAX_CHUNK,
    })
  if (!BASE64.test(compact))
    throw new Invalid('`content` is not valid base64', { reason: 'parameter.type', parameter: 'content' })
  const bytes = Buffer.from(compact, 'base64')
  if (bytes.length > MAX_CHUNK)
    throw new Invalid(`A piece may have ${MAX_CHUNK} bytes at most`, {
      reason: 'limit.size',
      parameter: 'content',
      limit: MAX_CHUNK,
    })
  return bytes
}
