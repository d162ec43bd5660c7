import type { Command } from 'commander'
import { example, type CliContext } from './context.ts'

export const register = (program: Command, context: CliContext): void => {
  const sharedFolder = program
    .command('shared-folder')
    .description('The folder that all servers on one database share: CROCUS_SHARED, or else the data folder.')
    .addHelpText('after', example('crocus shared-folder accept'))

  sharedFolder
    .command('accept')
    .description(
      'Makes the folder that of the database, after files were moved by hand: every other one is refused then.',
    )
    .addHelpText(
      'after',
      '\nServers notice within seconds. Then see that all is there: crocus files verify, crocus svn verify.',
    )
    .addHelpText('after', example('CROCUS_SHARED=/srv/shared crocus shared-folder accept'))
    .action(
      context.verb(async ({ app, config }) => {
        await app.sharedFolder.accept()
        context.print(`From now on ${config.sharedFolder} is the shared folder of this database.`)
      }),
    )
}
