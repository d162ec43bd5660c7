// The queue of uploads of this tab: files go to the server by TUS, and are kept in the browser until they are attached.
import type { DetailedError, Upload as TusUpload } from 'tus-js-client'
import { ApiError, apiErrorOf } from '../api/api-error.ts'
import { isSignedInAgain } from '../api/session-fetch.ts'
import { api, bodyOf } from '../api/api.ts'
import { withDatabase } from '../drafts/database.ts'
import type { Upload, UploadTarget } from './upload.ts'
import { MAX_KEPT_BYTES, UploadQueue, type UploadServices } from './upload-queue.ts'

const PIECE_BYTES = 8 * 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }

/** Adds files to an artifact; `artifacts` says how. */
export type AttachFiles = (target: UploadTarget, fileIds: readonly number[]) => Promise<void>

export const createUploads = (accountId: number | undefined, attach: AttachFiles): UploadQueue => {
  const queue = new UploadQueue(servicesOf(accountId, attach))
  window.addEventListener('online', () => queue.wake())
  window.addEventListener('beforeunload', event => {
    if (queue.uploads().some(({ state }) => state === 'sending' || state === 'waiting')) event.preventDefault()
  })
  void restore(accountId, queue)
  return queue
}

/** Uploads of pages that are gone, without those that another tab sends. */
const restore = async (accountId: number | undefined, queue: UploadQueue): Promise<void> => {
  const stored = await withDatabase(accountId, database => database.getAll('uploads'), [])
  const { held = [] } = await navigator.locks.query()
  const elsewhere = new Set(held.map(({ name }) => name))
  queue.restore((stored as unknown as readonly Upload[]).filter(({ id }) => !elsewhere.has(lockName(id))))
}

const lockName = (id: string): string => `crocus upload ${id}`

/** Uploads of this tab, with the functions that let other tabs have them. A closed tab has none any more. */
const claimed = new Map<string, () => void>()

const claimLock = (id: string): Promise<boolean> => {
  if (claimed.has(id)) return Promise.resolve(true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  void navigator.locks.request(lockName(id), { ifAvailable: true }, lock => {
    resolve(lock !== null)
    return lock === null ? undefined : new Promise<void>(release => claimed.set(id, release))
  })
  return promise
}

const release = (id: string): void => {
  claimed.get(id)?.()
  claimed.delete(id)
}

const servicesOf = (accountId: number | undefined, attach: AttachFiles): UploadServices => ({
  declare: async ({ target, name, size, type }) => {
    const { id, upload_href } = await bodyOf(
      api.POST('/tracker_fields/{id}/files', {
        params: { path: { id: target.fieldId } },
        body: { name, file_size: size, file_type: type, description: '' },
      }),
    )
    return { fileId: id, href: upload_href ?? undefined }
  },
  send: ({ file, href }, { onProgress, onComplete, onFailure }) => {
    let upload: TusUpload | undefined
    let isStopped = false
    const fail = async (error: DetailedError): Promise<void> => {
      const status = error.originalResponse?.getStatus() ?? 0
      // The queue tries again after a pause, then in the new session.
      const isRenewed = status === 401 && (await isSignedInAgain())
      onFailure({
        error: status === 0 ? new ApiError(0, []) : errorOf(status, error),
        isGone: status === 404 || status === 410,
        // Locked by the connection before, overloaded, or a proxy's fault: a later try may pass.
        isRefused: !isRenewed && status >= 400 && status < 500 && ![404, 409, 410, 423, 429].includes(status),
      })
    }
    // The library is loaded with the first upload.
    void import('tus-js-client').then(
      ({ Upload }) => {
        if (isStopped) return
        upload = new Upload(file, {
          uploadUrl: href,
          chunkSize: PIECE_BYTES,
          // The queue says when to try again, because it knows the pauses of all files.
          retryDelays: null,
          storeFingerprintForResuming: false,
          onProgress: sent => onProgress(sent),
          onSuccess: onComplete,
          onError: error => void fail(error as DetailedError),
        })
        upload.start()
      },
      (error: unknown) => onFailure({ error, isGone: false, isRefused: false }),
    )
    return () => {
      isStopped = true
      void upload?.abort()
    }
  },
  cancel: async ({ href }) => {
    if (href !== undefined) await fetch(href, { method: 'DELETE', headers: TUS })
  },
  claim: async id => {
    const isClaimed = await claimLock(id)
    if (!isClaimed) return false
    const isStored = await withDatabase(accountId, async database => (await database.count('uploads', id)) > 0, true)
    if (!isStored) release(id)
    return isStored
  },
  release,
  sizeOnServer: async href => {
    const response = await fetch(href, { method: 'HEAD', headers: TUS }).catch(() => undefined)
    const offset = response?.ok === true ? response.headers.get('upload-offset') : null
    return offset === null ? undefined : Number(offset)
  },
  attach,
  store: async upload => {
    const kept = upload.size <= MAX_KEPT_BYTES ? upload : { ...upload, file: undefined }
    await withDatabase(accountId, database => database.put('uploads', { ...kept, error: undefined }), undefined)
  },
  forget: async id => {
    await withDatabase(accountId, database => database.delete('uploads', id), undefined)
    release(id)
  },
  newId: () => crypto.randomUUID(),
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = window.setTimeout(run, ms)
    return () => window.clearTimeout(timer)
  },
  isFinal: error => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429,
})

const errorOf = (status: number, error: DetailedError): ApiError => {
  try {
    return apiErrorOf(status, JSON.parse(error.originalResponse?.getBody() ?? ''))
  } catch {
    return new ApiError(status, [])
  }
}
