import type { Command } from 'commander'
import { example, type CliContext } from './context.ts'

export const register = (program: Command, context: CliContext): void => {
  const config = program
    .command('config')
    .description('Settings of the platform, in force at once on every process.')
    .addHelpText(
      'after',
      example('crocus config list', 'crocus config get access_mode', 'crocus config set access_mode regular'),
    )

  config
    .command('get')
    .argument('<name>', 'name of the setting')
    .description('Prints the bare value of a setting.')
    .addHelpText('after', example('crocus config get timezone'))
    .action(
      context.reading(async ({ load }, name: string) => {
        const { findSettingName } = await import('../modules/settings/index.ts')
        const known = findSettingName(name)
        const settings = await load.settings()
        context.print(settings.list().find(setting => setting.name === known)?.value ?? '')
      }),
    )

  config
    .command('set')
    .argument('<name>', 'name of the setting')
    .argument('<value>', 'its new value')
    .description('Changes a setting; "crocus config list" says which values each takes.')
    .addHelpText('after', example('crocus config set artifacts_deletion_limit 20'))
    .action(
      context.verb(async ({ app }, name: string, value: string) => {
        await app.modules.settings.set(name, value, { actorId: null, means: 'command' })
      }),
    )

  config
    .command('list')
    .option('--json', 'print a JSON array')
    .description('Lists every setting with its value and what it means.')
    .addHelpText('after', example('crocus config list', 'crocus config list --json'))
    .action(
      context.reading(async ({ load }, options: { json?: boolean }) => {
        const settings = await load.settings()
        context.printList(settings.list(), ['name', 'value', 'values', 'description'], options)
      }),
    )
}
