import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Config } from '../../platform/config.ts'
import { inTransaction, openDatabase } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded-postgres.ts'
import { migrate, requireKnownMigrations } from '../../platform/db/migrate.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { tryLock } from '../../platform/file-lock.ts'
import { prepareDataFolder } from '../../platform/installation.ts'
import {
  INSTALLATION_ID,
  newInstallationId,
  placeInstallationId,
} from '../../platform/shared-folder/installation-id.ts'
import { syncFolder } from '../../platform/sync-folder.ts'
import { createContentStore, type ContentStore } from '../files/index.ts'
import { NOTIFICATIONS_CONSUMER } from '../notifications/index.ts'
import { hasRepositories, removeRepositories, restoreRepository } from '../svn/index.ts'
import { CHANGES_CONSUMER, WEBHOOKS_CONSUMER } from '../webhooks/index.ts'
import { prefetch, forEachConcurrently } from './prefetch.ts'
import { openBackupWithBases, type BackupWithBases } from './base-backups.ts'
import { NOTHING_DROPPED, openTargetDatabase, type DroppedWork, type TargetDatabase } from './load-tables.store.ts'
import { CONTENTS, FOLDERS, REPOSITORIES, TABLES, type Entry, type Summary } from './manifest.ts'
import { requireIntact, type VerifyOptions } from './verify-backup.ts'

export type RestorePhase = 'checking' | 'files' | 'tables'

export interface RestoreOptions extends Pick<VerifyOptions, 'bases'> {
  /** Only checks whether the backup is valid and may be restored here. */
  readonly isDryRun?: boolean
  /** Leaves out waiting work: jobs, mails, calls of webhooks, and the mails and calls that waiting events would cause. */
  readonly withoutWaiting?: boolean
  /** Last hash of the audit of the installation that is lost. */
  readonly lostHead?: string
  readonly onProgress?: (phase: RestorePhase, done: number, total: number) => void
}

const AT_ONCE = 8
/** Consumers that notify people and programs of events; other consumers maintain data. */
const NOTIFYING_CONSUMERS = [NOTIFICATIONS_CONSUMER, WEBHOOKS_CONSUMER, CHANGES_CONSUMER]
const unpack = promisify<Buffer, Buffer>(gunzip)

export interface RestoreReport extends Summary {
  readonly dropped: DroppedWork
}

/**
 * Restores a backup into an empty data folder, database and bucket only. Reads and checks everything before it writes. Marks the database
 * first, then writes the files, and one transaction fills the tables and removes the mark. After an interruption no server starts on the
 * result, and the next restore begins again.
 */
export const restoreBackup = async (
  file: string,
  config: Config,
  options: RestoreOptions = {},
): Promise<RestoreReport> => {
  const backup = await openBackupWithBases(file, options.bases)
  try {
    await requireKnownMigrations(backup.summary.migrations)
    await requireIntact(backup, (done, total) => options.onProgress?.('checking', done, total))
    if (options.isDryRun) {
      await inspectTarget(config)
      return { ...backup.summary, dropped: NOTHING_DROPPED }
    }
    for (const folder of [config.dataFolder, config.sharedFolder]) await prepareDataFolder(folder)
    const lock = tryLock(`${config.dataFolder}/server.lock`, 'exclusive')
    if (!lock)
      throw new Conflict(`A server runs on the data folder ${config.dataFolder}: a restore needs an empty one.`)
    try {
      return { ...backup.summary, dropped: await restoreInto(backup, config, options) }
    } finally {
      lock.release()
    }
  } finally {
    await backup.close()
  }
}

const restoreInto = async (backup: BackupWithBases, config: Config, options: RestoreOptions): Promise<DroppedWork> => {
  const contents = await createContentStore(config)
  const embedded =
    config.databaseUrl === undefined ? await openEmbedded(path.join(config.dataFolder, 'postgres')) : undefined
  const url = config.databaseUrl ?? embedded?.url ?? ''
  try {
    const database = await openTargetDatabase(url)
    let dropped: DroppedWork
    try {
      await requireEmpty(await database.state(), contents, config)
      await database.begin()
      await removeContents(contents, config)
      await migrate(url, undefined, { upTo: backup.summary.migrations })
      const pieces = await restoreFiles(backup, contents, config, options)
      const installationId = newInstallationId()
      await placeInstallationId(config.sharedFolder, installationId)
      dropped = await fillTables(database, backup, pieces, installationId, options)
    } finally {
      await database.close()
    }
    await migrate(url)
    await recordRestore(url, backup, options)
    return dropped
  } finally {
    await embedded?.close()
  }
}

/** The audit goes on from the chain of the backup, with a row that tells of the break. */
const recordRestore = async (
  url: string,
  { summary: { takenAt } }: BackupWithBases,
  { lostHead }: RestoreOptions,
): Promise<void> => {
  const db = openDatabase(url)
  const payload = { backup_of: takenAt, lost_head: lostHead ?? null }
  const event = { kind: 'backup.restored', actorId: null, means: 'command' as const, payload }
  await inTransaction(db, tx => appendEvents(tx, [event])).finally(() => db.close())
}

/** Checks whether a restore is possible here, without writing. */
const inspectTarget = async (config: Config): Promise<void> => {
  const contents = await createContentStore(config)
  const folder = path.join(config.dataFolder, 'postgres')
  const hasDatabase = config.databaseUrl !== undefined || (await namesIn(folder)).includes('cluster')
  if (!hasDatabase) return requireEmpty('empty', contents, config)
  const embedded = config.databaseUrl === undefined ? await openEmbedded(folder) : undefined
  try {
    const database = await openTargetDatabase(config.databaseUrl ?? embedded?.url ?? '')
    await database
      .state()
      .then(state => requireEmpty(state, contents, config))
      .finally(() => database.close())
  } finally {
    await embedded?.close()
  }
}

const requireEmpty = async (
  state: Awaited<ReturnType<TargetDatabase['state']>>,
  contents: ContentStore,
  config: Config,
): Promise<void> => {
  const { dataFolder, sharedFolder, databaseUrl, s3 } = config
  const refuse = (what: string): never => {
    throw new Conflict(
      `${what} is in use: a restore needs an empty installation. Name an empty folder by CROCUS_DATA` +
        ' (and an empty database by DATABASE_URL, an empty bucket by CROCUS_S3_BUCKET, where those are used).',
    )
  }
  if (contents.kind === 's3') await contents.check()
  if (state === 'unfinished') return
  if (state === 'used')
    refuse(databaseUrl === undefined ? `The data folder ${dataFolder}` : 'The database of DATABASE_URL')
  for await (const content of contents.list())
    refuse(s3 ? `The bucket ${s3.bucket} (it has ${content.key})` : `The folder ${sharedFolder}`)
  if (await hasRepositories(config)) refuse(`The folder of repositories in ${sharedFolder}`)
  for (const { name } of FOLDERS)
    if ((await namesIn(path.join(sharedFolder, name))).length > 0) refuse(`The folder ${path.join(sharedFolder, name)}`)
  if ((await namesIn(sharedFolder)).includes(INSTALLATION_ID))
    refuse(`The folder ${sharedFolder} (by the database whose id is in its file ${INSTALLATION_ID})`)
}

const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })

/** Removes the contents and repositories of an interrupted restore. */
const removeContents = async (contents: ContentStore, config: Config): Promise<void> => {
  for await (const { key } of contents.list()) await contents.remove([key])
  await removeRepositories(config)
  for (const { name } of FOLDERS) await rm(path.join(config.sharedFolder, name), { recursive: true, force: true })
}

/** Returns the names of table chunks, by table. */
const restoreFiles = async (
  backup: BackupWithBases,
  contents: ContentStore,
  config: Config,
  { onProgress }: RestoreOptions,
): Promise<Map<string, Entry[]>> => {
  const { entries, repositories } = backup.summary
  const pieces = new Map<string, Entry[]>()
  const restores = new Map(
    await Promise.all(
      repositories.map(async ({ id, folder }) => [id, await restoreRepository(config, folder)] as const),
    ),
  )
  const restore = async (entry: Entry): Promise<void> => {
    const content = (): Readable => Readable.from(backup.read(entry), { objectMode: false })
    const { name } = entry
    if (name.startsWith(TABLES)) {
      const table = name.slice(TABLES.length, name.lastIndexOf('/'))
      const known = pieces.get(table)
      if (known) known.push(entry)
      else pieces.set(table, [entry])
    } else if (name.startsWith(CONTENTS)) {
      const { sha256 } = await contents.write(name.slice(CONTENTS.length), content())
      if (sha256.toString('hex') !== entry.sha256)
        throw new Invalid(`${name} was changed while it was read.`, { reason: 'parameter.range' })
    } else if (name.startsWith(REPOSITORIES)) {
      const [id = '', ...rest] = name.slice(REPOSITORIES.length).split('/')
      const repository = restores.get(Number(id))
      if (!repository)
        throw new Invalid(`${name} is of a repository that the backup does not name.`, { reason: 'parameter.range' })
      await repository.write(rest.join('/'), content())
    } else await restoreFile(config.sharedFolder, name, content())
  }
  let done = 0
  await forEachConcurrently(backup.entries(), AT_ONCE, async entry => {
    await restore(entry)
    onProgress?.('files', done++, entries)
  })
  for (const repository of restores.values()) await repository.finish()
  onProgress?.('files', entries, entries)
  return pieces
}

const restoreFile = async (sharedFolder: string, name: string, content: Readable): Promise<void> => {
  const file = path.resolve(sharedFolder, name)
  // The name comes from a file that anybody may have written.
  const folder = FOLDERS.find(each => file.startsWith(`${path.join(sharedFolder, each.name)}${path.sep}`))
  if (!folder) throw new Invalid(`${name} is of a kind that this program does not know.`, { reason: 'parameter.range' })
  await mkdir(path.dirname(file), { recursive: true, mode: folder.mode })
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode: folder.fileMode, flush: true }))
  await syncFolder(path.dirname(file))
}

const fillTables = (
  database: TargetDatabase,
  backup: BackupWithBases,
  pieces: ReadonlyMap<string, readonly Entry[]>,
  installationId: string,
  { onProgress, withoutWaiting = false }: RestoreOptions,
): Promise<DroppedWork> => {
  const { tables, sequences } = backup.summary
  return database.fill({
    tables,
    sequences,
    installationId,
    ...(withoutWaiting && { withoutWaiting: { consumers: NOTIFYING_CONSUMERS } }),
    rowsOf: ({ name }) =>
      prefetch(pieces.get(name) ?? [], 2, async entry => {
        const bytes: Buffer[] = []
        for await (const piece of backup.read(entry)) bytes.push(piece)
        return unpack(Buffer.concat(bytes))
      }),
    onTable: (done, total) => onProgress?.('tables', done, total),
  })
}
