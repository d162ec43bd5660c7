import type { Db } from '../../platform/db/db.ts'
import type { Change } from '../artifacts/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import { isAlive, type User, type UsersModule } from '../users/index.ts'
import { readSubscriptions, readTrackerNotifications, type SubscriptionLevel } from './notifications.store.ts'

/** Who may be told of a change: whether they may see it is asked when it is described to them. */
export interface Recipients {
  readonly users: readonly User[]
  /** Addresses of no account. */
  readonly emails: readonly string[]
}

export interface RecipientsDependencies {
  readonly db: Db
  readonly users: UsersModule
  readonly projects: ProjectsModule
}

/** Preferences of an account, with what they are where nothing is set. */
export const OWN_CHANGES_PREFERENCE = 'notify_own_changes'
export const COMMENTED_PREFERENCE = 'notify_when_commented'

/** Values of `notificationsLevel` of a tracker. */
const OFF = 1
const STATUS_ONLY = 2

/** A tracker whose settings say who is told of the change. */
interface Place extends Pick<Change, 'tracker' | 'project' | 'isNew'> {
  /** The people of the artifact itself are told, too. */
  readonly isOwn: boolean
}

/** Where an artifact is moved to it is new; who follows the tracker that it leaves hears of that. */
const placesOf = ({ tracker, project, isNew, movedFrom }: Change): Place[] => [
  { tracker, project, isNew: isNew || movedFrom !== undefined, isOwn: true },
  ...(movedFrom ? [{ ...movedFrom, isNew: false, isOwn: false }] : []),
]

/** fields.md §6: people in fields, commentators, subscribers, tracker-wide recipients, mentioned people; less those who want none. */
export const findRecipients = async (deps: RecipientsDependencies, change: Change): Promise<Recipients> => {
  const users = new Map<number, User>()
  const emails = new Set<string>()
  for (const place of placesOf(change)) {
    const found = await recipientsIn(deps, change, place)
    for (const user of found.users) users.set(user.id, user)
    for (const email of found.emails) emails.add(email)
  }
  return { users: [...users.values()], emails: [...emails] }
}

const recipientsIn = async (deps: RecipientsDependencies, change: Change, place: Place): Promise<Recipients> => {
  const subscriptions = await readSubscriptions(deps.db.kysely, {
    trackerId: place.tracker.id,
    artifactId: change.artifact.id,
  })
  const isTold = tells(place, change)
  const wide = isTold ? await trackerWide(deps, place) : { userIds: [], emails: [] }
  const ids = new Set<number>([...wide.userIds])
  if (isTold && place.isOwn) {
    for (const id of change.userIdsOfFields) ids.add(id)
    for (const id of await willingCommentators(deps.users, change)) ids.add(id)
  }
  if (isTold) for (const [id, level] of subscriptions) if (level === 'all') ids.add(id)
  for (const [id, level] of subscriptions) if (level === 'none') ids.delete(id)
  // Who is called by name is told, also where others are not.
  const mentioned = place.isOwn ? await usersOfLogins(deps.users, change.mentionedLogins) : []
  for (const user of mentioned) if (subscriptions.get(user.id) !== 'none') ids.add(user.id)
  if (!(await wants(deps.users, change.authorId, OWN_CHANGES_PREFERENCE, false))) ids.delete(change.authorId)
  const found = await deps.users.getMany(ids)
  const users = [...found.values()].filter(user => isAlive(user) && user.email !== '')
  const accounts = await deps.users.findAll({ logins: [], emails: wide.emails, ldapIds: [] })
  return mergeAddresses(users, wide.emails, accounts.byEmail, subscriptions)
}

const tells = ({ tracker, isNew }: Place, { isStatusChanged }: Change): boolean =>
  tracker.notificationsLevel !== OFF && (tracker.notificationsLevel !== STATUS_ONLY || isNew || isStatusChanged)

const usersOfLogins = async (users: UsersModule, logins: readonly string[]): Promise<User[]> => {
  if (logins.length === 0) return []
  const { byLogin } = await users.findAll({ logins, emails: [], ldapIds: [] })
  return [...byLogin.values()].flat()
}

const trackerWide = async (
  { db, projects }: RecipientsDependencies,
  { tracker, project, isNew }: Place,
): Promise<{ userIds: number[]; emails: string[] }> => {
  const entries = (await readTrackerNotifications(db.kysely, tracker.id)).filter(entry => isNew || entry.isForUpdates)
  const members = await Promise.all(
    entries.flatMap(entry => entry.userGroupIds.map(groupId => projects.groupMembers(project.id, groupId))),
  )
  return {
    userIds: [...entries.flatMap(entry => entry.userIds), ...members.flatMap(list => list ?? [])],
    emails: [...new Set(entries.flatMap(entry => entry.emails))],
  }
}

const willingCommentators = async (users: UsersModule, change: Change): Promise<number[]> => {
  const willing: number[] = []
  for (const id of change.commentatorIds)
    if (id !== 0 && (await wants(users, id, COMMENTED_PREFERENCE, true))) willing.push(id)
  return willing
}

const wants = async (users: UsersModule, userId: number, key: string, otherwise: boolean): Promise<boolean> => {
  const preference = userId === 0 ? undefined : await users.preference(userId, key)
  return preference === undefined ? otherwise : preference === '1'
}

/** An address that belongs to an account means the account, with its rights and its wishes. */
const mergeAddresses = (
  users: readonly User[],
  emails: readonly string[],
  byEmail: ReadonlyMap<string, readonly User[]>,
  subscriptions: ReadonlyMap<number, SubscriptionLevel>,
): Recipients => {
  const byId = new Map(users.map(user => [user.id, user]))
  const foreign: string[] = []
  for (const email of emails) {
    const account = byEmail.get(email.toLowerCase())?.find(isAlive)
    if (!account) foreign.push(email)
    else if (subscriptions.get(account.id) !== 'none') byId.set(account.id, account)
  }
  return { users: [...byId.values()], emails: foreign }
}
