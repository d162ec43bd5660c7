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
export const createRepositoryDisk = ({
  folders,
  requireFolder,
  account,
  programs,
  accessFiles,
  clock,
}: DiskDependencies): RepositoryDisk => {
  let prepared: Promise<void> | undefined
  const prepare = async (): Promise<void> => {
    requireFolder()
    await (prepared ??= prepareFolders(folders, account).catch((error: unknown) => {
      prepared = undefined
      throw error
    }))
  }

  const exists = (file: string): Promise<boolean> =>
    stat(file).then(
      () => true,
      () => false,
    )
  const trashOf = (id: number): string => path.join(folders.trash, String(id))
  const livingPath = async (at: RepositoryPlace): Promise<string> => {
    requireFolder()
    const repository = pathOfRepository(folders, at)
    if (await exists(path.join(repository, 'format'))) return repository
    throw new NotFound(`The contents of the repository ${at.name} are not in ${repository}`)
  }
  /** Renames within the file system, and flushes both folders to the disk. */
  const move = async (from: string, to: string): Promise<void> => {
    await rename(from, to)
    await syncFolder(path.dirname(from))
    if (path.dirname(to) !== path.dirname(from)) await syncFolder(path.dirname(to))
  }

  return {
    requireInstalled: () => programs.requireInstalled(),
    checkAccessFile: async (project, accessFile) => {
      programs.requireInstalled()
      await prepare()
      return accessFiles.check(project, accessFile)
    },
    examineAccessFile: async (project, accessFile) => {
      programs.requireInstalled()
      await prepare()
      return accessFiles.examine(project, accessFile)
    },
    checkImportedAccessFile: async (groupNames, text) => {
      programs.requireInstalled()
      await prepare()
      return accessFiles.checkWith(
        { groups: ['members', ...groupNames].map(name => ({ name, logins: [] })), everybody: '' },
        text,
      )
    },
    pathOf: at => pathOfRepository(folders, at),

    stage: async input => {
      programs.requireInstalled()
      await prepare()
      const repository = path.join(folders.staging, `repository-${randomBytes(8).toString('hex')}`)
      try {
        await programs.run('svnadmin', ['create', '--fs-type', 'fsfs', repository])
        const youngest = await fill(programs, repository, input, clock.now())
        const dumpUuid = input.dumpFile === undefined ? undefined : await uuidOfDump(input.dumpFile)
        if (dumpUuid !== undefined) await programs.run('svnadmin', ['setuuid', repository, dumpUuid])
        // Linked after the first revisions: hooks must not check the server's own commits.
        await linkHooks(repository, await account())
        return { path: repository, youngest, dumpUuid }
      } catch (error) {
        await rm(repository, { recursive: true, force: true })
        throw error
      }
    },
    uuidsInUse: () => uuidsInUse(folders),
    renewUuid: async staged => void (await programs.run('svnadmin', ['setuuid', staged.path])),
    place: async (staged, at, access) => {
      requireFolder()
      await ownFolder(path.join(staged.path, 'authz'), await account())
      await accessFiles.write(staged.path, access.effective)
      const repository = pathOfRepository(folders, at)
      await ownFolder(path.dirname(repository), await account())
      await rm(repository, { recursive: true, force: true })
      await move(staged.path, repository)
    },
    discard: staged => rm(staged.path, { recursive: true, force: true }),

    writeAccessFile: async (at, access) => {
      requireFolder()
      await accessFiles.write(pathOfRepository(folders, at), access.effective)
    },

    moveToTrash: async (at, id) => {
      await prepare()
      const repository = pathOfRepository(folders, at)
      if (!(await exists(repository))) {
        if (await exists(trashOf(id))) return
        throw new NotFound(`The contents of the repository ${at.name} are not in ${repository}`)
      }
      // A repository of this id in the trash comes from an interrupted deletion or a restored copy, and is older than this one.
      await rm(trashOf(id), { recursive: true, force: true })
      await move(repository, trashOf(id))
      await rmdir(path.dirname(repository)).catch(() => undefined)
    },
    restoreFromTrash: async (at, id) => {
      requireFolder()
      const repository = pathOfRepository(folders, at)
      if (!(await exists(trashOf(id)))) {
        if (await exists(repository)) return
        throw new NotFound(`The trash has no contents of the repository ${at.name}`)
      }
      await ownFolder(path.dirname(repository), await account())
      await move(trashOf(id), repository)
    },
    purge: async id => {
      requireFolder()
      // Renames it first: an interrupted purge then leaves nothing that looks like a repository.
      const doomed = path.join(folders.staging, `purge-${randomBytes(8).toString('hex')}`)
      const isThere = await rename(trashOf(id), doomed).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
          return false
        },
      )
      if (isThere) await rm(doomed, { recursive: true, force: true })
    },

    verify: async at => {
      const repository = await livingPath(at)
      try {
        await programs.run('svnadmin', ['verify', '--quiet', repository], { maxBytes: MAX_PROGRAM_OUTPUT })
      } catch (error) {
        throw refusalOf(error, 500)
      }
    },
    hotCopy: async (at, folder) => {
      const repository = await livingPath(at)
      const target = path.resolve(folder)
      const content = await readdir(target).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw new Invalid(`${target} cannot be read: ${error.code ?? error.message}`, { reason: 'parameter.range' })
      })
      if (content.length > 0)
        throw new Invalid(`${target} is not empty: a copy needs a folder of its own`, { reason: 'conflict' })
      try {
        await mkdir(target, { recursive: true, mode: 0o700 })
        const owner = await account()
        if (owner) await lchown(target, owner.uid, owner.gid)
        await programs.run('svnadmin', ['hotcopy', repository, target])
        // svnadmin copies only the repository; the access file is ours.
        await ownFolder(path.join(target, 'authz'), owner)
        await copyAccessFile(repository, target, owner)
      } catch (error) {
        throw refusalOf(error, 400)
      }
    },
    dump: async function* (at, { upTo, onRevision }) {
      const repository = await livingPath(at)
      try {
        yield* programs.chunks('svnadmin', ['dump', '--revision', `0:${upTo}`, repository], {
          onLine: line => {
            const revision = /^\* Dumped revision (\d+)/.exec(line)?.[1]
            if (revision !== undefined) onRevision?.(Number(revision))
          },
        })
      } catch (error) {
        throw refusalOf(error, 500, `the repository ${at.name} cannot be dumped: `)
      }
    },
    youngest: async at => youngestOf(programs, await livingPath(at)),
    removeDeadTransactions: async at => {
      const repository = await livingPath(at)
      const names = (await programs.run('svnadmin', ['lstxns', repository])).toString('utf8').split('\n')
      const dead: string[] = []
      for (const name of names.filter(line => line !== '')) {
        const age = await ageOfTransaction(repository, name, clock.now())
        if (age !== undefined && age > DAY_MS) dead.push(name)
      }
      if (dead.length > 0) await programs.run('svnadmin', ['rmtxns', '--quiet', repository, ...dead])
      return dead.length
    },
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
