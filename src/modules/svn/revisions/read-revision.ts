import type { RevisionChange } from '../store/revisions.store.ts'
import { SvnProgramFailed, type SvnPrograms } from '../disk/svn-programs.ts'

/** Author, date and message of a revision. */
export interface RevisionInfo {
  /** svn:author; null if a loaded dump has none. */
  readonly author: string | null
  readonly committedAt: Date | null
  readonly message: string
}

/** The changes of a revision, as far as they are stored. */
export interface RevisionChanges {
  readonly changes: readonly RevisionChange[]
  /** Number of all changes. */
  readonly changeCount: number
  /** Directories with a change, without slashes at the ends; the root is ''. */
  readonly directories: readonly string[]
  /** The `watched` paths that cover one of all the directories. */
  readonly covering: readonly string[]
}

/** Maximum changes that are stored and shown: a commit may change a million paths. */
const MAX_CHANGES = 1_000
const MAX_MESSAGE = 100_000
const MAX_DIFF_BYTES = 100_000
const MAX_DIFF_MS = 60_000

/** `svnlook info`: author, date, length, message. */
export const readRevisionInfo = async (
  programs: SvnPrograms,
  path: string,
  revision: number,
): Promise<RevisionInfo> => {
  const head: string[] = []
  const message: string[] = []
  let size = 0
  for await (const line of programs.lines('svnlook', ['info', '-r', String(revision), path])) {
    if (head.length < 3) {
      head.push(line)
      continue
    }
    message.push(line.slice(0, MAX_MESSAGE))
    size += line.length + 1
    if (size > MAX_MESSAGE) break
  }
  const [author = '', date = ''] = head
  return {
    author: author === '' ? null : storable(author),
    committedAt: parseDate(date),
    message: storable(message.join('\n').slice(0, MAX_MESSAGE)),
  }
}

/** `2026-02-03 04:05:06 +0000 (Tue, 03 Feb 2026)` */
const parseDate = (text: string): Date | null => {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)/.exec(text)
  return match ? new Date(`${match[1]}T${match[2]}${match[3]}:${match[4]}`) : null
}

/** The database stores every character except NUL. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** `svnlook changed`, parsed while the program runs. */
export const readRevisionChanges = async (
  programs: SvnPrograms,
  path: string,
  revision: number,
  watch: { readonly watched: readonly string[]; readonly covers: (watched: string, directory: string) => boolean },
): Promise<RevisionChanges> => {
  const changes: RevisionChange[] = []
  const directories = new Set<string>()
  const waiting = new Set(watch.watched)
  const covering: string[] = []
  let changeCount = 0
  let last: string | undefined
  for await (const line of programs.lines('svnlook', ['changed', '-r', String(revision), path])) {
    const change: RevisionChange = { how: line.slice(0, 2).trim(), path: storable(line.slice(4)) }
    if (changes.length < MAX_CHANGES) changes.push(change)
    changeCount++
    const directory = directoryOf(change)
    // Changes come in the order of the tree: most are in the directory of the preceding change.
    if (directory === last) continue
    last = directory
    if (directories.size < MAX_CHANGES) directories.add(directory)
    for (const watched of waiting) {
      if (!watch.covers(watched, directory)) continue
      waiting.delete(watched)
      covering.push(watched)
    }
  }
  return { changes, changeCount, directories: [...directories], covering }
}

/** The directory of a change: adding or removing a directory changes its parent; a change of properties changes the directory itself. */
export const directoryOf = ({ how, path }: RevisionChange): string => {
  const isDirectory = path.endsWith('/')
  const bare = path.replace(/^\/+|\/+$/g, '')
  if (isDirectory && how.startsWith('_')) return bare
  const slash = bare.lastIndexOf('/')
  return slash < 0 ? '' : bare.slice(0, slash)
}

/** The difference of a revision; undefined if it is too long, or takes too long to compute. */
export const readRevisionDiff = async (
  programs: SvnPrograms,
  path: string,
  revision: number,
): Promise<string | undefined> => {
  const signal = AbortSignal.timeout(MAX_DIFF_MS)
  try {
    const output = await programs.run('svnlook', ['diff', '--no-diff-deleted', '-r', String(revision), path], {
      maxBytes: MAX_DIFF_BYTES,
      signal,
    })
    return storable(output.toString('utf8'))
  } catch (error) {
    if (error instanceof SvnProgramFailed || signal.aborted) return undefined
    throw error
  }
}
