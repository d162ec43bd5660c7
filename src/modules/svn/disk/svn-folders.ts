import { chown, lchown, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../../platform/config.ts'
import { isRoot, systemAccount, type Account } from '../../../platform/system-account.ts'
import { ServiceUnavailable } from '../../../platform/errors.ts'
import { hookNames } from './hook-program.ts'
import type { RepositoryPlace } from './repository-disk.ts'

/** Folders of Subversion. */
export interface SvnFolders {
  /** The folder that all servers share. */
  readonly root: string
  /** The folder of this server alone; equals `root` if there is only one server. */
  readonly ownRoot: string
  /** Repositories lie at `<project id>/<name>` below this folder: Apache serves all of them. */
  readonly repositories: string
  /** Repositories in preparation, on the same file system. */
  readonly staging: string
  readonly trash: string
  /** Configuration and runtime files of this server's Apache. */
  readonly apache: string
  /** The program that all hooks of all repositories link to. */
  readonly hookProgram: string
}

export const svnFolders = ({ dataFolder, sharedFolder }: Pick<Config, 'dataFolder' | 'sharedFolder'>): SvnFolders => {
  const root = path.join(sharedFolder, 'svn')
  const ownRoot = path.join(dataFolder, 'svn')
  return {
    root,
    ownRoot,
    repositories: path.join(root, 'repositories'),
    staging: path.join(root, 'staging'),
    trash: path.join(root, 'trash'),
    apache: path.join(ownRoot, 'apache'),
    hookProgram: path.join(root, 'hook'),
  }
}

export const pathOfRepository = (folders: SvnFolders, { projectId, name }: RepositoryPlace): string =>
  path.join(folders.repositories, String(projectId), name)

/** The repository at a path of `pathOfRepository`. */
export const placeOfPath = (folders: SvnFolders, repositoryPath: string): RepositoryPlace | undefined => {
  const [projectId = '', name = '', ...more] = path.relative(folders.repositories, repositoryPath).split(path.sep)
  if (more.length > 0 || !/^\d{1,15}$/.test(projectId) || !/^[A-Za-z][A-Za-z0-9_.-]{2,254}$/.test(name))
    return undefined
  return { projectId: Number(projectId), name }
}

export const accessFileOf = (repositoryPath: string): string => path.join(repositoryPath, 'authz', 'access')

export const SVN_USER = 'crocus-svn'

/** The account that runs Apache and the programs of Subversion: never root. Undefined: the account of this process. */
export const svnAccount = async (): Promise<Account | undefined> => {
  if (!isRoot()) return undefined
  const account = await systemAccount(SVN_USER)
  if (account) return account
  throw new ServiceUnavailable(
    `Subversion does not run as root, and its system user "${SVN_USER}" could not be made: run Crocus as an ordinary user, or make that user.`,
  )
}

/** Creates the folder if it is missing, closed to all other accounts. */
export const ownFolder = async (folder: string, account: Account | undefined): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
}

/** Relative links, so that the data folder may be moved. */
export const linkHooks = async (repository: string, owner: Account | undefined): Promise<void> => {
  const folder = path.join(repository, 'hooks')
  for (const file of await readdir(folder)) await rm(path.join(folder, file), { force: true })
  for (const name of hookNames) {
    const link = path.join(folder, name)
    await symlink('../../../../hook', link)
    if (owner) await lchown(link, owner.uid, owner.gid)
  }
}
