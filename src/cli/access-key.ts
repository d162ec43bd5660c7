import type { Command } from 'commander'
import { accessKeyScopes } from '../modules/auth/model/scopes.ts'
import { Invalid, NotFound } from '../platform/errors.ts'
import { example, type CliContext, type OpenInstallation } from './context.ts'
import { getUserByLogin } from './user.ts'

const actor = { userId: null, means: 'command' } as const

interface KeyOptions {
  readonly description: string
  readonly scope?: readonly string[]
  readonly project?: readonly string[]
  readonly expires?: string
  readonly json?: boolean
}

export const register = (program: Command, context: CliContext): void => {
  const accessKey = program
    .command('access-key')
    .description('Personal access keys, for scripts and clients.')
    .addHelpText('after', example('crocus access-key create alice --description "nightly build"'))

  accessKey
    .command('create')
    .argument('<login>', 'login name of the owner')
    .option('--description <text>', 'what the key is for', '')
    .option('--scope <scope...>', `${accessKeyScopes.join(', ')}; several times for several (default: write:rest)`)
    .option('--project <name...>', 'short name or id of a project; several times for several (default: all)')
    .option('--expires <date>', 'when it ends: a day (to its last second, UTC) or 2030-12-31T23:59:59+01:00')
    .option('--json', 'print a JSON object')
    .description('Makes an access key and prints it: it is never shown again.')
    .addHelpText(
      'after',
      example(
        'crocus access-key create alice --description "nightly build" --expires 2030-12-31',
        'crocus access-key create alice --scope write:rest --scope write:svn',
        'crocus access-key create alice --scope read:rest --project lamps',
      ),
    )
    .action(
      context.verb(async (opened, login: string, options: KeyOptions) => {
        const { canSignIn: isAlive } = await import('../modules/users/index.ts')
        const owner = await getUserByLogin(opened, login)
        if (!isAlive(owner))
          throw new Invalid(`The account ${owner.login} is not active: its keys would be refused.`, {
            reason: 'parameter.range',
          })
        const wanted = {
          userId: owner.id,
          description: options.description.trim(),
          scopes: options.scope ?? ['write:rest'],
          projectIds: options.project ? await projectIdsOf(opened, options.project) : null,
          expiration: options.expires === undefined ? null : endOf(options.expires),
        }
        const identifier = await opened.app.modules.auth.createAccessKey(wanted, actor)
        context.print(options.json === true ? JSON.stringify({ login: owner.login, identifier }, null, 2) : identifier)
      }),
    )
}

const projectIdsOf = async ({ app }: OpenInstallation, names: readonly string[]): Promise<number[]> => {
  const ids: number[] = []
  for (const name of names) {
    const { projects } = app.modules
    const project = /^\d{1,15}$/.test(name) ? await projects.get(Number(name)) : await projects.findByShortName(name)
    if (!project) throw new NotFound(`There is no project ${name}.`)
    ids.push(project.id)
  }
  return ids
}

/** A day is valid to its end (auth.md §4.3). */
const endOf = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59Z` : text)
