import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { AccessFacts } from '../model/artifacts.events.ts'

/** A deletion that the trash keeps until `purgeOn`. */
export interface Keeping {
  readonly deletedBy: number
  readonly at: Date
  readonly purgeOn: Date
}

const rowsOf = (table: string, condition: string): string =>
  `(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from ${table} r where ${condition})`

/** Copies locked artifacts with their rows into the trash. The caller deletes the rows, then calls `keepContents`. */
export const copyToTrash = async (
  tx: Tx,
  artifacts: readonly { readonly id: number; readonly access: AccessFacts }[],
  { deletedBy, at, purgeOn }: Keeping,
): Promise<void> => {
  const ids = artifacts.map(({ id }) => id)
  await sql`
    insert into trashed_artifact (artifact_id, project_id, tracker_id, number, changeset_id, changeset_count, title, deleted_by,
      deleted_at, purge_on, access, rows)
    select a.id, a.project_id, a.tracker_id, a.number, a.changeset_id, (select count(*) from changeset c where c.artifact_id = a.id),
      a.title, ${deletedBy}::bigint, ${at}::timestamptz, ${purgeOn}::timestamptz, facts.access::jsonb, jsonb_build_object(
        'artifact', to_jsonb(a),
        'links', ${sql.raw(rowsOf('artifact_link', 'r.source_id = a.id or r.target_id = a.id'))},
        'references', ${sql.raw(rowsOf('cross_reference', 'r.source_artifact_id = a.id or r.target_artifact_id = a.id'))},
        'files', ${sql.raw(rowsOf('file', 'r.artifact_id = a.id'))},
        'external_ids', ${sql.raw(rowsOf('artifact_external_id', 'r.artifact_id = a.id'))},
        'subscriptions', ${sql.raw(rowsOf('subscription', 'r.artifact_id = a.id'))},
        'commits', ${sql.raw(rowsOf('svn_revision_reference', 'r.artifact_id = a.id'))},
        'mentioned_commits', ${sql.raw(rowsOf('svn_artifact_reference', 'r.artifact_id = a.id'))})
    from unnest(${ids}::bigint[], ${artifacts.map(({ access }) => JSON.stringify(access))}::text[]) as facts (id, access)
      join artifact a using (id)`.execute(tx)
  await sql`
    insert into trashed_changeset (id, artifact_id, row)
    select c.id, c.artifact_id, to_jsonb(c) from changeset c where c.artifact_id = any(${ids}::bigint[])`.execute(tx)
}

/** Files of artifacts in the trash whose contents are there. */
const PRESENT_FILES = sql`select (f ->> 'id')::bigint as id, t.artifact_id, t.project_id
  from trashed_artifact t, jsonb_array_elements(t.rows -> 'files') f where f ->> 'removed_at' is null`

/** Takes back the erasure of contents that the deletion of the rows queued. */
export const keepContents = async (tx: Tx, artifactIds: readonly number[]): Promise<void> => {
  await sql`
    delete from content_erasure where file_id in (
      select id from (${PRESENT_FILES}) as kept where artifact_id = any(${[...artifactIds]}::bigint[]))`.execute(tx)
}

const purge = async (tx: Tx, condition: ReturnType<typeof sql>): Promise<void> => {
  await sql`
    insert into content_erasure (file_id) select id from (${PRESENT_FILES}) as kept where ${condition} on conflict do nothing`.execute(
    tx,
  )
  await sql`
    delete from artifact_rank_change where artifact_id in (select artifact_id from trashed_artifact where ${condition})`.execute(
    tx,
  )
  await sql`delete from trashed_artifact where ${condition}`.execute(tx)
}

/** Deletes artifacts of the trash for good. A job erases the contents of their files. */
export const purgeArtifacts = (tx: Tx, artifactIds: readonly number[]): Promise<void> =>
  purge(tx, sql`artifact_id = any(${[...artifactIds]}::bigint[])`)

export const purgeProject = (tx: Tx, projectId: number): Promise<void> => purge(tx, sql`project_id = ${projectId}`)
