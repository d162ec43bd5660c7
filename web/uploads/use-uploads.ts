import { useSyncExternalStore } from 'react'
import { createPageValue, usePageValue } from '../design/page-value.ts'
import { whenAccountLeaves } from '../session/account.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { Upload } from './upload.ts'

const nothing: readonly Upload[] = []
const never = () => () => undefined

const current = createPageValue<{ readonly accountId: number | undefined; readonly queue: UploadQueue } | undefined>(
  undefined,
)

/** The queue of the signed-in account; `create` runs once for each account. */
export const uploadsOf = (accountId: number | undefined, create: () => UploadQueue): UploadQueue => {
  const known = current.get()
  if (known && known.accountId === accountId) return known.queue
  const queue = create()
  current.set({ accountId, queue })
  return queue
}

whenAccountLeaves(() => {
  current.get()?.queue.stopAll()
  current.set(undefined)
})

/** All uploads of this tab, also while no page with attachments is shown. */
export const useUploads = (): readonly Upload[] => {
  const queue = usePageValue(current)?.queue
  return useSyncExternalStore(queue?.subscribe ?? never, queue?.uploads ?? (() => nothing))
}
