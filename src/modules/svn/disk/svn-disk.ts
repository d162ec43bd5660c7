import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, lchown, mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '../../../platform/clock.ts'
import { Invalid, NotFound, Refusal, usualReason } from '../../../platform/errors.ts'
import { syncFolder } from '../../../platform/sync-folder.ts'
import type { Account } from '../../../platform/system-account.ts'
import type { AccessFiles } from './access-files.ts'
import { hookProgram } from './hook-program.ts'
import { layoutDump, layoutFolders } from '../model/layout-dump.ts'
import type { NewRepositoryOnDisk, RepositoryDisk, RepositoryPlace } from './repository-disk.ts'
import { accessFileOf, linkHooks, ownFolder, pathOfRepository, type SvnFolders } from './svn-folders.ts'
import { uuidOfDump, uuidsInUse } from './repository-uuids.ts'
import { SvnProgramFailed, type SvnPrograms } from './svn-programs.ts'

export interface DiskDependencies {
  readonly folders: SvnFolders
  /** Throws if the folders must not be used. */
  readonly requireFolder: () => void
  readonly account: () => Promise<Account | undefined>
  readonly programs: SvnPrograms
  readonly accessFiles: AccessFiles
  readonly clock: Clock
}

const DAY_MS = 24 * 3_600_000
const MAX_PROGRAM_OUTPUT = 64 * 1024 * 1024

/** Repositories below `<data>/svn`, created and maintained by the programs of Subversion. */
export const createRepositoryDisk = (dependencies: DiskDependencies): RepositoryDisk =>
  new SvnRepositoryDisk(dependencies)

class SvnRepositoryDisk implements RepositoryDisk {
  readonly #folders: DiskDependencies['folders']
  readonly #requireFolder: DiskDependencies['requireFolder']
  readonly #account: DiskDependencies['account']
  readonly #programs: DiskDependencies['programs']
  readonly #accessFiles: DiskDependencies['accessFiles']
  readonly #clock: DiskDependencies['clock']
  #prepared: Promise<void> | undefined

  constructor({ folders, requireFolder, account, programs, accessFiles, clock }: DiskDependencies) {
    this.#folders = folders
    this.#requireFolder = requireFolder
    this.#account = account
    this.#programs = programs
    this.#accessFiles = accessFiles
    this.#clock = clock
  }

  readonly #prepare = async (): Promise<void> => {
    this.#requireFolder()
    await (this.#prepared ??= prepareFolders(this.#folders, this.#account).catch((error: unknown) => {
      this.#prepared = undefined
      throw error
    }))
  }

  readonly #exists = (file: string): Promise<boolean> =>
    stat(file).then(
      () => true,
      () => false,
    )

  readonly #trashOf = (id: number): string => path.join(this.#folders.trash, String(id))

  readonly #livingPath = async (at: RepositoryPlace): Promise<string> => {
    this.#requireFolder()
    const repository = pathOfRepository(this.#folders, at)
    if (await this.#exists(path.join(repository, 'format'))) return repository
    throw new NotFound(`The contents of the repository ${at.name} are not in ${repository}`)
  }

  /** Renames within the file system, and flushes both folders to the disk. */
  readonly #move = async (from: string, to: string): Promise<void> => {
    await rename(from, to)
    await syncFolder(path.dirname(from))
    if (path.dirname(to) !== path.dirname(from)) await syncFolder(path.dirname(to))
  }

  readonly requireInstalled: RepositoryDisk['requireInstalled'] = () => this.#programs.requireInstalled()

  readonly checkAccessFile: RepositoryDisk['checkAccessFile'] = async (project, accessFile) => {
    this.#programs.requireInstalled()
    await this.#prepare()
    return this.#accessFiles.check(project, accessFile)
  }

  readonly examineAccessFile: RepositoryDisk['examineAccessFile'] = async (project, accessFile) => {
    this.#programs.requireInstalled()
    await this.#prepare()
    return this.#accessFiles.examine(project, accessFile)
  }

  readonly checkImportedAccessFile: RepositoryDisk['checkImportedAccessFile'] = async (groupNames, text) => {
    this.#programs.requireInstalled()
    await this.#prepare()
    return this.#accessFiles.checkWith(
      { groups: ['members', ...groupNames].map(name => ({ name, logins: [] })), everybody: '' },
      text,
    )
  }

  readonly pathOf: RepositoryDisk['pathOf'] = at => pathOfRepository(this.#folders, at)

  readonly stage: RepositoryDisk['stage'] = async input => {
    this.#programs.requireInstalled()
    await this.#prepare()
    const repository = path.join(this.#folders.staging, `repository-${randomBytes(8).toString('hex')}`)
    try {
      await this.#programs.run('svnadmin', ['create', '--fs-type', 'fsfs', repository])
      const youngest = await fill(this.#programs, repository, input, this.#clock.now())
      const dumpUuid = input.dumpFile === undefined ? undefined : await uuidOfDump(input.dumpFile)
      if (dumpUuid !== undefined) await this.#programs.run('svnadmin', ['setuuid', repository, dumpUuid])
      // Linked after the first revisions: hooks must not check the server's own commits.
      await linkHooks(repository, await this.#account())
      return { path: repository, youngest, dumpUuid }
    } catch (error) {
      await rm(repository, { recursive: true, force: true })
      throw error
    }
  }

  readonly uuidsInUse: RepositoryDisk['uuidsInUse'] = () => uuidsInUse(this.#folders)
  readonly renewUuid: RepositoryDisk['renewUuid'] = async staged =>
    void (await this.#programs.run('svnadmin', ['setuuid', staged.path]))

  readonly place: RepositoryDisk['place'] = async (staged, at, access) => {
    this.#requireFolder()
    await ownFolder(path.join(staged.path, 'authz'), await this.#account())
    await this.#accessFiles.write(staged.path, access.effective)
    const repository = pathOfRepository(this.#folders, at)
    await ownFolder(path.dirname(repository), await this.#account())
    await rm(repository, { recursive: true, force: true })
    await this.#move(staged.path, repository)
  }

  readonly discard: RepositoryDisk['discard'] = staged => rm(staged.path, { recursive: true, force: true })

  readonly writeAccessFile: RepositoryDisk['writeAccessFile'] = async (at, access) => {
    this.#requireFolder()
    await this.#accessFiles.write(pathOfRepository(this.#folders, at), access.effective)
  }

  readonly moveToTrash: RepositoryDisk['moveToTrash'] = async (at, id) => {
    await this.#prepare()
    const repository = pathOfRepository(this.#folders, at)
    if (!(await this.#exists(repository))) {
      if (await this.#exists(this.#trashOf(id))) return
      throw new NotFound(`The contents of the repository ${at.name} are not in ${repository}`)
    }
    // A repository of this id in the trash comes from an interrupted deletion or a restored copy, and is older than this one.
    await rm(this.#trashOf(id), { recursive: true, force: true })
    await this.#move(repository, this.#trashOf(id))
    await rmdir(path.dirname(repository)).catch(() => undefined)
  }

  readonly restoreFromTrash: RepositoryDisk['restoreFromTrash'] = async (at, id) => {
    this.#requireFolder()
    const repository = pathOfRepository(this.#folders, at)
    if (!(await this.#exists(this.#trashOf(id)))) {
      if (await this.#exists(repository)) return
      throw new NotFound(`The trash has no contents of the repository ${at.name}`)
    }
    await ownFolder(path.dirname(repository), await this.#account())
    await this.#move(this.#trashOf(id), repository)
  }

  readonly purge: RepositoryDisk['purge'] = async id => {
    this.#requireFolder()
    // Renames it first: an interrupted purge then leaves nothing that looks like a repository.
    const doomed = path.join(this.#folders.staging, `purge-${randomBytes(8).toString('hex')}`)
    const isThere = await rename(this.#trashOf(id), doomed).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return false
      },
    )
    if (isThere) await rm(doomed, { recursive: true, force: true })
  }

  readonly verify: RepositoryDisk['verify'] = async at => {
    const repository = await this.#livingPath(at)
    try {
      await this.#programs.run('svnadmin', ['verify', '--quiet', repository], { maxBytes: MAX_PROGRAM_OUTPUT })
    } catch (error) {
      throw refusalOf(error, 500)
    }
  }

  readonly hotCopy: RepositoryDisk['hotCopy'] = async (at, folder) => {
    const repository = await this.#livingPath(at)
    const target = path.resolve(folder)
    const content = await readdir(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw new Invalid(`${target} cannot be read: ${error.code ?? error.message}`, { reason: 'parameter.range' })
    })
    if (content.length > 0)
      throw new Invalid(`${target} is not empty: a copy needs a folder of its own`, { reason: 'conflict' })
    try {
      await mkdir(target, { recursive: true, mode: 0o700 })
      const owner = await this.#account()
      if (owner) await lchown(target, owner.uid, owner.gid)
      await this.#programs.run('svnadmin', ['hotcopy', repository, target])
      // svnadmin copies only the repository; the access file is ours.
      await ownFolder(path.join(target, 'authz'), owner)
      await copyAccessFile(repository, target, owner)
    } catch (error) {
      throw refusalOf(error, 400)
    }
  }

  async *dump(
    at: RepositoryPlace,
    { upTo, onRevision }: Parameters<RepositoryDisk['dump']>[1],
  ): ReturnType<RepositoryDisk['dump']> {
    const repository = await this.#livingPath(at)
    try {
      yield* this.#programs.chunks('svnadmin', ['dump', '--revision', `0:${upTo}`, repository], {
        onLine: line => {
          const revision = /^\* Dumped revision (\d+)/.exec(line)?.[1]
          if (revision !== undefined) onRevision?.(Number(revision))
        },
      })
    } catch (error) {
      throw refusalOf(error, 500, `the repository ${at.name} cannot be dumped: `)
    }
  }

  readonly youngest: RepositoryDisk['youngest'] = async at => youngestOf(this.#programs, await this.#livingPath(at))

  readonly removeDeadTransactions: RepositoryDisk['removeDeadTransactions'] = async at => {
    const repository = await this.#livingPath(at)
    const names = (await this.#programs.run('svnadmin', ['lstxns', repository])).toString('utf8').split('\n')
    const dead: string[] = []
    for (const name of names.filter(line => line !== '')) {
      const age = await ageOfTransaction(repository, name, this.#clock.now())
      if (age !== undefined && age > DAY_MS) dead.push(name)
    }
    if (dead.length > 0) await this.#programs.run('svnadmin', ['rmtxns', '--quiet', repository, ...dead])
    return dead.length
  }
}

/** Folders are closed to other accounts; the accounts that run the hook program cannot change it. */
export const prepareFolders = async (folders: SvnFolders, account: DiskDependencies['account']): Promise<void> => {
  const owner = await account()
  for (const folder of [
    folders.root,
    folders.ownRoot,
    folders.repositories,
    folders.staging,
    folders.trash,
    folders.apache,
  ])
    await ownFolder(folder, owner)
  const fresh = `${folders.hookProgram}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(fresh, hookProgram, { mode: 0o755 })
  await rename(fresh, folders.hookProgram)
}

/** Loads the dump, then the layout; returns the newest revision. */
const fill = async (
  programs: SvnPrograms,
  repository: string,
  input: NewRepositoryOnDisk,
  now: Date,
): Promise<number> => {
  const load = async (source: Readable, onRevision?: (revision: number) => void): Promise<void> => {
    await programs.run('svnadmin', ['load', '--ignore-uuid', repository], {
      input: source,
      onLine: line => {
        const revision = /^------- Committed (?:new rev (\d+)|revision (\d+))/.exec(line)
        if (revision) onRevision?.(Number(revision[1] ?? revision[2]))
      },
    })
  }
  if (input.dumpFile !== undefined) {
    try {
      await load(createReadStream(input.dumpFile), input.onRevision)
    } catch (error) {
      throw refusalOf(error, 400, 'the dump file of the repository cannot be loaded: ')
    }
  }
  const layout = layoutFolders(input.layout)
  if (layout && layout.length > 0 && input.dumpFile === undefined)
    await load(Readable.from([layoutDump(layout, input.author, now)]))
  return youngestOf(programs, repository)
}

const youngestOf = async (programs: SvnPrograms, repository: string): Promise<number> =>
  Number((await programs.run('svnlook', ['youngest', repository])).toString('utf8').trim())

const copyAccessFile = async (repository: string, target: string, owner: Account | undefined): Promise<void> => {
  await copyFile(accessFileOf(repository), accessFileOf(target)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (owner) await lchown(accessFileOf(target), owner.uid, owner.gid).catch(() => undefined)
}

/** Undefined if the transaction ended meanwhile. */
const ageOfTransaction = async (repository: string, name: string, now: Date): Promise<number | undefined> => {
  // A running commit writes into its folder, or into the file of its contents.
  const places = [
    path.join(repository, 'db', 'transactions', `${name}.txn`),
    path.join(repository, 'db', 'txn-protorevs', `${name}.rev`),
  ]
  const times = await Promise.all(
    places.map(place =>
      stat(place).then(
        found => found.mtimeMs,
        () => undefined,
      ),
    ),
  )
  const known = times.filter(time => time !== undefined)
  return known.length === 0 ? undefined : now.getTime() - Math.max(...known)
}

const refusalOf = (error: unknown, status: number, prefix = ''): unknown => {
  if (!(error instanceof SvnProgramFailed)) return error
  const text = `${prefix}${error.output.replace(/^(?:.*[*] Dumped revision .*\n?)+/m, '').trim()}`
  return status === 400
    ? new Invalid(text, { reason: 'parameter.range' })
    : new Refusal(status, text, { reason: usualReason(status) })
}
