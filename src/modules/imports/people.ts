import { childText, type XmlNode } from '../../platform/xml/node.ts'
import { FIRST_ADMINISTRATOR_ID, isAlive, NONE_USER_ID, type User, type UserStatus } from '../users/index.ts'
import type { Messages } from './messages.ts'
import type { UserDecisions, UserAction } from './user-map.ts'

/** What the plan may ask of the accounts of the platform; all of it reads. */
export interface Accounts {
  findByLogin(login: string): Promise<User | undefined>
  findByLdapId(ldapId: string): Promise<User | undefined>
  findByEmail(email: string): Promise<readonly User[]>
}

/** An account that the import makes. */
export interface PlannedAccount {
  /** Negative: stands for the id that the account will get. */
  readonly provisionalId: number
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly ldapId: string
  readonly status: UserStatus
}

/** Who did something: an account, or somebody known by an address only. */
export interface Author {
  /** 0 = anonymous; negative = a planned account. */
  readonly userId: number
  readonly email: string | null
}

export type ReferenceFormat = 'username' | 'ldap' | 'id' | 'email'
export const referenceFormats: readonly string[] = ['username', 'ldap', 'id', 'email']

/** The users of an archive, each tied to an account that is there or that will be made. */
export interface People {
  readonly created: readonly PlannedAccount[]
  readonly counts: { readonly created: number; readonly mapped: number; readonly reused: number }
  /** By a reference of the archive (import.md §4); undefined = not in `users.xml`. */
  find(format: ReferenceFormat, key: string): number | undefined
  /** Accounts of the platform, looked up before: for references by address and labels of open lists. */
  findByEmail(email: string): number | undefined
  findByLogin(login: string): number | undefined
  /** Accounts among them that are (or will be) restricted, with their logins. */
  readonly restricted: ReadonlyMap<number, string>
}

interface ArchiveUser {
  readonly node: XmlNode
  readonly id: string
  readonly username: string
  readonly realName: string
  readonly email: string
  readonly ldapId: string
}

/** import.md §3: how a user of the archive stands to the accounts of the platform. */
type Classification =
  | { readonly kind: 'existing'; readonly account: User }
  | { readonly kind: 'to activate'; readonly account: User }
  | { readonly kind: 'e-mail mismatch'; readonly account: User }
  | { readonly kind: 'same e-mail'; readonly account: User }
  | { readonly kind: 'new' }

const allowedActions: Readonly<Record<Classification['kind'], readonly UserAction['kind'][]>> = {
  existing: ['noop', 'map'],
  'to activate': ['noop', 'map'],
  'e-mail mismatch': ['map'],
  'same e-mail': ['map'],
  new: ['create', 'map'],
}

const explanations: Readonly<Record<Exclude<Classification['kind'], 'existing'>, (account: string) => string>> = {
  'to activate': account => `the account ${account} is neither active nor restricted`,
  'e-mail mismatch': account => `the account ${account} has another e-mail address`,
  'same e-mail': account => `the account ${account} has the same e-mail address`,
  new: () => 'there is no such account',
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const readUsers = (root: XmlNode, messages: Messages): ArchiveUser[] => {
  const users: ArchiveUser[] = []
  const names = new Set<string>()
  const ids = new Set<string>()
  for (const node of root.children.filter(child => child.name === 'user')) {
    const user: ArchiveUser = {
      node,
      id: childText(node, 'id'),
      username: childText(node, 'username'),
      realName: childText(node, 'realname'),
      email: childText(node, 'email'),
      ldapId: childText(node, 'ldapid'),
    }
    const name = user.username.toLowerCase()
    if (!/^\d+$/.test(user.id)) messages.error(node, `the id "${user.id}" of a user is not a whole number`)
    if (user.username === '') messages.error(node, 'a user has no username')
    else if (names.has(name)) messages.error(node, `the user "${user.username}" is there twice`)
    else if (ids.has(user.id)) messages.error(node, `two users have the id ${user.id}`)
    else users.push(user)
    names.add(name)
    ids.add(user.id)
  }
  return users
}

const classify = async (
  user: ArchiveUser,
  accounts: Accounts,
  actingUserId: number,
  ignoresEmail: boolean,
): Promise<Classification> => {
  const byLdap = user.ldapId === '' ? undefined : await accounts.findByLdapId(user.ldapId)
  const account = byLdap ?? (await accounts.findByLogin(user.username))
  if (account) {
    // Their address is set by each installation, so archives name them with another one: the login alone tells who they are.
    const isOperator = account.id === actingUserId || account.id === FIRST_ADMINISTRATOR_ID
    if (isOperator) return { kind: 'existing', account }
    if (!ignoresEmail && account.ldapId === '' && !sameAddress(account.email, user.email))
      return { kind: 'e-mail mismatch', account }
    return { kind: isAlive(account) ? 'existing' : 'to activate', account }
  }
  const [sameEmail] = ignoresEmail || user.email === '' ? [] : await accounts.findByEmail(user.email)
  return sameEmail ? { kind: 'same e-mail', account: sameEmail } : { kind: 'new' }
}

export interface PeopleInput {
  readonly users: XmlNode
  readonly decisions: UserDecisions
  readonly actingUserId: number
  /** Addresses and logins that the document mentions without `users.xml`. */
  readonly mentioned: { readonly emails: ReadonlySet<string>; readonly logins: ReadonlySet<string> }
  /** Why an account of this login cannot be made; undefined = it can. */
  readonly loginFault: (login: string) => Promise<string | undefined>
}

/** Ties every user of `users.xml` to an account, before anything is created. What cannot be tied is an error. */
export const planPeople = async (input: PeopleInput, accounts: Accounts, messages: Messages): Promise<People> => {
  const { decisions } = input
  const created: PlannedAccount[] = []
  const counts = { created: 0, mapped: 0, reused: 0 }
  const byUsername = new Map<string, number>()
  const byLdap = new Map<string, number>()
  const byId = new Map<string, number>()
  const restricted = new Map<number, string>()
  const use = (account: User): number => {
    if (account.status === 'R') restricted.set(account.id, account.login)
    return account.id
  }

  const tie = async (user: ArchiveUser): Promise<number | undefined> => {
    const found = await classify(user, accounts, input.actingUserId, decisions.kind === 'automap')
    const line = decisions.kind === 'map' ? decisions.byName.get(user.username) : undefined
    const action = line?.action ?? automatic(decisions, found)
    const who = `the user "${user.username}"`
    if (!action) {
      if (found.kind === 'existing') {
        counts.reused++
        return use(found.account)
      }
      const account = found.kind === 'new' ? '' : `"${found.account.login}"`
      messages.error(
        user.node,
        `${who} is not in the user map, and ${explanations[found.kind](account)}; possible there: ${possible(found.kind)}`,
      )
      return undefined
    }
    const place = line && decisions.kind === 'map' ? { file: decisions.file, line: line.line } : user.node
    if (!allowedActions[found.kind].includes(action.kind)) {
      const why = found.kind === 'existing' ? 'the account is there' : explanations[found.kind](nameOf(found))
      messages.error(place, `${who} cannot get the action "${action.kind}": ${why}; possible: ${possible(found.kind)}`)
      return undefined
    }
    if (action.kind === 'map') {
      const target = await accounts.findByLogin(action.login)
      if (!target) messages.error(place, `${who} is mapped to "${action.login}", and there is no such account`)
      else counts.mapped++
      return target && use(target)
    }
    if (action.kind === 'noop') {
      counts.reused++
      return found.kind === 'new' ? undefined : use(found.account)
    }
    const fault = await input.loginFault(user.username)
    if (fault !== undefined) {
      messages.error(user.node, `no account can be made for ${who}: ${fault}`)
      return undefined
    }
    const provisionalId = -1 - created.length
    created.push({
      provisionalId,
      login: user.username,
      realName: user.realName,
      email: user.email,
      ldapId: user.ldapId,
      status: action.status,
    })
    counts.created++
    if (action.status === 'R') restricted.set(provisionalId, user.username)
    return provisionalId
  }

  for (const user of readUsers(input.users, messages)) {
    // A user that cannot be tied is an error already: its references get a stand-in, so that they do not add one each.
    const id = (await tie(user)) ?? NONE_USER_ID
    byUsername.set(user.username, id)
    byId.set(user.id, id)
    if (user.ldapId !== '') byLdap.set(user.ldapId, id)
  }

  const accountsByEmail = new Map<string, number>()
  for (const email of input.mentioned.emails) {
    const [account] = await accounts.findByEmail(email)
    // An account that this import makes is one of the platform by the time its authors are written.
    const id = account?.id ?? created.find(planned => sameAddress(planned.email, email))?.provisionalId
    if (id !== undefined) accountsByEmail.set(email.toLowerCase(), id)
  }
  const accountsByLogin = new Map<string, number>()
  for (const login of input.mentioned.logins) {
    const account = await accounts.findByLogin(login)
    if (account) accountsByLogin.set(login.toLowerCase(), account.id)
  }
  const maps = { username: byUsername, ldap: byLdap, id: byId }
  return {
    created,
    counts,
    find: (format, key) => (format === 'email' ? accountsByEmail.get(key.toLowerCase()) : maps[format].get(key)),
    findByEmail: email => accountsByEmail.get(email.toLowerCase()),
    restricted,
    findByLogin: login => byUsername.get(login) ?? accountsByLogin.get(login.toLowerCase()),
  }
}

const nameOf = (found: Classification): string => (found.kind === 'new' ? '' : `"${found.account.login}"`)

const automatic = (decisions: UserDecisions, found: Classification): UserAction | undefined => {
  if (decisions.kind === 'map') return undefined
  // §3: existing accounts are used, those to activate as they are, all others get the action.
  return found.kind === 'new' ? decisions.action : { kind: 'noop' }
}

const possible = (kind: Classification['kind']): string =>
  allowedActions[kind]
    .map(action => (action === 'map' ? 'map:LOGIN' : action === 'create' ? 'create:A, create:R, create:S' : action))
    .join(', ')
