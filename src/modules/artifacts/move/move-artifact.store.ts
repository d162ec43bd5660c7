import { sql } from 'kysely'
import { parseJsonb, type Tx } from '../../../platform/db/db.ts'
import type { Delta, IndexChanges } from '../model/artifact.ts'

/**
 * Locks the counters of both trackers, in the order of their ids, and then the artifact, so that transactions cannot deadlock. undefined:
 * the artifact no longer exists.
 */
export const lockMove = async (
  tx: Tx,
  move: { readonly artifactId: number; readonly fromTrackerId: number; readonly toTrackerId: number },
): Promise<{ changesetId: number; fromVersion: number; toVersion: number } | undefined> => {
  const trackerIds = [move.fromTrackerId, move.toTrackerId].sort((left, right) => left - right)
  await sql`
    insert into tracker_counter (tracker_id, artifact_count, last_number) values (${move.toTrackerId}, 0, 0)
    on conflict do nothing`.execute(tx)
  await sql`select from tracker_counter where tracker_id = any(${trackerIds}::bigint[]) order by tracker_id for update`.execute(
    tx,
  )
  const { rows } = await sql<{ changesetId: number; fromVersion: number; toVersion: number }>`
    select changeset_id as "changesetId", (select version from tracker where id = ${move.fromTrackerId}) as "fromVersion",
      (select version from tracker where id = ${move.toTrackerId}) as "toVersion"
    from artifact where id = ${move.artifactId} for update`.execute(tx)
  return rows[0]
}

export const listDeltas = async (tx: Tx, artifactId: number): Promise<{ id: number; delta: Delta }[]> => {
  const rows = await tx.selectFrom('changeset').select(['id', 'delta']).where('artifact_id', '=', artifactId).execute()
  return rows.map(row => ({ id: row.id, delta: parseJsonb<Delta>(row.delta) }))
}

export interface MoveRows {
  readonly artifactId: number
  readonly fromTrackerId: number
  readonly toTrackerId: number
  readonly toProjectId: number
  readonly document: string
  readonly title: string | null
  readonly grantedGroupIds: readonly number[] | null
  readonly deltas: readonly { readonly id: number; readonly delta: string }[]
  readonly index: IndexChanges
  readonly comment: string
  readonly userId: number
  readonly at: Date
  /** The link field in the target tracker, with the links that stay; null if none stays. */
  readonly links: { readonly fieldId: number; readonly targetIds: readonly number[] } | null
  /** File fields of the source tracker, with their counterparts in the target. */
  readonly fileFields: readonly (readonly [from: number, to: number])[]
}

/** Writes a locked artifact into its new tracker; returns the new changeset. */
export const writeMove = async (tx: Tx, rows: MoveRows): Promise<number> => {
  const { artifactId, fromTrackerId, toTrackerId } = rows
  await sql`
    update changeset c set delta = d.delta::jsonb
    from unnest(${rows.deltas.map(({ id }) => id)}::bigint[], ${rows.deltas.map(({ delta }) => delta)}::text[]) d (id, delta)
    where c.id = d.id`.execute(tx)
  await sql`update changeset set tracker_id = ${toTrackerId} where artifact_id = ${artifactId}`.execute(tx)
  await sql`delete from artifact_index where artifact_id = ${artifactId}`.execute(tx)
  await sql`
    insert into artifact_index (field_id, val, artifact_id)
    select distinct f, v, ${artifactId}::bigint
    from unnest(${rows.index.added.map(([field]) => field)}::bigint[], ${rows.index.added.map(([, value]) => value)}::float8[]) u (f, v)`.execute(
    tx,
  )
  await sql`delete from artifact_text where artifact_id = ${artifactId}`.execute(tx)
  await sql`
    insert into artifact_text (artifact_id, field_id, content, is_title)
    select ${artifactId}::bigint, f, c, t
    from unnest(${rows.index.texts.map(text => text.fieldId)}::bigint[], ${rows.index.texts.map(text => text.content)}::text[],
                ${rows.index.texts.map(text => text.isTitle)}::boolean[]) u (f, c, t)`.execute(tx)
  await sql`
    delete from artifact_link where source_id = ${artifactId} and target_id <> all(${rows.links?.targetIds ?? []}::bigint[])`.execute(
    tx,
  )
  if (rows.links)
    await sql`update artifact_link set field_id = ${rows.links.fieldId} where source_id = ${artifactId}`.execute(tx)
  await sql`
    update file set field_id = f.after
    from unnest(${rows.fileFields.map(([from]) => from)}::bigint[], ${rows.fileFields.map(([, to]) => to)}::bigint[]) f (before, after)
    where file.artifact_id = ${artifactId} and file.field_id = f.before`.execute(tx)
  // An id in another system is unique within a project, and stays there.
  await sql`delete from artifact_external_id where artifact_id = ${artifactId} and project_id <> ${rows.toProjectId}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{ last_number: number }>`
    update tracker_counter set artifact_count = artifact_count + 1, last_number = last_number + 1
    where tracker_id = ${toTrackerId} returning last_number`.execute(tx)
  const { rows: made } = await sql<{ id: number }>`
    insert into changeset (artifact_id, tracker_id, submitted_by, submitted_on, delta, comment_body, comment_format,
      moved_from_tracker_id)
    values (${artifactId}, ${toTrackerId}, ${rows.userId}, ${rows.at}, '{}', ${rows.comment}, 'text', ${fromTrackerId})
    returning id`.execute(tx)
  const changesetId = made[0]?.id ?? 0
  await sql`
    update artifact set project_id = ${rows.toProjectId}, tracker_id = ${toTrackerId}, number = ${counted[0]?.last_number ?? 0},
      changeset_id = ${changesetId}, document = ${rows.document}::jsonb, title = ${rows.title},
      granted_group_ids = ${rows.grantedGroupIds}::bigint[],
      updated_by = ${rows.userId}, updated_by_email = null, updated_on = ${rows.at}
    where id = ${artifactId}`.execute(tx)
  await sql`
    update tracker_counter set artifact_count = artifact_count - 1,
      last_number = (select coalesce(max(number), 0) from artifact where tracker_id = ${fromTrackerId})
    where tracker_id = ${fromTrackerId}`.execute(tx)
  return changesetId
}
