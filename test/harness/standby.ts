// PostgreSQL as an installation with a standby has it: several servers on this machine, from Debian's package, on ports of loopback.
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresAccount, readPostmaster, spawnAs } from '../../src/platform/db/postgres-process.ts'
import { freePort } from './free-port.ts'

const PACKAGES = '/usr/lib/postgresql'
const OLDEST = 15
const START_WITHIN_MS = 30_000

/** The programs of the newest PostgreSQL that is installed here; the embedded one brings no `pg_basebackup`. */
const programs = ((): string | undefined => {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).map(Number) : []
  const version = versions.filter(number => number >= OLDEST).sort((a, b) => b - a)[0]
  return version === undefined ? undefined : `${PACKAGES}/${version}/bin`
})()

/** For `describe.skipIf`, beside the reason in the title. */
export const isPostgresMissing = programs === undefined
export const POSTGRES_NEEDS = "needs Debian's package postgresql"

const DATABASE = 'crocus'

export interface PostgresServer {
  readonly port: number
  readonly folder: string
  /** `host:port`. */
  readonly place: string
  /** Of the database of tests. */
  readonly url: string
  /** Runs one statement and ends the connection. */
  ask<Row extends object = Record<string, never>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** `kill -9` of the postmaster: its children end by themselves, without a word to their clients. */
  kill(): Promise<void>
  /** Waits until what is asked of it is answered. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /** A standby of this server. */
  addStandby(name: string): Promise<PostgresServer>
  /** Makes this server, which is down, a standby of another, from nothing. */
  follow(primary: PostgresServer): Promise<void>
  /** Names of the standbys that must have confirmed a commit before it is acknowledged; '' = none. */
  requireStandbys(names: string): Promise<void>
}

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
shared_buffers = 64MB
wal_level = replica
hot_standby = on
wal_keep_size = 128MB
wal_receiver_timeout = 5s
wal_retrieve_retry_interval = 200ms
logging_collector = off
`

/** An empty primary in a folder below `parent`; whoever makes it stops it. */
export const startPrimary = async (parent: string): Promise<PostgresServer> => {
  const server = await serverIn(join(parent, 'one'), 'one')
  await server.program('initdb', ['-D', server.folder, '-U', 'crocus', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'])
  await server.configure(SETTINGS)
  await server.start()
  await server.ask(`create database ${DATABASE}`, [], 'postgres')
  return server
}

interface ManagedServer extends PostgresServer {
  program(name: string, args: readonly string[]): Promise<void>
  configure(settings: string): Promise<void>
  ask<Row extends object = Record<string, never>>(
    text: string,
    values?: readonly unknown[],
    database?: string,
  ): Promise<Row[]>
}

const serverIn = async (folder: string, name: string): Promise<ManagedServer> => {
  if (programs === undefined) throw new Error(POSTGRES_NEEDS)
  const bin = programs
  const account = await postgresAccount()
  const parent = join(folder, '..')
  await mkdir(parent, { recursive: true })
  if (account) await chown(parent, account.uid, account.gid)
  else await chmod(parent, 0o700)
  const port = await freePort()
  const place = `127.0.0.1:${port}`
  const urlOf = (database: string) => `postgres://crocus@${place}/${database}`

  const program = async (program: string, args: readonly string[]): Promise<void> => {
    const child = spawnAs(account, join(bin, program), args, { folder: parent, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`${program} of ${name}: ${said}`)
  }
  const ask: ManagedServer['ask'] = async <Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    database = DATABASE,
  ) => {
    const client = new pg.Client({ connectionString: urlOf(database), connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const answers = async (): Promise<void> => {
    const end = Date.now() + START_WITHIN_MS
    for (;;) {
      try {
        await ask('select 1', [], 'postgres')
        return
      } catch (error) {
        if (Date.now() > end) throw error
        await sleep(20)
      }
    }
  }
  const gone = async (): Promise<void> => {
    // The children of a killed postmaster hold its memory until they have noticed.
    for (let isFree = false; !isFree; await sleep(20)) isFree = (await familyOf(folder)) === 0
  }

  const server: ManagedServer = {
    port,
    folder,
    place,
    url: urlOf(DATABASE),
    program,
    configure: async settings => {
      const file = join(folder, 'postgresql.auto.conf')
      await writeFile(file, `${settings}port = ${port}\n`, { flag: 'a' })
    },
    ask,
    start: async () => {
      spawnAs(account, join(bin, 'postgres'), ['-D', folder], { folder: parent, stdio: ['ignore', 'ignore', 'ignore'] })
      await answers()
    },
    kill: async () => {
      process.kill(readPostmaster(folder)?.pid ?? 0, 'SIGKILL')
      await gone()
    },
    stop: async () => {
      const postmaster = readPostmaster(folder)
      if (!postmaster || (await familyOf(folder)) === 0) return
      process.kill(postmaster.pid, 'SIGQUIT')
      await gone()
    },
    promote: () => program('pg_ctl', ['promote', '-w', '-D', folder]),
    addStandby: async standbyName => {
      const standby = await serverIn(join(parent, standbyName), standbyName)
      await copy(standby, standbyName, server)
      return standby
    },
    follow: async primary => {
      await rm(folder, { recursive: true, force: true })
      await copy(server, name, primary)
    },
    requireStandbys: async names => {
      await ask(`alter system set synchronous_standby_names = '${names}'`, [], 'postgres')
      await ask('select pg_reload_conf()', [], 'postgres')
    },
  }
  return server
}

const copy = async (standby: ManagedServer, name: string, primary: PostgresServer): Promise<void> => {
  const address = `host=127.0.0.1 port=${primary.port} user=crocus application_name=${name}`
  await standby.program('pg_basebackup', ['-D', standby.folder, '-d', address, '-R', '-c', 'fast', '-N'])
  await standby.configure('')
  await standby.start()
}

/** How many processes of a cluster live: its postmaster, or children that it left behind. */
const familyOf = async (folder: string): Promise<number> => {
  const pids = (await readdir('/proc')).filter(entry => /^\d+$/.test(entry))
  const folders = await Promise.all(pids.map(pid => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return folders.filter(cwd => cwd === folder).length
}
