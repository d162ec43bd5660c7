import type { Db } from '../../../platform/db/db.ts'
import { contentKey, ContentMissing, fileOfKey, type ContentStore, type ListedContent } from './content-store.ts'
import { findKnownFiles } from './verify-contents.store.ts'

export interface CopyReport {
  readonly copied: number
  readonly bytes: number
  /** Contents that the target has already, with the same size. */
  readonly present: number
  /** Contents whose hash differs from the received one; they are copied as they are. */
  readonly damaged: readonly string[]
}

const AT_ONCE = 4

/**
 * Copies all contents from one store to another, except contents that the target has already, so that an operator can interrupt and repeat
 * it. Both stores may be in use. Contents written after the listing, and unfinished uploads, are not copied.
 */
export const copyContents =
  ({ db, from, to }: { readonly db: Db; readonly from: ContentStore; readonly to: ContentStore }) =>
  async (onProgress: (done: number, total: number) => void = () => undefined): Promise<CopyReport> => {
    const waiting: ListedContent[] = []
    for await (const content of from.list()) waiting.push(content)
    const total = waiting.length
    let [copied, bytes, present] = [0, 0, 0]
    const damaged: string[] = []

    const copy = async ({ key, size }: ListedContent): Promise<void> => {
      if ((await to.size(key)) === size) {
        present++
        return
      }
      const content = await from.read(key).catch((error: unknown) => {
        if (error instanceof ContentMissing) return undefined
        throw error
      })
      // The content was erased after it was listed.
      if (!content) return
      const written = await to.write(key, content)
      if ((await to.size(key)) !== written.size) throw new Error(`${key} has another size where it was copied to`)
      const file = (await findKnownFiles(db, [fileOfKey(key)])).get(fileOfKey(key))
      if (key === contentKey(fileOfKey(key)) && file?.sha256 && !file.sha256.equals(written.sha256)) damaged.push(key)
      copied++
      bytes += written.size
    }
    let done = 0
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await copy(next)
        onProgress(++done, total)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return { copied, bytes, present, damaged }
  }
