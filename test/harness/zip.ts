import { buffer } from 'node:stream/consumers'
import { openPromise } from 'yauzl'

export interface ZipEntry {
  readonly content: Buffer
  /** Permission bits, with the kind of file. */
  readonly mode: number
}

/** All that is in a zip, by name, in its order. */
export const readZip = async (file: string): Promise<Map<string, ZipEntry>> => {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
  try {
    const entries = new Map<string, ZipEntry>()
    for await (const entry of zip.eachEntry())
      entries.set(entry.fileName, {
        content: await buffer(await zip.openReadStreamPromise(entry)),
        mode: entry.externalFileAttributes >>> 16,
      })
    return entries
  } finally {
    zip.close()
  }
}
