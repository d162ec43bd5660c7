import type { Command } from 'commander'
import { example, type CliContext } from '../context.ts'

export const register = (program: Command, context: CliContext): void => {
  program
    .command('doctor')
    .option('--json', 'print the outcome as JSON')
    .description('Looks at everything that Crocus stands on and says what to do; changes nothing.')
    .addHelpText(
      'after',
      '\nWorks whether the server runs or not. Exit code 0: all is well, or only warnings; 1: problems.',
    )
    .addHelpText('after', example('crocus doctor', 'crocus doctor --json'))
    .action(
      context.plain(async (options: { json?: boolean }) => {
        const { diagnose } = await import('./diagnose.ts')
        await diagnose(context, options.json ?? false)
      }),
    )
}
