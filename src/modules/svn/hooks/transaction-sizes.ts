import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Transaction } from '../disk/svnlook.ts'
import { transactionFolder } from './transaction-folder.ts'

/** Maximum files of a transaction that are read at the same time. */
const AT_A_TIME = 16

/**
 * An upper bound for the size of every file that a transaction adds or changes, according to the FSFS file system; undefined for files of
 * unknown form. `svnlook filesize` for each of thousands of files takes seconds, and hardly any commit has a file near the limit.
 */
export const largestFileOf = async (transaction: Transaction): Promise<number | undefined> => {
  const folder = transactionFolder(transaction)
  try {
    const nodes = (await readdir(folder)).filter(file => /^node\..*(?<!\.children|\.props)$/.test(file))
    let largest = 0
    for (let start = 0; start < nodes.length; start += AT_A_TIME) {
      const sizes = await Promise.all(
        nodes
          .slice(start, start + AT_A_TIME)
          .map(async file => sizeInNode(await readFile(path.join(folder, file), 'latin1'))),
      )
      for (const size of sizes) {
        if (size === undefined) return undefined
        largest = Math.max(largest, size)
      }
    }
    return largest
  } catch {
    return undefined
  }
}

/** Reads the headers of a node: `text: <revision> <item> <size in the file system> <size> <checksums>`. */
export const sizeInNode = (node: string): number | undefined => {
  const type = /^type: (file|dir)$/m.exec(node)?.[1]
  if (type === 'dir') return 0
  if (type !== 'file') return undefined
  const text = /^text: (.*)$/m.exec(node)?.[1]
  if (text === undefined) return 0
  const [, stored, expanded] = /^-?\d+ \d+ (\d+) (\d+)(?: |$)/.exec(text) ?? []
  // If the file system stores the contents uncompressed, the second size may be 0.
  return stored === undefined || expanded === undefined ? undefined : Math.max(Number(stored), Number(expanded))
}
