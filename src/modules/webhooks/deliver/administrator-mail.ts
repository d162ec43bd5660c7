import type { Tx } from '../../../platform/db/db.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { AuthModule } from '../../auth/index.ts'
import { ADMINS_GROUP, type ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import { canSignIn, type UsersModule } from '../../users/index.ts'
import { DAYS_WITHOUT_SUCCESS } from '../model/after-attempt.ts'
import type { PauseReason, Webhook } from '../model/webhook.ts'
import type { AdministratorMail } from './attempt-dependencies.ts'

export interface AdministratorMailDependencies {
  readonly mailer: Pick<Mailer, 'queue'>
  readonly users: Pick<UsersModule, 'getMany'>
  readonly auth: Pick<AuthModule, 'siteAdministratorIds'>
  readonly projects: Pick<ProjectsModule, 'get' | 'groupMembers'>
  readonly trackers: Pick<TrackersModule, 'get'>
  readonly settings: Pick<SettingsModule, 'get' | 'publicUrl'>
}

/** Queues a mail for the administrators of the place of a webhook. */
export const tellAdministrators =
  (deps: AdministratorMailDependencies) =>
  async (tx: Tx, webhook: Webhook, about: AdministratorMail): Promise<void> => {
    const users = await deps.users.getMany(await administratorIds(deps, webhook))
    const { subject, text } = mailOf(webhook, about)
    const where = await addressOf(deps, webhook)
    const mails = [...users.values()].filter(canSignIn).map(user => ({
      to: { name: user.realName || user.login, address: user.email },
      subject: `[${deps.settings.get('platform_name')}] ${subject}`,
      text: `${text}\n\nDeliveries: ${where}\n`,
    }))
    await deps.mailer.queue(tx, mails)
  }

const administratorIds = async (
  { auth, projects, trackers }: AdministratorMailDependencies,
  { place }: Webhook,
): Promise<ReadonlySet<number>> => {
  if (place.scope === 'site') return auth.siteAdministratorIds()
  const ids = new Set(await projects.groupMembers(place.projectId, ADMINS_GROUP))
  if (place.scope === 'project') return ids
  const tracker = await trackers.get(place.trackerId)
  for (const groupId of tracker?.permissions.admin ?? [])
    for (const id of (await projects.groupMembers(place.projectId, groupId)) ?? []) ids.add(id)
  return ids
}

/** The page of the webhook and its deliveries. */
const addressOf = async (
  { settings, projects, trackers }: AdministratorMailDependencies,
  { id, place }: Webhook,
): Promise<string> => {
  const project = place.scope === 'site' ? undefined : await projects.get(place.projectId)
  const tracker = place.scope === 'tracker' ? await trackers.get(place.trackerId) : undefined
  const page = !project
    ? '/administration/webhooks'
    : tracker
      ? `/projects/${project.shortName}/trackers/${tracker.itemName}/settings/webhooks`
      : `/projects/${project.shortName}/administration/webhooks`
  return `${settings.publicUrl()}${page}?webhook=${id}`
}

/** The path of an address may hold a secret. */
const hostOf = ({ url }: Webhook): string => URL.parse(url)?.host ?? 'an unknown host'

const mailOf = (webhook: Webhook, about: AdministratorMail): { readonly subject: string; readonly text: string } => {
  const host = hostOf(webhook)
  switch (about.kind) {
    case 'paused':
      return {
        subject: `The webhook for ${host} is paused`,
        text: `The webhook for ${host} is paused: ${PAUSES[about.because]} Its changes wait. When you resume it, it goes on where it stopped.`,
      }
    case 'skipped':
      return {
        subject: `${host} refuses a change`,
        text: `${host} has refused a change${about.artifactId === null ? '' : ` of artifact ${about.artifactId}`} for a day (status ${about.status ?? 'unknown'}), while it took others. The change is skipped, so that later changes get through. You can send it again from the list of deliveries.`,
      }
    case 'retention':
      return {
        subject: `Changes for ${host} will soon be lost`,
        text: `Changes wait for the webhook for ${host}, and the platform deletes the oldest of them in ${about.days} days. Mend the receiver, and resume the webhook.`,
      }
  }
}

const PAUSES: Readonly<Record<PauseReason, string>> = {
  request: 'an administrator paused it.',
  owner: 'its owner may not sign in, or is no administrator of its place any more. Make a new webhook to go on.',
  failures: `no attempt has succeeded for ${DAYS_WITHOUT_SUCCESS} days.`,
  gone: 'the receiver answered that it is gone for good (410).',
  retention: 'the platform has deleted changes that it was still to get.',
}
