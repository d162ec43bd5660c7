import { inTransaction } from '../../../platform/db/db.ts'
import { Forbidden, Invalid, Unauthorized } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor, Viewer } from '../../users/index.ts'
import { ACCESS_KEY_PREFIX, isExpired, type AccessKey } from '../model/access-key.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { insertAccessKey } from '../store/auth.store.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'
import { coversScope, parseScopes, type AccessKeyScope } from '../model/scopes.ts'
import { formatSecretText, hashSecret, newSecret } from '../model/secret-text.ts'

export interface AccessKeyInput {
  readonly userId: number
  readonly description: string
  readonly scopes: readonly string[]
  /** Null or left out: all projects of the owner. */
  readonly projectIds?: readonly number[] | null
  /** ISO 8601 with offset. */
  readonly expiration: string | null
}

/** Creates a key and returns its text, which the server shows only this once (auth.md §4.3). */
export const createAccessKey =
  (deps: AuthDependencies, caches: CredentialCaches) =>
  async (wanted: AccessKeyInput, actor: Actor & Pick<Viewer, 'accessKeyId'>): Promise<string> => {
    const { db, clock } = deps
    const scopes = parseScopes(wanted.scopes)
    const expiresAt = parseExpiration(wanted.expiration)
    const createdAt = clock.now()
    if (isExpired(expiresAt, createdAt))
      throw new Invalid('`expiration_date` has passed already', {
        reason: 'parameter.range',
        parameter: 'expiration_date',
      })
    const { userId, description } = wanted
    const projectIds = wanted.projectIds ? [...new Set(wanted.projectIds)].sort((a, b) => a - b) : null
    if (actor.accessKeyId !== undefined)
      requireNotWider(await caches.accessKeys.get(actor.accessKeyId), { scopes, projectIds, expiresAt })
    if (projectIds) await requireVisible(deps, userId, projectIds)
    const secret = newSecret()
    const id = await inTransaction(db, async tx => {
      const keyId = await insertAccessKey(tx, {
        userId,
        secretHash: hashSecret(secret),
        description,
        scopes,
        projectIds,
        createdAt,
        expiresAt,
      })
      await appendEvents(tx, [
        {
          kind: 'access_key.created',
          actorId: actor.userId,
          means: actor.means,
          payload: { userId, accessKeyId: keyId, description, scopes, ...(projectIds && { projectIds }) },
        },
      ])
      return keyId
    })
    return formatSecretText(ACCESS_KEY_PREFIX, id, secret)
  }

/**
 * A caller with an access key cannot create a key that opens more projects or scopes, or is valid for longer: the owner meant to give no
 * more.
 */
const requireNotWider = (
  own: AccessKey | undefined,
  wanted: Pick<AccessKey, 'projectIds' | 'expiresAt'> & { scopes: readonly AccessKeyScope[] },
): void => {
  if (!own) throw new Unauthorized('the access key was deleted a moment ago', { reason: 'credentials.invalid' })
  const { projectIds, scopes, expiresAt } = own
  if (projectIds && wanted.projectIds?.every(id => projectIds.includes(id)) !== true)
    throw new Forbidden(LIMITED_TO_PROJECTS, { reason: 'key.project' })
  const scope = wanted.scopes.find(each => !coversScope(scopes, each))
  if (scope !== undefined)
    throw new Forbidden(`${NOT_WIDER}; this one has not ${scope}`, { reason: 'scope.missing', scope })
  if (expiresAt !== null && (wanted.expiresAt === null || wanted.expiresAt > expiresAt))
    throw new Forbidden(`${NOT_WIDER}; give \`expiration_date\`, ${expiresAt.toISOString()} at the latest`, {
      reason: 'parameter.range',
      parameter: 'expiration_date',
    })
}

const NOT_WIDER = 'An access key only makes keys with scopes of its own that end no later than it does'
const LIMITED_TO_PROJECTS = 'An access key that is limited to projects only makes keys for these projects'

/** The owner must see the projects. The refusal does not tell which other projects exist. */
const requireVisible = async (
  { users, projects }: AuthDependencies,
  userId: number,
  projectIds: readonly number[],
): Promise<void> => {
  if (projectIds.length === 0)
    throw new Invalid('`projects` needs at least one project; leave it out for a key that opens all of them', {
      reason: 'parameter.required',
      parameter: 'projects',
    })
  const owner = await users.get(userId)
  const found = await projects.getMany(projectIds.filter(id => Number.isSafeInteger(id)))
  const unknown: number[] = []
  for (const id of projectIds) {
    const project = found.get(id)
    if (!owner || !project || !(await projects.canUserAccess(owner, project))) unknown.push(id)
  }
  if (unknown.length > 0)
    throw new Invalid(`\`projects\`: there is no project ${unknown.join(', ')}`, {
      reason: 'parameter.range',
      parameter: 'projects',
    })
}

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:Z|[+-]\d\d:\d\d)$/

const parseExpiration = (text: string | null): Date | null => {
  if (text === null || text === '') return null
  const match = form.exec(text)
  const at = match ? new Date(text) : undefined
  // `new Date` turns 30 February into 2 March.
  const isCalendarDay =
    match &&
    new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))).getUTCDate() === Number(match[3])
  if (!at || Number.isNaN(at.getTime()) || !isCalendarDay)
    throw new Invalid('`expiration_date` is to be an ISO 8601 date like 2030-12-31T23:59:59+01:00', {
      reason: 'parameter.range',
      parameter: 'expiration_date',
    })
  return at
}
