import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import { LANGUAGE_PREFERENCE, languageOf, THEME_PREFERENCE, type Language } from '../model/choices.ts'
import { NAME_STYLE_PREFERENCE, nameStyleOf } from '../model/name-style.ts'
import { NONE_USER_ID, type User, type UserStatus } from '../model/user.ts'

interface UserRow {
  id: number
  login: string
  real_name: string
  email: string
  ldap_id: string
  status: UserStatus
  chosen_language: string | null
  timezone: string | null
  name_style: string | null
}

const usersByIds = statement<UserRow>(
  'users_by_ids',
  `select u.id, u.login, u.real_name, u.email, u.ldap_id, u.status, u.timezone, p.value as name_style,
     l.value as chosen_language
   from users u left join user_preference p on p.user_id = u.id and p.key = '${NAME_STYLE_PREFERENCE}'
     left join user_preference l on l.user_id = u.id and l.key = '${LANGUAGE_PREFERENCE}'
   where u.id = any($1::bigint[])`,
)

export const loadUsers = async (db: Db, ids: readonly number[]): Promise<Map<number, User>> => {
  const rows = await db.query(usersByIds, [ids])
  return new Map(rows.map(row => [row.id, userOf(row)]))
}

const userOf = (row: UserRow): User => ({
  id: row.id,
  login: row.login,
  realName: row.real_name,
  email: row.email,
  ldapId: row.ldap_id,
  status: row.status,
  language: languageOf(row.chosen_language),
  timezone: row.timezone,
  nameStyle: nameStyleOf(row.name_style),
})

const idByLogin = statement<{ id: number }>('user_id_by_login', 'select id from users where lower(login) = lower($1)')

export const findIdByLogin = async (db: Db, login: string): Promise<number | undefined> =>
  (await db.query(idByLogin, [login]))[0]?.id

const lowered = (values: readonly string[]): string[] => values.map(value => value.toLowerCase())

/** The accounts for each name, keyed by the given name in lower case (directory ids unchanged). */
export const findIdsByLogins = (db: Queryable, logins: readonly string[]): Promise<Map<string, number[]>> =>
  groupIdsByName(
    db,
    logins,
    sql`select lower(login) as key, id from users where lower(login) = any(${lowered(logins)}::text[])`,
  )

export const findIdsByEmails = (db: Queryable, emails: readonly string[]): Promise<Map<string, number[]>> =>
  groupIdsByName(
    db,
    emails,
    sql`select lower(email) as key, id from users where lower(email) = any(${lowered(emails)}::text[]) and email <> ''`,
  )

export const findIdsByLdapIds = (db: Queryable, ldapIds: readonly string[]): Promise<Map<string, number[]>> =>
  groupIdsByName(
    db,
    ldapIds,
    sql`select ldap_id as key, id from users where ldap_id = any(${[...ldapIds]}::text[]) and ldap_id <> ''`,
  )

const groupIdsByName = async (
  db: Queryable,
  names: readonly string[],
  query: ReturnType<typeof sql>,
): Promise<Map<string, number[]>> => {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ key: string; id: number }>`${query} order by id`.execute(db)
  const result = new Map<string, number[]>()
  for (const { key, id } of rows) {
    const ids = result.get(key)
    if (ids) ids.push(id)
    else result.set(key, [id])
  }
  return result
}

export interface IdPage {
  readonly ids: number[]
  readonly size: number
}
interface PageBounds {
  readonly limit: number
  readonly offset: number
}

const pageOf = async (db: Queryable, matches: ReturnType<typeof sql>, page: PageBounds): Promise<IdPage> => {
  const { rows } = await sql<{ ids: number[]; size: number }>`
    with matches as materialized (${matches})
    select
      array(select id from matches order by lower(login), id limit ${page.limit} offset ${page.offset}) as ids,
      (select count(*) from matches) as size`.execute(db)
  return { ids: rows[0]?.ids ?? [], size: rows[0]?.size ?? 0 }
}

const containing = (word: string): string => `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Active and restricted accounts whose login or real name contains one of the words. */
export const searchIds = (db: Queryable, words: readonly string[], page: PageBounds): Promise<IdPage> => {
  const patterns = words.map(containing)
  // No word contains a blank, so a match in the joined text lies in one of its two parts.
  return pageOf(
    db,
    sql`select id, login from users
        where status in ('A', 'R') and lower(login || ' ' || real_name) like any(${patterns}::text[])`,
    page,
  )
}

/** Accounts of any status except the reserved ones, whose login, real name or address contains each of the words. */
export const pageOfAccounts = (
  db: Queryable,
  filter: { readonly words: readonly string[]; readonly status: UserStatus | undefined },
  page: PageBounds,
): Promise<IdPage> =>
  pageOf(
    db,
    sql`select id, login from users
        where id > ${NONE_USER_ID} and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
          and lower(login || ' ' || real_name || ' ' || email) like all(${filter.words.map(containing)}::text[])`,
    page,
  )

export interface AccountDates {
  readonly createdAt: Date
  readonly lastAccessAt: Date | null
}

export const listAccountDates = async (db: Queryable, ids: readonly number[]): Promise<Map<number, AccountDates>> => {
  const { rows } = await sql<{ id: number; created_at: Date; last_access_at: Date | null }>`
    select id, created_at, last_access_at from users where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.id, { createdAt: row.created_at, lastAccessAt: row.last_access_at }]))
}

/** Active and restricted accounts that have an SSH key. */
export const pageOfIdsWithSshKey = (db: Queryable, page: PageBounds): Promise<IdPage> =>
  pageOf(db, sql`select id, login from users where status in ('A', 'R') and ssh_keys <> '{}'`, page)

/** All accounts except the reserved ones, by login. */
export const listAllIds = async (db: Queryable): Promise<number[]> =>
  (
    await sql<{ id: number }>`select id from users where id > ${NONE_USER_ID} order by lower(login)`.execute(db)
  ).rows.map(row => row.id)

export interface StoredUser {
  readonly id: number
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly status: UserStatus
  readonly timezone: string | null
  readonly hasPassword: boolean
  readonly chosenLanguage: Language | ''
}

/** Reads and locks the account until the transaction ends. */
export const lockUser = async (tx: Tx, id: number): Promise<StoredUser | undefined> => {
  const { rows } = await sql<Pick<StoredUser, 'id' | 'login' | 'email' | 'status' | 'timezone'> & StoredUserColumns>`
    select id, login, real_name, email, status, timezone, password_hash is not null as has_password,
      (select value from user_preference where user_id = users.id and key = ${LANGUAGE_PREFERENCE}) as chosen_language
    from users where id = ${id} for update`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const { login, email, status, timezone } = row
  const { real_name: realName, has_password: hasPassword } = row
  const chosenLanguage = languageOf(row.chosen_language)
  return { id: row.id, login, realName, email, status, timezone, hasPassword, chosenLanguage }
}

interface StoredUserColumns {
  readonly real_name: string
  readonly has_password: boolean
  readonly chosen_language: string | null
}

/** The names that an account or a project has, in lower case. Accounts and projects share one name space (projects.md §3). */
export const listTakenNames = async (db: Queryable, names: readonly string[]): Promise<Set<string>> => {
  const keys = lowered(names)
  const { rows } = await sql<{ name: string }>`
    select lower(login) as name from users where lower(login) = any(${keys}::text[])
    union select lower(short_name) from project where lower(short_name) = any(${keys}::text[])`.execute(db)
  return new Set(rows.map(row => row.name))
}

/** Site administrators: id → status. Locks the list, so that two transactions that each remove one cannot leave none. */
export const lockSiteAdministrators = async (tx: Tx): Promise<Map<number, string>> => {
  await sql`select 1 from project where id = 1 for update`.execute(tx)
  const { rows } = await sql<{ user_id: number; status: string }>`
    select m.user_id, u.status from project_member m join users u on u.id = m.user_id
    where m.project_id = 1 and m.is_admin`.execute(tx)
  return new Map(rows.map(row => [row.user_id, row.status]))
}

export const isSiteAdministrator = async (db: Queryable, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from project_member where project_id = 1 and user_id = ${userId} and is_admin`.execute(db)
  return rows.length > 0
}

/** Whether the account is a site administrator or holds a delegated permission. */
export const hasPlatformRights = async (db: Queryable, userId: number): Promise<boolean> => {
  if (!Number.isSafeInteger(userId)) return false
  const { rows } = await sql`
    select 1 from project_member where project_id = 1 and user_id = ${userId} and is_admin
    union all
    select 1 from site_group_member join site_group_permission using (site_group_id) where user_id = ${userId}
    limit 1`.execute(db)
  return rows.length > 0
}

export interface UserColumns {
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly ldapId: string
  readonly status: UserStatus
  readonly language: string
  readonly timezone: string | null
  readonly wantsSiteMail: boolean
  readonly passwordHash: string | null
  readonly sshKeys: readonly string[]
}

/** Inserts all in one statement; the ids follow the order of the list. */
export const insertUsers = async (tx: Tx, users: readonly UserColumns[], now: Date): Promise<number[]> => {
  if (users.length === 0) return []
  const rows = users.map(user => ({
    login: user.login,
    real_name: user.realName,
    email: user.email,
    ldap_id: user.ldapId,
    status: user.status,
    language: user.language,
    timezone: user.timezone,
    wants_site_mail: user.wantsSiteMail,
    password_hash: user.passwordHash,
    ssh_keys: user.sshKeys,
  }))
  const inserted = await sql<{ id: number; login: string }>`
    insert into users (login, real_name, email, ldap_id, status, language, timezone, wants_site_mail, password_hash,
                       password_changed_at, ssh_keys, created_at)
    select r.login, r.real_name, r.email, r.ldap_id, r.status, r.language, r.timezone, r.wants_site_mail, r.password_hash,
           case when r.password_hash is null then null else ${now}::timestamptz end, r.ssh_keys, ${now}
    from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (login text, real_name text, email text, ldap_id text, status text,
        language text, timezone text, wants_site_mail boolean, password_hash text, ssh_keys text[])
    ) with ordinality as r
    order by r.ordinality
    returning id, login`.execute(tx)
  const ids = new Map(inserted.rows.map(row => [row.login, row.id]))
  return users.map(user => ids.get(user.login) as number)
}

export type ChangedColumns = Partial<Omit<UserColumns, 'wantsSiteMail'>>

export const updateUser = async (tx: Tx, id: number, changes: ChangedColumns, now: Date): Promise<void> => {
  const { login, realName, email, ldapId, status, language, timezone, passwordHash, sshKeys } = changes
  await tx
    .updateTable('users')
    .set({
      ...(login !== undefined && { login }),
      ...(realName !== undefined && { real_name: realName }),
      ...(email !== undefined && { email }),
      ...(ldapId !== undefined && { ldap_id: ldapId }),
      ...(status !== undefined && { status }),
      ...(language !== undefined && { language }),
      ...(timezone !== undefined && { timezone }),
      ...(passwordHash !== undefined && { password_hash: passwordHash, password_changed_at: now }),
      ...(sshKeys !== undefined && { ssh_keys: [...sshKeys] }),
    })
    .where('id', '=', id)
    .execute()
}

const passwordHashById = statement<{ password_hash: string | null }>(
  'password_hash_by_user',
  'select password_hash from users where id = $1',
)

export const findPasswordHash = async (db: Db, id: number): Promise<string | null> =>
  (await db.query(passwordHashById, [id]))[0]?.password_hash ?? null

interface OwnSettingsRow {
  has_password: boolean
  language: string | null
  theme: string | null
  timezone: string | null
}

const ownSettingsById = statement<OwnSettingsRow>(
  'own_settings_by_user',
  `select u.password_hash is not null as has_password, u.timezone,
     (select value from user_preference where user_id = u.id and key = $2) as language,
     (select value from user_preference where user_id = u.id and key = $3) as theme
   from users u where u.id = $1`,
)

export const findOwnSettings = async (
  db: Db,
  id: number,
): Promise<{ hasPassword: boolean } & Omit<OwnSettingsRow, 'has_password'>> => {
  const row = (await db.query(ownSettingsById, [id, LANGUAGE_PREFERENCE, THEME_PREFERENCE]))[0]
  return {
    hasPassword: row?.has_password ?? false,
    language: row?.language ?? null,
    theme: row?.theme ?? null,
    timezone: row?.timezone ?? null,
  }
}

/** Null: the platform's zone. */
export const writeTimezone = async (tx: Tx, id: number, timezone: string | null): Promise<void> => {
  await tx.updateTable('users').set({ timezone }).where('id', '=', id).execute()
}

/** Writes only if the stored hash is still the verified one. */
export const replacePasswordHash = async (db: Queryable, id: number, old: string, next: string): Promise<void> => {
  await db
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute()
}

/** The preferences of the accounts, for those that set one. */
export const listPreferences = async (
  db: Queryable,
  userIds: readonly number[],
  key: string,
): Promise<Map<number, string>> => {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_preference')
    .select(['user_id', 'value'])
    .where('user_id', 'in', userIds)
    .where('key', '=', key)
    .execute()
  return new Map(rows.map(row => [row.user_id, row.value]))
}

export const writePreference = async (tx: Tx, userId: number, key: string, value: string): Promise<void> => {
  await tx
    .insertInto('user_preference')
    .values({ user_id: userId, key, value })
    .onConflict(conflict => conflict.columns(['user_id', 'key']).doUpdateSet({ value }))
    .execute()
}

export const removePreference = async (tx: Tx, userId: number, key: string): Promise<void> => {
  await tx.deleteFrom('user_preference').where('user_id', '=', userId).where('key', '=', key).execute()
}

/**
 * Deletes the accounts that nobody has used, and returns their ids and logins: no password, address, access or key, in no project, and
 * named by no artifact. Call it after the projects that the accounts were created for are erased.
 */
export const deleteUnusedUsers = async (tx: Tx, ids: readonly number[]): Promise<{ id: number; login: string }[]> => {
  const { rows } = await sql<{ id: number; login: string }>`
    delete from users u
    where u.id = any(${[...ids]}::bigint[])
      and u.password_hash is null and u.email = '' and u.ldap_id = '' and u.last_access_at is null
      and not exists (select from access_key k where k.user_id = u.id)
      and not exists (select from token t where t.user_id = u.id)
      and not exists (select from session s where s.user_id = u.id)
      and not exists (select from project_member m where m.user_id = u.id)
      and not exists (select from user_group_member m where m.user_id = u.id)
      and not exists (select from site_group_member m where m.user_id = u.id)
      and not exists (select from project p where p.owner_id = u.id)
      and not exists (select from svn_revision r where r.author_id = u.id)
      and not exists (select from artifact a where a.submitted_by = u.id or a.updated_by = u.id)
      and not exists (select from changeset c where c.submitted_by = u.id or c.comment_edited_by = u.id)
      and not exists (
        select from artifact_index i join form_element f on f.id = i.field_id
        where i.val = u.id and f.bind_type = 'users')
    returning u.id, u.login`.execute(tx)
  return rows
}

/** Those of the keys that the account has set. */
export const listSetPreferences = async (db: Queryable, userId: number, keys: readonly string[]): Promise<string[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select key from user_preference where user_id = ${userId} and key = any(${[...keys]}::text[])`.execute(db)
  return rows.map(({ key }) => key)
}
