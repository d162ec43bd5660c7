import type { Command } from 'commander'
import { example, integer, oneOf, type CliContext } from '../context.ts'

const actor = { userId: null, means: 'command' } as const
const MAX_RANK = 2 ** 31 - 1

export const register = (program: Command, context: CliContext): void => {
  const field = program
    .command('project-field')
    .description('Custom fields of projects.')
    .addHelpText(
      'after',
      example(
        'crocus project-field create Sponsor "Who pays" 1 line 0',
        'crocus project-field set 101 1 "Harbour office"',
      ),
    )

  addCreateCommand(field, context)
  addSetCommand(field, context)
  addListCommand(field, context)
}

const addCreateCommand = (field: Command, context: CliContext): void => {
  field
    .command('create')
    .argument('<name>', 'name of the field')
    .argument('<description>', 'what it is for')
    .argument('<rank>', 'its place in forms', integer(0, MAX_RANK))
    .argument('<type>', 'line (one line) or text', oneOf('line', 'text'))
    .argument('<required>', '1: each new project needs a value; 0: it does not', oneOf('0', '1'))
    .description('Adds a field to every project and prints its id.')
    .addHelpText('after', example('crocus project-field create Sponsor "Who pays" 1 line 0'))
    .action(
      context.verb(
        async (
          { app },
          name: string,
          description: string,
          rank: number,
          type: 'line' | 'text',
          required: '0' | '1',
        ) => {
          const isRequired = required === '1'
          const id = await app.modules.projects.createField(actor, { name, description, rank, type, isRequired })
          context.print(String(id))
        },
      ),
    )
}

const addSetCommand = (field: Command, context: CliContext): void => {
  field
    .command('set')
    .argument('<project-id>', 'id of the project, 100 for the site template', integer(1, Number.MAX_SAFE_INTEGER))
    .argument('<field-id>', 'id of the field', integer(1, Number.MAX_SAFE_INTEGER))
    .argument('<value>', 'its value; "" for none')
    .description('Sets the value of a field in one project.')
    .addHelpText('after', example('crocus project-field set 101 1 "Harbour office"'))
    .action(
      context.verb(async ({ app }, projectId: number, fieldId: number, value: string) => {
        await app.modules.projects.setFieldValue(actor, projectId, fieldId, value)
      }),
    )
}

const addListCommand = (field: Command, context: CliContext): void => {
  field
    .command('list')
    .option('--json', 'print a JSON array')
    .description('Lists the fields in the order of forms.')
    .addHelpText('after', example('crocus project-field list --json'))
    .action(
      context.reading(async ({ load }, options: { json?: boolean }) => {
        const projects = await load.projects()
        const fields = await projects.fields()
        context.printList(
          fields.map(({ isRequired, ...each }) => ({ ...each, required: isRequired })),
          ['id', 'name', 'type', 'required', 'rank', 'description'],
          options,
        )
      }),
    )
}
