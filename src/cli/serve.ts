import type { Command } from 'commander'
import { example, type CliContext } from './context.ts'

const SETTINGS = `
Environment:
  PORT                    port to listen on, 0 for a free one (8080)
  HOST                    address to listen on (127.0.0.1)
  CROCUS_DATA             folder of the data (./data)
  CROCUS_PUBLIC_URL       address that clients use, when another server stands in front
  CROCUS_ADMIN_PASSWORD   password of the account admin, used at the first start only
  DATABASE_URL            a PostgreSQL of 15 or later, instead of the embedded one
  CROCUS_WORKERS          processes that answer requests (number of cores less one)
  CROCUS_ANSWERS_MB       MiB of each process for answers it gave before, and an eighth more for what
                          updates start from; 0: none (64 to 512, by the machine's memory)
  CROCUS_BACKGROUND       off: jobs, mails and webhooks are left to other servers on DATABASE_URL (on)
  CROCUS_HEAP_MB          MiB of each process for what it works on (1024)
  CROCUS_LOG_LEVEL        fatal, error, warn, info, debug, trace or silent (info)`

export const register = (program: Command, context: CliContext): void => {
  program
    .command('serve')
    .description('Runs the server until SIGTERM or SIGINT.')
    .addHelpText('after', SETTINGS)
    .addHelpText('after', example('crocus serve', 'PORT=80 HOST=0.0.0.0 CROCUS_DATA=/srv/crocus crocus serve'))
    .action(
      context.plain(async () => {
        const { serve } = await import('../main.ts')
        await serve(context.environment)
      }),
    )
}
