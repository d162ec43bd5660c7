import type { Command } from 'commander'
import { CommandFailed, EXIT_REFUSED, example, integer, type CliContext } from '../context.ts'

export const register = (program: Command, context: CliContext): void => {
  const audit = program
    .command('audit')
    .description('The audit: a chain of rows, each with the hash of the row before.')
    .addHelpText('after', example('crocus audit verify', 'crocus audit head'))

  audit
    .command('head')
    .description(
      'Prints the end of the chain. Kept elsewhere, it shows later whether rows are missing or were changed.',
    )
    .addHelpText('after', example('crocus audit head >> /somewhere/else/heads'))
    .action(
      context.reading(async ({ db }) => {
        const { readChainEnd } = await import('../../modules/audit/index.ts')
        const { n, hash } = await readChainEnd(db.kysely)
        context.print(`${n} ${hash.toString('hex')}`)
      }),
    )

  audit
    .command('verify')
    .option(
      '--from <row>',
      'row to begin with; the rows before are taken as they are',
      integer(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--head <hash>', 'hash of a row that was kept elsewhere: the chain must hold it')
    .description('Walks the chain. Exit code 0: it is whole, 1: it is broken.')
    .addHelpText('after', example('crocus audit verify', 'crocus audit verify --from 8000 --head 5f1c09be…'))
    .action(
      context.reading(async ({ load }, { from, head }: { from?: number; head?: string }) => {
        const module = await load.audit()
        const report = await module.verify({ from, head: head?.toLowerCase() })
        if (report.broken)
          throw new CommandFailed(
            `The chain is broken at row ${report.broken.n}: ${report.broken.fault}.`,
            EXIT_REFUSED,
          )
        context.print(
          report.from === 0
            ? 'There are no rows.'
            : `Rows ${report.from} to ${report.until.n} are whole. The last hash is ${report.until.hash.toString('hex')}.`,
        )
      }),
    )
}
