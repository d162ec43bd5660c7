import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../platform/config.ts'
import type { HeldLock } from '../../platform/db/advisory-locks.ts'
import type { Db } from '../../platform/db/db.ts'
import { Conflict, ServiceUnavailable } from '../../platform/errors.ts'
import { version } from '../../platform/version.ts'
import { contentKey, ContentMissing, type ContentStore, type FilesModule } from '../files/index.ts'
import { copyRepository, COPYING_REPOSITORIES, folderOfRepository } from '../svn/index.ts'
import { prefetch } from './prefetch.ts'
import { chunkRows } from './chunk-rows.ts'
import { CONTENTS, FOLDERS, REPOSITORIES, TABLES, type Entry, type Summary, type TableInBackup } from './manifest.ts'
import { openBackup } from './read-backup.ts'
import { openSnapshot, type RepositoryInSnapshot, type Snapshot, type TableToCopy } from './read-tables.store.ts'
import { fileOutput, streamOutput, type BackupOutput } from './backup-output.ts'
import { compress, createBackupWriter, type BackupWriter } from './write-backup.ts'

export type BackupPhase = 'tables' | 'files' | 'repositories' | 'archives'

export interface BackupOptions {
  /** File of the backup that this one builds on: entries in it are not written again. */
  readonly base?: string
  readonly onProgress?: (phase: BackupPhase, done: number, total: number) => void
}

export interface BackupReport {
  readonly id: string
  readonly takenAt: Date
  readonly rows: number
  readonly files: number
  readonly repositories: number
  readonly entries: number
  /** Number of entries in the base. */
  readonly reused: number
  /** Size of the written file. */
  readonly bytes: number
  /** Files that were missing, or differ from the database; the installation has the same faults. */
  readonly warnings: readonly string[]
}

export interface BackupDependencies {
  readonly db: Db
  readonly databaseUrl: string
  readonly contents: ContentStore
  readonly files: Pick<FilesModule, 'holdContents'>
  readonly folders: Pick<Config, 'dataFolder' | 'sharedFolder'>
}

const LOCK_WAIT_MS = 60_000
const LOCK_RETRY_MS = 100
/** Files up to this size are read completely, several at a time; larger files are read while they are written. */
const MAX_BYTES_IN_MEMORY = 1024 * 1024
const AT_ONCE = 8

/**
 * Copies an installation that is in use: the database as of one moment, then all the files that it names, which no process erases
 * meanwhile. Later changes are missing, except revisions of repositories, which the server processes after the restore as after a stop.
 */
export const createBackup =
  (dependencies: BackupDependencies) =>
  async (target: string | Writable, options: BackupOptions = {}): Promise<BackupReport> => {
    const base = await readBase(options.base)
    const sink = typeof target === 'string' ? await fileOutput(target) : streamOutput(target)
    try {
      return await withoutErasures(dependencies, lost => write(sink, base, lost, dependencies, options))
    } catch (error) {
      await sink.abandon()
      throw error
    }
  }

const withoutErasures = async <T>(
  { db, files }: BackupDependencies,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => {
  const repositories = await holdRepositories(db)
  try {
    const contents = await files.holdContents()
    try {
      return await work(AbortSignal.any([repositories.lost, contents.lost]))
    } finally {
      await contents.release()
    }
  } finally {
    await repositories.release()
  }
}

const holdRepositories = async (db: Db): Promise<HeldLock> => {
  const end = Date.now() + LOCK_WAIT_MS
  for (;;) {
    const lock = await db.locks.tryLock(COPYING_REPOSITORIES)
    if (lock) return lock
    if (Date.now() >= end)
      throw new Conflict('Another backup of this installation is being made: wait until it is done.')
    await sleep(LOCK_RETRY_MS)
  }
}

const write = async (
  sink: BackupOutput,
  base: BaseBackup,
  lost: AbortSignal,
  { databaseUrl, contents, folders }: BackupDependencies,
  { onProgress }: BackupOptions,
): Promise<BackupReport> => {
  const writer = createBackupWriter(sink)
  const copy: CopyState = {
    writer,
    base,
    warnings: [],
    reused: 0,
    entries: 0,
    onProgress: onProgress ?? (() => undefined),
  }
  const snapshot = await openSnapshot(databaseUrl)
  const read = async () => {
    try {
      const files = await listFiles(snapshot)
      const repositories = await snapshot.repositories()
      const tables = await copyTables(copy, snapshot)
      return { files, repositories, tables, sequences: await snapshot.sequences() }
    } finally {
      await snapshot.close()
    }
  }
  const { files, repositories, tables, sequences } = await read()
  const fileCount = await copyContents(copy, contents, files)
  const copied = await copyRepositories(copy, folders, repositories)
  await copyFolders(copy, folders.sharedFolder)
  if (lost.aborted)
    throw new ServiceUnavailable(
      'The connection to the database was lost meanwhile, so contents may be missing: try again.',
    )
  const id = randomUUID()
  await writer.finish({
    id,
    crocus: version,
    takenAt: snapshot.takenAt.toISOString(),
    migrations: [...snapshot.migrations],
    tables,
    sequences,
    repositories: copied,
    bases: base.bases,
  })
  await sink.commit()
  return {
    id,
    takenAt: snapshot.takenAt,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: fileCount,
    repositories: copied.length,
    entries: copy.entries,
    reused: copy.reused,
    bytes: writer.size(),
    warnings: copy.warnings,
  }
}

interface BaseBackup {
  readonly bases: Summary['bases']
  readonly entries: ReadonlyMap<string, Entry>
}

/** All entries of the base and of its own bases, with the numbers of their files in the new backup. */
const readBase = async (file: string | undefined): Promise<BaseBackup> => {
  if (file === undefined) return { bases: [], entries: new Map() }
  const backup = await openBackup(file)
  try {
    const { id, bases } = backup.summary
    const entries = new Map<string, Entry>()
    for await (const entry of backup.entries())
      entries.set(entry.name, { ...entry, base: entry.base === undefined ? bases.length : entry.base })
    return { bases: [...bases, { id, file: path.basename(file) }], entries }
  } finally {
    await backup.close()
  }
}

interface CopyState {
  readonly writer: BackupWriter
  readonly base: BaseBackup
  readonly warnings: string[]
  reused: number
  entries: number
  readonly onProgress: (phase: BackupPhase, done: number, total: number) => void
}

const reuse = (copy: CopyState, entry: Entry): void => {
  copy.writer.refer(entry)
  copy.entries++
  copy.reused++
}

const add = async (
  copy: CopyState,
  name: string,
  size: number,
  content: Buffer | AsyncIterable<Buffer>,
): Promise<{ readonly sha256: string }> => {
  copy.entries++
  return copy.writer.add(name, size, content)
}

/** Compares small content with the base before writing it. */
const addBytes = async (copy: CopyState, name: string, bytes: Buffer): Promise<string> => {
  const known = copy.base.entries.get(name)
  const sha256 = known?.size === bytes.length ? createHash('sha256').update(bytes).digest('hex') : undefined
  if (known && sha256 === known.sha256) {
    reuse(copy, known)
    return known.sha256
  }
  return (await add(copy, name, bytes.length, bytes)).sha256
}

const copyTables = async (copy: CopyState, snapshot: Snapshot): Promise<TableInBackup[]> => {
  const total = snapshot.tables.reduce((sum, { rows }) => sum + rows, 0)
  const tables: TableInBackup[] = []
  let done = 0
  for (const table of snapshot.tables) {
    copy.onProgress('tables', Math.min(done, total), total + 1)
    const { name, columns } = table
    const rows = await copyTable(copy, snapshot, table)
    tables.push({ name, columns: [...columns], rows })
    done += table.rows
  }
  copy.onProgress('tables', total + 1, total + 1)
  return tables
}

/** A chunk is named by its hash, so that the same rows have the same name in the next backup. */
const copyTable = async (copy: CopyState, snapshot: Snapshot, table: TableToCopy): Promise<number> => {
  const copied = snapshot.copy(table)
  const prepared = prefetch(chunkRows(copied.rows as AsyncIterable<Buffer>), 2, async piece => {
    const name = `${TABLES}${table.name}/${createHash('sha256').update(piece).digest('hex').slice(0, 40)}.copy.gz`
    const known = copy.base.entries.get(name)
    return known ?? { name, bytes: await compress(piece) }
  })
  for await (const piece of prepared) {
    if (!('bytes' in piece)) reuse(copy, piece)
    else await add(copy, piece.name, piece.bytes.length, piece.bytes)
  }
  return copied.count()
}

/** Keeps the list as the text of COPY and parses one line at a time, because there may be millions of files. */
const listFiles = async (snapshot: Snapshot): Promise<Buffer[]> => {
  const pieces: Buffer[] = []
  for await (const piece of snapshot.files()) pieces.push(piece as Buffer)
  return pieces
}

interface FileToCopy {
  readonly id: number
  readonly size: number
  readonly sha256: string | undefined
}

async function* filesIn(pieces: readonly Buffer[]): AsyncGenerator<FileToCopy> {
  let rest = ''
  for (const piece of pieces) {
    const lines = (rest + piece.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [id = '', size = '', sha256 = ''] = line.split('\t')
      yield { id: Number(id), size: Number(size), sha256: sha256 === '\\N' ? undefined : sha256 }
    }
  }
}

const copyContents = async (copy: CopyState, contents: ContentStore, pieces: readonly Buffer[]): Promise<number> => {
  let total = 0
  for (const piece of pieces) for (const byte of piece) if (byte === 0x0a) total++
  let done = 0
  const prepared = prefetch(filesIn(pieces), AT_ONCE, async file => {
    const key = contentKey(file.id)
    const name = `${CONTENTS}${key}`
    const known = copy.base.entries.get(name)
    // A content never changes, and the database has the hash of the received bytes.
    if (known?.size === file.size && known.sha256 === file.sha256) return { known }
    const size = await contents.size(key)
    const bytes = size !== undefined && size <= MAX_BYTES_IN_MEMORY ? await readSmall(contents, key) : undefined
    return { file, key, name, size: bytes?.length ?? size, bytes }
  })
  for await (const next of prepared) {
    copy.onProgress('files', done++, total)
    if (next.known) {
      reuse(copy, next.known)
      continue
    }
    const { file, key, name, size, bytes } = next
    if (size === undefined) {
      copy.warnings.push(`the content of file ${file.id} is not there`)
      continue
    }
    const sha256 = bytes
      ? await addBytes(copy, name, bytes)
      : (await add(copy, name, size, (await contents.read(key)) as AsyncIterable<Buffer>)).sha256
    if (file.sha256 !== undefined && sha256 !== file.sha256)
      copy.warnings.push(`the content of file ${file.id} is not what was received`)
  }
  copy.onProgress('files', total, total)
  return total
}

const readSmall = async (contents: ContentStore, key: string): Promise<Buffer | undefined> => {
  try {
    return await buffer(await contents.read(key))
  } catch (error) {
    if (error instanceof ContentMissing) return undefined
    throw error
  }
}

const copyRepositories = async (
  copy: CopyState,
  folders: BackupDependencies['folders'],
  repositories: readonly RepositoryInSnapshot[],
): Promise<Summary['repositories']> => {
  const copied: Summary['repositories'] = []
  for (const [index, repository] of repositories.entries()) {
    copy.onProgress('repositories', index, repositories.length)
    const folder = folderOfRepository(folders, repository)
    // A repository whose deletion waits for the end of this backup is still in its old place.
    const other = folderOfRepository(folders, { ...repository, isDeleted: !repository.isDeleted })
    const place = path.join(folders.sharedFolder, 'svn')
    const found = (await copyRepository(path.join(place, folder))) ?? (await copyRepository(path.join(place, other)))
    if (!found) {
      copy.warnings.push(`the repository ${repository.name} of project ${repository.projectId} is not there`)
      continue
    }
    const prepared = prefetch(found.files(), AT_ONCE, async ({ name, content, isTemporary: isPassing }) => {
      const source = typeof content === 'string' ? await openFile(content, isPassing) : content
      return source && { name: `${REPOSITORIES}${repository.id}/${name}`, source }
    })
    for await (const file of prepared) if (file) await addSource(copy, file.name, file.source)
    for (const revision of found.missing())
      copy.warnings.push(`revision ${revision} of the repository ${repository.name} is not there`)
    copied.push({ id: repository.id, folder, youngest: found.youngest })
  }
  copy.onProgress('repositories', repositories.length, repositories.length)
  return copied
}

/** The bytes of a small file, or an open file. */
const openFile = async (file: string, mayBeGone = true): Promise<Buffer | FileHandle | undefined> => {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (mayBeGone && error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle || (await handle.stat()).size > MAX_BYTES_IN_MEMORY) return handle
  return handle.readFile().finally(() => handle.close())
}

const addSource = async (copy: CopyState, name: string, source: Buffer | FileHandle): Promise<void> => {
  if (Buffer.isBuffer(source)) {
    await addBytes(copy, name, source)
    return
  }
  try {
    const { size } = await source.stat()
    const bytes = (): AsyncIterable<Buffer> =>
      source.createReadStream({ start: 0, end: size - 1, autoClose: false }) as AsyncIterable<Buffer>
    const known = copy.base.entries.get(name)
    if (known?.size === size) {
      const hash = createHash('sha256')
      for await (const piece of bytes()) hash.update(piece)
      if (hash.digest('hex') === known.sha256) {
        reuse(copy, known)
        return
      }
    }
    await add(copy, name, size, bytes())
  } finally {
    await source.close()
  }
}

/** Names of files in progress, and folders of temporary files. */
const isTemporary = (name: string): boolean => name.endsWith('.part') || name === 'incoming'

const copyFolders = async (copy: CopyState, sharedFolder: string): Promise<void> => {
  for (const { name: folder } of FOLDERS) {
    const names = await listFolder(path.join(sharedFolder, folder))
    let done = 0
    for (const name of names) {
      copy.onProgress('archives', done++, names.length)
      const source = await openFile(path.join(sharedFolder, folder, name))
      if (source) await addSource(copy, `${folder}/${name}`, source)
    }
    copy.onProgress('archives', names.length, names.length)
  }
}

const listFolder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  const names: string[] = []
  for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    if (isTemporary(entry.name)) continue
    if (entry.isFile()) names.push(entry.name)
    if (entry.isDirectory())
      names.push(...(await listFolder(path.join(folder, entry.name))).map(name => `${entry.name}/${name}`))
  }
  return names
}
