import type { Command } from 'commander'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { example, oneOf, type CliContext } from '../context.ts'

const actor = { userId: null, means: 'command' } as const

interface SetOptions {
  readonly status?: 'active' | 'suspended' | 'deleted'
  readonly template?: 'yes' | 'no'
}

export const register = (program: Command, context: CliContext): void => {
  const project = program
    .command('project')
    .description('Projects.')
    .addHelpText('after', example('crocus project list', 'crocus project set lighthouse --status suspended'))

  project
    .command('list')
    .option('--json', 'print a JSON array')
    .description('Lists the projects, those of the platform itself included.')
    .addHelpText('after', example('crocus project list', 'crocus project list --json'))
    .action(
      context.reading(async ({ load }, options: { json?: boolean }) => {
        const projects = await load.projects()
        context.printList(
          (await projects.listAll()).map(each => ({
            id: each.id,
            shortname: each.shortName.toLowerCase(),
            label: each.label,
            status: each.status,
            access: each.access,
            template: each.isTemplate,
          })),
          ['id', 'shortname', 'label', 'status', 'access', 'template'],
          options,
        )
      }),
    )

  project
    .command('set')
    .argument('<shortname>', 'short name of the project')
    .option(
      '--status <status>',
      'active, suspended or deleted; deleted cannot be undone',
      oneOf('active', 'suspended', 'deleted'),
    )
    .option('--template <yes|no>', 'whether everybody who sees it may make projects from it', oneOf('yes', 'no'))
    .description('Changes the status of a project, or whether it is a template.')
    .addHelpText(
      'after',
      example('crocus project set lighthouse --status active', 'crocus project set lighthouse --template yes'),
    )
    .action(
      context.verb(async ({ app }, shortName: string, options: SetOptions) => {
        const { projects } = app.modules
        if (options.status === undefined && options.template === undefined)
          throw new Invalid('There is nothing to change: give --status, --template or both.', {
            reason: 'parameter.required',
          })
        const found = await projects.findByShortName(shortName)
        if (!found) throw new NotFound(`There is no project with the short name ${shortName}.`)
        await projects.change(actor, found.id, {
          ...(options.status && { status: options.status }),
          ...(options.template && { isTemplate: options.template === 'yes' }),
        })
      }),
    )
}
