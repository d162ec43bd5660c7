// Reads the files of the FSFS file system for a transaction that waits for its hook, without starting a program. Returns undefined for
// files of unknown form; svnlook is used then.
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ChangedPath } from '../model/immutable-tags.ts'
import type { Transaction } from '../disk/svnlook.ts'

/** Maximum size of a file that is read at once; commits of a hundred thousand paths have more. */
const MAX_BYTES = 8 * 1024 * 1024

export const transactionFolder = ({ repositoryPath, name }: Transaction): string =>
  path.join(repositoryPath, 'db', 'transactions', `${name}.txn`)

const propertyIn = async (transaction: Transaction, name: string): Promise<string | undefined> => {
  const file = await readWhole(path.join(transactionFolder(transaction), 'props'))
  const properties = file && parseProperties(file)
  return properties && (properties.get(name) ?? '')
}

export const messageIn = (transaction: Transaction): Promise<string | undefined> => propertyIn(transaction, 'svn:log')

export const authorIn = (transaction: Transaction): Promise<string | undefined> => propertyIn(transaction, 'svn:author')

/** The single changes in their order, so a path may appear several times. They include all changes of `svnlook changed`. */
export const changesIn = async (transaction: Transaction): Promise<ChangedPath[] | undefined> => {
  const file = await readWhole(path.join(transactionFolder(transaction), 'changes'))
  return file && parseChanges(file.toString('utf8'))
}

const readWhole = async (file: string): Promise<Buffer | undefined> => {
  try {
    return (await stat(file)).size > MAX_BYTES ? undefined : await readFile(file)
  } catch {
    return undefined
  }
}

/** `K <bytes>`, the name, `V <bytes>`, the value, …, `END`. */
export const parseProperties = (file: Buffer): ReadonlyMap<string, string> | undefined => {
  const properties = new Map<string, string>()
  let position = 0
  const line = (): string => {
    const end = file.indexOf('\n', position)
    const text = file.toString('utf8', position, end < 0 ? file.length : end)
    position = end < 0 ? file.length : end + 1
    return text
  }
  const counted = (kind: 'K' | 'V', head: string): string | undefined => {
    const size = Number(/^([KV]) (\d{1,9})$/.exec(head)?.[1] === kind ? head.slice(2) : Number.NaN)
    const end = position + size
    // A wrong count shows because no line end follows.
    if (!(end < file.length) || file[end] !== LINE_END) return undefined
    const text = file.toString('utf8', position, end)
    position = end + 1
    return text
  }
  for (let head = line(); head !== 'END'; head = line()) {
    const name = counted('K', head)
    const value = name === undefined ? undefined : counted('V', line())
    if (name === undefined || value === undefined) return undefined
    properties.set(name, value)
  }
  return properties
}

const LINE_END = 0x0a
const CHANGE = /^\S+ (add|modify|delete|replace)-(file|dir) (?:true|false) (?:true|false)(?: (?:true|false))? \/(.*)$/s

/**
 * Two lines for each change: `<node> <kind>-<file or dir> <contents> <properties> <merge information> /<path>`, and the source of a copy.
 */
export const parseChanges = (file: string): ChangedPath[] | undefined => {
  const lines = file.split('\n')
  // The text after the last line end is empty.
  if (lines.pop() !== '' || lines.length % 2 !== 0) return undefined
  const changes: ChangedPath[] = []
  for (let index = 0; index < lines.length; index += 2) {
    const [, kind, type, name = ''] = CHANGE.exec(lines[index] ?? '') ?? []
    if (!kind || !/^(?:\d+ \/.*)?$/.test(lines[index + 1] ?? '')) return undefined
    const changed = type === 'dir' ? `${name}/` : name
    if (kind === 'delete' || kind === 'replace') changes.push({ action: 'D', path: changed })
    if (kind === 'add' || kind === 'replace') changes.push({ action: 'A', path: changed })
    if (kind === 'modify') changes.push({ action: 'U', path: changed })
  }
  return changes
}
