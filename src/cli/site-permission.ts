import type { Command } from 'commander'
import { sitePermissions } from '../modules/users/model/viewer.ts'
import { example, type CliContext } from './context.ts'

const actor = { userId: null, means: 'command' } as const

export const register = (program: Command, context: CliContext): void => {
  const sitePermission = program
    .command('site-permission')
    .description('Permissions on the platform that are delegated to groups of accounts.')
    .addHelpText('after', `\nPermissions: ${sitePermissions.join(', ')}`)
    .addHelpText('after', example('crocus site-permission grant Helpdesk user_management alice'))

  sitePermission
    .command('grant')
    .argument('<group>', 'name of the group; it is made if it is not there')
    .argument('<permission>', sitePermissions.join(', '))
    .argument('<login>', 'account that joins the group')
    .description('Gives a permission to a group and adds an account to it.')
    .addHelpText('after', example('crocus site-permission grant Helpdesk user_management alice'))
    .action(
      context.verb(async ({ app }, group: string, permission: string, login: string) => {
        const { parseSitePermission } = await import('../modules/auth/index.ts')
        await app.modules.auth.grantSitePermission(group, parseSitePermission(permission), login, actor)
      }),
    )

  sitePermission
    .command('revoke')
    .argument('<group>', 'name of the group')
    .argument('<what>', 'a permission that the group loses, or the login of an account that leaves it')
    .description('Takes a permission from a group (and so from all its accounts), or an account out of it.')
    .addHelpText(
      'after',
      example('crocus site-permission revoke Helpdesk user_management', 'crocus site-permission revoke Helpdesk alice'),
    )
    .action(
      context.verb(async ({ app }, group: string, what: string) => {
        const permission = sitePermissions.find(each => each === what)
        await app.modules.auth.revokeSitePermission(group, permission ? { permission } : { login: what }, actor)
      }),
    )

  sitePermission
    .command('list')
    .option('--json', 'print a JSON array')
    .description('Lists the groups with their permissions and accounts.')
    .addHelpText('after', example('crocus site-permission list', 'crocus site-permission list --json'))
    .action(
      context.reading(async ({ load, db }, options: { json?: boolean }) => {
        const { listSiteGroups } = await import('../modules/auth/accounts/list-site-groups.ts')
        const groups = await listSiteGroups({ db, users: await load.users() })()
        const rows = groups.map(({ name, permissions, logins }) => ({
          group: name,
          permissions: options.json === true ? permissions : permissions.join(' '),
          logins: options.json === true ? logins : logins.join(' '),
        }))
        context.printList(rows, ['group', 'permissions', 'logins'], options)
      }),
    )
}
