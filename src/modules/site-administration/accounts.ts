import { faultOf, Forbidden, Invalid } from '../../platform/errors.ts'
import { isMailAddress } from '../../platform/mail/address.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import type { AccountRights, AuthModule } from '../auth/index.ts'
import {
  canManageUsers,
  canSignIn,
  loginFault,
  passwordFault,
  type Account,
  type AccountFilter,
  type UsersModule,
  type UserStatus,
  type Viewer,
} from '../users/index.ts'

export interface AccountWithRights extends Account {
  readonly rights: AccountRights
}

export interface AccountsDependencies {
  readonly users: UsersModule
  readonly auth: Pick<AuthModule, 'accountRights' | 'changeAccount' | 'createAccount' | 'resetSecondFactors'>
  /** Whether a mail server sends the mails; without a mail server they are stored in a folder. */
  readonly isMailSent: boolean
}

const requireManager = (viewer: Viewer): void => {
  if (!canManageUsers(viewer))
    throw new Forbidden('Only those who administer users work on accounts', { reason: 'permission.admin' })
}

const addRights = async (
  { auth }: AccountsDependencies,
  accounts: readonly Account[],
): Promise<AccountWithRights[]> => {
  const rights = await auth.accountRights(accounts.map(({ user }) => user.id))
  return accounts.flatMap(account => {
    const found = rights.get(account.user.id)
    return found ? [{ ...account, rights: found }] : []
  })
}

/** Accounts of any status, with their rights. */
export const listAccounts =
  (deps: AccountsDependencies) =>
  async (
    viewer: Viewer,
    filter: AccountFilter,
    page: Page,
  ): Promise<{ readonly accounts: readonly AccountWithRights[]; readonly size: number }> => {
    requireManager(viewer)
    const { accounts, size } = await deps.users.listAccounts(filter, page)
    return { accounts: await addRights(deps, accounts), size }
  }

export interface NewAccount {
  readonly login: string
  readonly realName: string
  readonly email: string
  /** Without a password, a mail invites the owner to choose one. */
  readonly password: string | undefined
  readonly status: UserStatus
}

/** Applies the rules of `crocus user create` and reports all faults at once. */
export const registerAccount =
  (deps: AccountsDependencies) =>
  async (viewer: Viewer, account: NewAccount): Promise<AccountWithRights> => {
    requireManager(viewer)
    const { users, auth } = deps
    const { login, realName, email, password, status } = account
    const isTaken = (await users.takenNames([login])).size > 0
    const faults = [
      ...(isTaken
        ? faultOf('username', loginFault(login) ?? `the user name ${login} is already used`, 'conflict')
        : faultOf('username', loginFault(login))),
      ...faultOf('email', isMailAddress(email) ? undefined : '`email` is to be an e-mail address'),
      ...faultOf('password', password === undefined ? invitationFault(deps, status) : passwordFault(password)),
    ]
    if (faults.length > 0) throw new Invalid(faults)
    const way = password === undefined ? { isInvited: true } : { password }
    const id = await auth.createAccount(login, { realName, email, status, ...way }, viewer)
    const [made] = await addRights(deps, await users.getAccounts([id]))
    return made as AccountWithRights
  }

const invitationFault = ({ isMailSent }: AccountsDependencies, status: UserStatus): string | undefined => {
  if (!isMailSent) return '`password` is required: no mail server is set, so nobody can be sent a link to choose one'
  if (!canSignIn({ status })) return '`password` is required: an account that may not sign in yet cannot be invited to'
  return undefined
}

/** For an owner who lost the phone. Returns whether the account had a second factor. */
export const resetSecondFactors =
  ({ auth }: AccountsDependencies) =>
  async (viewer: Viewer, userId: number): Promise<boolean> => {
    if (!viewer.isSiteAdministrator)
      throw new Forbidden('Only site administrators remove second factors of others', { reason: 'permission.admin' })
    return auth.resetSecondFactors(userId, viewer)
  }

/** Site administrators decide which accounts are site administrators. Returns whether anything changed. */
export const setAdministrator =
  ({ auth }: AccountsDependencies) =>
  async (viewer: Viewer, userId: number, isSiteAdministrator: boolean): Promise<boolean> => {
    if (!viewer.isSiteAdministrator)
      throw new Forbidden('Only site administrators say who is one', { reason: 'permission.admin' })
    return auth.changeAccount(userId, { isSiteAdministrator }, viewer)
  }
