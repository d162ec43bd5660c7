import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { tryLock } from '../../platform/file-lock.ts'
import { version } from '../../platform/version.ts'
import type { SharedFolder } from '../../platform/shared-folder/shared-folder.ts'
import { ok, problem, reasonOf, warning, type Finding } from './diagnosis.ts'

const WANTED_NODE = 24

export const checkNode = (running = process.versions.node): Finding[] =>
  Number.parseInt(running) >= WANTED_NODE
    ? [ok(`Crocus ${version} on Node ${running}`)]
    : [
        problem(
          `Node ${running} is too old for the sources as they are`,
          `Start by bin/crocus or npm start, which bring Node ${WANTED_NODE}, or install that version.`,
        ),
      ]

/** File systems that need a finding, by their numbers in the kernel. */
const FILE_SYSTEMS = new Map<number, readonly [name: string, kind: 'network' | 'memory']>([
  [0x6969, ['NFS', 'network']],
  [0x517b, ['SMB', 'network']],
  [0xff534d42, ['CIFS', 'network']],
  [0xfe534d42, ['SMB2', 'network']],
  [0x65735546, ['FUSE', 'network']],
  [0x01021997, ['9p', 'network']],
  [0x01021994, ['tmpfs', 'memory']],
])
const GIB = 1024 ** 3
const LOW_BYTES = GIB
const CRITICAL_BYTES = GIB / 8
const LOW_SHARE = 0.05

export const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

/** The folder itself, its file system, and who may read it. */
export const checkDataFolder = async (folder: string, isDatabaseInside: boolean): Promise<Finding[]> => {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown')
  if (typeof found === 'string') {
    return found === 'ENOENT'
      ? [
          warning(
            `${folder} is not there yet`,
            'The first start makes it; if there is one already, name it with CROCUS_DATA.',
          ),
        ]
      : [
          problem(
            `${folder} cannot be looked at (${found})`,
            'Give the account of the server access to the folder of CROCUS_DATA.',
          ),
        ]
  }
  if (!found.isDirectory()) return [problem(`${folder} is not a folder`, 'Name a folder with CROCUS_DATA.')]
  return [
    ...(await checkWriting(folder)),
    ...checkOwner(folder, found),
    ...(await checkFreeSpace(folder)),
    ...(await checkMemory(folder, 'CROCUS_DATA')),
    ...(await checkLocality(folder, isDatabaseInside)),
    ...(await checkSecrets(folder)),
  ]
}

/** The shared folder, if it is another one: whether it belongs to the database, and its file system. */
export const checkSharedFolder = async (folder: string, isOwn: boolean, state: SharedFolder): Promise<Finding[]> => {
  await state.check()
  const fault = state.fault()
  if (fault !== undefined)
    return [problem(`${folder}: ${fault}`, 'Until then there are no repositories, no contents from it and no jobs.')]
  if (isOwn) return [ok('The data folder is that of the database')]
  if (!(await stat(folder).catch(() => undefined)))
    return [warning(`${folder} is not there yet`, 'The first start makes it; if there is one already, mount it.')]
  return [
    ok(`${folder} is that of the database`),
    ...(await checkWriting(folder)),
    ...(await checkFreeSpace(folder)),
    ...(await checkMemory(folder, 'CROCUS_SHARED')),
    ...(await checkSecrets(folder)),
  ]
}

/** Root may write anywhere except on a read-only or full disk: only a try tells. */
const checkWriting = async (folder: string): Promise<Finding[]> => {
  const probe = path.join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const file = await open(probe, 'wx', 0o600)
    try {
      await file.writeFile('written by crocus doctor\n')
      await file.sync()
    } finally {
      await file.close()
    }
    return [ok(`${folder} can be written to`)]
  } catch (error) {
    return [
      problem(
        `${folder} cannot be written to (${(error as NodeJS.ErrnoException).code ?? reasonOf(error)})`,
        'Give the account of the server the right to write there, and look at the disk: full, or mounted read-only?',
      ),
    ]
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

const checkOwner = (folder: string, { uid, mode }: { readonly uid: number; readonly mode: number }): Finding[] => {
  const own = process.getuid?.()
  const findings: Finding[] = []
  if (own !== undefined && uid !== own) {
    findings.push(
      warning(
        `${folder} belongs to account ${uid}, this command runs as ${own}`,
        'Run crocus as the account of the server: files that another one makes it may be unable to read.',
      ),
    )
  }
  if ((mode & 0o022) !== 0) {
    findings.push(
      problem(
        `${folder} can be written to by other accounts (mode ${(mode & 0o777).toString(8)})`,
        `chmod go-w ${folder}`,
      ),
    )
  }
  return findings
}

const checkFreeSpace = async (folder: string): Promise<Finding[]> => {
  const { bsize, blocks, bavail, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const findings: Finding[] = []
  if (free < CRITICAL_BYTES)
    findings.push(
      problem(
        `${gib(free)} are free on the disk of ${folder}`,
        'Make room now: uploads and the database stop without it.',
      ),
    )
  else if (free < LOW_BYTES || bavail < blocks * LOW_SHARE)
    findings.push(
      warning(
        `${gib(free)} are free on the disk of ${folder}`,
        'Make room before it is full, or move the folder to a larger disk.',
      ),
    )
  else findings.push(ok(`${gib(free)} are free on its disk`))
  if (files > 0 && ffree < files * 0.01)
    findings.push(
      problem(
        `The disk of ${folder} has no room for more files (inodes)`,
        'Remove files, or move the folder to another disk.',
      ),
    )
  return findings
}

const fileSystemOf = async (folder: string) => {
  const [name, kind] = FILE_SYSTEMS.get((await statfs(folder)).type >>> 0) ?? []
  return { name, kind }
}

const checkMemory = async (folder: string, variable: string): Promise<Finding[]> => {
  const { name, kind } = await fileSystemOf(folder)
  return kind === 'memory'
    ? [
        problem(
          `${folder} is in memory (${name}): all is lost when the machine stops`,
          `Name a folder on a disk with ${variable}.`,
        ),
      ]
    : []
}

const checkLocality = async (folder: string, isDatabaseInside: boolean): Promise<Finding[]> => {
  const { name, kind } = await fileSystemOf(folder)
  return kind === 'network'
    ? [
        warning(
          `${folder} is on a network file system (${name})`,
          isDatabaseInside
            ? 'The embedded database and the locks of the server need a local disk: use one, or a PostgreSQL by DATABASE_URL.'
            : 'The locks of the server need a local disk; for files of several servers there is S3 (CROCUS_S3_…).',
        ),
      ]
    : []
}

/** Relative paths that other accounts of the machine must not read, if they exist. */
const SECRET = ['postgres/password', 'postgres/cluster', 'files', 'outbox', 'imported', 'svn/apache/conf']
/** Paths that the operator's group may also read. */
const OF_GROUP = ['deleted']

const checkSecrets = async (folder: string): Promise<Finding[]> => {
  const findings = [
    ...(await findOpen(folder, SECRET, 0o077, 'go=')),
    ...(await findOpen(folder, OF_GROUP, 0o027, 'g-w,o=')),
  ]
  return findings.length === 0 ? [ok('Other accounts cannot read what it holds')] : findings
}

const findOpen = async (folder: string, names: string[], forbidden: number, remedy: string): Promise<Finding[]> => {
  const open: string[] = []
  for (const name of names) {
    const found = await stat(path.join(folder, name)).catch(() => undefined)
    if (found && (found.mode & forbidden) !== 0 && (await isReached(folder, name))) open.push(path.join(folder, name))
  }
  return open.length === 0
    ? []
    : [problem(`Other accounts can reach ${open.join(', ')}`, `chmod ${remedy} ${open.join(' ')}`)]
}

/** A closed parent folder also closes its content. */
const isReached = async (folder: string, name: string): Promise<boolean> => {
  for (let above = path.dirname(path.join(folder, name)); above.startsWith(folder); above = path.dirname(above)) {
    const { mode } = await stat(above)
    if ((mode & 0o011) === 0) return false
  }
  return true
}

/** Whether a server runs on the data folder: it holds this lock. */
export const isServerRunning = async (folder: string): Promise<boolean> => {
  const file = path.join(folder, 'server.lock')
  // Taking the lock would make the file.
  if (!(await stat(file).catch(() => undefined))) return false
  const lock = tryLock(file, 'shared')
  lock?.release()
  return lock === undefined
}
