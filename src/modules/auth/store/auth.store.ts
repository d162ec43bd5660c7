import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { AccessKey } from '../model/access-key.ts'
import { accessKeyScopes } from '../model/scopes.ts'

// --- access keys -------------------------------------------------------------------------------------------------------------

interface AccessKeyRow {
  id: number
  user_id: number
  secret_hash: Buffer
  description: string
  scopes: string[]
  project_ids: number[] | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  last_used_by: string | null
}

const accessKeyOf = (row: AccessKeyRow): AccessKey => ({
  id: row.id,
  userId: row.user_id,
  secretHash: row.secret_hash,
  description: row.description,
  scopes: row.scopes,
  projectIds: row.project_ids,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  lastUsedBy: row.last_used_by,
})

const accessKeysByIds = statement<AccessKeyRow>(
  'access_keys_by_ids',
  `select id, user_id, secret_hash, description, scopes, project_ids, created_at, expires_at, last_used_at, last_used_by
   from access_key where id = any($1::bigint[])`,
)

export const loadAccessKeys = async (db: Db, ids: readonly number[]): Promise<Map<number, AccessKey>> => {
  const rows = await db.query(accessKeysByIds, [ids])
  return new Map(rows.map(row => [row.id, accessKeyOf(row)]))
}

export interface NewAccessKey {
  readonly userId: number
  readonly secretHash: Buffer
  readonly description: string
  readonly scopes: readonly string[]
  readonly projectIds: readonly number[] | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

export const insertAccessKey = async (tx: Tx, key: NewAccessKey): Promise<number> => {
  const row = await tx
    .insertInto('access_key')
    .values({
      user_id: key.userId,
      secret_hash: key.secretHash,
      description: key.description,
      scopes: [...key.scopes],
      project_ids: key.projectIds && [...key.projectIds],
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns whether the user had such a key. */
export const removeAccessKey = async (tx: Tx, id: number, userId: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('access_key')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const recordAccessKeyUse = async (tx: Tx, id: number, at: Date, ip: string): Promise<void> => {
  await tx.updateTable('access_key').set({ last_used_at: at, last_used_by: ip }).where('id', '=', id).execute()
}

export interface AccessKeyPage {
  readonly keys: AccessKey[]
  readonly size: number
}

/** Keys that are not expired and have a known scope. */
export const listAccessKeysOfUser = async (
  db: Queryable,
  userId: number,
  now: Date,
  page: { readonly limit: number; readonly offset: number },
): Promise<AccessKeyPage> => {
  const usable = sql`from access_key where user_id = ${userId} and (expires_at is null or expires_at > ${now})
    and scopes && ${[...accessKeyScopes]}::text[]`
  const { rows } = await sql<AccessKeyRow>`
    select id, user_id, secret_hash, description, scopes, project_ids, created_at, expires_at, last_used_at, last_used_by ${usable}
    order by id limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ size: number }>`select count(*) as size ${usable}`.execute(db)
  return { keys: rows.map(accessKeyOf), size: counted.rows[0]?.size ?? 0 }
}

// --- tokens ------------------------------------------------------------------------------------------------------------------

export interface Token {
  readonly userId: number
  readonly expiresAt: Date
}

const tokensByHash = statement<{ token_hash: Buffer; user_id: number; expires_at: Date }>(
  'tokens_by_hash',
  `select token_hash, user_id, expires_at from token
   where token_hash in (select decode(hash, 'hex') from unnest($1::text[]) hash)`,
)

/** Keyed by the hexadecimal text of the hash. */
export const loadTokens = async (db: Db, hashes: readonly string[]): Promise<Map<string, Token>> => {
  const rows = await db.query(tokensByHash, [hashes])
  return new Map(rows.map(row => [row.token_hash.toString('hex'), { userId: row.user_id, expiresAt: row.expires_at }]))
}

/** Also removes expired tokens of all users. */
export const insertToken = async (
  db: Queryable,
  token: { hash: Buffer; userId: number; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await sql`
    with expired as (delete from token where expires_at <= ${token.createdAt})
    insert into token (token_hash, user_id, created_at, expires_at)
    values (${token.hash}, ${token.userId}, ${token.createdAt}, ${token.expiresAt})`.execute(db)
}

/** Removes the given token of the user, or all. Returns their hashes as hexadecimal text. */
export const removeTokens = async (tx: Tx, userId: number, hash?: Buffer): Promise<string[]> => {
  const { rows } = await sql<{ token_hash: Buffer }>`
    delete from token where user_id = ${userId} ${hash ? sql`and token_hash = ${hash}` : sql``}
    returning token_hash`.execute(tx)
  return rows.map(row => row.token_hash.toString('hex'))
}

/** The last use of the keys and sessions of each account; accounts without a use are left out. */
export const listLastUses = async (db: Queryable, userIds: readonly number[]): Promise<Map<number, Date>> => {
  const { rows } = await sql<{ user_id: number; last_used_at: Date }>`
    select user_id, max(last_used_at) as last_used_at from (
      select user_id, last_used_at from access_key where user_id = any(${[...userIds]}::bigint[]) and last_used_at is not null
      union all
      select user_id, last_used_at from session where user_id = any(${[...userIds]}::bigint[])) used
    group by user_id`.execute(db)
  return new Map(rows.map(row => [row.user_id, row.last_used_at]))
}

/** Removes keys and tokens that have expired, and keys without a known scope (auth.md §4.3). */
export const removeExpired = async (db: Queryable, now: Date): Promise<void> => {
  await sql`delete from token where expires_at <= ${now}`.execute(db)
  await sql`delete from access_key where expires_at <= ${now} or not scopes && ${[...accessKeyScopes]}::text[]`.execute(
    db,
  )
}

// --- platform permissions ----------------------------------------------------------------------------------------------------

const permissionsByUsers = statement<{ user_id: number; permission: string }>(
  'site_permissions_by_users',
  `select distinct m.user_id, p.permission
   from site_group_member m join site_group_permission p using (site_group_id)
   where m.user_id = any($1::bigint[])`,
)

export const loadPermissions = async (db: Db, userIds: readonly number[]): Promise<Map<number, Set<string>>> => {
  const result = new Map(userIds.map(id => [id, new Set<string>()]))
  for (const row of await db.query(permissionsByUsers, [userIds])) result.get(row.user_id)?.add(row.permission)
  return result
}

export interface SiteGroup {
  readonly id: number
  readonly name: string
  readonly permissions: string[]
  readonly memberIds: number[]
}

export const listSiteGroupRows = async (db: Queryable, name?: string): Promise<SiteGroup[]> => {
  const { rows } = await sql<{ id: number; name: string; permissions: string[]; member_ids: number[] }>`
    select g.id, g.name,
      array(select permission from site_group_permission where site_group_id = g.id order by permission) as permissions,
      array(select user_id from site_group_member where site_group_id = g.id order by user_id) as member_ids
    from site_group g
    ${name === undefined ? sql`` : sql`where lower(g.name) = lower(${name})`}
    order by lower(g.name)`.execute(db)
  return rows.map(row => ({ id: row.id, name: row.name, permissions: row.permissions, memberIds: row.member_ids }))
}

/** Id of the group of that name, which is created if needed. */
export const findOrCreateSiteGroup = async (tx: Tx, name: string): Promise<number> => {
  await sql`insert into site_group (name) values (${name}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from site_group where lower(name) = lower(${name}) for update`.execute(tx)
  return (rows[0] as { id: number }).id
}

export const addSitePermission = async (tx: Tx, groupId: number, permission: string): Promise<void> => {
  await sql`insert into site_group_permission (site_group_id, permission) values (${groupId}, ${permission})
    on conflict do nothing`.execute(tx)
}

export const removeSitePermission = async (tx: Tx, groupId: number, permission: string): Promise<boolean> => {
  const { rows } = await sql`
    delete from site_group_permission where site_group_id = ${groupId} and permission = ${permission}
    returning permission`.execute(tx)
  return rows.length > 0
}

export const addSiteGroupMember = async (tx: Tx, groupId: number, userId: number): Promise<void> => {
  await sql`insert into site_group_member (site_group_id, user_id) values (${groupId}, ${userId})
    on conflict do nothing`.execute(tx)
}

export const removeSiteGroupMember = async (tx: Tx, groupId: number, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    delete from site_group_member where site_group_id = ${groupId} and user_id = ${userId}
    returning user_id`.execute(tx)
  return rows.length > 0
}

// --- administrators of the platform: those of project 1 ------------------------------------------------------------------------

export const listSiteAdministrators = async (db: Queryable): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from project_member where project_id = 1 and is_admin`.execute(db)
  return rows.map(row => row.user_id)
}

/** Returns false and does nothing if the account is restricted. */
export const addSiteAdministrator = async (tx: Tx, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    insert into project_member (project_id, user_id, is_admin)
    select 1, id, true from users where id = ${userId} and status <> 'R'
    on conflict (project_id, user_id) do update set is_admin = true
    returning user_id`.execute(tx)
  return rows.length > 0
}

export const removeSiteAdministrator = async (tx: Tx, userId: number): Promise<void> => {
  await sql`delete from project_member where project_id = 1 and user_id = ${userId}`.execute(tx)
}

/** Whether no account was created in this installation yet. Other callers wait until the transaction ends. */
export const isFirstStart = async (tx: Tx): Promise<boolean> => {
  await sql`lock table users in share row exclusive mode`.execute(tx)
  const { rows } = await sql`select 1 from users where id > 100 limit 1`.execute(tx)
  if (rows.length > 0) return false
  // An earlier start may have been cut off after the sequence gave the id: the first administrator is always 101 (import.md §11).
  await sql`select setval(pg_get_serial_sequence('users', 'id'), 101, false)`.execute(tx)
  return true
}
