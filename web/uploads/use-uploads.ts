import { useSyncExternalStore } from 'react'
import type { UploadQueue } from './upload-queue.ts'
import type { Upload } from './upload.ts'

const nothing: readonly Upload[] = []
const never = () => () => undefined

let current: { readonly accountId: number | undefined; readonly queue: UploadQueue } | undefined
const listeners = new Set<() => void>()

/** The queue of the signed-in account; `create` runs once for each account. */
export const uploadsOf = (accountId: number | undefined, create: () => UploadQueue): UploadQueue => {
  if (current?.accountId !== accountId || !current) {
    current = { accountId, queue: create() }
    for (const listener of listeners) listener()
  }
  return current.queue
}

/** All uploads of this tab, also while no page with attachments is shown. */
export const useUploads = (): readonly Upload[] => {
  const queue = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current?.queue,
  )
  return useSyncExternalStore(queue?.subscribe ?? never, queue?.uploads ?? (() => nothing))
}
