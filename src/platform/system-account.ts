// Accounts for programs that must not run as root, and how to start programs as them.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** An account of the machine. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** Most accounts stand in this file, and reading it costs less than starting programs. */
const ACCOUNTS = '/etc/passwd'

const idsInFile = (user: string): Account | undefined => {
  if (!existsSync(ACCOUNTS)) return undefined
  const line = readFileSync(ACCOUNTS, 'utf8')
    .split('\n')
    .find(each => each.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

const idsOf = async (user: string): Promise<Account | undefined> => {
  const found = idsInFile(user)
  if (found) return found
  try {
    const ids = await Promise.all(['-u', '-g'].map(async flag => Number((await run('id', [flag, user])).stdout)))
    const [uid, gid] = ids
    return uid === undefined || gid === undefined ? undefined : { uid, gid }
  } catch {
    return undefined
  }
}

/** The system user of that name, created if it is missing; undefined when it cannot be created. For root only. */
export const systemAccount = async (name: string): Promise<Account | undefined> => {
  const known = await idsOf(name)
  if (known) return known
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]).catch(
    () => undefined,
  )
  return idsOf(name)
}

/** The first folder on the way to `path` that `account` may not pass through. */
const firstInaccessibleFolder = (path: string, account: Account): string | undefined => {
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

/** Arguments of `spawn`. */
export interface AccountCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly ids: Partial<Account>
}

export interface AccountCommandOptions {
  /** Folders that the program must be able to reach. */
  readonly folders: readonly string[]
  /** On Linux: the program gets SIGTERM when the process that started it ends, `kill -9` included. */
  readonly endsWithUs?: boolean
}

/**
 * The command that starts `binary` as `account` (undefined: as this process). The account cannot reach a checkout or a data folder below a closed
 * folder (`/root`, or one made by `mktemp -d`). Then the process also gets the one capability to pass through folders. If that capability
 * cannot be handed on, the closed folder is returned instead.
 */
export const commandAs = (
  account: Account | undefined,
  binary: string,
  args: readonly string[],
  options: AccountCommandOptions,
): AccountCommand | { readonly closedFolder: string } => {
  const following = options.endsWithUs && existsSync(SETPRIV) ? ['--pdeathsig=TERM', '--no-new-privs'] : undefined
  const plain = (ids: Partial<Account>): AccountCommand =>
    following ? { command: SETPRIV, args: [...following, '--', binary, ...args], ids } : { command: binary, args, ids }
  if (!account) return plain({})
  const closed = options.folders
    .map(folder => firstInaccessibleFolder(folder, account))
    .find(folder => folder !== undefined)
  if (closed === undefined) return plain(account)
  const capability = searchCapability()
  if (capability === undefined) return { closedFolder: closed }
  // access(2) checks the real user, and ignores its capabilities unless the bit says otherwise: initdb looks for its programs so.
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
  return {
    command: SETPRIV,
    args: [...(following ?? []), ...privileges, ...capabilities, '--', binary, ...args],
    ids: {},
  }
}
