import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ServiceUnavailable } from '../errors.ts'
import { tryLock, waitForLock, type FileLock } from '../file-lock.ts'
import { machineMegabytes } from '../machine-memory.ts'
import {
  clusterArguments,
  findBinaries,
  isLivingPostgres,
  postgresAccount,
  readPostmaster,
  spawnAs,
  type Binaries,
} from './postgres-process.ts'
import { isOutage } from './outage.ts'
import { syncFolder } from '../sync-folder.ts'
import { isRoot, type Account } from '../system-account.ts'

/** An embedded PostgreSQL in a folder, shared by all processes that opened it; the last process to close it stops it. */
export interface EmbeddedDatabase {
  /** The database `crocus` as its owner, which is no superuser. */
  readonly url: string
  /** The maintenance database as superuser: for tests and tools that make databases. */
  readonly adminUrl: string
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** Called when PostgreSQL ended by itself and was started again, and when that failed. */
  readonly onEvent?: (message: string) => void
  /** Only for data that may be lost: no fsync, so that tests are fast. */
  readonly isVolatile?: boolean
}

const SUPERUSER = 'postgres'
const OWNER = 'crocus'
const DATABASE = 'crocus'
const LOCK_WAIT_MS = 30_000
// Recovery after a crash reads at most max_wal_size; the limit leaves time for a slow disk.
const START_WAIT_MS = 300_000
// Backends notice the loss of their postmaster within this time; until then they use its shared memory.
const ORPHANS_WAIT_MS = 15_000
// A complete stop of the server takes less than 10 s, and its requests end first.
const STOP_WAIT_MS = { SIGINT: 3_000, SIGQUIT: 1_000 }
const POLL_MS = 20
const WATCH_MS = 500
const RESTART_PAUSE_MS = 2_000
const LOG_LIMIT = 16 * 1024 * 1024
// sun_path holds 107 bytes.
const SOCKET_FOLDER_LIMIT = 107 - '/.s.PGSQL.5432'.length - '.lock'.length

interface EmbeddedCluster {
  readonly folder: string
  readonly cluster: string
  readonly socketFolder: string
  readonly log: string
  readonly usersLock: string
  readonly startLock: string
  readonly passwordFile: string
  readonly account: Account | undefined
  readonly binaries: Binaries
  readonly options: EmbeddedOptions
}

/**
 * Starts the embedded PostgreSQL of `folder`, or joins one that runs there already: that of another server, or one that a killed server
 * left behind. The first start makes the cluster.
 */
export const openEmbedded = async (folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> => {
  const place = await prepareCluster(resolve(folder), options)
  // Every user of the cluster holds the lock shared. The process that gets it exclusively is the last user and may stop PostgreSQL.
  const lock = await waitForLock(place.usersLock, 'shared', LOCK_WAIT_MS)
  if (!lock)
    throw new ServiceUnavailable(`The embedded database in ${place.folder} is being stopped by another process.`)
  try {
    const password = await readPassword(place)
    await withStartLock(place, async () => {
      await initialise(place, password)
      await ensureUsable(place, password)
    })
    const stopWatching = watch(place)
    let closing: Promise<void> | undefined
    return {
      url: urlOf(place, OWNER, password, DATABASE),
      adminUrl: urlOf(place, SUPERUSER, password, 'postgres'),
      close: () => (closing ??= stopWatching().then(() => closeLast(place, lock))),
    }
  } catch (error) {
    await closeLast(place, lock)
    throw error
  }
}

/** Lets only one process at a time make or start the cluster. */
const withStartLock = async (place: EmbeddedCluster, work: () => Promise<void>): Promise<void> => {
  const lock = await waitForLock(place.startLock, 'exclusive', START_WAIT_MS)
  if (!lock)
    throw new ServiceUnavailable(
      `Another process has been starting the embedded database in ${place.folder} for too long.`,
    )
  await work().finally(() => lock.release())
}

const prepareCluster = async (folder: string, options: EmbeddedOptions): Promise<EmbeddedCluster> => {
  const binaries = await findBinaries()
  const account = await postgresAccount()
  await mkdir(folder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  const place = { folder, cluster: join(folder, 'cluster'), account, binaries, options }
  return {
    ...place,
    socketFolder: await prepareSocketFolder(folder, account),
    log: join(folder, 'postgres.log'),
    usersLock: join(folder, 'users.lock'),
    startLock: join(folder, 'start.lock'),
    passwordFile: join(folder, 'password'),
  }
}

const own = async (path: string, account: Account | undefined): Promise<void> => {
  if (account) await chown(path, account.uid, account.gid)
}

const prepareSocketFolder = async (folder: string, account: Account | undefined): Promise<string> => {
  const inside = join(folder, 'run')
  const isShort = Buffer.byteLength(inside) <= SOCKET_FOLDER_LIMIT
  const path = isShort
    ? inside
    : join(tmpdir(), `crocus-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  // In a world-writable folder another account may have created the path first.
  const owners = [process.getuid?.(), account?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new ServiceUnavailable(`${path} belongs to somebody else: the database needs it for its socket.`)
  }
  await chmod(path, 0o700)
  await own(path, account)
  return path
}

const readPassword = async ({ passwordFile }: EmbeddedCluster): Promise<string> => {
  const made = randomBytes(24).toString('base64url')
  try {
    await writeFile(passwordFile, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(passwordFile, 'utf8')).trim()
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Makes the cluster in a temporary folder and renames it when it is complete: a killed start leaves no partial cluster. */
const initialise = async (place: EmbeddedCluster, password: string): Promise<void> => {
  if (await exists(join(place.cluster, 'PG_VERSION'))) {
    // The start of a running PostgreSQL compared the versions; a command should not start a program for that.
    const running = readPostmaster(place.cluster)
    return running && isLivingPostgres(running.pid) ? undefined : requireSameVersion(place)
  }
  const fresh = `${place.cluster}.new`
  const secret = join(place.socketFolder, 'initdb-password')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await own(fresh, place.account)
  await writeFile(secret, `${password}\n`, { mode: 0o600 })
  await own(secret, place.account)
  await runInitdb(place, fresh, secret).finally(() => rm(secret, { force: true }))
  await rename(fresh, place.cluster)
  await syncFolder(place.folder)
}

const requireSameVersion = async (place: EmbeddedCluster): Promise<void> => {
  const made = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim()
  const version = /(\d+)/.exec((await capture(place, place.binaries.postgres, ['--version'])).output)?.[1]
  if (version === made) return
  throw new ServiceUnavailable(
    `The database in ${place.cluster} was made by PostgreSQL ${made}, but this Crocus brings PostgreSQL ${version ?? '(unknown)'}: move its data with pg_dump and DATABASE_URL.`,
  )
}

const capture = async (
  place: EmbeddedCluster,
  binary: string,
  args: string[],
): Promise<{ code: number | null; output: string }> => {
  const child = spawnAs(place.account, binary, args, { folder: place.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const runInitdb = async (place: EmbeddedCluster, cluster: string, passwordFile: string): Promise<void> => {
  const { code, output } = await capture(place, place.binaries.initdb, [
    ...clusterArguments(cluster, passwordFile),
    ...(place.options.isVolatile ? ['--no-sync'] : []),
  ])
  if (code === 0) return
  const reason = output.split('\n').findLast(line => /error|fatal|could not/i.test(line)) ?? output.trim()
  throw new ServiceUnavailable(`The embedded database could not be made in ${cluster}: ${reason}`)
}

/** Settings of the cluster, computed at each start, since the machine may have changed. */
const settings = ({ socketFolder, options }: EmbeddedCluster): Record<string, string | number> => {
  const memory = machineMegabytes()
  // Pages beyond the buffers are read from the page cache again and again: with a million artifacts (6 GB) that took a fifth of an
  // update.
  const sharedBuffers = Math.round(Math.min(4096, Math.max(64, memory / 8)))
  return {
    listen_addresses: '',
    port: 5432,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: `${options.isVolatile ? 128 : sharedBuffers}MB`,
    effective_cache_size: `${Math.round(Math.max(128, memory / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    // JIT compilation costs more than it saves on statements that take microseconds.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    ...(options.isVolatile
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 }
      : { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }),
  }
}

const ensureRunning = async (place: EmbeddedCluster): Promise<void> => {
  const end = Date.now() + START_WAIT_MS
  const orphansEnd = Date.now() + ORPHANS_WAIT_MS
  while (Date.now() < end) {
    const running = readPostmaster(place.cluster)
    if (running && isLivingPostgres(running.pid)) {
      if (running.isReady) return requireOurSocket(place, running.socketFolder)
      await sleep(POLL_MS)
      continue
    }
    // The pid in a pid file that a crash left may belong to another program by now, and PostgreSQL would refuse to start.
    if (running) await rm(join(place.cluster, 'postmaster.pid'), { force: true })
    const reason = await startPostgres(place, end)
    if (reason === undefined) continue
    const isTemporary =
      /is another (postmaster|postgres)|pre-existing shared memory block|lock file .* already exists/i.test(reason)
    if (!isTemporary || Date.now() > orphansEnd) {
      throw new ServiceUnavailable(`The embedded database does not start: ${reason} (log: ${place.log})`)
    }
    await sleep(POLL_MS * 10)
  }
  throw new ServiceUnavailable(
    `The embedded database was not ready within ${START_WAIT_MS / 1000} seconds (log: ${place.log})`,
  )
}

const requireOurSocket = (place: EmbeddedCluster, socketFolder: string): void => {
  if (socketFolder === place.socketFolder) return
  throw new ServiceUnavailable(
    `The database in ${place.cluster} runs already, but not for this data folder (socket in ${socketFolder}).`,
  )
}

/** Starts PostgreSQL and waits until it is ready. If it ended, returns the reason. */
const startPostgres = async (place: EmbeddedCluster, end: number): Promise<string | undefined> => {
  const size = await stat(place.log).then(
    found => found.size,
    () => 0,
  )
  if (size > LOG_LIMIT) await truncate(place.log, 0)
  const start = size > LOG_LIMIT ? 0 : size
  const log = openSync(place.log, 'a', 0o600)
  const args = Object.entries(settings(place)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let failure: Error | undefined
  let hasEnded = false
  try {
    const child = spawnAs(place.account, place.binaries.postgres, ['-D', place.cluster, ...args], {
      folder: place.folder,
      stdio: ['ignore', log, log],
    })
    child.once('error', error => (failure = error))
    child.once('exit', () => (hasEnded = true))
    child.unref()
    while (Date.now() < end && failure === undefined && !hasEnded) {
      const running = readPostmaster(place.cluster)
      if (running?.isReady && running.pid === child.pid) return undefined
      await sleep(POLL_MS)
    }
    if (failure) return failure.message
    if (!hasEnded) return undefined
    return reasonIn((await readFile(place.log)).subarray(start).toString('utf8'), child.pid)
  } finally {
    closeSync(log)
  }
}

/**
 * The reason why the process with this pid ended, from the log: the last sentences, which name the reason and the remedy. For a wrong
 * setting they name the setting and the reason. Processes that end after a crash write to the same log.
 */
const reasonIn = (log: string, pid: number | undefined): string =>
  log
    .split('\n')
    .filter(line => (/^\S+ \S+ \S+ \[(\d+)\] /.exec(line)?.[1] ?? String(pid)) === String(pid))
    .map(line => line.replace(/^.*?(FATAL|PANIC|ERROR|LOG|HINT|DETAIL):\s*/, ''))
    .filter(line => line.trim() !== '' && line !== 'database system is shut down')
    .slice(-2)
    .join('; ') || 'it ended without a word'

const urlOf = ({ socketFolder }: EmbeddedCluster, user: string, password: string, database: string): string =>
  `postgres://${user}:${password}@localhost:5432/${database}?host=${encodeURIComponent(socketFolder)}`

/**
 * Joins or starts PostgreSQL. A postmaster that was just killed may still have a process: joining fails, and the start follows once it is
 * gone.
 */
const ensureUsable = async (place: EmbeddedCluster, password: string): Promise<void> => {
  const end = Date.now() + ORPHANS_WAIT_MS
  for (;;) {
    await ensureRunning(place)
    try {
      return await ensureDatabase(place, password)
    } catch (error) {
      if (!isOutage(error) || Date.now() > end) throw error
    }
    await sleep(POLL_MS)
  }
}

const ensureDatabase = async (place: EmbeddedCluster, password: string): Promise<void> => {
  const client = new pg.Client({
    connectionString: urlOf(place, SUPERUSER, password, 'postgres'),
    application_name: 'crocus',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const known = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $2) as database`,
      [OWNER, DATABASE],
    )
    // The password is of the base64url alphabet: nothing in it needs quoting.
    if (!known.rows[0]?.role) await client.query(`create role ${OWNER} login password '${password}'`)
    if (!known.rows[0]?.database) await client.query(`create database ${DATABASE} owner ${OWNER}`)
  } finally {
    await client.end()
  }
}

/** Restarts PostgreSQL when it ended unexpectedly; the returned function stops the watch. */
const watch = (place: EmbeddedCluster): (() => Promise<void>) => {
  const say = place.options.onEvent ?? (() => undefined)
  let isBusy = false
  let notBefore = 0
  let current = Promise.resolve()
  const restart = async (): Promise<void> => {
    say('PostgreSQL ended by itself and is started again')
    try {
      await withStartLock(place, () => ensureRunning(place))
      say('PostgreSQL runs again')
    } catch (error) {
      say(error instanceof Error ? error.message : String(error))
    }
    notBefore = Date.now() + RESTART_PAUSE_MS
    isBusy = false
  }
  const timer = setInterval(() => {
    if (isBusy || Date.now() < notBefore) return
    const running = readPostmaster(place.cluster)
    if (running && isLivingPostgres(running.pid)) return
    isBusy = true
    current = restart()
  }, WATCH_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}

/** Releases the shared lock, and stops PostgreSQL if no other process holds it. */
const closeLast = async (place: EmbeddedCluster, shared: FileLock): Promise<void> => {
  shared.release()
  for (let attempt = 0; attempt < 5; attempt++) {
    const lock = tryLock(place.usersLock, 'exclusive')
    if (lock) {
      await stopPostgres(place.cluster).finally(() => lock.release())
      if (dirname(place.socketFolder) !== place.folder) await rm(place.socketFolder, { recursive: true, force: true })
      return
    }
    // Two processes that leave at the same moment keep each other from being the last. A random pause takes them out of step.
    await sleep(POLL_MS * Math.random())
  }
}

const stopPostgres = async (cluster: string): Promise<void> => {
  // SIGINT: end sessions and write a checkpoint. SIGQUIT: end at once; the next start recovers from the log.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const running = readPostmaster(cluster)
    if (!running || !isLivingPostgres(running.pid)) return
    try {
      process.kill(running.pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw error
    }
    const end = Date.now() + STOP_WAIT_MS[signal]
    while (Date.now() < end) {
      if (!isLivingPostgres(running.pid)) return
      await sleep(POLL_MS)
    }
  }
}
