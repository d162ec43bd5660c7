import type { Command } from 'commander'
import type { ExportPhase, ExportReport } from '../../modules/exports/index.ts'
import { example, type CliContext } from '../context.ts'
import { progressOfPhases } from '../progress.ts'

interface ExportCommandOptions {
  readonly tracker?: readonly string[]
  readonly structure?: boolean
  readonly svn: boolean
  readonly force?: boolean
}

export const register = (program: Command, context: CliContext): void => {
  program
    .command('export-project')
    .argument('<project>', 'number or short name of the project')
    .argument('<archive>', 'file to write, as a zip where its name ends with .zip, else a folder')
    .description('Writes a project as an archive that import-project reads, here or on another server.')
    .option('--tracker <item-name...>', 'only these trackers')
    .option('--structure', 'nobody and nothing that is in it: what projects can be made from')
    .option('--no-svn', 'without the Subversion repositories')
    .option('--force', 'replace an archive of that name')
    .addHelpText(
      'after',
      '\nThe archive is one state of the project, also while people work in it. What it cannot hold is told at the end.',
    )
    .addHelpText(
      'after',
      example(
        'crocus export-project lighthouse lighthouse.zip',
        'crocus export-project lighthouse ./lighthouse --tracker bug task --no-svn',
      ),
    )
    .action(
      context.verb(async ({ app }, project: string, archive: string, options: ExportCommandOptions) => {
        const report = await app.modules.exports.exportProject(project, archive, {
          ...(options.tracker && { trackers: options.tracker }),
          isStructureOnly: options.structure ?? false,
          withoutRepositories: !options.svn,
          replaces: options.force ?? false,
          ...(context.isTerminal && { onProgress: progressOfPhases(process.stderr, PHASES) }),
        })
        for (const warning of report.warnings) context.note(`warning: ${warning}`)
        for (const line of summary(report, archive)) context.print(line)
      }),
    )
}

const summary = ({ project, counts }: ExportReport, archive: string): string[] => [
  `Exported project ${project.id} (${project.shortName}) to ${archive}.`,
  `Users: ${counts.users}. User groups: ${counts.groups}. Trackers: ${counts.trackers}.`,
  `Artifacts: ${counts.artifacts}. Changesets: ${counts.changesets}. Attachments: ${counts.files}. Repositories: ${counts.repositories}.`,
]

const PHASES: Readonly<Record<ExportPhase, string>> = {
  artifacts: 'Artifacts',
  files: 'Copying files',
  repositories: 'Dumping svn',
}
