import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { Application, ApplicationPage } from '../model/application.ts'

interface ApplicationRow {
  id: number
  project_id: number | null
  name: string
  redirect_uri: string
  more_redirect_uris: string[]
  use_pkce: boolean
  secret_hash: Buffer | null
  created_at: Date
  is_self_registered: boolean
  document_url: string | null
  document_read_at: Date | null
  last_token_at: Date | null
}

const applicationOf = (row: ApplicationRow): Application => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  redirectUris: [row.redirect_uri, ...row.more_redirect_uris],
  usesPkce: row.use_pkce,
  secretHash: row.secret_hash,
  createdAt: row.created_at,
  isSelfRegistered: row.is_self_registered,
  documentUrl: row.document_url,
  documentReadAt: row.document_read_at,
  lastTokenAt: row.last_token_at,
})

const columns = [
  'id',
  'project_id',
  'name',
  'redirect_uri',
  'more_redirect_uris',
  'use_pkce',
  'secret_hash',
  'created_at',
  'is_self_registered',
  'document_url',
  'document_read_at',
  'last_token_at',
] as const

/** The first address has a column of its own. */
const urisOf = ([redirect_uri = '', ...more_redirect_uris]: readonly string[]) => ({ redirect_uri, more_redirect_uris })

const applicationsByIds = statement<ApplicationRow>(
  'oauth_apps_by_ids',
  `select ${columns.join(', ')} from oauth_app where id = any($1::bigint[])`,
)

export const loadApplications = async (db: Db, ids: readonly number[]): Promise<Map<number, Application>> => {
  const rows = await db.query(applicationsByIds, [ids])
  return new Map(rows.map(row => [row.id, applicationOf(row)]))
}

/** Applications of a project, or of the whole platform (null), oldest first. */
export const listApplicationsOf = async (
  db: Queryable,
  projectId: number | null,
  page: { readonly limit: number; readonly offset: number },
): Promise<ApplicationPage> => {
  const of = db.selectFrom('oauth_app').where('project_id', projectId === null ? 'is' : '=', projectId)
  const rows = await of.select(columns).orderBy('id').limit(page.limit).offset(page.offset).execute()
  const { size } = await of.select(eb => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  return { applications: rows.map(applicationOf), size }
}

export interface NewApplication extends Omit<Application, 'id' | 'lastTokenAt'> {
  /** Network of a program that registers itself. */
  readonly registeredFrom?: string
}

export const insertApplication = async (tx: Tx, app: NewApplication): Promise<Application> => {
  const row = await tx
    .insertInto('oauth_app')
    .values({
      project_id: app.projectId,
      name: app.name,
      ...urisOf(app.redirectUris),
      use_pkce: app.usesPkce,
      secret_hash: app.secretHash,
      created_at: app.createdAt,
      is_self_registered: app.isSelfRegistered,
      document_url: app.documentUrl,
      document_read_at: app.documentReadAt,
      registered_from: app.registeredFrom ?? null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return applicationOf(row)
}

export type ApplicationChanges = Partial<
  Pick<Application, 'name' | 'redirectUris' | 'usesPkce' | 'secretHash' | 'documentReadAt'>
>

/** Undefined if the application does not exist. */
export const updateApplication = async (
  tx: Tx,
  id: number,
  { name, redirectUris, usesPkce, secretHash, documentReadAt }: ApplicationChanges,
): Promise<Application | undefined> => {
  const row = await tx
    .updateTable('oauth_app')
    .set({
      ...(name !== undefined && { name }),
      ...(redirectUris !== undefined && urisOf(redirectUris)),
      ...(usesPkce !== undefined && { use_pkce: usesPkce }),
      ...(secretHash !== undefined && { secret_hash: secretHash }),
      ...(documentReadAt !== undefined && { document_read_at: documentReadAt }),
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return row && applicationOf(row)
}

/** The foreign keys also delete its codes, tokens and consents. */
export const removeApplication = async (tx: Tx, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('oauth_app').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the ids of the removed applications. */
export const removeApplicationsOfProject = async (tx: Tx, projectId: number): Promise<number[]> => {
  const rows = await tx.deleteFrom('oauth_app').where('project_id', '=', projectId).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Id of the application with this metadata document. */
export const findIdByDocument = async (db: Queryable, documentUrl: string): Promise<number | undefined> => {
  const row = await db.selectFrom('oauth_app').select('id').where('document_url', '=', documentUrl).executeTakeFirst()
  return row?.id
}

/** Registrations from a network since a time. Other registrations from it wait until the transaction ends. */
export const countRegistrations = async (tx: Tx, network: string, since: Date): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`oauth_register ${network}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('oauth_app')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('registered_from', '=', network)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Forgets the networks of registrations before a time. */
export const forgetNetworks = async (tx: Tx, before: Date): Promise<void> => {
  await tx
    .updateTable('oauth_app')
    .set({ registered_from: null })
    .where('registered_from', 'is not', null)
    .where('created_at', '<', before)
    .execute()
}

/** Removes unchecked applications that got no token since a time; returns their ids and names. */
export const removeUnusedApplications = async (
  tx: Tx,
  before: Date,
): Promise<{ readonly id: number; readonly name: string }[]> =>
  tx
    .deleteFrom('oauth_app')
    .where(eb => eb.or([eb('is_self_registered', '=', true), eb('document_url', 'is not', null)]))
    .where(eb => eb(eb.fn.coalesce('last_token_at', 'created_at'), '<', before))
    .returning(['id', 'name'])
    .execute()
