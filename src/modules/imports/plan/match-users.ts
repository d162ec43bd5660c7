import { oneLine } from '../../../platform/single-line.ts'
import { childText, type XmlNode } from '../../../platform/xml/node.ts'
import {
  FIRST_ADMINISTRATOR_ID,
  canSignIn,
  loginFault,
  NONE_USER_ID,
  type FoundAccounts,
  type User,
  type UsersModule,
  type UserStatus,
} from '../../users/index.ts'
import type { Messages } from '../archive/import-messages.ts'
import type { UserDecisions, UserAction } from '../archive/user-map.ts'

/** The read-only queries about accounts that planning needs. */
export type AccountQueries = Pick<UsersModule, 'findAll' | 'takenNames'>

/** An account that the import creates. */
export interface PlannedAccount {
  /** Negative; replaced by the id of the created account. */
  readonly provisionalId: number
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly ldapId: string
  readonly status: UserStatus
}

/** The author of a change: an account, or a person of whom only an address is known. */
export interface Author {
  /** 0 = anonymous; negative = a planned account. */
  readonly userId: number
  readonly email: string | null
}

export type ReferenceFormat = 'username' | 'ldap' | 'id' | 'email'
export const referenceFormats: readonly string[] = ['username', 'ldap', 'id', 'email']

/** The users of an archive, each matched with an existing or a planned account. */
export interface MatchedUsers {
  readonly created: readonly PlannedAccount[]
  readonly counts: { readonly created: number; readonly mapped: number; readonly reused: number }
  /** Names of the users that share this id or LDAP id, so that a reference by it is ambiguous. undefined: at most one user has it. */
  sharing(format: ReferenceFormat, key: string): string | undefined
  /** Finds a user by a reference of the archive (import.md §4); undefined = not in `users.xml`. */
  find(format: ReferenceFormat, key: string): number | undefined
  /** Finds accounts of the platform, which were loaded before, for references by address and labels of open lists. */
  findByEmail(email: string): number | undefined
  findByLogin(login: string): number | undefined
  /** Ids and logins of the accounts that are (or will be) restricted. */
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

/** import.md §3: the relation of a user of the archive to the accounts of the platform. */
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
  const users = new Map<string, ArchiveUser>()
  for (const node of root.children.filter(child => child.name === 'user')) {
    const user: ArchiveUser = {
      node,
      id: childText(node, 'id'),
      username: childText(node, 'username'),
      realName: oneLine(childText(node, 'realname')),
      email: childText(node, 'email'),
      ldapId: childText(node, 'ldapid'),
    }
    const name = user.username.toLowerCase()
    if (!/^\d+$/.test(user.id)) messages.error(node, `the id "${user.id}" of a user is not a whole number`)
    if (user.username === '') messages.error(node, 'a user has no username')
    else if (!users.has(name)) users.set(name, user)
    else if (isSameUser(user, users.get(name))) messages.warn(node, `the user "${user.username}" is there twice`)
    else messages.error(node, `the user "${user.username}" is there twice, with different data`)
  }
  return [...users.values()]
}

const isSameUser = (one: ArchiveUser, other: ArchiveUser | undefined): boolean =>
  (['id', 'username', 'realName', 'email', 'ldapId'] as const).every(member => one[member] === other?.[member])

/** Keys that several users share, each with the users' names. A warning reports each; it matters only if something refers to the key. */
const sharedKeys = (
  users: readonly ArchiveUser[],
  what: string,
  keyOf: (user: ArchiveUser) => string,
  messages: Messages,
): Map<string, string> => {
  const shared = new Map<string, string>()
  const first = new Map<string, ArchiveUser>()
  for (const user of users) {
    const key = keyOf(user)
    const other = first.get(key)
    if (!other) {
      if (key !== '') first.set(key, user)
      continue
    }
    const names = `${shared.get(key) ?? `"${other.username}"`} and "${user.username}"`
    shared.set(key, names)
    messages.warn(user.node, `the ${what} ${key} is that of ${names}: the last one has it`)
  }
  return shared
}

const loginIn = (found: FoundAccounts, login: string): User | undefined => found.byLogin.get(login.toLowerCase())?.[0]
const emailIn = (found: FoundAccounts, email: string): User | undefined => found.byEmail.get(email.toLowerCase())?.[0]

const classify = (
  user: ArchiveUser,
  found: FoundAccounts,
  actingUserId: number,
  ignoresEmail: boolean,
): Classification => {
  const byLdap = user.ldapId === '' ? undefined : found.byLdapId.get(user.ldapId)?.[0]
  const account = byLdap ?? loginIn(found, user.username)
  if (account) {
    // Each installation sets the address of its operator, so archives have another address: the login alone decides.
    const isOperator = account.id === actingUserId || account.id === FIRST_ADMINISTRATOR_ID
    if (isOperator) return { kind: 'existing', account }
    if (!ignoresEmail && account.ldapId === '' && !sameAddress(account.email, user.email))
      return { kind: 'e-mail mismatch', account }
    return { kind: canSignIn(account) ? 'existing' : 'to activate', account }
  }
  const sameEmail = ignoresEmail || user.email === '' ? undefined : emailIn(found, user.email)
  return sameEmail ? { kind: 'same e-mail', account: sameEmail } : { kind: 'new' }
}

export interface MatchUsersInput {
  readonly users: XmlNode
  readonly decisions: UserDecisions
  readonly actingUserId: number
  /** Addresses and logins that the document mentions outside of `users.xml`. */
  readonly mentioned: { readonly emails: ReadonlySet<string>; readonly logins: ReadonlySet<string> }
}

/** Matches every user of `users.xml` with an account, before anything is created. A user without a match is an error. */
export const matchUsers = async (
  input: MatchUsersInput,
  accounts: AccountQueries,
  messages: Messages,
): Promise<MatchedUsers> => {
  const { decisions, mentioned } = input
  const users = readUsers(input.users, messages)
  const shared: { readonly [Format in ReferenceFormat]?: ReadonlyMap<string, string> } = {
    id: sharedKeys(users, 'id', user => user.id, messages),
    ldap: sharedKeys(users, 'LDAP id', user => user.ldapId, messages),
  }
  const targets =
    decisions.kind === 'map'
      ? [...decisions.byName.values()].flatMap(({ action }) => (action.kind === 'map' ? [action.login] : []))
      : []
  const found = await accounts.findAll({
    logins: [...users.map(user => user.username), ...targets, ...mentioned.logins],
    emails: [...users.map(user => user.email), ...mentioned.emails],
    ldapIds: users.map(user => user.ldapId),
  })
  const matcher = new UserMatcher(input, found, await accounts.takenNames(users.map(user => user.username)), messages)
  const byUsername = new Map<string, number>()
  const byLdap = new Map<string, number>()
  const byId = new Map<string, number>()
  for (const user of users) {
    // A user without a match is an error already: its references get a substitute, so that each does not add another error.
    const id = matcher.match(user) ?? NONE_USER_ID
    byUsername.set(user.username, id)
    byId.set(user.id, id)
    if (user.ldapId !== '') byLdap.set(user.ldapId, id)
  }

  const { created, counts, restricted } = matcher
  const accountsByEmail = new Map<string, number>()
  for (const email of mentioned.emails) {
    const account = emailIn(found, email)
    // A planned account exists by the time the authors are written.
    const id = account?.id ?? created.find(planned => sameAddress(planned.email, email))?.provisionalId
    if (id !== undefined) accountsByEmail.set(email.toLowerCase(), id)
  }
  const accountsByLogin = new Map<string, number>()
  for (const login of mentioned.logins) {
    const account = loginIn(found, login)
    if (account) accountsByLogin.set(login.toLowerCase(), account.id)
  }
  const maps = { username: byUsername, ldap: byLdap, id: byId }
  return {
    created,
    counts,
    sharing: (format, key) => shared[format]?.get(key),
    find: (format, key) => (format === 'email' ? accountsByEmail.get(key.toLowerCase()) : maps[format].get(key)),
    findByEmail: email => accountsByEmail.get(email.toLowerCase()),
    restricted,
    findByLogin: login => byUsername.get(login) ?? accountsByLogin.get(login.toLowerCase()),
  }
}

/** Decides for one user after the other: use an account, plan a new one, or report an error. */
class UserMatcher {
  readonly created: PlannedAccount[] = []
  readonly counts = { created: 0, mapped: 0, reused: 0 }
  /** Logins of the restricted accounts among them, by id. */
  readonly restricted = new Map<number, string>()
  readonly #input: MatchUsersInput
  readonly #found: FoundAccounts
  readonly #takenNames: ReadonlySet<string>
  readonly #messages: Messages

  constructor(input: MatchUsersInput, found: FoundAccounts, takenNames: ReadonlySet<string>, messages: Messages) {
    this.#input = input
    this.#found = found
    this.#takenNames = takenNames
    this.#messages = messages
  }

  /** Id of the account, or the provisional id of a planned one; undefined if the user gets none. */
  match(user: ArchiveUser): number | undefined {
    const { decisions, actingUserId } = this.#input
    const classification = classify(user, this.#found, actingUserId, decisions.kind === 'automap')
    const line = decisions.kind === 'map' ? decisions.byName.get(user.username) : undefined
    const action = line?.action ?? automatic(decisions, classification)
    if (!action) return this.#useExisting(user, classification)
    const place = line && decisions.kind === 'map' ? { file: decisions.file, line: line.line } : user.node
    if (!allowedActions[classification.kind].includes(action.kind)) {
      const why =
        classification.kind === 'existing'
          ? 'the account is there'
          : explanations[classification.kind](nameOf(classification))
      this.#messages.error(
        place,
        `the user "${user.username}" cannot get the action "${action.kind}": ${why}; possible: ${possible(classification.kind)}`,
      )
      return undefined
    }
    if (action.kind === 'map') return this.#useMapped(user, action.login, place)
    if (action.kind === 'noop') {
      this.counts.reused++
      return classification.kind === 'new' ? undefined : this.#use(classification.account)
    }
    return this.#plan(user, action.status)
  }

  #use(account: User): number {
    if (account.status === 'R') this.restricted.set(account.id, account.login)
    return account.id
  }

  #useExisting(user: ArchiveUser, classification: Classification): number | undefined {
    if (classification.kind === 'existing') {
      this.counts.reused++
      return this.#use(classification.account)
    }
    const account = classification.kind === 'new' ? '' : `"${classification.account.login}"`
    this.#messages.error(
      user.node,
      `the user "${user.username}" is not in the user map, and ${explanations[classification.kind](account)}; possible there: ${possible(classification.kind)}`,
    )
    return undefined
  }

  #useMapped(user: ArchiveUser, login: string, place: Parameters<Messages['error']>[0]): number | undefined {
    const target = loginIn(this.#found, login)
    if (!target)
      this.#messages.error(place, `the user "${user.username}" is mapped to "${login}", and there is no such account`)
    else this.counts.mapped++
    return target && this.#use(target)
  }

  #plan(user: ArchiveUser, status: PlannedAccount['status']): number | undefined {
    const fault =
      loginFault(user.username, { isAnyLength: true }) ??
      (this.#takenNames.has(user.username.toLowerCase()) ? 'there is a project of that name' : undefined)
    if (fault !== undefined) {
      this.#messages.error(user.node, `no account can be made for the user "${user.username}": ${fault}`)
      return undefined
    }
    const provisionalId = -1 - this.created.length
    this.created.push({
      provisionalId,
      login: user.username,
      realName: user.realName,
      email: user.email,
      ldapId: user.ldapId,
      status,
    })
    this.counts.created++
    if (status === 'R') this.restricted.set(provisionalId, user.username)
    return provisionalId
  }
}

const nameOf = (found: Classification): string => (found.kind === 'new' ? '' : `"${found.account.login}"`)

const automatic = (decisions: UserDecisions, found: Classification): UserAction | undefined => {
  if (decisions.kind === 'map') return undefined
  // §3: existing accounts are used, accounts to activate stay as they are, all others get the action.
  return found.kind === 'new' ? decisions.action : { kind: 'noop' }
}

const possible = (kind: Classification['kind']): string =>
  allowedActions[kind]
    .map(action => (action === 'map' ? 'map:LOGIN' : action === 'create' ? 'create:A, create:R, create:S' : action))
    .join(', ')
