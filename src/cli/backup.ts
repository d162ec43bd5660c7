import type { Command } from 'commander'
import type { BackupPhase, BackupReport, DroppedWork, RestorePhase } from '../modules/backups/index.ts'
import { Refusal } from '../platform/errors.ts'
import { example, type CliContext } from './context.ts'
import { progressLine, progressOfPhases } from './progress.ts'

interface BackupOptions {
  readonly base?: string
  readonly json?: boolean
}

interface RestoreOptions {
  readonly base?: readonly string[]
  readonly dryRun?: boolean
  readonly jobs?: boolean
  readonly lostHead?: string
}

export const register = (program: Command, context: CliContext): void => {
  addVerifyCommand(addBackupCommand(program, context), context)
  addRestoreCommand(program, context)
}

const addBackupCommand = (program: Command, context: CliContext): Command => {
  return (
    program
      .command('backup')
      // Options behind `verify` belong to `verify`.
      .enablePositionalOptions()
      .argument('<file>', 'new file for the backup; - for standard output')
      .option('--base <file>', 'an earlier backup: only what it does not hold is written')
      .option('--json', 'print the outcome as JSON')
      .description('Copies the whole installation into one file, while it is in use: database, files, repositories.')
      .addHelpText(
        'after',
        '\nThe file holds hashes of passwords and keys: whoever has it has the installation. Only its owner may read it.',
      )
      .addHelpText(
        'after',
        example(
          'crocus backup /backup/monday.tar',
          'crocus backup /backup/tuesday.tar --base /backup/monday.tar',
          'crocus backup - | age -r age1… > /backup/monday.tar.age',
          'crocus backup verify /backup/tuesday.tar',
        ),
      )
      .action(
        context.verb(async ({ app, db, databaseUrl, config }, file: string, options: BackupOptions) => {
          app.sharedFolder.require()
          await app.contents.check()
          const isStream = file === '-'
          if (isStream && process.stdout.isTTY)
            throw new Refusal(400, 'Standard output is a terminal: name a file, or pass the backup on by a pipe.', {
              reason: 'parameter.range',
            })
          const { createBackup } = await import('../modules/backups/index.ts')
          const create = createBackup({
            db,
            databaseUrl,
            contents: app.contents,
            files: app.modules.files,
            folders: config,
          })
          const report = await create(isStream ? process.stdout : file, {
            ...(options.base !== undefined && { base: options.base }),
            ...(context.isTerminal && { onProgress: progressOfPhases(process.stderr, BACKUP_PHASES) }),
          })
          for (const warning of report.warnings) context.note(`crocus: warning: ${warning}`)
          // Standard output carries the backup.
          const text = options.json ? JSON.stringify(toJson(report), null, 2) : summary(report)
          if (isStream) context.note(text)
          else context.print(text)
        }),
      )
  )
}

const addVerifyCommand = (backup: Command, context: CliContext): void => {
  backup
    .command('verify')
    .argument('<file>', 'a backup')
    .option('--base <file...>', 'backups that it builds on, when they are not beside it')
    .description('Reads a backup, with those that it builds on, and compares every byte with the sums that were taken.')
    .addHelpText('after', example('crocus backup verify /backup/tuesday.tar'))
    .action(
      context.plain(async (file: string, { base }: RestoreOptions) => {
        const draw = context.isTerminal ? progressLine(process.stderr) : undefined
        const { verifyBackup } = await import('../modules/backups/index.ts')
        const found = await verifyBackup(file, {
          ...(base && { bases: base }),
          ...(draw && { onProgress: (done, total) => draw('Checking', done, total) }),
        })
        context.print(`${found.entries} entries, ${found.bytes} bytes of ${found.takenAt}: all is well.`)
      }),
    )
}

const addRestoreCommand = (program: Command, context: CliContext): void => {
  program
    .command('restore')
    .argument('<file>', 'a backup')
    .option('--base <file...>', 'backups that it builds on, when they are not beside it')
    .option(
      '--no-jobs',
      'leave out what waited when the backup was made: no mail and no call of a webhook follows from it',
    )
    .option('--lost-head <hash>', 'last hash of the audit that is lost (crocus audit head): the audit names it')
    .option('--dry-run', 'check the backup, and whether it can be restored here; change nothing')
    .description('Makes an installation of a backup, in an empty data folder and database, completely or not at all.')
    .addHelpText(
      'after',
      '\nIt goes where CROCUS_DATA, DATABASE_URL and CROCUS_S3_… say: that need not be the kind of place that it came from.',
    )
    .addHelpText(
      'after',
      example(
        'crocus restore /backup/tuesday.tar --dry-run',
        'CROCUS_DATA=/srv/crocus crocus restore /backup/tuesday.tar',
      ),
    )
    .action(
      context.plain(async (file: string, { base, dryRun = false, jobs = true, lostHead }: RestoreOptions) => {
        const { restoreBackup } = await import('../modules/backups/index.ts')
        const found = await restoreBackup(file, context.config(), {
          isDryRun: dryRun,
          withoutWaiting: !jobs,
          ...(lostHead !== undefined && { lostHead }),
          ...(base && { bases: base }),
          ...(context.isTerminal && { onProgress: progressOfPhases(process.stderr, RESTORE_PHASES) }),
        })
        const rows = found.tables.reduce((sum, table) => sum + table.rows, 0)
        context.print(
          dryRun
            ? `The backup of ${found.takenAt} is sound and can be restored here; nothing was changed.`
            : `Restored as it was at ${found.takenAt}: ${rows} rows, ${found.repositories.length} repositories. ` +
                'Everybody has to sign in again.',
        )
        if (!dryRun && !jobs) context.print(tellDropped(found.dropped))
      }),
    )
}

const BACKUP_PHASES: Readonly<Record<BackupPhase, string>> = {
  tables: 'Tables',
  files: 'Files',
  repositories: 'Repositories',
  archives: 'Archives',
}

const RESTORE_PHASES: Readonly<Record<RestorePhase, string>> = {
  checking: 'Checking',
  files: 'Files',
  tables: 'Tables',
}

const tellDropped = ({ jobs, mails, webhookCalls, events }: DroppedWork): string =>
  `Left out: ${jobs} jobs that waited, ${mails} of them mails; ${webhookCalls} calls of webhooks; ` +
  `mails and calls about ${events} events that nobody was told of.`

const summary = (report: BackupReport): string =>
  `Backup of ${report.takenAt.toISOString()}: ${report.rows} rows, ${report.files} files, ${report.repositories} repositories; ` +
  `${report.bytes} bytes written` +
  (report.reused > 0 ? `, ${report.reused} of ${report.entries} entries are in the base.` : '.')

const toJson = (report: BackupReport) => ({
  id: report.id,
  taken_at: report.takenAt.toISOString(),
  rows: report.rows,
  files: report.files,
  repositories: report.repositories,
  entries: report.entries,
  reused_entries: report.reused,
  bytes: report.bytes,
  warnings: report.warnings,
})
