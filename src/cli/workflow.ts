import type { Command } from 'commander'
import { Invalid, NotFound } from '../platform/errors.ts'
import type { Tracker, WorkflowMode } from '../modules/trackers/index.ts'
import { example, oneOf, type CliContext, type OpenInstallation } from './context.ts'

const actor = { userId: null, means: 'command' } as const

export const register = (program: Command, context: CliContext): void => {
  const workflow = program
    .command('workflow')
    .description('Workflows of trackers.')
    .addHelpText('after', example('crocus workflow set-mode bug advanced'))

  workflow
    .command('set-mode')
    .argument('<tracker>', 'item name of the tracker; as project/item-name where several projects have it')
    .argument('<mode>', 'simple or advanced', oneOf('simple', 'advanced'))
    .description('Makes a workflow simple (settings by state) or advanced (settings by transition).')
    .addHelpText(
      'after',
      '\nTo simple: all transitions to a state get the settings of the oldest one that does not start from a new artifact.' +
        '\nTo advanced: frozen fields and hidden fieldsets are lost.',
    )
    .addHelpText(
      'after',
      example('crocus workflow set-mode bug advanced', 'crocus workflow set-mode lighthouse/bug simple'),
    )
    .action(
      context.verb(async (opened, name: string, mode: WorkflowMode) => {
        const { projects, trackers } = opened.app.modules
        const tracker = await getTrackerByName(opened, name)
        const project = await projects.get(tracker.projectId)
        if (project) projects.requireWritable(project)
        await trackers.setWorkflowMode(tracker.id, mode, actor)
      }),
    )
}

/** The tracker with this name: if several match, the one with a workflow. */
const getTrackerByName = async ({ app }: OpenInstallation, name: string): Promise<Tracker> => {
  const { projects, trackers } = app.modules
  const [, shortName, itemName = name] = /^([^/]+)\/(.+)$/.exec(name) ?? []
  const project = shortName === undefined ? undefined : await projects.findByShortName(shortName)
  if (shortName !== undefined && !project) throw new NotFound(`There is no project with the short name ${shortName}.`)
  const found = (await trackers.findByItemName(itemName)).filter(
    tracker => project === undefined || tracker.projectId === project.id,
  )
  if (found.length === 0) throw new NotFound(`There is no tracker with the item name ${itemName}.`)
  const withWorkflow = found.filter(tracker => tracker.workflow !== null)
  const [tracker, ...others] = withWorkflow.length > 0 ? withWorkflow : found
  if (!tracker || others.length > 0) {
    const owners = await projects.getMany(withWorkflow.map(candidate => candidate.projectId))
    const names = [...owners.values()].map(owner => `${owner.shortName}/${itemName}`)
    throw withWorkflow.length === 0
      ? new Invalid(`No tracker with the item name ${itemName} has a workflow.`, { reason: 'parameter.range' })
      : new Invalid(`Several trackers have the item name ${itemName}: say ${names.join(' or ')}.`, {
          reason: 'parameter.range',
        })
  }
  return tracker
}
