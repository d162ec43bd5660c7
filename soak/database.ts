// The PostgreSQL of a run: separate processes, so that they may be killed.
import { closeSync, openSync } from 'node:fs'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  clusterArguments,
  findBinaries,
  isLivingPostgres,
  postgresAccount,
  readPostmaster,
  spawnAs,
} from '../src/platform/db/postgres-process.ts'
import { freePort } from '../test/harness/free-port.ts'
import type { Target } from '../test/harness/tcp-proxy.ts'
import { childrenOf, signal, until } from './processes.ts'

export interface SoakDatabase {
  /** Direct address, as the owner of the database. */
  readonly url: string
  /** Target of a proxy; undefined if servers start their own PostgreSQL. */
  readonly target: Target | undefined
  /** Process id of the postmaster, if it runs. */
  postmaster(): number | undefined
  /** Stops and starts it in order, under load. */
  restart(): Promise<void>
  /** Its log. */
  readonly log: string
  close(): Promise<void>
}

const PASSWORD = 'soak'
const START_WAIT_MS = 120_000
const STOP_WAIT_MS = 20_000

const livingPostmaster = (cluster: string): number | undefined => {
  const running = readPostmaster(cluster)
  return running && isLivingPostgres(running.pid) ? running.pid : undefined
}

/** Stops it in order, or fast if that takes too long. */
const end = async (cluster: string): Promise<void> => {
  const pid = livingPostmaster(cluster)
  if (pid === undefined) return
  for (const way of ['SIGINT', 'SIGQUIT'] as const) {
    signal(pid, way)
    if (await until(() => !isLivingPostgres(pid), STOP_WAIT_MS)) return
  }
}

export const backendsOf = (postmaster: number): number[] => childrenOf(postmaster)

/** A separate cluster on a port of loopback. It is restarted whenever it ends unexpectedly, as a supervisor would do. */
export const startDatabase = async (folder: string, say: (line: string) => void): Promise<SoakDatabase> => {
  const [binaries, account, port] = [await findBinaries(), await postgresAccount(), await freePort()]
  const cluster = join(folder, 'cluster')
  const log = join(folder, 'postgres.log')
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'password'), `${PASSWORD}\n`)
  if (account) for (const path of [folder, cluster]) await chown(path, account.uid, account.gid)
  const initdb = spawnAs(
    account,
    binaries.initdb,
    [...clusterArguments(cluster, join(folder, 'password')), '--wal-segsize=4'],
    { folder, stdio: ['ignore', 'ignore', 'ignore'] },
  )
  const [code] = (await once(initdb, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb ended with ${code}`)

  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '128MB',
    max_wal_size: '128MB',
    min_wal_size: '16MB',
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    log_line_prefix: '%m [%p] ',
    timezone: 'UTC',
  }
  const start = async (): Promise<boolean> => {
    const output = openSync(log, 'a')
    try {
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const child = spawnAs(account, binaries.postgres, ['-D', cluster, ...args], {
        folder,
        stdio: ['ignore', output, output],
      })
      let hasEnded = false
      child.once('exit', () => (hasEnded = true))
      child.once('error', () => (hasEnded = true))
      return await until(
        () => hasEnded || (readPostmaster(cluster)?.isReady === true && readPostmaster(cluster)?.pid === child.pid),
        START_WAIT_MS,
        20,
      ).then(isDone => isDone && !hasEnded)
    } finally {
      closeSync(output)
    }
  }
  let isWanted = true
  const supervise = async (): Promise<void> => {
    while (isWanted) {
      if (livingPostmaster(cluster) === undefined) {
        await rm(join(cluster, 'postmaster.pid'), { force: true })
        if (!(await start())) say('PostgreSQL does not start yet')
      }
      await sleep(200)
    }
  }
  if (!(await start())) throw new Error(`PostgreSQL does not start: ${await readFile(log, 'utf8')}`)
  const supervising = supervise()

  const address = (user: string, database: string): string =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const superuser = new pg.Client({ connectionString: address('postgres', 'postgres') })
  await superuser.connect()
  await superuser.query(`create role crocus login password '${PASSWORD}' in role pg_monitor`)
  await superuser.query('create database crocus owner crocus')
  await superuser.end()
  return {
    url: address('crocus', 'crocus'),
    target: { host: '127.0.0.1', port },
    log,
    postmaster: () => livingPostmaster(cluster),
    restart: () => end(cluster),
    close: async () => {
      isWanted = false
      await supervising
      await end(cluster)
    },
  }
}

/** The database that a server starts and watches in its data folder. */
export const embeddedDatabase = async (dataFolder: string): Promise<SoakDatabase> => {
  const folder = join(dataFolder, 'postgres')
  const cluster = join(folder, 'cluster')
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  const socketFolder = readPostmaster(cluster)?.socketFolder ?? join(folder, 'run')
  return {
    url: `postgres://crocus:${password}@localhost:5432/crocus?host=${encodeURIComponent(socketFolder)}`,
    target: undefined,
    log: join(folder, 'postgres.log'),
    postmaster: () => livingPostmaster(cluster),
    restart: () => end(cluster),
    // The last server stops it; a killed server may have left it behind.
    close: () => end(cluster),
  }
}
