import type { Command } from 'commander'
import type { ContentProblem, CopyReport, Verification } from '../modules/files/index.ts'
import type { Config } from '../platform/config.ts'
import { Refusal } from '../platform/errors.ts'
import { example, oneOf, InvalidSettings, type CliContext } from './context.ts'
import { progressLine } from './progress.ts'

interface VerifyOptions {
  readonly repair?: boolean
  readonly quick?: boolean
  readonly json?: boolean
}

interface MigrateOptions {
  readonly to: 's3' | 'disk'
  readonly json?: boolean
}

export const register = (program: Command, context: CliContext): void => {
  const files = program
    .command('files')
    .description('Contents of attached files.')
    .addHelpText('after', example('crocus files verify', 'crocus files migrate --to s3'))

  files
    .command('verify')
    .option('--repair', 'put orphans older than a day aside, mark files whose content is gone, take missing SHA-256')
    .option('--quick', 'compare sizes only, without reading the contents')
    .option('--json', 'print the outcome as JSON')
    .description(
      'Compares the files of the database with their contents; ends with 1 when something is wrong and stays so.',
    )
    .addHelpText(
      'after',
      example('crocus files verify --quick', 'crocus files verify --repair', 'crocus files verify --json'),
    )
    .action(
      context.verb(async ({ app }, options: VerifyOptions) => {
        await app.contents.check()
        const draw = context.isTerminal ? progressLine(process.stderr) : undefined
        const outcome = await app.modules.files.verify({
          isQuick: options.quick ?? false,
          isRepair: options.repair ?? false,
          ...(draw && { onProgress: (phase, done, total) => draw(PHASES[phase], done, total) }),
        })
        tellVerification(outcome, options.json ?? false, context)
      }),
    )

  files
    .command('migrate')
    .requiredOption('--to <store>', 'where the contents shall go: s3 or disk', oneOf('s3', 'disk'))
    .option('--json', 'print the outcome as JSON')
    .description('Copies all contents to the other store. May be broken off and called again; the server may run.')
    .addHelpText('after', example('crocus files migrate --to s3', 'crocus files migrate --to disk'))
    .addHelpText('after', '\nBoth ways need the variables CROCUS_S3_… of the bucket in the environment of the command.')
    .action(
      context.verb(async ({ app, db, config }, options: MigrateOptions) => {
        app.sharedFolder.require()
        const { copyContents } = await import('../modules/files/index.ts')
        const { from, to } = await storesOf(config, options.to)
        await from.check()
        await to.check()
        const draw = context.isTerminal ? progressLine(process.stderr) : undefined
        const report = await copyContents({ db, from, to })((done, total) => draw?.('Copying files', done, total))
        tellCopies(report, options, context)
      }),
    )
}

const PHASES = { listing: 'Listing', checking: 'Checking' }

const storesOf = async ({ sharedFolder, s3 }: Config, to: MigrateOptions['to']) => {
  if (!s3)
    throw new InvalidSettings('CROCUS_S3_ENDPOINT and the other variables of the bucket must be set for this command.')
  const { createContentStore } = await import('../modules/files/index.ts')
  const disk = await createContentStore({ sharedFolder, s3: undefined })
  const bucket = await createContentStore({ sharedFolder, s3 })
  return to === 's3' ? { from: disk, to: bucket } : { from: bucket, to: disk }
}

const tellVerification = (outcome: Verification, isJson: boolean, context: CliContext): void => {
  const { store, files, bytes, problems } = outcome
  const left = problems.filter(problem => problem.repair === null)
  if (isJson) {
    const listed = problems.map(({ kind, key, fileId, name, artifactId, detail, repair }) => ({
      kind,
      key,
      file_id: fileId,
      name,
      artifact_id: artifactId,
      detail,
      repair,
    }))
    context.print(JSON.stringify({ store, files, bytes, problems: listed }, null, 2))
  } else {
    for (const problem of problems) context.print(line(problem))
    context.print(
      `${count(files, 'file')}, ${bytes} bytes ${store === 's3' ? 'in S3' : 'on the disk'}: ` +
        (problems.length === 0
          ? 'all is well.'
          : `${count(problems.length, 'problem')}, ${problems.length - left.length} repaired.`),
    )
  }
  if (left.length > 0) throw new Refusal(409, `${count(left.length, 'problem')} with contents of files.`)
}

const line = ({ kind, key, name, artifactId, detail, repair }: ContentProblem): string =>
  `${kind.padEnd(12)}  ${key}${name === null ? '' : ` ${JSON.stringify(name)}`}${artifactId === null ? '' : ` of artifact ${artifactId}`}: ` +
  `${detail}${repair === null ? '' : ` (${repair})`}`

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

const tellCopies = (report: CopyReport, { to, json = false }: MigrateOptions, context: CliContext): void => {
  const { copied, bytes, present, damaged } = report
  if (json) context.print(JSON.stringify({ to, copied, bytes, present, damaged }, null, 2))
  else {
    context.print(`${count(copied, 'content')} copied (${bytes} bytes), ${present} there already.`)
    context.print(
      to === 's3'
        ? 'Now stop the server, run this once more for what came meanwhile, and start it with the variables CROCUS_S3_… of this command.'
        : 'Now stop the server, run this once more for what came meanwhile, and start it without the variables CROCUS_S3_….',
    )
    context.print('Uploads that are under way begin again. Nothing was removed from where the contents were.')
  }
  if (damaged.length > 0)
    throw new Refusal(
      409,
      `Not what was once received, and copied as it is: ${damaged.join(', ')} (crocus files verify tells more).`,
    )
}
