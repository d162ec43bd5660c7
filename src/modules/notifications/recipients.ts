import type { Change } from '../artifacts/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import { canSignIn, type User, type UsersModule } from '../users/index.ts'
import type { SubscriptionLevel } from './notifications.store.ts'
import type { NotificationPreferences } from './notification-preferences.ts'

/** Candidates for a mail about a change: composing the mail checks whether each may see the change. */
export interface Recipients {
  readonly users: readonly User[]
  /** Addresses without account. */
  readonly emails: readonly string[]
}

export interface RecipientsDependencies {
  readonly users: UsersModule
  readonly projects: ProjectsModule
}

/** Values of `notificationsLevel` of a tracker. */
const OFF = 1
const STATUS_ONLY = 2

/** A tracker whose settings decide who gets mails about the change. */
interface NotifiedTracker extends Pick<Change, 'tracker' | 'project' | 'isNew'> {
  /** Whether people in fields of the artifact get mails, too. */
  readonly isOwn: boolean
}

/** After a move the artifact is new in its tracker; subscribers of the former tracker get a mail about the move. */
const notifiedTrackersOf = ({ tracker, project, isNew, movedFrom }: Change): NotifiedTracker[] => [
  { tracker, project, isNew: isNew || movedFrom !== undefined, isOwn: true },
  ...(movedFrom ? [{ ...movedFrom, isNew: false, isOwn: false }] : []),
]

/**
 * fields.md §6: people in fields, commentators, subscribers, tracker-wide recipients and mentioned people, without those who want no mails.
 */
export const findRecipients = async (
  deps: RecipientsDependencies,
  preferences: NotificationPreferences,
  change: Change,
): Promise<Recipients> => {
  const users = new Map<number, User>()
  const emails = new Set<string>()
  for (const place of notifiedTrackersOf(change)) {
    const found = await recipientsIn(deps, preferences, change, place)
    for (const user of found.users) users.set(user.id, user)
    for (const email of found.emails) emails.add(email)
  }
  return { users: [...users.values()], emails: [...emails] }
}

/** Accounts that a change concerns, without regard to mails. */
export interface ConcernedAccounts {
  /** Accounts that the comment names. */
  readonly mentioned: ReadonlySet<number>
  /** People in fields, commentators, subscribers and recipients of the tracker. */
  readonly watching: ReadonlySet<number>
  /** Accounts that want to hear nothing of the artifact. */
  readonly deaf: ReadonlySet<number>
}

/** The accounts that a change concerns, for news beside mails. */
export const findConcerned = async (
  deps: RecipientsDependencies,
  preferences: NotificationPreferences,
  change: Change,
): Promise<ConcernedAccounts> => {
  const found = await Promise.all(
    notifiedTrackersOf(change).map(place => concernedIn(deps, preferences, change, place)),
  )
  const union = (part: 'mentioned' | 'watching' | 'deaf'): ReadonlySet<number> =>
    new Set(found.flatMap(one => [...one[part]]))
  return { mentioned: union('mentioned'), watching: union('watching'), deaf: union('deaf') }
}

const concernedIn = async (
  deps: RecipientsDependencies,
  preferences: NotificationPreferences,
  change: Change,
  place: NotifiedTracker,
): Promise<ConcernedAccounts & { readonly emails: readonly string[] }> => {
  const subscriptions = preferences.subscriptions(place.tracker.id, change.artifact.id)
  const isTold = isNotified(place, change)
  const wide = isTold ? await trackerWide(deps.projects, preferences, place) : { userIds: [], emails: [] }
  const watching = new Set<number>([...wide.userIds])
  if (isTold && place.isOwn) {
    for (const id of change.userIdsOfFields) watching.add(id)
    for (const id of change.commentatorIds) if (id !== 0 && preferences.wantsWhenCommented(id)) watching.add(id)
  }
  if (isTold) for (const [id, level] of subscriptions) if (level === 'all') watching.add(id)
  const deaf = new Set([...subscriptions].flatMap(([id, level]) => (level === 'none' ? [id] : [])))
  const listening = (ids: Iterable<number>): Set<number> => new Set([...ids].filter(id => !deaf.has(id)))
  // Mentioned people are told even if the level of the tracker excludes others.
  const named = place.isOwn ? await usersOfLogins(deps.users, change.mentionedLogins) : []
  return {
    mentioned: listening(named.map(({ id }) => id)),
    watching: listening(watching),
    deaf,
    emails: wide.emails,
  }
}

const recipientsIn = async (
  deps: RecipientsDependencies,
  preferences: NotificationPreferences,
  change: Change,
  place: NotifiedTracker,
): Promise<Recipients> => {
  const { mentioned, watching, emails } = await concernedIn(deps, preferences, change, place)
  const ids = new Set([...watching, ...mentioned])
  if (!preferences.wantsOwnChanges(change.authorId)) ids.delete(change.authorId)
  const found = await deps.users.getMany(ids)
  const users = [...found.values()].filter(user => canSignIn(user) && user.email !== '')
  const accounts = await deps.users.findAll({ logins: [], emails, ldapIds: [] })
  const subscriptions = preferences.subscriptions(place.tracker.id, change.artifact.id)
  return mergeAddresses(users, emails, accounts.byEmail, subscriptions)
}

const isNotified = ({ tracker, isNew }: NotifiedTracker, { isStatusChanged }: Change): boolean =>
  tracker.notificationsLevel !== OFF && (tracker.notificationsLevel !== STATUS_ONLY || isNew || isStatusChanged)

const usersOfLogins = async (users: UsersModule, logins: readonly string[]): Promise<User[]> => {
  if (logins.length === 0) return []
  const { byLogin } = await users.findAll({ logins, emails: [], ldapIds: [] })
  return [...byLogin.values()].flat()
}

const trackerWide = async (
  projects: ProjectsModule,
  preferences: NotificationPreferences,
  { tracker, project, isNew }: NotifiedTracker,
): Promise<{ userIds: number[]; emails: string[] }> => {
  const entries = preferences.trackerWide(tracker.id).filter(entry => isNew || entry.isForUpdates)
  const members = await Promise.all(
    entries.flatMap(entry => entry.userGroupIds.map(groupId => projects.groupMembers(project.id, groupId))),
  )
  return {
    userIds: [...entries.flatMap(entry => entry.userIds), ...members.flatMap(list => list ?? [])],
    emails: [...new Set(entries.flatMap(entry => entry.emails))],
  }
}

/** An address that belongs to an account stands for the account, with its rights and preferences. */
const mergeAddresses = (
  users: readonly User[],
  emails: readonly string[],
  byEmail: ReadonlyMap<string, readonly User[]>,
  subscriptions: ReadonlyMap<number, SubscriptionLevel>,
): Recipients => {
  const byId = new Map(users.map(user => [user.id, user]))
  const foreign: string[] = []
  for (const email of emails) {
    const account = byEmail.get(email.toLowerCase())?.find(canSignIn)
    if (!account) foreign.push(email)
    else if (subscriptions.get(account.id) !== 'none') byId.set(account.id, account)
  }
  return { users: [...byId.values()], emails: foreign }
}
