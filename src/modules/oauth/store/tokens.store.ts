import { sql } from 'kysely'
import {
  FOREIGN_KEY_VIOLATION,
  parseJsonb,
  sqlState,
  statement,
  type Db,
  type Queryable,
  type Tx,
} from '../../../platform/db/db.ts'
import { refuseDeletedApplication } from '../model/application-deleted.ts'

export type TokenKind = 'AuthorizationCode' | 'AccessToken' | 'RefreshToken'
type Payload = Readonly<Record<string, unknown>>

// --- grants: one for each authorization ---------------------------------------------------------------------------------------

export interface NewGrant {
  readonly id: string
  readonly userId: number
  readonly appId: number
  readonly payload: Payload
  readonly createdAt: Date
}

export const insertGrant = async (db: Queryable, grant: NewGrant): Promise<void> => {
  await db
    .insertInto('oauth_grant')
    .values({
      id: grant.id,
      user_id: grant.userId,
      app_id: grant.appId,
      payload: JSON.stringify(grant.payload),
      created_at: grant.createdAt,
    })
    .execute()
    .catch(refuseDeletedApplication)
}

export const findGrant = async (db: Queryable, id: string): Promise<Payload | undefined> => {
  const row = await db.selectFrom('oauth_grant').select('payload').where('id', '=', id).executeTakeFirst()
  return row && parseJsonb<Payload>(row.payload)
}

/** Selects one grant, or all grants of a user, optionally for one application only. */
export type GrantFilter = { readonly id: string } | { readonly userId: number; readonly appId?: number }

/** Removes the grants with their codes and tokens. Returns the hashes of the removed access tokens as hexadecimal text. */
export const removeGrants = async (tx: Tx, filter: GrantFilter): Promise<string[]> => {
  const condition =
    'id' in filter
      ? sql`id = ${filter.id}`
      : filter.appId === undefined
        ? sql`user_id = ${filter.userId}`
        : sql`user_id = ${filter.userId} and app_id = ${filter.appId}`
  // Locks the grants first: from here on they get no new token, and other transactions that remove them wait before they hold any lock.
  await sql`select id from oauth_grant where ${condition} order by id for update`.execute(tx)
  const { rows } = await sql<{ token_hash: Buffer }>`
    delete from oauth_token where grant_id in (select id from oauth_grant where ${condition}) and kind = 'AccessToken'
    returning token_hash`.execute(tx)
  await sql`delete from oauth_grant where ${condition}`.execute(tx)
  return rows.map(row => row.token_hash.toString('hex'))
}

// --- codes and tokens ----------------------------------------------------------------------------------------------------------

export interface NewToken {
  readonly hash: Buffer
  readonly kind: TokenKind
  readonly grantId: string
  readonly payload: Payload
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Returns false and stores nothing if the grant was revoked meanwhile. An access token counts as a use of the consent. */
export const insertToken = async (db: Queryable, token: NewToken): Promise<boolean> => {
  const isUse = token.kind === 'AccessToken'
  try {
    await sql`
      with used as (
        update oauth_consent c set last_used_at = ${token.createdAt} from oauth_grant g
        where ${isUse} and g.id = ${token.grantId} and c.user_id = g.user_id and c.app_id = g.app_id),
      noted as (
        update oauth_app a set last_token_at = ${token.createdAt} from oauth_grant g
        where ${isUse} and g.id = ${token.grantId} and a.id = g.app_id and (a.is_self_registered or a.document_url is not null)
          and (a.last_token_at is null or a.last_token_at < ${token.createdAt}::timestamptz - interval '1 day'))
      insert into oauth_token (token_hash, kind, grant_id, payload, expires_at)
      values (${token.hash}, ${token.kind}, ${token.grantId}, ${JSON.stringify(token.payload)}::jsonb, ${token.expiresAt})`.execute(
      db,
    )
    return true
  } catch (error) {
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) return false
    throw error
  }
}

export interface StoredToken {
  readonly payload: Payload
  readonly expiresAt: Date
  readonly consumedAt: Date | null
}

export const findToken = async (db: Queryable, kind: TokenKind, hash: Buffer): Promise<StoredToken | undefined> => {
  const row = await db
    .selectFrom('oauth_token')
    .select(['payload', 'expires_at', 'consumed_at'])
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && { payload: parseJsonb<Payload>(row.payload), expiresAt: row.expires_at, consumedAt: row.consumed_at }
}

/** Marks the token as used. Returns false if the token is used or missing: of several concurrent calls, one gets true. */
export const consumeToken = async (db: Queryable, hash: Buffer, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('oauth_token')
    .set({ consumed_at: at })
    .where('token_hash', '=', hash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The grant of a token, to revoke it. */
export const findGrantId = async (db: Queryable, hash: Buffer): Promise<string | undefined> => {
  const row = await db.selectFrom('oauth_token').select('grant_id').where('token_hash', '=', hash).executeTakeFirst()
  return row?.grant_id
}

export const removeToken = async (tx: Tx, hash: Buffer): Promise<void> => {
  await tx.deleteFrom('oauth_token').where('token_hash', '=', hash).execute()
}

// --- access tokens, as the API checks them ---------------------------------------------------------------------------------------

export interface AccessToken {
  readonly userId: number
  readonly appId: number
  readonly scopes: readonly string[]
  /** The only service that it opens; undefined: the API. */
  readonly audience: string | undefined
  readonly expiresAt: Date
}

const accessTokensByHash = statement<{
  token_hash: Buffer
  user_id: number
  app_id: number
  scope: string | null
  audience: string | null
  expires_at: Date
}>(
  'oauth_access_tokens_by_hash',
  `select t.token_hash, g.user_id, g.app_id, t.payload ->> 'scope' as scope, t.payload ->> 'aud' as audience, t.expires_at
   from oauth_token t join oauth_grant g on g.id = t.grant_id
   where t.token_hash in (select decode(hash, 'hex') from unnest($1::text[]) hash) and t.kind = 'AccessToken'`,
)

/** Keyed by the hexadecimal text of the hash. */
export const loadAccessTokens = async (db: Db, hashes: readonly string[]): Promise<Map<string, AccessToken>> => {
  const rows = await db.query(accessTokensByHash, [hashes])
  return new Map(
    rows.map(row => [
      row.token_hash.toString('hex'),
      {
        userId: row.user_id,
        appId: row.app_id,
        scopes: (row.scope ?? '').split(' '),
        audience: row.audience ?? undefined,
        expiresAt: row.expires_at,
      },
    ]),
  )
}

/**
 * Removes expired access tokens, and grants without a usable code or token. Used codes and refresh tokens stay with their grant, so that a
 * second use is recognised.
 */
export const removeExpiredGrants = async (db: Queryable, now: Date): Promise<void> => {
  await sql`delete from oauth_token where kind = 'AccessToken' and expires_at <= ${now}`.execute(db)
  // Grants are stored shortly before their code.
  await sql`
    delete from oauth_grant g where created_at < ${now}::timestamptz - interval '10 minutes' and not exists (
      select from oauth_token t where t.grant_id = g.id and t.expires_at > ${now} and t.consumed_at is null)`.execute(
    db,
  )
  await sql`delete from oauth_interaction where expires_at <= ${now}`.execute(db)
}
