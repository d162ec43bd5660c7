import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { AccountValues } from '../modules/auth/index.ts'
import type { User, UserStatus } from '../modules/users/index.ts'
import { Invalid, NotFound } from '../platform/errors.ts'
import { isMailAddress } from '../platform/mail/address.ts'
import { example, oneOf, type CliContext, type OpenInstallation } from './context.ts'

const actor = { userId: null, means: 'command' } as const

const statuses = { active: 'A', restricted: 'R', suspended: 'S', deleted: 'D', pending: 'P' } as const
type StatusWord = keyof typeof statuses
const words = Object.keys(statuses) as StatusWord[]
const wordOf = (status: UserStatus): string => words.find(word => statuses[word] === status) ?? 'validated'

interface AccountOptions {
  readonly email?: string
  readonly realName?: string
  readonly status?: StatusWord
  readonly restricted?: 'yes' | 'no'
  readonly siteAdmin?: 'yes' | 'no'
  readonly sshKeys?: string
  readonly password?: string
  readonly passwordStdin?: boolean
  readonly invite?: boolean
  readonly json?: boolean
}

const withAccountOptions = (command: Command): Command =>
  command
    .option('--email <address>', 'e-mail address')
    .option('--real-name <name>', 'real name')
    .option('--status <status>', words.join(', '), oneOf(...words))
    .option(
      '--restricted <yes|no>',
      'yes: sees only projects it belongs to (access_mode restricted)',
      oneOf('yes', 'no'),
    )
    .option('--site-admin <yes|no>', 'yes: administrator of the platform', oneOf('yes', 'no'))
    .option('--ssh-keys <file>', 'file with its SSH keys, a line each; they replace those it had')
    .option(
      '--password <password>',
      'password; other users of this machine may see it: rather pass it by standard input',
    )
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print the account as JSON')

export const register = (program: Command, context: CliContext): void => {
  const user = program
    .command('user')
    .description('Accounts.')
    .addHelpText(
      'after',
      example('crocus user list', 'crocus user create alice --email alice@example.org --password-stdin < password.txt'),
    )

  addCreateCommand(user, context)
  addSetCommand(user, context)
  addListCommand(user, context)
  addResetCommand(user, context)
}

const addCreateCommand = (user: Command, context: CliContext): void => {
  withAccountOptions(user.command('create').argument('<login>', 'login name: 3 to 30 letters, digits, "-", "_", "."'))
    .option('--invite', 'instead of a password: send a mail with a link to choose one, good for seven days')
    .description('Makes an account. Without a password nobody can sign in with one until it is set.')
    .addHelpText(
      'after',
      example(
        'crocus user create alice --email alice@example.org --real-name "Alice Liddell" --password-stdin < password.txt',
        'crocus user create bob --email bob@example.org --invite',
        'crocus user create ops --email ops@example.org --site-admin yes --password-stdin < password.txt',
      ),
    )
    .action(
      context.verb(async (opened, login: string, options: AccountOptions) => {
        if (options.email === undefined)
          throw new Invalid('An account needs an e-mail address: --email ADDRESS.', { reason: 'parameter.required' })
        const id = await opened.app.modules.auth.createAccount(
          login,
          { ...(await valuesOf(context, options)), isInvited: options.invite === true },
          actor,
        )
        await show(context, opened, id, options)
      }),
    )
}

const addSetCommand = (user: Command, context: CliContext): void => {
  withAccountOptions(user.command('set').argument('<login>', 'login name'))
    .option('--login <name>', 'new login name')
    .description('Changes an account; what is not named stays as it is.')
    .addHelpText(
      'after',
      example(
        'crocus user set alice --status suspended',
        'crocus user set alice --password-stdin < password.txt',
        'crocus user set alice --ssh-keys alice.pub',
      ),
    )
    .action(
      context.verb(async (opened, login: string, options: AccountOptions & { readonly login?: string }) => {
        const account = await getUserByLogin(opened, login)
        const values = {
          ...(await valuesOf(context, options)),
          ...(options.login !== undefined && { login: options.login }),
        }
        if (Object.keys(values).length === 0)
          throw new Invalid('Say what to change; --help lists the options.', { reason: 'parameter.required' })
        await opened.app.modules.auth.changeAccount(account.id, values, actor)
        await show(context, opened, account.id, options)
      }),
    )
}

const addListCommand = (user: Command, context: CliContext): void => {
  user
    .command('list')
    .option('--status <status>', `only accounts that are ${words.join(', ')}`, oneOf(...words))
    .option('--json', 'print a JSON array')
    .description('Lists the accounts.')
    .addHelpText('after', example('crocus user list', 'crocus user list --status suspended --json'))
    .action(
      context.reading(async ({ load, db }, options: { status?: StatusWord; json?: boolean }) => {
        const accounts = await (await load.users()).listAll()
        const { listSiteAdministrators } = await import('../modules/auth/store/auth.store.ts')
        const administrators = new Set(await listSiteAdministrators(db.kysely))
        const rows = accounts
          .filter(account => options.status === undefined || account.status === statuses[options.status])
          .map(account => rowOf(account, administrators.has(account.id)))
        context.printList(rows, ['id', 'login', 'real_name', 'email', 'status', 'site_admin'], options)
      }),
    )
}

const addResetCommand = (user: Command, context: CliContext): void => {
  user
    .command('reset-second-factors')
    .argument('<login>', 'login name')
    .description(
      'Removes all second factors and recovery codes of an account whose owner lost them, and tells the owner.',
    )
    .addHelpText('after', example('crocus user reset-second-factors alice'))
    .action(
      context.verb(async (opened, login: string) => {
        const account = await getUserByLogin(opened, login)
        const had = await opened.app.modules.auth.resetSecondFactors(account.id, actor)
        context.print(had ? `${account.login} signs in with the password alone.` : `${account.login} had none.`)
      }),
    )
}

const rowOf = (account: User, isSiteAdministrator: boolean) => ({
  id: account.id,
  login: account.login,
  real_name: account.realName,
  email: account.email,
  status: wordOf(account.status),
  site_admin: isSiteAdministrator ? 'yes' : 'no',
})

const show = async (
  context: CliContext,
  opened: OpenInstallation,
  id: number,
  options: AccountOptions,
): Promise<void> => {
  const account = (await opened.app.modules.users.get(id)) as User
  if (options.json !== true) return context.print(`${account.login} ${account.id} ${wordOf(account.status)}`)
  const administrators = await opened.app.modules.auth.siteAdministratorIds()
  context.print(JSON.stringify(rowOf(account, administrators.has(id)), null, 2))
}

export const getUserByLogin = async ({ app }: OpenInstallation, login: string): Promise<User> => {
  const account = await app.modules.users.findByLogin(login)
  if (!account) throw new NotFound(`There is no account ${login}.`)
  return account
}

const valuesOf = async (context: CliContext, options: AccountOptions): Promise<AccountValues> => {
  const { email, realName, siteAdmin, sshKeys } = options
  if (email !== undefined && !isMailAddress(email))
    throw new Invalid(`${email} is no e-mail address.`, { reason: 'parameter.range' })
  const status = statusOf(options)
  const password = await passwordOf(context, options)
  return {
    ...(email !== undefined && { email }),
    ...(realName !== undefined && { realName: realName.trim() }),
    ...(status !== undefined && { status }),
    ...(siteAdmin !== undefined && { isSiteAdministrator: siteAdmin === 'yes' }),
    ...(sshKeys !== undefined && { sshKeys: await readSshKeys(sshKeys) }),
    ...(password !== undefined && { password }),
  }
}

const statusOf = ({ status, restricted }: AccountOptions): UserStatus | undefined => {
  if (status !== undefined && restricted !== undefined)
    throw new Invalid('--status and --restricted both say what the account is: name one of them.', {
      reason: 'parameter.range',
    })
  if (restricted !== undefined) return restricted === 'yes' ? 'R' : 'A'
  return status && statuses[status]
}

const passwordOf = async (context: CliContext, options: AccountOptions): Promise<string | undefined> => {
  if (options.passwordStdin !== true) return options.password
  if (options.password !== undefined)
    throw new Invalid('--password and --password-stdin exclude each other.', { reason: 'parameter.range' })
  return context.readStdin()
}

/** users.md §5: stored as given; only an empty line is refused, and the line end of the last line is ignored. */
const readSshKeys = async (file: string): Promise<string[]> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Invalid(`The file ${file} cannot be read: ${error.code ?? error.message}.`, { reason: 'parameter.range' })
  })
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (text.trim() === '') return []
  const empty = lines.findIndex(line => line.trim() === '')
  if (empty >= 0)
    throw new Invalid(`Line ${empty + 1} of ${file} is empty; each line is to be one key.`, {
      reason: 'parameter.range',
    })
  if (text.includes('\0')) throw new Invalid(`The file ${file} is no text.`, { reason: 'parameter.range' })
  return lines
}
