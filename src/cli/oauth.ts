import type { Command } from 'commander'
import { example, type CliContext } from './context.ts'

export const register = (program: Command, context: CliContext): void => {
  const oauth = program
    .command('oauth')
    .description('OAuth2 and OpenID Connect: programs that act for users.')
    .addHelpText('after', example('crocus oauth rotate-keys'))

  oauth
    .command('rotate-keys')
    .option('--json', 'print the outcome as JSON')
    .description('Makes a new key for ID tokens, at once and on every process, and prints its id.')
    .addHelpText('after', example('crocus oauth rotate-keys'))
    .addHelpText(
      'after',
      '\nThe server does that every hour by itself. Call it when somebody may have read the database: the private part of the old key is\n' +
        'erased. Its public part stays published for ten minutes, so that nobody who is just signing in is thrown out.',
    )
    .action(
      context.verb(async ({ app }, options: { readonly json?: boolean }) => {
        const kid = await app.modules.oauth.rotateKeys()
        context.print(options.json === true ? JSON.stringify({ kid }, null, 2) : kid)
      }),
    )
}
