import { inTransaction } from '../../platform/db/db.ts'
import { Invalid } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import type { Actor } from '../users/index.ts'
import { ACCESS_KEY_PREFIX, isExpired } from './access-key.ts'
import type { AuthDeps } from './auth.deps.ts'
import { insertAccessKey } from './auth.store.ts'
import { parseScopes } from './scopes.ts'
import { formatSecretText, hashSecret, newSecret } from './secret-text.ts'

export interface WantedAccessKey {
  readonly userId: number
  readonly description: string
  readonly scopes: readonly string[]
  /** ISO 8601 with offset. */
  readonly expiration: string | null
}

/** Makes a key and answers its text: the only time that anybody sees it (auth.md §4.3). */
export const createAccessKey =
  ({ db, clock }: AuthDeps) =>
  async (wanted: WantedAccessKey, actor: Actor): Promise<string> => {
    const scopes = parseScopes(wanted.scopes)
    const expiresAt = parseExpiration(wanted.expiration)
    const createdAt = clock.now()
    if (isExpired(expiresAt, createdAt)) throw new Invalid('`expiration_date` has passed already')
    const { userId, description } = wanted
    const secret = newSecret()
    const id = await inTransaction(db, async tx => {
      const keyId = await insertAccessKey(tx, {
        userId,
        secretHash: hashSecret(secret),
        description,
        scopes,
        createdAt,
        expiresAt,
      })
      await appendEvents(tx, [
        {
          kind: 'access_key.created',
          actorId: actor.userId,
          means: actor.means,
          payload: { userId, accessKeyId: keyId, description, scopes },
        },
      ])
      return keyId
    })
    return formatSecretText(ACCESS_KEY_PREFIX, id, secret)
  }

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:Z|[+-]\d\d:\d\d)$/

const parseExpiration = (text: string | null): Date | null => {
  if (text === null || text === '') return null
  const match = form.exec(text)
  const at = match ? new Date(text) : undefined
  // `new Date` makes 2 March of 30 February.
  const isCalendarDay =
    match &&
    new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))).getUTCDate() === Number(match[3])
  if (!at || Number.isNaN(at.getTime()) || !isCalendarDay)
    throw new Invalid('`expiration_date` is to be an ISO 8601 date like 2030-12-31T23:59:59+01:00')
  return at
}
