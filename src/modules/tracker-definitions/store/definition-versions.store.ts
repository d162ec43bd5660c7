import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { CompleteDefinition } from '../model/definition.schema.ts'

/** A change of a definition. */
export interface RecordedChange {
  readonly trackerId: number
  readonly userId: number | null
  readonly at: Date
  readonly changes: readonly object[]
  readonly before: { readonly etag: string; readonly definition: CompleteDefinition }
  readonly after: { readonly etag: string; readonly definition: CompleteDefinition }
}

/**
 * Adds a version, under the lock of the tracker. If the last version has another definition than the one before the change, the definition
 * before becomes a version of its own. Renamed groups and new values of open lists change a definition without a record.
 */
export const insertVersion = async (
  tx: Tx,
  { trackerId, userId, at, changes, before, after }: RecordedChange,
): Promise<void> => {
  const definitionBefore = JSON.stringify(before.definition)
  await sql`
    with last as (
      select number, etag from tracker_definition_version where tracker_id = ${trackerId} order by number desc limit 1
    ), filled as (
      update tracker_definition_version set etag = ${before.etag}, definition = ${definitionBefore}::json
      where tracker_id = ${trackerId} and etag is null
    ), unrecorded as (
      insert into tracker_definition_version (tracker_id, number, at, etag, definition)
      select ${trackerId}, coalesce((select number from last), 0) + 1, ${at}, ${before.etag}, ${definitionBefore}::json
      where not exists (select from last) or (select etag from last) <> ${before.etag}
      returning number
    )
    insert into tracker_definition_version (tracker_id, number, user_id, at, changes, etag, definition)
    select ${trackerId}, coalesce((select number from unrecorded), (select number from last)) + 1, ${userId}, ${at},
      ${JSON.stringify(changes)}::json, ${after.etag}, ${JSON.stringify(after.definition)}::json`.execute(tx)
}

export interface VersionRow {
  readonly number: number
  readonly user_id: number | null
  readonly at: Date
  readonly changes: readonly unknown[]
  /** Null: the present definition. */
  readonly etag: string | null
}

interface StoredVersion extends Omit<VersionRow, 'changes'> {
  /** JSON. */
  readonly changes: string
}

/** Versions of a tracker, newest first, with their number in all; one round trip. */
export const listVersions = async (
  db: Db,
  trackerId: number,
  { limit, offset }: Page,
): Promise<{ rows: VersionRow[]; size: number }> => {
  const { rows } = await sql<Omit<StoredVersion, 'number'> & { number: number | null; size: number }>`
    with page as (
      select number, user_id, at, changes::text, etag from tracker_definition_version where tracker_id = ${trackerId}
      order by number desc limit ${limit} offset ${offset}
    )
    select page.*, total.size from
      (select count(*)::integer as size from tracker_definition_version where tracker_id = ${trackerId}) total
      left join page on true order by number desc`.execute(db.kysely)
  return {
    rows: rows.flatMap(({ number, user_id, at, changes, etag }) =>
      number === null ? [] : [{ number, user_id, at, changes: JSON.parse(changes) as unknown[], etag }],
    ),
    size: rows[0]?.size ?? 0,
  }
}

export const findVersion = async (
  db: Db,
  trackerId: number,
  number: number,
): Promise<(VersionRow & { definition: CompleteDefinition | null }) | undefined> => {
  const { rows } = await sql<StoredVersion & { definition: string | null }>`
    select number, user_id, at, changes::text, etag, definition::text from tracker_definition_version
    where tracker_id = ${trackerId} and number = ${number}::bigint`.execute(db.kysely)
  const row = rows[0]
  return (
    row && {
      ...row,
      changes: JSON.parse(row.changes) as unknown[],
      definition: row.definition === null ? null : (JSON.parse(row.definition) as CompleteDefinition),
    }
  )
}

/** Gives a tracker its first version, if an older server created the tracker. */
export const ensureFirstVersion = async (db: Db, trackerId: number): Promise<void> => {
  await sql`
    insert into tracker_definition_version (tracker_id, number) values (${trackerId}, 1) on conflict do nothing`.execute(
    db.kysely,
  )
}
