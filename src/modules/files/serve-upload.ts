import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Server } from '@tus/server'
import type { Lock, Locker } from '@tus/utils'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Viewer } from '../users/index.ts'
import { completeUpload, receivedBytes, uploadLock } from './complete-uploads.ts'
import type { ContentStore } from './content-store.ts'
import { UPLOADS, uploadPath, type PendingFile } from './file.ts'
import { findPendingFiles } from './pending-files.store.ts'
import { receiveBody } from './receive-body.ts'
import { UploadDataStore } from './upload-data-store.ts'

export const TUS_VERSION = '1.0.0'
const CONTENT_TYPE = 'application/offset+octet-stream'

/** What is answered; never with a body (files.md §2). */
export interface UploadAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A request to the address of an upload, its method already that of X-HTTP-Method-Override. */
export interface UploadRequest {
  readonly method: string
  readonly id: number | undefined
  readonly message: IncomingMessage
  readonly log: { error(details: object, message: string): void }
  /** Who is calling; asked only where it matters. Throws what the credentials deserve. */
  readonly viewer: () => Promise<Viewer>
}

export interface UploadDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly contents: ContentStore
}

/**
 * Serves uploads. @tus/server does the protocol on what passed the checks that files.md §2 wants before it, in another order or with
 * other answers than the library's: version, existence, content type, offset. It gets requests made for it, with a body that ends well.
 */
export const serveUpload = (dependencies: UploadDependencies): ((request: UploadRequest) => Promise<UploadAnswer>) => {
  const { db, clock, contents } = dependencies
  const find = async (id: number, userId: number): Promise<PendingFile | undefined> => {
    const [file] = await findPendingFiles(db, [id], userId, clock.now())
    // What came by the older interface is sent by that.
    return file?.fieldId === null ? undefined : file
  }
  const complete = completeUpload(dependencies)

  const head = async (file: PendingFile): Promise<UploadAnswer> => {
    const isComplete = await complete(file)
    const received = isComplete ? file.size : await receivedBytes(contents.uploads, file)
    // All is there, but somebody has been busy with it for long: not yet to be told as complete.
    if (!isComplete && received === file.size) return { status: 423 }
    const offsets = { 'Upload-Length': String(file.size), 'Upload-Offset': String(received) }
    return { status: 204, headers: { ...offsets, 'Cache-Control': 'no-cache' } }
  }

  const byLibrary = async (
    { method, message, log }: UploadRequest,
    file: PendingFile,
    offset?: number,
  ): Promise<UploadAnswer> => {
    const stop = new AbortController()
    const server = new Server({
      path: UPLOADS,
      datastore: new UploadDataStore({ db, contents, find: id => find(id, file.submittedBy) }),
      locker: lockerOf(db, stop),
      onResponseError: (_request, error) => {
        if (!('status_code' in error)) log.error({ err: error, fileId: file.id }, 'upload failed')
        return { status_code: 'status_code' in error ? error.status_code : 500, body: '' }
      },
    })
    const body = offset === undefined ? undefined : receiveBody(message, Math.max(0, file.size - offset), stop.signal)
    try {
      const response = await server.handleWeb(
        new Request(`http://localhost${uploadPath(file.id)}`, {
          method,
          headers: {
            'Tus-Resumable': TUS_VERSION,
            ...(offset !== undefined && { 'Content-Type': CONTENT_TYPE, 'Upload-Offset': String(offset) }),
          },
          ...(body && { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
        }),
      )
      const received = response.headers.get('Upload-Offset')
      return { status: response.status, ...(received !== null && { headers: { 'Upload-Offset': received } }) }
    } finally {
      stop.abort()
    }
  }

  return async request => {
    const { method, message } = request
    if (message.headers['tus-resumable'] !== TUS_VERSION)
      return { status: 412, headers: { 'Tus-Version': TUS_VERSION } }
    const viewer = await request.viewer()
    const file = viewer.isAnonymous || request.id === undefined ? undefined : await find(request.id, viewer.userId)
    if (!file) return { status: 404 }
    if (method === 'HEAD') return head(file)
    if (method === 'DELETE') return byLibrary(request, file)
    if (message.headers['content-type']?.includes(CONTENT_TYPE) !== true) return { status: 415 }
    const offset = message.headers['upload-offset']
    if (offset === undefined) return { status: 400 }
    return byLibrary(request, file, offsetOf(String(offset)))
  }
}

/** §2: an offset that is no number counts as 0. A negative one is that of no upload. */
const offsetOf = (text: string): number => {
  const offset = Number.parseInt(text, 10)
  if (Number.isNaN(offset)) return 0
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : Number.MAX_SAFE_INTEGER
}

/** Does not wait: who finds an upload locked is told so. When the lock is lost, nothing more is written. */
const lockerOf = (db: Db, stop: AbortController): Locker => ({
  newLock: (id): Lock => {
    let release: (() => Promise<void>) | undefined
    return {
      lock: async () => {
        const lock = await db.locks.tryLock(uploadLock(id))
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- @tus/server reads the status off it
        if (!lock) throw { status_code: 423, body: '' }
        lock.lost.addEventListener('abort', () => stop.abort(), { once: true })
        release = () => lock.release()
      },
      unlock: async () => release?.(),
    }
  },
})
