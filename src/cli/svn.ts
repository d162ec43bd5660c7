import type { Command } from 'commander'
import { Invalid, NotFound, Refusal, faultsOf } from '../platform/errors.ts'
import type { Repository } from '../modules/svn/index.ts'
import { example, type CliContext, type Modules } from './context.ts'

const actor = { userId: null, means: 'command' } as const

export const register = (program: Command, context: CliContext): void => {
  const svn = program
    .command('svn')
    .description('Subversion repositories. A repository is named PROJECT/NAME, or by its id.')
    .addHelpText('after', example('crocus svn list', 'crocus svn verify lighthouse/main'))

  addListCommand(svn, context)
  addVerifyCommand(svn, context)
  addBackupCommand(svn, context)
  addCleanCommand(svn, context)
  addRestoreCommand(svn, context)
  addPurgeCommand(svn, context)
  addSetAdministratorsCommand(svn, context)
}

const addListCommand = (svn: Command, context: CliContext): void => {
  svn
    .command('list')
    .option('--deleted', 'those in the trash instead, which can be restored')
    .option('--json', 'print a JSON array')
    .description('Lists the repositories of all projects.')
    .addHelpText('after', example('crocus svn list', 'crocus svn list --deleted --json'))
    .action(
      context.reading(async ({ load, db }, options: { deleted?: boolean; json?: boolean }) => {
        // The module would load artifacts and trackers, too.
        const { listRepositories } = await import('../modules/svn/store/repositories.store.ts')
        const { listDeleted } = await import('../modules/svn/store/deletion.store.ts')
        const svn = { listAll: () => listRepositories(db), deleted: { list: () => listDeleted(db.kysely) } }
        const modules = { projects: await load.projects(), svn }
        const rows = options.deleted ? await deletedRows(modules) : await liveRows(modules)
        const columns = options.deleted
          ? (['id', 'project', 'name', 'deleted_at'] as const)
          : (['id', 'project', 'name', 'revision', 'is_deletion_requested'] as const)
        context.printList<Record<string, unknown>>(rows, columns, options)
      }),
    )
}

const addVerifyCommand = (svn: Command, context: CliContext): void => {
  svn
    .command('verify')
    .argument('[repository]', 'PROJECT/NAME or id; all when left out')
    .description('Checks that every revision can be read; exit code 1 when a repository is damaged.')
    .addHelpText('after', example('crocus svn verify', 'crocus svn verify lighthouse/main'))
    .action(
      context.verb(async (opened, reference: string | undefined) => {
        const { disk } = opened.app.modules.svn
        disk.requireInstalled()
        const faults: string[] = []
        for (const { repository, project } of await selectRepositories(opened.app.modules, reference)) {
          const fault = await disk.verify(repository).then(
            () => undefined,
            (error: unknown) => {
              if (error instanceof Refusal) return error.message
              throw error
            },
          )
          context.print(`${project}/${repository.name}: ${fault === undefined ? 'ok' : 'damaged'}`)
          if (fault !== undefined) faults.push(`${project}/${repository.name}: ${fault}`)
        }
        if (faults.length > 0) throw new Invalid(faultsOf(faults, { reason: 'conflict' }))
      }),
    )
}

const addBackupCommand = (svn: Command, context: CliContext): void => {
  svn
    .command('backup')
    .argument('<repository>', 'PROJECT/NAME or id')
    .argument('<folder>', 'where the copy goes; it must be empty, or not there')
    .description('Copies a repository while it is in use.')
    .addHelpText('after', example('crocus svn backup lighthouse/main /backup/main'))
    .action(
      context.verb(async (opened, reference: string, folder: string) => {
        const { disk } = opened.app.modules.svn
        disk.requireInstalled()
        const [found] = await selectRepositories(opened.app.modules, reference)
        if (found) await disk.hotCopy(found.repository, folder)
      }),
    )
}

const addCleanCommand = (svn: Command, context: CliContext): void => {
  svn
    .command('clean')
    .description('Removes what commits that were cut off more than a day ago left behind. The server does it daily.')
    .addHelpText('after', example('crocus svn clean'))
    .action(
      context.verb(async ({ app }) => {
        app.modules.svn.disk.requireInstalled()
        context.print(`Dead transactions removed: ${await app.modules.svn.removeDeadTransactions()}.`)
      }),
    )
}

const addRestoreCommand = (svn: Command, context: CliContext): void => {
  svn
    .command('restore')
    .argument('<repository>', 'PROJECT/NAME or id of a deleted repository: crocus svn list --deleted')
    .description('Brings a deleted repository back, with everything that it had.')
    .addHelpText('after', example('crocus svn restore lighthouse/main'))
    .action(
      context.verb(async (opened, reference: string) => {
        const found = (await deletedRows(opened.app.modules)).find(
          row => String(row.id) === reference || `${row.project}/${row.name}`.toLowerCase() === reference.toLowerCase(),
        )
        if (!found) throw new NotFound(`There is no deleted repository ${reference} that could be restored.`)
        await opened.app.modules.svn.deleted.restore(actor, found.id)
      }),
    )
}

const addPurgeCommand = (svn: Command, context: CliContext): void => {
  svn
    .command('purge')
    .description('Erases what has been in the trash for longer than svn_trash_days. The server does it daily.')
    .addHelpText('after', example('crocus svn purge'))
    .action(
      context.verb(async ({ app }) => {
        context.print(`Repositories erased: ${await app.modules.svn.deleted.purge()}.`)
      }),
    )
}

const addSetAdministratorsCommand = (svn: Command, context: CliContext): void => {
  svn
    .command('set-administrators')
    .argument('<project>', 'short name of the project')
    .argument('[groups...]', 'names of user groups: of the project, or project_members; none: only its administrators')
    .description('Says whose members administer the repositories of a project, beside its administrators.')
    .addHelpText('after', example('crocus svn set-administrators lighthouse keepers'))
    .action(
      context.verb(async ({ app }, shortName: string, names: readonly string[]) => {
        const { projects, svn: repositories } = app.modules
        const project = await projects.findByShortName(shortName)
        if (!project) throw new NotFound(`There is no project with the short name ${shortName}.`)
        const groupIds: number[] = []
        for (const name of names) {
          const id = await projects.findUserGroupByName(project.id, name)
          if (id === undefined) throw new NotFound(`The project ${project.shortName} has no user group ${name}.`)
          groupIds.push(id)
        }
        await repositories.setAdministratorGroups(actor, project.id, groupIds)
      }),
    )
}

interface SvnModules extends Pick<Modules, 'projects'> {
  readonly svn: Pick<Modules['svn'], 'listAll'> & { readonly deleted: Pick<Modules['svn']['deleted'], 'list'> }
}

interface SelectedRepository {
  readonly repository: Repository
  /** Short name. */
  readonly project: string
}

const allRepositories = async ({ projects, svn }: SvnModules): Promise<SelectedRepository[]> => {
  const repositories = await svn.listAll()
  const found = await projects.getMany(repositories.map(repository => repository.projectId))
  return repositories.map(repository => ({ repository, project: found.get(repository.projectId)?.shortName ?? '' }))
}

const selectRepositories = async (
  modules: SvnModules,
  reference: string | undefined,
): Promise<SelectedRepository[]> => {
  const all = await allRepositories(modules)
  if (reference === undefined) return all
  const found = all.filter(
    ({ repository, project }) =>
      String(repository.id) === reference || `${project}/${repository.name}`.toLowerCase() === reference.toLowerCase(),
  )
  if (found.length === 0) throw new NotFound(`There is no repository ${reference}.`)
  return found
}

const liveRows = async (modules: SvnModules) =>
  (await allRepositories(modules)).map(({ repository, project }) => ({
    id: repository.id,
    project,
    name: repository.name,
    revision: repository.lastRevision,
    is_deletion_requested: repository.isDeletionRequested,
  }))

const deletedRows = async ({ projects, svn }: SvnModules) => {
  const deleted = await svn.deleted.list()
  const found = await projects.getMany(deleted.map(repository => repository.projectId))
  return deleted.map(({ id, projectId, name, deletedAt }) => ({
    id,
    project: found.get(projectId)?.shortName ?? '',
    name,
    deleted_at: deletedAt?.toISOString() ?? '',
  }))
}
