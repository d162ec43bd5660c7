import type { Command } from 'commander'
import { NotFound } from '../../platform/errors.ts'
import { example, type CliContext } from '../context.ts'

interface SampleProjectOptions {
  readonly remove?: boolean
  readonly as?: string
}

export const register = (program: Command, context: CliContext): void => {
  program
    .command('sample-project')
    .description('Makes a sample project to look around in, or removes it.')
    .option('--remove', 'erase the sample project, and the accounts of its team that nobody has used')
    .option('--as <login>', 'account that becomes its administrator (default: the first administrator)')
    .addHelpText('after', example('crocus sample-project', 'crocus sample-project --remove'))
    .action(
      context.verb(async ({ app }, options: SampleProjectOptions) => {
        app.sharedFolder.require()
        const { sampleProject, users } = app.modules
        const { FIRST_ADMINISTRATOR_ID } = await import('../../modules/users/index.ts')
        if (options.remove === true) {
          const { erasedAccounts, keptAccounts } = await sampleProject.remove({ userId: null, means: 'command' })
          context.print(`Removed the sample project and ${erasedAccounts} accounts.`)
          if (keptAccounts > 0) context.print(`Kept ${keptAccounts} accounts that somebody has used.`)
          return
        }
        const account =
          options.as === undefined ? await users.get(FIRST_ADMINISTRATOR_ID) : await users.findByLogin(options.as)
        if (!account) throw new NotFound(`There is no user ${options.as ?? FIRST_ADMINISTRATOR_ID}.`)
        const made = await sampleProject.create(account.id)
        context.print(`Made the project ${made.projectId} (${made.shortName}) with ${made.artifacts} artifacts.`)
        if (!made.hasRepository) context.print('It has no Subversion repository: Subversion is not installed.')
        context.print('Remove it with: crocus sample-project --remove')
      }),
    )
}
