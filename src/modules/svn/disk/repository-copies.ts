// Copies of repositories for backups: which files a copy holds, and how a restore makes a repository from it.
import { createWriteStream } from 'node:fs'
import { chown, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../../platform/config.ts'
import { syncFolder } from '../../../platform/sync-folder.ts'
import { linkHooks, ownFolder, pathOfRepository, svnAccount, svnFolders } from './svn-folders.ts'

type Folders = Pick<Config, 'dataFolder' | 'sharedFolder'>

/** A file that belongs to a repository. */
export interface RepositoryFile {
  /** Path below the folder of the repository, with `/`. */
  readonly name: string
  /** The bytes, or the path of a file with the bytes. */
  readonly content: Buffer | string
  /** Whether the file may disappear at any time without harm. */
  readonly isTemporary: boolean
}

export interface RepositoryCopy {
  /** The copy has the revisions up to this one, and no part of a later revision. */
  readonly youngest: number
  files(): AsyncGenerator<RepositoryFile>
  /** Revisions whose file was not found; complete after the last file. */
  missing(): readonly number[]
}

const CURRENT = 'db/current'
/** Not copied, because a restore makes them again: links to our program, commits in progress, a cache. */
const EXCLUDED_PATHS = [
  'hooks',
  'dav',
  'db/transactions',
  'db/txn-protorevs',
  'db/rep-cache.db',
  'db/rep-cache.db-journal',
]
const REVISION = /^db\/revs\/(?:\d+\/)?(\d+)$/
const REVISION_FOLDERS = ['db/revs', 'db/revprops']

/**
 * The files of a repository that is in use. A revision is complete when `current` names it, and never changes then; `current` is therefore
 * read first, and later revisions are left out. Undefined if there is no repository.
 */
export const copyRepository = async (repository: string): Promise<RepositoryCopy | undefined> => {
  const current = await readFile(path.join(repository, CURRENT)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!current) return undefined
  const youngest = Number(/^\d+/.exec(current.toString('latin1'))?.[0] ?? NaN)
  if (!Number.isSafeInteger(youngest))
    throw new Error(`${path.join(repository, CURRENT)} holds no number of a revision`)
  // Revisions below this one are in packs.
  const firstUnpacked = Number(await readFile(path.join(repository, 'db/min-unpacked-rev'), 'utf8').catch(() => '0'))
  const found = new Set<number>()
  return {
    youngest,
    files: async function* () {
      yield { name: CURRENT, content: current, isTemporary: false }
      for await (const file of walk(repository, '', youngest)) {
        const revision = REVISION.exec(file.name)?.[1]
        if (revision !== undefined) found.add(Number(revision))
        yield file
      }
    },
    missing: () => {
      const missing: number[] = []
      for (let revision = firstUnpacked; revision <= youngest; revision++)
        if (!found.has(revision)) missing.push(revision)
      return missing
    },
  }
}

async function* walk(repository: string, folder: string, youngest: number): AsyncGenerator<RepositoryFile> {
  const entries = await readdir(path.join(repository, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return []
    },
  )
  const isOfRevisions = REVISION_FOLDERS.some(known => folder === known || folder.startsWith(`${known}/`))
  for (const entry of entries.toSorted((left, right) => compareNames(left.name, right.name))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (EXCLUDED_PATHS.includes(name) || name === CURRENT) continue
    const isRevision = isOfRevisions && /^\d+$/.test(entry.name)
    if (entry.isDirectory()) yield* walk(repository, name, youngest)
    else if (!entry.isFile() || (isRevision && Number(entry.name) > youngest)) continue
    // Files that are being written have names of their own until they are whole.
    else if (isOfRevisions && !isRevision && !folder.endsWith('.pack')) continue
    else yield { name, content: path.join(repository, name), isTemporary: !isOfRevisions }
  }
}

/** Sorts revisions by number, so that a copy holds them in this order, too. */
const compareNames = (left: string, right: string): number =>
  Number.parseInt(left, 10) - Number.parseInt(right, 10) || (left < right ? -1 : left > right ? 1 : 0)

/** Folder of a repository below `svn`, also in a backup: its served place, or the trash. */
export const folderOfRepository = (
  at: Folders,
  repository: { readonly id: number; readonly projectId: number; readonly name: string; readonly isDeleted: boolean },
): string => {
  const folders = svnFolders(at)
  const place = repository.isDeleted
    ? path.join(folders.trash, String(repository.id))
    : pathOfRepository(folders, repository)
  return path.relative(folders.root, place)
}

/** Creates repositories from copies. */
export interface RepositoryRestore {
  write(name: string, content: Readable): Promise<void>
  /** Called after the last file. */
  finish(): Promise<void>
}

/** Removes all repositories, before an interrupted restore starts again. */
export const removeRepositories = async (at: Folders): Promise<void> => {
  await rm(svnFolders(at).root, { recursive: true, force: true })
}

export const hasRepositories = async (at: Folders): Promise<boolean> => {
  const { repositories, trash } = svnFolders(at)
  const found = await Promise.all([repositories, trash].map(folder => readdir(folder).catch(() => [])))
  return found.some(names => names.length > 0)
}

export const restoreRepository = async (at: Folders, folder: string): Promise<RepositoryRestore> => {
  const folders = svnFolders(at)
  const target = path.resolve(folders.root, folder)
  // The name comes from a file that anybody may have written.
  const isBelow = [folders.repositories, folders.trash].some(parent => target.startsWith(`${parent}${path.sep}`))
  if (!isBelow) throw new Error(`${folder} is no place of a repository`)
  const owner = await svnAccount()
  const made = new Map<string, Promise<void>>()
  const ownFolders = (wanted: string): Promise<void> => {
    const known = made.get(wanted)
    if (known) return known
    const parent = wanted === folders.root ? Promise.resolve() : ownFolders(path.dirname(wanted))
    const done = parent.then(() => ownFolder(wanted, owner))
    made.set(wanted, done)
    return done
  }
  await ownFolders(target)
  return {
    write: async (name, content) => {
      const file = path.resolve(target, name)
      if (!file.startsWith(`${target}${path.sep}`)) throw new Error(`${name} is no file of a repository`)
      await ownFolders(path.dirname(file))
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o640, flush: true }))
      if (owner) await chown(file, owner.uid, owner.gid)
    },
    finish: async () => {
      for (const empty of ['db/transactions', 'db/txn-protorevs', 'hooks']) await ownFolders(path.join(target, empty))
      await linkHooks(target, owner)
      for (const wanted of made.keys()) await syncFolder(wanted)
    },
  }
}
