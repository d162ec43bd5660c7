import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Invalid } from '../../../platform/errors.ts'
import type { Account } from '../../../platform/system-account.ts'
import { isPrivate, type Project, type ProjectsModule } from '../../projects/index.ts'
import { canSignIn } from '../../users/index.ts'
import {
  cleanAccessText,
  effectiveAccessFile,
  faultOfSvnauthz,
  MEMBERS,
  textOfFault,
  type AccessFault,
  type AccessGroup,
  type EffectiveAccessFile,
  type GeneratedAccess,
} from '../model/effective-access-file.ts'
import type { AccessFindings, CheckedAccessFile } from './repository-disk.ts'
import type { AccessFile } from '../model/repository.ts'
import { accessFileOf } from './svn-folders.ts'
import { SvnProgramFailed, type SvnPrograms } from './svn-programs.ts'

export interface AccessFilesDependencies {
  readonly projects: Pick<ProjectsModule, 'roster' | 'canUserAccess' | 'membershipsOfMany'>
  readonly programs: SvnPrograms
  readonly account: () => Promise<Account | undefined>
  /** For files that svn checks before they take effect. */
  readonly stagingFolder: string
}

type AccessFileInput = Pick<AccessFile, 'text' | 'hasDefaultPermissions'>

/** The effective access files of repositories: generates, checks and writes them. */
export interface AccessFiles {
  /** The lines that svn would refuse, and the lines without effect. */
  examine(project: Project, wanted: AccessFileInput): Promise<AccessFindings>
  /** Throws Invalid with the line numbers if svn would refuse the file. */
  check(project: Project, wanted: AccessFileInput): Promise<CheckedAccessFile>
  /** Like `check`, with a generated block that the caller knows. */
  checkWith(generated: GeneratedAccess, text: string): Promise<CheckedAccessFile>
  /** The file with the current groups and members; `isAccepted` asks svn whether it is valid. */
  effectiveOf(project: Project, wanted: AccessFileInput): Promise<{ text: string; isAccepted(): Promise<boolean> }>
  write(repositoryPath: string, effective: string): Promise<void>
}

export const createAccessFiles = (dependencies: AccessFilesDependencies): AccessFiles =>
  new GeneratedAccessFiles(dependencies)

class GeneratedAccessFiles implements AccessFiles {
  readonly #programs
  readonly #account
  readonly #stagingFolder
  readonly #generatedOf

  constructor(dependencies: AccessFilesDependencies) {
    this.#programs = dependencies.programs
    this.#account = dependencies.account
    this.#stagingFolder = dependencies.stagingFolder
    this.#generatedOf = generatedAccess(dependencies.projects)
  }

  /** The faults that svn finds in the file. */
  readonly #faultsOf = async (effective: EffectiveAccessFile): Promise<readonly AccessFault[]> => {
    if (effective.faults.length > 0) return effective.faults
    const folder = await mkdtemp(path.join(this.#stagingFolder, 'access-'))
    try {
      const owner = await this.#account()
      if (owner) await chown(folder, owner.uid, owner.gid)
      const file = path.join(folder, 'access')
      await writeFile(file, effective.text)
      await this.#programs.run('svnauthz', ['validate', file])
      return []
    } catch (error) {
      if (!(error instanceof SvnProgramFailed)) throw error
      return [faultOfSvnauthz(error.output, effective)]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  readonly #checkAcceptance = async (
    generated: GeneratedAccess,
    written: string,
  ): Promise<CheckedAccessFile & AccessFindings> => {
    const nul = written.indexOf('\0')
    if (nul >= 0) {
      const line = written.slice(0, nul).split(/\r\n|\r|\n/).length
      return { text: '', effective: '', faults: [{ line, message: 'there is a NUL character' }], warnings: [] }
    }
    const text = cleanAccessText(
      written,
      generated.groups.map(group => group.name),
    )
    const effective = effectiveAccessFile(generated, text)
    return { text, effective: effective.text, faults: await this.#faultsOf(effective), warnings: effective.warnings }
  }

  readonly checkWith = async (generated: GeneratedAccess, written: string): Promise<CheckedAccessFile> => {
    const { text, effective, faults } = await this.#checkAcceptance(generated, written)
    if (faults.length > 0)
      throw new Invalid(
        faults.map(fault => ({
          text: `access file, ${textOfFault(fault)}`,
          reason: 'parameter.range',
          parameter: 'access_file',
        })),
      )
    return { text, effective }
  }

  readonly examine: AccessFiles['examine'] = async (project, wanted) => {
    const { faults, warnings } = await this.#checkAcceptance(await this.#generatedOf(project, wanted), wanted.text)
    return { faults, warnings }
  }

  readonly check: AccessFiles['check'] = async (project, wanted) =>
    this.checkWith(await this.#generatedOf(project, wanted), wanted.text)

  readonly effectiveOf: AccessFiles['effectiveOf'] = async (project, wanted) => {
    const effective = effectiveAccessFile(await this.#generatedOf(project, wanted), wanted.text)
    return { text: effective.text, isAccepted: async () => (await this.#faultsOf(effective)).length === 0 }
  }

  readonly write: AccessFiles['write'] = async (repositoryPath, effective) => {
    const file = accessFileOf(repositoryPath)
    // A unique name: several processes may write at the same time.
    const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
    const handle = await open(fresh, 'wx', 0o600)
    try {
      await handle.writeFile(effective)
      const owner = await this.#account()
      if (owner) await handle.chown(owner.uid, owner.gid)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(fresh, file).catch(async (error: unknown) => {
      await rm(fresh, { force: true })
      throw error
    })
  }
}

/** Refuses names that would have another meaning in an access file. */
const isPlain = (name: string): boolean => /^[^\s@&~$*#[;,=:][^,=:\]\r\n]*$/.test(name)

const generatedAccess =
  (projects: AccessFilesDependencies['projects']) =>
  async (project: Project, { hasDefaultPermissions }: AccessFileInput): Promise<GeneratedAccess> => {
    const roster = await projects.roster(project.id)
    const groups = [
      { name: MEMBERS, users: roster.members },
      ...roster.groups.map(({ id, name }) => ({ name, users: roster.usersOfGroup.get(id) ?? [] })),
    ]
    const users = new Map(groups.flatMap(group => group.users.map(user => [user.userId, user] as const)))
    // Loads all memberships at once for the following look-ups.
    await projects.membershipsOfMany(users.keys())
    const allowed = new Set<number>()
    for (const { userId, status } of users.values()) {
      if (canSignIn({ status }) && (await projects.canUserAccess({ id: userId, status }, project))) allowed.add(userId)
    }
    const filled: AccessGroup[] = groups
      .filter(({ name }) => isPlain(name))
      .map(group => ({
        name: group.name,
        logins: group.users
          .filter(user => allowed.has(user.userId))
          .map(user => user.login.toLowerCase())
          .filter(isPlain),
      }))
      .filter(({ logins }) => logins.length > 0)
    return { groups: filled, everybody: hasDefaultPermissions ? (isPrivate(project.access) ? '' : 'r') : undefined }
  }

/** The sources of a repository's access file at the last check. */
interface CachedAccessFile {
  readonly accessFile: AccessFile
  readonly project: Project
  readonly roster: object
  readonly accessMode: string
  readonly checkedAt: number
  readonly stamp: string
}

/** Another process may have written an older file meanwhile: the file is checked again after this time. */
const RECHECK_MS = 1_000

export interface CurrentAccessDependencies {
  readonly files: AccessFiles
  readonly roster: (projectId: number) => Promise<object>
  readonly accessMode: () => string
  readonly onFault: (repositoryPath: string) => void
}

/**
 * Makes the access file of a repository current before a request reads it. All its sources come from caches, which a change invalidates on
 * every process: if they hold the same objects as at the last request, there is nothing to do.
 */
export const keepAccessCurrent = ({ files, roster, accessMode, onFault }: CurrentAccessDependencies) => {
  const made = new Map<string, CachedAccessFile>()
  const running = new Map<string, Promise<void>>()

  const isCurrent = async (repositoryPath: string, accessFile: AccessFile, project: Project): Promise<boolean> => {
    const last = made.get(repositoryPath)
    if (last?.project !== project || last.accessMode !== accessMode()) return false
    if (last.accessFile.version !== accessFile.version || last.accessFile.text !== accessFile.text) return false
    if (last.accessFile.hasDefaultPermissions !== accessFile.hasDefaultPermissions) return false
    if (last.roster !== (await roster(project.id))) return false
    if (Date.now() - last.checkedAt < RECHECK_MS) return true
    if ((await stampOf(repositoryPath)) !== last.stamp) return false
    made.set(repositoryPath, { ...last, checkedAt: Date.now() })
    return true
  }

  const refresh = async (repositoryPath: string, accessFile: AccessFile, project: Project): Promise<void> => {
    const mode = accessMode()
    const rosterNow = await roster(project.id)
    const effective = await files.effectiveOf(project, accessFile)
    const found = await readFile(accessFileOf(repositoryPath), 'utf8').catch(() => undefined)
    // The text on the disk was accepted before it was written.
    if (found !== effective.text && !(await effective.isAccepted())) {
      // The file on the disk may grant rights that were removed since: it is deleted, and nobody has access until the text is valid.
      onFault(repositoryPath)
      await rm(accessFileOf(repositoryPath), { force: true })
      made.delete(repositoryPath)
      return
    }
    if (found !== effective.text) await files.write(repositoryPath, effective.text)
    const stamp = await stampOf(repositoryPath)
    made.set(repositoryPath, {
      accessFile,
      project,
      roster: rosterNow,
      accessMode: mode,
      checkedAt: Date.now(),
      stamp,
    })
  }

  return async (repositoryPath: string, accessFile: AccessFile, project: Project): Promise<void> => {
    while (!(await isCurrent(repositoryPath, accessFile, project))) {
      const other = running.get(repositoryPath)
      if (other) {
        await other
        continue
      }
      const own = refresh(repositoryPath, accessFile, project).finally(() => running.delete(repositoryPath))
      running.set(repositoryPath, own)
      await own
      return
    }
  }
}

const stampOf = async (repositoryPath: string): Promise<string> => {
  // Opens the file instead of calling `stat`: over NFS, opening asks the file server, while `stat` may return cached attributes.
  const handle = await open(accessFileOf(repositoryPath)).catch(() => undefined)
  if (!handle) return 'none'
  try {
    const { ino, mtimeMs, size } = await handle.stat()
    return `${ino} ${mtimeMs} ${size}`
  } finally {
    await handle.close()
  }
}
