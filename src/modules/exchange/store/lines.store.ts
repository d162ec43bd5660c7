import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

/** An artifact that the source has named before, with what the last import wrote of it. */
export interface KnownArtifact {
  readonly artifactId: number
  /** 0: no import wrote it. */
  readonly entries: number
  readonly digest: Buffer | null
  readonly linksDigest: Buffer | null
}

export const findKnown = async (
  db: Queryable,
  by: { readonly projectId: number; readonly source: string },
  externalIds: readonly string[],
): Promise<Map<string, KnownArtifact>> => {
  if (externalIds.length === 0) return new Map()
  const { rows } = await sql<{
    external_id: string
    artifact_id: number
    entries: number
    digest: Buffer | null
    links_digest: Buffer | null
  }>`
    select external_id, artifact_id, entries, digest, links_digest from artifact_external_id
    where project_id = ${by.projectId} and source = ${by.source} and external_id = any(${[...externalIds]}::text[])`.execute(
    db,
  )
  return new Map(
    rows.map(row => [
      row.external_id,
      { artifactId: row.artifact_id, entries: row.entries, digest: row.digest, linksDigest: row.links_digest },
    ]),
  )
}

/** Remembers the lines with an external id that a portion wrote. */
export const noteDigests = async (
  tx: Tx,
  by: { readonly projectId: number; readonly source: string },
  rows: readonly { readonly externalId: string; readonly entries: number; readonly digest: Buffer }[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    update artifact_external_id e set entries = u.entries, digest = decode(u.digest, 'hex')
    from unnest(${rows.map(row => row.externalId)}::text[], ${rows.map(row => row.entries)}::int[],
      ${rows.map(row => row.digest.toString('hex'))}::text[]) as u (external_id, entries, digest)
    where e.project_id = ${by.projectId} and e.source = ${by.source} and e.external_id = u.external_id`.execute(tx)
}

/** null: links of the line are missing, because their targets are. */
export const noteLinksDigests = async (
  tx: Tx,
  by: { readonly projectId: number; readonly source: string },
  rows: readonly { readonly externalId: string; readonly digest: Buffer | null }[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    update artifact_external_id e set links_digest = decode(u.digest, 'hex')
    from unnest(${rows.map(row => row.externalId)}::text[], ${rows.map(row => row.digest?.toString('hex') ?? null)}::text[])
      as u (external_id, digest)
    where e.project_id = ${by.projectId} and e.source = ${by.source} and e.external_id = u.external_id`.execute(tx)
}

/** Artifacts that an import wrote. */
export interface WrittenArtifact {
  readonly artifactId: number
  readonly isNew: boolean
  readonly changesetIds: readonly number[]
}

export const noteWritten = async (tx: Tx, importId: number, rows: readonly WrittenArtifact[]): Promise<void> => {
  const changed = rows.filter(({ changesetIds }) => changesetIds.length > 0)
  if (changed.length === 0) return
  await sql`
    insert into artifact_import_change as c (import_id, artifact_id, is_new, changeset_ids)
    select ${importId}::bigint, (r ->> 'artifactId')::bigint, (r ->> 'isNew')::boolean,
      array(select jsonb_array_elements_text(r -> 'changesetIds')::bigint)
    from jsonb_array_elements(${JSON.stringify(changed)}::jsonb) r
    on conflict (import_id, artifact_id) do update set changeset_ids = c.changeset_ids || excluded.changeset_ids`.execute(
    tx,
  )
}

export const listWritten = async (
  db: Queryable,
  importId: number,
  after: number,
  limit: number,
): Promise<WrittenArtifact[]> => {
  const { rows } = await sql<{ artifact_id: number; is_new: boolean; changeset_ids: number[] }>`
    select artifact_id, is_new, changeset_ids from artifact_import_change
    where import_id = ${importId} and artifact_id > ${after} order by artifact_id limit ${limit}`.execute(db)
  return rows.map(row => ({ artifactId: row.artifact_id, isNew: row.is_new, changesetIds: row.changeset_ids }))
}

export const countWritten = async (db: Queryable, importId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from artifact_import_change where import_id = ${importId}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Their lines are changes again when they are sent once more. */
export const forgetDigests = async (tx: Tx, artifactIds: readonly number[]): Promise<void> => {
  await sql`
    update artifact_external_id set entries = 0, digest = null, links_digest = null
    where artifact_id = any(${[...artifactIds]}::bigint[])`.execute(tx)
}

/** External ids that a rehearsal has met. */
export const noteKeys = async (tx: Tx, importId: number, externalIds: readonly string[]): Promise<void> => {
  if (externalIds.length === 0) return
  await sql`
    insert into artifact_import_key (import_id, external_id)
    select ${importId}::bigint, * from unnest(${[...externalIds]}::text[]) on conflict do nothing`.execute(tx)
}

export const findKeys = async (
  db: Queryable,
  importId: number,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (externalIds.length === 0) return new Set()
  const { rows } = await sql<{ external_id: string }>`
    select external_id from artifact_import_key
    where import_id = ${importId} and external_id = any(${[...externalIds]}::text[])`.execute(db)
  return new Set(rows.map(row => row.external_id))
}
