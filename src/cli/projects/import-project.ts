import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { ImportReport, ImportPhase } from '../../modules/imports/index.ts'
import { Refusal } from '../../platform/errors.ts'
import { example, type CliContext } from '../context.ts'
import { progressOfPhases } from '../progress.ts'

interface ImportCommandOptions {
  readonly userMap?: string
  readonly automap?: string
  readonly as?: string
  readonly project?: string
  readonly name?: string
  readonly template?: boolean
  readonly createLinkTypes?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
}

export const register = (program: Command, context: CliContext): void => {
  program
    .command('import-project')
    .argument('<archive>', 'folder or zip of a project export')
    .description('Imports a project from an archive, completely or not at all.')
    .option('--user-map <csv>', 'what becomes of the users of the archive: name,action,comment')
    .option('--automap <rule>', 'one rule for all users instead of a map: no-email,create:A (or create:R, create:S)')
    .option('--as <login>', 'account that imports (default: the first administrator)')
    .option('--project <project>', 'import into this project (number or short name) instead of making one')
    .option('--name <shortname>', 'short name of the new project, instead of that of the archive')
    .option('--template', 'make the new project a template')
    .option('--create-link-types', 'make the link types that the project uses and that are not here')
    .option('--dry-run', 'check everything and tell what would be imported, change nothing')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      example(
        'crocus import-project export.zip --user-map users.csv --dry-run',
        'crocus import-project export.zip --user-map users.csv',
        'crocus import-project ./export --automap no-email,create:S --name lighthouse2',
      ),
    )
    .action(
      context.verb(async ({ app }, archive: string, options: ImportCommandOptions) => {
        app.sharedFolder.require()
        const { users, imports } = app.modules
        const actor = options.as === undefined ? undefined : await users.findByLogin(options.as)
        if (options.as !== undefined && !actor) throw new Refusal(404, `There is no user ${options.as}.`)
        const report = await imports.importProject(archive, {
          ...(options.userMap !== undefined && { userMap: await readMap(options.userMap) }),
          ...(options.automap !== undefined && { automap: options.automap }),
          ...(actor && { actingUserId: actor.id }),
          ...(options.project !== undefined && { project: options.project }),
          ...(options.name !== undefined && { name: options.name }),
          isTemplate: options.template ?? false,
          createsLinkTypes: options.createLinkTypes ?? false,
          isDryRun: options.dryRun ?? false,
          ...(context.isTerminal && { onProgress: progressOfPhases(process.stderr, PHASES) }),
        })
        await tell(report, options.json ?? false, context)
      }),
    )
}

const readMap = async (file: string): Promise<{ text: string; file: string }> => {
  try {
    return { file, text: await readFile(file, 'utf8') }
  } catch (error) {
    throw new Refusal(400, `The user map ${file} cannot be read: ${(error as Error).message}`, {
      reason: 'parameter.range',
    })
  }
}

/** The report goes to standard output; messages for people go to standard error, unless JSON contains them. */
const tell = async (report: ImportReport, isJson: boolean, context: CliContext): Promise<void> => {
  const { formatMessage } = await import('../../modules/imports/index.ts')
  const errors = report.messages.filter(message => message.level === 'error').length
  if (isJson) context.print(JSON.stringify(report, null, 2))
  else {
    for (const message of report.messages) context.note(formatMessage(message))
    if (errors === 0) for (const line of summary(report)) context.print(line)
  }
  if (errors > 0)
    throw new Refusal(
      400,
      `Nothing was imported: ${errors} ${errors === 1 ? 'error' : 'errors'} in the archive or its options.`,
      { reason: 'parameter.range' },
    )
}

const summary = (report: ImportReport): string[] => {
  const { counts, project } = report
  if (!counts) return []
  const first = project
    ? `Imported into project ${project.id} (${project.shortName}).`
    : 'Dry run: the archive can be imported; nothing was changed.'
  return [
    first,
    `Users: ${counts.usersCreated} created, ${counts.usersMapped} mapped, ${counts.usersReused} reused. User groups: ${counts.groups}.`,
    `Trackers: ${counts.trackers}. Form elements: ${counts.fields}. Artifacts: ${counts.artifacts}. Changesets: ${counts.changesets}.`,
    `Attachments: ${counts.files}. Repositories: ${counts.repositories}.`,
  ]
}

export const PHASES: Readonly<Record<ImportPhase, string>> = {
  reading: 'Reading',
  checking: 'Checking',
  files: 'Copying files',
  repositories: 'Loading svn',
  writing: 'Writing',
}
