import { Invalid, NotFound, type Fault } from '../../../platform/errors.ts'
import { isMailAddress } from '../../../platform/mail/address.ts'
import {
  ADMINS_GROUP,
  isStaticGroup,
  MEMBERS_GROUP,
  parseWireId,
  type Project,
  type ProjectsModule,
  type UserGroupId,
} from '../../projects/index.ts'
import { canSignIn, type UsersModule } from '../../users/index.ts'
import { defaultSettings, type ImmutableTags, type Notification, type RepositorySettings } from '../model/repository.ts'
import type { NewNotification, WrittenSettings } from '../model/svn.schema.ts'

const MAX_LIST_BYTES = 65_535

type GroupQueries = Pick<ProjectsModule, 'loadUserGroups' | 'projectOfUserGroup'>

/** Checks the settings of a request and returns them, or throws every fault (svn.md §2.1). The access file is checked elsewhere. */
export const checkSettings =
  (projects: GroupQueries, users: Pick<UsersModule, 'getMany'>) =>
  async (project: Project, written: WrittenSettings = {}): Promise<RepositorySettings> => {
    const faults: Fault[] = []
    const immutableTags = written.immutable_tags
      ? {
          paths: linesOf(written.immutable_tags.paths),
          whitelist: linesOf(written.immutable_tags.whitelist),
        }
      : defaultSettings.immutableTags
    faults.push(...faultsOfTags(immutableTags))

    const sent = written.email_notifications ?? []
    faults.push(...faultsOfNotifications(sent))
    faults.push(...(await faultsOfUsers(users, sent)))
    const groups = await findGroups(projects, project, sent)
    faults.push(...groups.faults)
    if (faults.length > 0) throw new Invalid(faults)
    if (groups.unknown.length > 0)
      throw new NotFound(`\`settings[email_notifications]\`: there is no user group ${groups.unknown.join(', ')}`)

    const rules = written.commit_rules
    return {
      commitRules: rules
        ? {
            isReferenceMandatory: rules.is_reference_mandatory,
            isCommitMessageChangeAllowed: rules.is_commit_message_change_allowed,
          }
        : defaultSettings.commitRules,
      immutableTags,
      accessFile: {
        text: written.access_file ?? '',
        hasDefaultPermissions: written.has_default_permissions ?? true,
      },
      notifications: sent.map((notification): Notification => ({
        path: notification.path,
        userGroupIds: notification.user_groups.flatMap(id => groups.byReference.get(id) ?? []),
        userIds: notification.users,
        emails: notification.emails,
      })),
    }
  }

/** The paths are lines of one list: a path with line ends counts as several. */
const linesOf = (paths: readonly string[]): string[] =>
  paths.flatMap(path => path.split(/\r\n|\r|\n/).map(line => line.trim())).filter(line => line !== '')

const faultsOfTags = (tags: ImmutableTags): Fault[] =>
  (['paths', 'whitelist'] as const)
    .filter(list => Buffer.byteLength(tags[list].join('\n')) > MAX_LIST_BYTES)
    .map(list => ({
      text: `\`settings[immutable_tags][${list}]\` is too big: at most ${MAX_LIST_BYTES} bytes are accepted`,
      reason: 'parameter.range',
      parameter: `settings[immutable_tags][${list}]`,
      limit: MAX_LIST_BYTES,
    }))

const NOTIFICATIONS = 'settings[email_notifications]'

const notificationFault = (text: string, index?: number): Fault => ({
  text: `\`${NOTIFICATIONS}\`: ${text}`,
  reason: 'parameter.range',
  parameter: index === undefined ? NOTIFICATIONS : `${NOTIFICATIONS}[${index}]`,
})

const faultsOfNotifications = (sent: readonly NewNotification[]): Fault[] => {
  const faults: Fault[] = []
  const fault = (text: string, index?: number): void => void faults.push(notificationFault(text, index))
  const paths = sent.map(notification => notification.path)
  const repeated = repeatedIn(paths)
  if (repeated.length > 0) fault(`each path can be given once only, not ${repeated.join(', ')}`)
  const lonely = sent.filter(
    ({ emails, users, user_groups }) => emails.length + users.length + user_groups.length === 0,
  )
  if (lonely.length > 0)
    fault(`nobody is to be notified for ${lonely.map(notification => notification.path).join(', ')}`)
  for (const [index, { path, emails }] of sent.entries()) {
    const twice = repeatedIn(emails.map(email => email.toLowerCase()))
    if (twice.length > 0) fault(`for ${path} the address is given twice: ${twice.join(', ')}`, index)
    const wrong = emails.filter(email => !isMailAddress(email))
    if (wrong.length > 0) fault(`for ${path} this is no e-mail address: ${wrong.join(', ')}`, index)
  }
  return faults
}

const repeatedIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
]

const faultsOfUsers = async (
  users: Pick<UsersModule, 'getMany'>,
  sent: readonly NewNotification[],
): Promise<Fault[]> => {
  const ids = new Set(sent.flatMap(notification => notification.users))
  if (ids.size === 0) return []
  const found = await users.getMany(ids)
  return [...ids].flatMap(id => {
    const user = found.get(id)
    if (!user) return notificationFault(`there is no user ${id}`)
    return canSignIn(user) ? [] : notificationFault(`the account of user ${id} is neither active nor restricted`)
  })
}

interface FoundGroups {
  readonly byReference: ReadonlyMap<string, UserGroupId>
  readonly faults: readonly Fault[]
  readonly unknown: readonly string[]
}

const findGroups = async (
  projects: GroupQueries,
  project: Project,
  sent: readonly NewNotification[],
): Promise<FoundGroups> => {
  const byReference = new Map<string, UserGroupId>()
  const faults: Fault[] = []
  const unknown: string[] = []
  // Loads the groups of this project first; groups of other projects are looked up one by one.
  if (sent.some(notification => notification.user_groups.length > 0)) await projects.loadUserGroups(project.id)
  for (const reference of new Set(sent.flatMap(notification => notification.user_groups))) {
    const fault = (text: string): void => void faults.push(notificationFault(text))
    const parsed = parseWireId(reference)
    if (!parsed) {
      fault(`"${reference.slice(0, 100)}" is no id of a user group`)
      continue
    }
    const isStatic = isStaticGroup(parsed.groupId)
    const owner = isStatic ? await projects.projectOfUserGroup(parsed.groupId) : parsed.projectId
    if (isStatic && owner === undefined) unknown.push(reference)
    else if (owner === undefined) fault(`"${reference}" is no id of a user group of a project`)
    else if (!isStatic && parsed.groupId !== MEMBERS_GROUP && parsed.groupId !== ADMINS_GROUP)
      fault(`of the groups that each project has, only members and administrators can be notified, not ${reference}`)
    else if (owner !== project.id || (parsed.projectId ?? owner) !== owner)
      fault(`the user group ${reference} is of a different project`)
    else byReference.set(reference, parsed.groupId)
  }
  return { byReference, faults, unknown }
}
