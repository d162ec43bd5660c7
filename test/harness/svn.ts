// Repositories, and the real client of Subversion that works on them.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addAccessFileVersion, insertRepository, updateRules } from '../../src/modules/svn/store/repositories.store.ts'
import { defaultSettings, type RepositorySettings } from '../../src/modules/svn/model/repository.ts'
import type { App } from '../../src/app.ts'
import { inTransaction, type Db } from '../../src/platform/db/db.ts'
import { missingSvnPackages } from '../../src/platform/health.ts'
import type { TestApp } from './app.ts'
import type { Credentials } from './fixture.ts'

const execute = promisify(execFile)

/** For `describe.skipIf`, beside the reason in the title. */
export const isSvnMissing = missingSvnPackages().length > 0 || !existsSync('/usr/bin/svn')
export const SVN_NEEDS = 'needs Subversion and Apache with mod_dav_svn'

export interface FixtureRepository {
  readonly id: number
  readonly projectId: number
  readonly name: string
  /** On the disk. */
  readonly path: string
}

interface GivenSettings extends Partial<RepositorySettings> {
  readonly layout?: readonly string[]
  readonly dumpFile?: string
}

/** A repository as POST /svn makes it. */
export const givenRepository = (
  crocus: TestApp,
  projectId: number,
  name: string,
  given: GivenSettings = {},
): Promise<FixtureRepository> => createRepository(crocus.app, crocus.db, projectId, name, given)

export const createRepository = async (
  app: App,
  db: Db,
  projectId: number,
  name: string,
  given: GivenSettings = {},
): Promise<FixtureRepository> => {
  const { layout = [], dumpFile, ...some } = given
  const { disk } = app.modules.svnServing
  const project = await app.modules.projects.get(projectId)
  if (!project) throw new Error(`There is no project ${projectId}`)
  const settings = { ...defaultSettings, ...some }
  const access = await disk.checkAccessFile(project, settings.accessFile)
  const staged = await disk.stage({ layout, author: 'admin', ...(dumpFile === undefined ? {} : { dumpFile }) })
  const id = await inTransaction(db, tx =>
    insertRepository(tx, { projectId, name, settings, creatorId: 101, youngest: staged.youngest }),
  )
  if (id === undefined) throw new Error(`There is a repository ${name}`)
  await disk.place(staged, { projectId, name }, access)
  return { id, projectId, name, path: disk.pathOf({ projectId, name }) }
}

export interface SvnOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs one of the programs of Subversion with a configuration of its own. */
export const svnClient = (folder: string) => {
  const run = async (program: string, args: readonly string[], as?: Credentials): Promise<SvnOutcome> => {
    await mkdir(folder, { recursive: true })
    const common = ['--config-dir', join(folder, 'svn-config'), '--non-interactive', '--no-auth-cache']
    const credentials = as ? ['--username', as[0], '--password', as[1]] : []
    return new Promise(resolve => {
      execFile(
        `/usr/bin/${program}`,
        [...args, ...common, ...credentials],
        { cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: folder }, maxBuffer: 64 * 1024 ** 2 },
        (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code ?? 1) : 0, stdout: String(stdout), stderr: String(stderr) }),
      )
    })
  }
  return {
    folder,
    run,
    /** `svn`, which must end well. */
    svn: async (as: Credentials, ...args: string[]): Promise<string> => {
      const outcome = await run('svn', args, as)
      if (outcome.code !== 0) throw new Error(`svn ${args.join(' ')}:\n${outcome.stdout}${outcome.stderr}`)
      return outcome.stdout
    },
    /** `svn`, which must fail; what it says. */
    refused: async (as: Credentials, ...args: string[]): Promise<string> => {
      const outcome = await run('svn', args, as)
      if (outcome.code === 0) throw new Error(`svn ${args.join(' ')} went well:\n${outcome.stdout}`)
      return outcome.stderr
    },
  }
}

/** Changes rules or access file as PUT /svn/{id} does: in force for the next request. */
export const changeSettings = async (
  crocus: TestApp,
  { id, projectId }: FixtureRepository,
  changes: Partial<Pick<RepositorySettings, 'commitRules' | 'immutableTags' | 'accessFile'>>,
): Promise<void> => {
  const { svn, svnServing, projects } = crocus.app.modules
  const [repository, project] = [await svn.find(id), await projects.get(projectId)]
  if (!repository || !project) throw new Error(`There is no repository ${id}`)
  const { accessFile } = changes
  if (accessFile) {
    const { text } = await svnServing.disk.checkAccessFile(project, accessFile)
    const version = repository.accessFile.version + 1
    const file = { version, text, hasDefaultPermissions: accessFile.hasDefaultPermissions, creatorId: 101 }
    await inTransaction(crocus.db, tx => addAccessFileVersion(tx, id, file))
  }
  await inTransaction(crocus.db, tx => updateRules(tx, id, { ...repository, ...changes }))
}

/** Output of a program of Subversion. */
export const svnTool = async (program: string, ...args: readonly string[]): Promise<string> =>
  (await execute(program, [...args], { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: '/nonexistent' } }))
    .stdout

/**
 * A commit straight into the repository, by whoever is said to be its author; as when no server is there to hear of it: without hooks.
 * `changes` are arguments of `svnmucc`.
 */
export const commitBypassingServer = async (
  repository: string,
  commit: { readonly author: string; readonly message: string; readonly changes: readonly string[] },
): Promise<void> => {
  const hooks = `${repository}/hooks`
  await execute('mv', [hooks, `${hooks}.off`])
  try {
    await svnTool(
      'svnmucc',
      '--non-interactive',
      '--no-auth-cache',
      '-U',
      `file://${repository}`,
      '-u',
      commit.author,
      '-m',
      commit.message,
      ...commit.changes,
    )
  } finally {
    await execute('mv', [`${hooks}.off`, hooks])
  }
}
