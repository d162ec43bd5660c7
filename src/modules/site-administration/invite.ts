import { DateTime } from 'luxon'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { isMailAddress } from '../../platform/mail/address.ts'
import type { Mail, Mailer } from '../../platform/mail/mail.ts'
import { requireWritable, type Project, type ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import { canSignIn, type User, type UsersModule, type Viewer } from '../users/index.ts'
import { countInvitations, insertInvitations } from './site.store.ts'

export interface Invitations {
  readonly emails: readonly string[]
  readonly customMessage: string
  readonly projectId: number | undefined
}

/** The result for each address; an address that is not named here was sent an invitation. */
export interface InvitationOutcome {
  readonly alreadyMembers: readonly User[]
  readonly addedToProject: readonly User[]
  readonly notAlive: readonly User[]
  readonly restricted: readonly User[]
}

export interface InviteDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly mailer: Mailer
}

/**
 * http.md §11. With a project, an address of an existing account gets no mail: the account becomes a member of the project, if it may.
 * Writes all or nothing; jobs send the mails later.
 */
export const invite =
  ({ db, clock, settings, users, projects, mailer }: InviteDependencies) =>
  async (viewer: Viewer, invitations: Invitations): Promise<InvitationOutcome> => {
    const emails = [...new Map(invitations.emails.map(email => [email.toLowerCase(), email])).values()]
    const malformed = emails.filter(email => !isMailAddress(email))
    if (malformed.length > 0)
      throw new Invalid(`Not an e-mail address: ${malformed.map(quote).join(', ')}`, { reason: 'parameter.range' })
    const project = await projectOf(projects, viewer, invitations.projectId)
    const { byEmail } = await users.findAll({ logins: [], emails, ldapIds: [] })
    const groups = classifyAddresses(emails, byEmail, project, await membersOf(projects, project))
    const sender = await users.get(viewer.userId)
    const now = clock.now()
    return inTransaction(db, async tx => {
      const today = DateTime.fromJSDate(now, { zone: settings.get('timezone') })
        .startOf('day')
        .toJSDate()
      requireQuota(
        settings.get('max_invitations_by_day'),
        await countInvitations(tx, viewer.userId, today),
        emails.length,
      )
      await insertInvitations(
        tx,
        emails.map(email => ({ senderId: viewer.userId, email, projectId: project?.id ?? null, sentOn: now })),
      )
      const added = groups.addable.map(user => user.id)
      if (project && added.length > 0) await projects.addMembers(tx, project.id, added, {}, viewer)
      await appendEvents(tx, [
        {
          kind: 'invitation.sent',
          actorId: viewer.userId,
          means: viewer.means,
          ...(project && { projectId: project.id }),
          payload: { count: emails.length },
        },
      ])
      await mailer.queue(
        tx,
        groups.unknown.map(email =>
          composeInvitation(email, {
            senderName: sender?.realName || viewer.login,
            replyTo: sender?.email ?? '',
            platform: settings.get('platform_name'),
            url: settings.publicUrl(),
            project,
            words: invitations.customMessage,
          }),
        ),
      )
      const { alreadyMembers, notAlive, restricted, addable } = groups
      return { alreadyMembers, notAlive, restricted, addedToProject: addable }
    })
  }

const quote = (text: string): string => `"${text.slice(0, 100)}"`

const projectOf = async (
  projects: ProjectsModule,
  viewer: Viewer,
  projectId: number | undefined,
): Promise<Project | undefined> => {
  if (projectId === undefined) {
    if (viewer.projectIds)
      throw new Forbidden('An access key that is limited to projects invites to these only', { reason: 'key.project' })
    return undefined
  }
  const project = await projects.requireAccess(viewer, projectId)
  if (!projects.isAdmin(viewer, project.id))
    throw new Forbidden('Only administrators of the project invite to it', { reason: 'permission.admin' })
  requireWritable(project)
  return project
}

const membersOf = async (projects: ProjectsModule, project: Project | undefined): Promise<ReadonlySet<number>> =>
  project ? new Set((await projects.roster(project.id)).members.map(member => member.userId)) : new Set()

const classifyAddresses = (
  emails: readonly string[],
  byEmail: ReadonlyMap<string, readonly User[]>,
  project: Project | undefined,
  memberIds: ReadonlySet<number>,
) => {
  const unknown: string[] = []
  const alreadyMembers: User[] = []
  const addable: User[] = []
  const notAlive: User[] = []
  const restricted: User[] = []
  for (const email of emails) {
    const accounts = byEmail.get(email.toLowerCase()) ?? []
    // Several accounts may share an address: prefers the account that can sign in.
    const user = accounts.find(canSignIn) ?? accounts[0]
    if (!user) unknown.push(email)
    else if (!canSignIn(user)) notAlive.push(user)
    else if (!project) unknown.push(email)
    else if (memberIds.has(user.id)) alreadyMembers.push(user)
    else if (user.status === 'R' && project.access === 'private-wo-restr') restricted.push(user)
    else addable.push(user)
  }
  return { unknown, alreadyMembers, addable, notAlive, restricted }
}

const requireQuota = (limit: number, used: number, wanted: number): void => {
  if (limit === 0)
    throw new Invalid('Nobody sends invitations on this platform', { reason: 'limit.calls', limit: 0, remaining: 0 })
  if (used + wanted <= limit) return
  const left = Math.max(0, limit - used)
  throw new Invalid(
    `An account may send ${limit} invitations a day: you have ${left} left today, and these are ${wanted}`,
    { reason: 'limit.calls', limit, remaining: left },
  )
}

const composeInvitation = (
  email: string,
  about: {
    readonly senderName: string
    readonly replyTo: string
    readonly platform: string
    readonly url: string
    readonly project: Project | undefined
    readonly words: string
  },
): Mail => {
  const { senderName, platform, url, project, words } = about
  const place = project ? `the project ${project.label} on ${platform}` : platform
  const address = project ? `${url}/projects/${encodeURIComponent(project.shortName.toLowerCase())}/` : `${url}/`
  const lines = [
    `${senderName} invites you to ${place}.`,
    ...(words === '' ? [] : [words]),
    `You find it at ${address}`,
  ]
  return {
    to: { address: email },
    subject: `${senderName} invites you to ${place}`,
    text: `${lines.join('\n\n')}\n`,
    ...(about.replyTo !== '' && { replyTo: about.replyTo }),
  }
}
