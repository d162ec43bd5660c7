import type { Command } from 'commander'
import { example, type CliContext } from './context.ts'

const actor = { userId: null, means: 'command' } as const

export const register = (program: Command, context: CliContext): void => {
  const linkType = program
    .command('link-type')
    .description('Types of links between artifacts, for all projects.')
    .addHelpText(
      'after',
      example('crocus link-type create blocks "Blocks" "Blocked by"', 'crocus link-type hide blocks'),
    )

  linkType
    .command('list')
    .option('--json', 'print a JSON array')
    .description('Lists the types in the order in which they are offered.')
    .addHelpText('after', example('crocus link-type list', 'crocus link-type list --json'))
    .action(
      context.reading(async ({ load }, options: { json?: boolean }) => {
        const projects = await load.projects()
        const types = [...(await projects.linkTypes()).values()]
        context.printList(
          types.map(({ shortName, forwardLabel, reverseLabel, isSystem, isHidden }) => ({
            name: shortName,
            forward: forwardLabel,
            reverse: reverseLabel,
            system: isSystem,
            hidden: isHidden,
          })),
          ['name', 'forward', 'reverse', 'system', 'hidden'],
          options,
        )
      }),
    )

  linkType
    .command('create')
    .argument('<name>', 'its short name, as clients and archives write it: letters without accents and _')
    .argument('<forward-label>', 'what an artifact is for the one that it links to: "Blocks"')
    .argument('<reverse-label>', 'the same, seen from the other end: "Blocked by"')
    .description('Makes a type that links in every project can have.')
    .addHelpText('after', example('crocus link-type create blocks "Blocks" "Blocked by"'))
    .action(
      context.verb(async ({ app }, shortName: string, forwardLabel: string, reverseLabel: string) => {
        await app.modules.projects.createLinkType(actor, { shortName, forwardLabel, reverseLabel })
      }),
    )

  linkType
    .command('set')
    .argument('<name>', 'short name of the type')
    .argument('<forward-label>', 'what an artifact is for the one that it links to: "Blocks"')
    .argument('<reverse-label>', 'the same, seen from the other end: "Blocked by"')
    .description('Changes both labels of a type, such as one that an import made.')
    .addHelpText('after', example('crocus link-type set duplicates "Duplicates" "Duplicated by"'))
    .action(
      context.verb(async ({ app }, shortName: string, forwardLabel: string, reverseLabel: string) => {
        await app.modules.projects.setLinkTypeLabels(actor, { shortName, forwardLabel, reverseLabel })
      }),
    )

  linkType
    .command('hide')
    .argument('<name>', 'short name of the type')
    .option('--undo', 'offer it again')
    .description('Offers a type for new links no more. Links that have it stay.')
    .addHelpText('after', example('crocus link-type hide blocks', 'crocus link-type hide blocks --undo'))
    .action(
      context.verb(async ({ app }, shortName: string, options: { undo?: boolean }) => {
        await app.modules.projects.setLinkTypeHidden(actor, shortName, options.undo !== true)
      }),
    )
}
