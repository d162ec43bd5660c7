import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { Application, ApplicationPage } from '../model/application.ts'

interface ApplicationRow {
  id: number
  project_id: number | null
  name: string
  redirect_uri: string
  use_pkce: boolean
  secret_hash: Buffer
  created_at: Date
}

const applicationOf = (row: ApplicationRow): Application => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  redirectUri: row.redirect_uri,
  usesPkce: row.use_pkce,
  secretHash: row.secret_hash,
  createdAt: row.created_at,
})

const columns = ['id', 'project_id', 'name', 'redirect_uri', 'use_pkce', 'secret_hash', 'created_at'] as const

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

export const insertApplication = async (tx: Tx, app: Omit<Application, 'id'>): Promise<Application> => {
  const row = await tx
    .insertInto('oauth_app')
    .values({
      project_id: app.projectId,
      name: app.name,
      redirect_uri: app.redirectUri,
      use_pkce: app.usesPkce,
      secret_hash: app.secretHash,
      created_at: app.createdAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return applicationOf(row)
}

export type ApplicationChanges = Partial<Pick<Application, 'name' | 'redirectUri' | 'usesPkce' | 'secretHash'>>

/** Undefined if the application does not exist. */
export const updateApplication = async (
  tx: Tx,
  id: number,
  { name, redirectUri, usesPkce, secretHash }: ApplicationChanges,
): Promise<Application | undefined> => {
  const row = await tx
    .updateTable('oauth_app')
    .set({
      ...(name !== undefined && { name }),
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      ...(usesPkce !== undefined && { use_pkce: usesPkce }),
      ...(secretHash !== undefined && { secret_hash: secretHash }),
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
