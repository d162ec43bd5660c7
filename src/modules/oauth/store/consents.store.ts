import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import { refuseDeletedApplication } from '../model/application-deleted.ts'

/** The scopes that the user allows the application; empty if there is no consent. */
export const findConsent = async (db: Queryable, userId: number, appId: number): Promise<ReadonlySet<string>> => {
  const row = await db
    .selectFrom('oauth_consent')
    .select('scopes')
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return new Set(row?.scopes)
}

/** auth.md §6.3: replaces the former consent. */
export const replaceConsent = async (
  tx: Tx,
  consent: { readonly userId: number; readonly appId: number; readonly scopes: readonly string[]; readonly at: Date },
): Promise<void> => {
  const granted = { scopes: [...consent.scopes], granted_at: consent.at }
  await tx
    .insertInto('oauth_consent')
    .values({ user_id: consent.userId, app_id: consent.appId, ...granted })
    .onConflict(conflict => conflict.columns(['user_id', 'app_id']).doUpdateSet(granted))
    .execute()
    .catch(refuseDeletedApplication)
}

export interface Consent {
  readonly appId: number
  readonly scopes: readonly string[]
  readonly grantedAt: Date
  readonly lastUsedAt: Date | null
}

/** Consents of a user, the latest first. */
export const listConsents = async (db: Queryable, userId: number): Promise<Consent[]> => {
  const rows = await db
    .selectFrom('oauth_consent')
    .select(['app_id', 'scopes', 'granted_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('granted_at', 'desc')
    .orderBy('app_id')
    .execute()
  return rows.map(row => ({
    appId: row.app_id,
    scopes: row.scopes,
    grantedAt: row.granted_at,
    lastUsedAt: row.last_used_at,
  }))
}

export const removeConsent = async (tx: Tx, userId: number, appId: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('oauth_consent')
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

// --- requests that wait for a consent ------------------------------------------------------------------------------------------

export interface Interaction<Request> {
  readonly userId: number
  readonly appId: number
  readonly request: Request
}

export const insertInteraction = async (
  db: Queryable,
  uidHash: Buffer,
  interaction: Interaction<object>,
  expiresAt: Date,
): Promise<void> => {
  await db
    .insertInto('oauth_interaction')
    .values({
      uid_hash: uidHash,
      user_id: interaction.userId,
      app_id: interaction.appId,
      request: JSON.stringify(interaction.request),
      expires_at: expiresAt,
    })
    .execute()
    .catch(refuseDeletedApplication)
}

/** A request of that user that is not expired. */
export const findInteraction = async <Request>(
  db: Queryable,
  uidHash: Buffer,
  userId: number,
  now: Date,
): Promise<Interaction<Request> | undefined> => {
  const row = await db
    .selectFrom('oauth_interaction')
    .select(['user_id', 'app_id', 'request'])
    .where('uid_hash', '=', uidHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { userId: row.user_id, appId: row.app_id, request: parseJsonb<Request>(row.request) }
}

/** Returns false if the request is gone: the user has decided already. */
export const removeInteraction = async (tx: Tx, uidHash: Buffer): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('oauth_interaction').where('uid_hash', '=', uidHash).executeTakeFirst()
  return numDeletedRows > 0n
}
