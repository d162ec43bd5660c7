import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

/** Id of an artifact in another system. */
export interface ExternalId {
  readonly source: string
  readonly id: string
}

/** Artifacts of the project by the ids that the source gave them; unknown ids are absent. */
export const findByExternalIds = async (
  db: Queryable,
  projectId: number,
  source: string,
  ids: readonly string[],
): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('artifact_external_id')
    .select(['external_id', 'artifact_id'])
    .where('project_id', '=', projectId)
    .where('source', '=', source)
    .where(sql<boolean>`external_id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.external_id, row.artifact_id]))
}

/** In the order of their sources. */
export const listExternalIds = async (
  db: Queryable,
  artifactIds: readonly number[],
): Promise<Map<number, ExternalId[]>> => {
  const rows = await db
    .selectFrom('artifact_external_id')
    .select(['artifact_id', 'source', 'external_id'])
    .where(sql<boolean>`artifact_id = any(${[...artifactIds]}::bigint[])`)
    .orderBy('source')
    .orderBy('external_id')
    .execute()
  const found = new Map<number, ExternalId[]>()
  for (const row of rows) {
    const own = found.get(row.artifact_id) ?? []
    own.push({ source: row.source, id: row.external_id })
    found.set(row.artifact_id, own)
  }
  return found
}

/** Gives ids to new artifacts; a unique violation means that another writer was faster. */
export const insertExternalIds = async (
  tx: Tx,
  rows: readonly (ExternalId & { readonly projectId: number; readonly artifactId: number })[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into artifact_external_id (project_id, source, external_id, artifact_id)
    select * from unnest(${rows.map(row => row.projectId)}::bigint[], ${rows.map(row => row.source)}::text[],
      ${rows.map(row => row.id)}::text[], ${rows.map(row => row.artifactId)}::bigint[])`.execute(tx)
}
