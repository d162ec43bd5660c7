import type { ActingCredential, AuditFacts } from '../../../platform/events/acting.ts'
import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import { isObject } from '../../../platform/json-object.ts'
import { MEMBERS_GROUP, wireIdOf } from '../../projects/index.ts'
import type { SealedEntry } from '../model/entry.ts'

type Payload = Readonly<Record<string, unknown>>

/** The first one of these members of the payload names the subject of the event. */
const SUBJECTS: Readonly<Record<string, readonly (readonly [member: string, type: string])[]>> = {
  user: [['userId', 'user']],
  session: [
    ['sessionId', 'session'],
    ['userId', 'user'],
  ],
  sign_in: [['userId', 'user']],
  token: [['userId', 'user']],
  password_reset: [['userId', 'user']],
  site_administrator: [['userId', 'user']],
  access_key: [['accessKeyId', 'key']],
  oauth_app: [['appId', 'application']],
  oauth_consent: [['appId', 'application']],
  approval: [['approval_id', 'approval']],
  site_permission: [['siteGroupId', 'site_group']],
  setting: [['name', 'setting']],
  webhook: [['webhook_id', 'webhook']],
  svn: [['repository_id', 'repository']],
  link_type: [['short_name', 'link_type']],
  project_field: [['field_id', 'project_field']],
  job: [['jobId', 'job']],
  command: [['command', 'command']],
  agent: [['appId', 'application']],
  agent_policy: [
    ['appId', 'application'],
    ['userId', 'user'],
  ],
}

const subjectOf = ({ kind, payload, projectId, trackerId, artifactId }: LoggedEvent): string | null => {
  if (artifactId !== null) return `artifact:${artifactId}`
  const object = kind.split('.', 1)[0] ?? ''
  for (const [member, type] of SUBJECTS[object] ?? []) {
    const value = payload[member]
    if (typeof value === 'number' || typeof value === 'string') return `${type}:${value}`
  }
  const groupId = payload['user_group_id']
  if (object === 'user_group' && projectId !== null)
    // Events of members who join or leave a project name no group.
    return `user_group:${wireIdOf(projectId, typeof groupId === 'number' ? groupId : MEMBERS_GROUP)}`
  const subject = payload['subject']
  if (typeof subject === 'string') return subject
  if (trackerId !== null) return `tracker:${trackerId}`
  return projectId === null ? null : `project:${projectId}`
}

/**
 * Members of payloads that the rows do not have: numbers that name the subject, facts for other readers of the log, names of persons, and
 * what people wrote.
 */
const LEFT_OUT = new Set([
  'audit',
  'access_before',
  'cause',
  'subject',
  'userId',
  'sessionId',
  'accessKeyId',
  'appId',
  'siteGroupId',
  'webhook_id',
  'repository_id',
  'jobId',
  'login',
  'title',
  'member_ids',
])

const isStep = (value: unknown): value is { readonly from: unknown; readonly to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

interface Difference {
  readonly before: Payload
  readonly after: Payload
}

/** Values before and after: payloads say them as `before` and `after`, as `from` and `to`, or name only what is. */
const differenceOf = ({ kind, payload }: LoggedEvent): Difference => {
  const { before, after } = payload
  if (kind === 'setting.changed')
    return { before: { value: before ?? null }, after: { value: payload['value'] ?? null } }
  if (isObject(before) && isObject(after)) return { before, after }
  const shown = Object.entries(payload).filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined)
  const given = Object.fromEntries(shown)
  if (isStep(given)) {
    const { from, to, ...others } = given as Payload
    const name = kind === 'user.status_changed' || kind.startsWith('project.') ? 'status' : 'value'
    return { before: { [name]: from }, after: { [name]: to, ...others } }
  }
  const steps = shown.filter(([, value]) => isStep(value)) as [string, { from: unknown; to: unknown }][]
  return {
    before: Object.fromEntries(steps.map(([name, { from }]) => [name, from])),
    after: { ...given, ...Object.fromEntries(steps.map(([name, { to }]) => [name, to])) },
  }
}

/** An account acts for another one where it changes what belongs to that one alone. */
const OF_ONE_ACCOUNT = new Set(['session', 'access_key', 'token', 'oauth_consent', 'recovery_code', 'second_factor'])

const otherAccount = ({ kind, actorId, payload }: LoggedEvent): number | null => {
  const userId = payload['userId']
  return actorId !== null &&
    typeof userId === 'number' &&
    userId !== actorId &&
    OF_ONE_ACCOUNT.has(kind.split('.', 1)[0] ?? '')
    ? userId
    : null
}

const credentialOf = ({ kind, means }: LoggedEvent, { credential }: AuditFacts): ActingCredential => {
  if (credential) return credential
  // Before a sign-in there is no session: the password was the credential.
  const type =
    kind === 'session.opened' || kind === 'token.created' ? 'basic' : means === 'command' ? 'command' : 'none'
  return { type, id: null, label: null }
}

/** The row of an event. The log is trusted: only modules write it. */
export const entryOfEvent = (event: LoggedEvent, n: number, isoDate: (at: Date) => string): SealedEntry => {
  const facts = (event.payload['audit'] ?? {}) as AuditFacts
  const other = otherAccount(event)
  return {
    n,
    at: isoDate(event.at),
    kind: event.kind,
    actor: event.actorId === null || event.actorId === 0 ? null : { id: event.actorId },
    on_behalf_of: other === null ? null : { id: other },
    means: event.means,
    credential: credentialOf(event, facts),
    agent: facts.agent ?? null,
    ip: facts.ip ?? null,
    request_id: facts.request_id ?? null,
    project_id: event.projectId,
    subject: subjectOf(event),
    ...differenceOf(event),
    outcome: facts.outcome ?? 'done',
    reason: facts.reason ?? null,
    count: facts.count ?? 1,
  }
}
