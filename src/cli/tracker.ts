import type { Command } from 'commander'
import { NotFound } from '../platform/errors.ts'
import { example, type CliContext, type Opened } from './context.ts'

const actor = { userId: null, means: 'command' } as const

export const register = (program: Command, context: CliContext): void => {
  const tracker = program
    .command('tracker')
    .description('Trackers of projects.')
    .addHelpText('after', example('crocus tracker list lighthouse', 'crocus tracker delete lighthouse bug'))

  tracker
    .command('list')
    .argument('<project>', 'short name of the project')
    .option('--json', 'print a JSON array')
    .description('Lists the trackers of a project.')
    .addHelpText('after', example('crocus tracker list lighthouse', 'crocus tracker list lighthouse --json'))
    .action(
      context.verb(async (opened, shortName: string, options: { json?: boolean }) => {
        const project = await projectCalled(opened, shortName)
        const trackers = await opened.app.modules.trackers.listOfProject(project.id)
        context.printList(
          trackers.map(({ id, itemName, name, workflow }) => ({
            id,
            item_name: itemName,
            name,
            workflow: workflow ? (workflow.isAdvanced ? 'advanced' : 'simple') : null,
          })),
          ['id', 'item_name', 'name', 'workflow'],
          options,
        )
      }),
    )

  tracker
    .command('delete')
    .argument('<project>', 'short name of the project')
    .argument('<tracker>', 'item name of the tracker')
    .description('Marks a tracker deleted: nobody sees it any more; its id stays used, its names are free again.')
    .addHelpText('after', example('crocus tracker delete lighthouse bug'))
    .action(
      context.verb(async (opened, shortName: string, itemName: string) => {
        const { projects, trackers } = opened.app.modules
        const project = await projectCalled(opened, shortName)
        projects.requireWritable(project)
        const found = (await trackers.listOfProject(project.id)).find(
          candidate => candidate.itemName.toLowerCase() === itemName.toLowerCase(),
        )
        if (!found)
          throw new NotFound(`The project ${project.shortName} has no tracker with the item name ${itemName}.`)
        await trackers.deleteTracker(found, actor)
      }),
    )
}

const projectCalled = async ({ app }: Opened, shortName: string) => {
  const project = await app.modules.projects.findByShortName(shortName)
  if (!project) throw new NotFound(`There is no project with the short name ${shortName}.`)
  return project
}
