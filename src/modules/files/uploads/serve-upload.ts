import type { IncomingMessage } from 'node:http'
import { ERRORS } from '@tus/utils'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Viewer } from '../../users/index.ts'
import { appendToUpload } from './append-to-upload.ts'
import { completeUpload, receivedBytes, uploadLock } from './complete-uploads.ts'
import { contentKey, type ContentStore } from '../contents/content-store.ts'
import type { DeclareDependencies } from './declare-file.ts'
import { ARCHIVE_FIELD, type PendingFile } from '../model/file.ts'
import { isWithinKeyScope } from './is-within-key-scope.ts'
import { deletePendingFile, findPendingFiles } from './pending-files.store.ts'
import { receiveBody } from '../contents/receive-body.ts'

export const TUS_VERSION = '1.0.0'
const CONTENT_TYPE = 'application/offset+octet-stream'

/** A response without body (files.md §2). */
export interface UploadResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A request to the address of an upload; `method` has the value of X-HTTP-Method-Override if there is one. */
export interface UploadRequest {
  readonly method: string
  readonly id: number | undefined
  readonly message: IncomingMessage
  /** The caller; called only if needed. Throws the refusal of wrong credentials. */
  readonly viewer: () => Promise<Viewer>
}

export interface UploadDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly contents: ContentStore
  readonly requireFileField: DeclareDependencies['requireFileField']
}

/** A kind of uploads, with its own addresses. */
export interface UploadKind {
  /** The declared file to which the account may send bytes now. */
  readonly find: (id: number, userId: number) => Promise<PendingFile | undefined>
  /** Runs when all bytes have arrived, or the upload was cancelled. May run again after a crash. */
  readonly ended?: () => Promise<void>
}

/** Files for fields of trackers. */
const forFields = ({ db, clock }: UploadDependencies): UploadKind => ({
  find: async (id, userId) => {
    const [file] = await findPendingFiles(db, [id], userId, clock.now())
    // Clients send files of the older interface by that interface; archives have their own address.
    return file?.fieldId === null || file?.fieldId === ARCHIVE_FIELD ? undefined : file
  },
})

/**
 * Serves uploads (files.md §2): runs the checks in its order, then the work, under the lock of the upload if it changes something. Throws
 * failures of the store.
 */
export const serveUpload = (
  dependencies: UploadDependencies,
  { find, ended = () => Promise.resolve() }: UploadKind = forFields(dependencies),
): ((request: UploadRequest) => Promise<UploadResponse>) => {
  const { db, contents } = dependencies
  const complete = completeUpload(dependencies)
  const append = appendToUpload(dependencies)

  const head = async (file: PendingFile): Promise<UploadResponse> => {
    const isComplete = await complete(file)
    if (isComplete) await ended()
    const received = isComplete ? file.size : await receivedBytes(contents.uploads, file)
    // All bytes have arrived, but another process still holds the lock: the upload is not reported as complete.
    if (!isComplete && received === file.size) return { status: 423 }
    const offsets = { 'Upload-Length': String(file.size), 'Upload-Offset': String(received) }
    return { status: 204, headers: { ...offsets, 'Cache-Control': 'no-cache' } }
  }

  /** Does not wait: returns a refusal if the upload is locked. */
  const withUploadLock = async (
    id: number,
    work: (lost: AbortSignal) => Promise<UploadResponse>,
  ): Promise<UploadResponse> => {
    const lock = await db.locks.tryLock(uploadLock(id))
    if (!lock) return { status: 423 }
    try {
      return await work(lock.lost)
    } finally {
      await lock.release()
    }
  }

  const patch = ({ fileId, find }: FoundUpload, offset: number, message: IncomingMessage): Promise<UploadResponse> =>
    withUploadLock(fileId, async lost => {
      // The file may have changed before the lock was acquired.
      const file = await find()
      if (!file) return { status: 404 }
      if ((await receivedBytes(contents.uploads, file)) !== offset) return { status: 409 }
      const received = await append(file, offset, receiveBody(message, file.size - offset, lost)).catch(refusalOf)
      if (typeof received === 'object') return received
      if (received === file.size) await ended()
      return received === undefined ? { status: 404 } : { status: 204, headers: { 'Upload-Offset': String(received) } }
    })

  const cancel = ({ id }: PendingFile): Promise<UploadResponse> =>
    withUploadLock(id, async () => {
      if (!(await deletePendingFile(db, id))) return { status: 404 }
      await contents.uploads.remove(contentKey(id))
      await ended()
      return { status: 204 }
    })

  return async request => {
    const { method, message } = request
    if (message.headers['tus-resumable'] !== TUS_VERSION)
      return { status: 412, headers: { 'Tus-Version': TUS_VERSION } }
    const viewer = await request.viewer()
    const { id } = request
    const findOwn = async () => (viewer.isAnonymous || id === undefined ? undefined : find(id, viewer.userId))
    const file = await findOwn()
    if (!file || !(await isWithinKeyScope(dependencies.requireFileField, viewer, file))) return { status: 404 }
    if (method === 'HEAD') return head(file)
    if (method === 'DELETE') return cancel(file)
    if (message.headers['content-type']?.includes(CONTENT_TYPE) !== true) return { status: 415 }
    const offset = message.headers['upload-offset']
    if (offset === undefined) return { status: 400 }
    return patch({ fileId: file.id, find: findOwn }, offsetOf(String(offset)), message)
  }
}

/** An upload that was found, and a function to read it again. */
interface FoundUpload {
  readonly fileId: number
  readonly find: () => Promise<PendingFile | undefined>
}

/** §2: an offset that is no number counts as 0. No upload has a negative offset. */
const offsetOf = (text: string): number => {
  const offset = Number.parseInt(text, 10)
  if (Number.isNaN(offset)) return 0
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : Number.MAX_SAFE_INTEGER
}

/** After a lost lock another request may have written: the store then reports a changed upload. */
const refusalOf = (error: unknown): UploadResponse => {
  if (error === ERRORS.INVALID_OFFSET) return { status: 409 }
  if (error === ERRORS.FILE_NOT_FOUND) return { status: 404 }
  throw error
}
