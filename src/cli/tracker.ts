import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { DefinitionDifference } from '../modules/tracker-definitions/index.ts'
import { Invalid, NotFound } from '../platform/errors.ts'
import { example, type CliContext, type Modules } from './context.ts'

const actor = { userId: null, means: 'command' } as const

export const register = (program: Command, context: CliContext): void => {
  const tracker = program
    .command('tracker')
    .description('Trackers of projects.')
    .addHelpText(
      'after',
      example(
        'crocus tracker list lighthouse',
        'crocus tracker export lighthouse bug > bug.json',
        'crocus tracker apply lighthouse bug.json --dry-run',
      ),
    )

  addListCommand(tracker, context)
  addDeleteCommand(tracker, context)
  addExportCommand(tracker, context)
  addApplyCommand(tracker, context)
}

const addListCommand = (tracker: Command, context: CliContext): void => {
  tracker
    .command('list')
    .argument('<project>', 'short name of the project')
    .option('--json', 'print a JSON array')
    .description('Lists the trackers of a project.')
    .addHelpText('after', example('crocus tracker list lighthouse', 'crocus tracker list lighthouse --json'))
    .action(
      context.reading(async ({ load, db }, shortName: string, options: { json?: boolean }) => {
        const project = await getProjectByName({ projects: await load.projects() }, shortName)
        const { listTrackerRows } = await import('./tracker-list.store.ts')
        const rows = await listTrackerRows(db.kysely, project.id)
        context.printList(rows, ['id', 'item_name', 'name', 'workflow'], options)
      }),
    )
}

const addDeleteCommand = (tracker: Command, context: CliContext): void => {
  tracker
    .command('delete')
    .argument('<project>', 'short name of the project')
    .argument('<tracker>', 'item name of the tracker')
    .description('Marks a tracker deleted: nobody sees it any more; its id stays used, its names are free again.')
    .addHelpText('after', example('crocus tracker delete lighthouse bug'))
    .action(
      context.verb(async (opened, shortName: string, itemName: string) => {
        const { projects, trackers } = opened.app.modules
        const project = await getProjectByName(opened.app.modules, shortName)
        projects.requireWritable(project)
        const found = await getTrackerByName(opened.app.modules, project.id, itemName)
        if (!found) throw noTracker(project.shortName, itemName)
        await trackers.deleteTracker(found, actor)
      }),
    )
}

const addExportCommand = (tracker: Command, context: CliContext): void => {
  tracker
    .command('export')
    .argument('<project>', 'short name of the project')
    .argument('<tracker>', 'item name of the tracker')
    .description('Prints everything that is configured about a tracker, as a JSON definition without ids.')
    .addHelpText('after', example('crocus tracker export lighthouse bug > bug.json'))
    .action(
      context.reading(async ({ load }, shortName: string, itemName: string) => {
        const [projects, trackers] = [await load.projects(), await load.trackers()]
        const project = await getProjectByName({ projects }, shortName)
        const found = await getTrackerByName({ trackers }, project.id, itemName)
        if (!found) throw noTracker(project.shortName, itemName)
        const administration = await load.administration()
        const { definition } = await administration.getDefinition(found.id)
        context.print(JSON.stringify(definition, null, 2))
      }),
    )
}

const addApplyCommand = (tracker: Command, context: CliContext): void => {
  tracker
    .command('apply')
    .argument('<project>', 'short name of the project')
    .argument('<file>', 'a definition, as `crocus tracker export` prints it; - reads standard input')
    .option('--tracker <item name>', 'the tracker that is changed; by default the one with the item name of the file')
    .option('--dry-run', 'only tell what would be changed')
    .option('--allow-data-loss', 'change it even if artifacts lose values')
    .option('--json', 'print the report as JSON')
    .description('Makes a tracker what a definition says; makes it where the project has none of that name.')
    .addHelpText(
      'after',
      example(
        'crocus tracker apply lighthouse bug.json --dry-run',
        'crocus tracker export lighthouse bug | crocus tracker apply harbour -',
      ),
    )
    .action(
      context.verb(async (opened, shortName: string, file: string, options: ApplyOptions) => {
        const { projects, administration } = opened.app.modules
        const project = await getProjectByName(opened.app.modules, shortName)
        projects.requireWritable(project)
        const { decodeDefinition } = await import('../modules/tracker-definitions/index.ts')
        const definition = decodeDefinition(
          parseJson(file === '-' ? await context.readStdin() : await readText(file)),
          'json',
        )
        const itemName = options.tracker ?? definition.general?.item_name
        if (itemName === undefined)
          throw new Invalid('The file names no tracker: give --tracker.', { reason: 'parameter.range' })
        const found = await getTrackerByName(opened.app.modules, project.id, itemName)
        if (!found && options.tracker !== undefined) throw noTracker(project.shortName, itemName)
        if (!found) {
          const isDryRun = options.dryRun ?? false
          const { warnings } = await administration.createFromDefinition(actor, project, definition, { isDryRun })
          for (const warning of warnings) context.note(warning)
          return context.print(`The tracker ${itemName} ${isDryRun ? 'would be' : 'was'} made.`)
        }
        const report = await administration.applyDefinition(actor, found.id, definition, {
          isDryRun: options.dryRun ?? false,
          allowDataLoss: options.allowDataLoss ?? false,
        })
        for (const warning of report.warnings) context.note(warning)
        if (options.json) return context.print(JSON.stringify(administration.representReport(report), null, 2))
        for (const change of report.changes) context.print(lineOf(change))
        for (const { kind, name, artifacts } of report.losses)
          context.print(`lost: the ${kind} "${name}" in ${artifacts} artifact${artifacts === 1 ? '' : 's'}`)
        for (const { name, into, artifacts } of report.merges)
          context.print(`merged: "${name}" into "${into}" in ${artifacts} artifact${artifacts === 1 ? '' : 's'}`)
        if (report.changes.length === 0) context.print('Nothing differs.')
      }),
    )
}

interface ApplyOptions {
  readonly tracker?: string
  readonly dryRun?: boolean
  readonly allowDataLoss?: boolean
  readonly json?: boolean
}

const lineOf = ({ action, kind, name, member, before, after }: DefinitionDifference): string =>
  member === null
    ? `${action} ${kind} "${name}"`
    : `${action} ${kind} "${name}": ${member} ${JSON.stringify(before)} → ${JSON.stringify(after)}`

const getTrackerByName = async ({ trackers }: Pick<Modules, 'trackers'>, projectId: number, itemName: string) =>
  (await trackers.listOfProject(projectId)).find(
    candidate => candidate.itemName.toLowerCase() === itemName.toLowerCase(),
  )

const noTracker = (shortName: string, itemName: string): NotFound =>
  new NotFound(`The project ${shortName} has no tracker with the item name ${itemName}.`)

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Invalid(`The file cannot be read: ${(error as Error).message}`, { reason: 'parameter.range' })
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Invalid(`The file is no JSON: ${(error as Error).message}`, { reason: 'parameter.range' })
  }
}

const getProjectByName = async ({ projects }: Pick<Modules, 'projects'>, shortName: string) => {
  const project = await projects.findByShortName(shortName)
  if (!project) throw new NotFound(`There is no project with the short name ${shortName}.`)
  return project
}
