import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Ids, NumberedTable, TrackerTables } from '../model/tracker-tables.ts'

/** First id of the site trackers: far above the sequences on which imports rely (import.md §11). */
export const FIRST_SITE_ID = 1_000_000_001

const collectIds = (
  counts: Readonly<Record<NumberedTable, number>>,
  rows: readonly { name: string; id: number }[],
): Ids => {
  const ids = Object.fromEntries(Object.keys(counts).map(name => [name, [] as number[]])) as Record<
    NumberedTable,
    number[]
  >
  for (const row of rows) ids[row.name as NumberedTable].push(row.id)
  for (const list of Object.values(ids)) list.sort((a, b) => a - b)
  return ids
}

/** Ids for future rows, in ascending order, from the sequences of their tables: one round trip for all. */
export const allocateIds = async (tx: Tx, counts: Readonly<Record<NumberedTable, number>>): Promise<Ids> => {
  const { rows } = await sql<{ name: string; id: number }>`
    select wanted.key as name, nextval(pg_get_serial_sequence(wanted.key, 'id')) as id
    from jsonb_each_text(${JSON.stringify(counts)}::jsonb) wanted, generate_series(1, wanted.value::integer)`.execute(
    tx,
  )
  return collectIds(counts, rows)
}

/** Ids from `FIRST_SITE_ID`, without using the sequences. The caller must prevent concurrent calls. */
export const allocateSiteIds = async (tx: Tx, counts: Readonly<Record<NumberedTable, number>>): Promise<Ids> => {
  const tables = Object.keys(counts) as NumberedTable[]
  const last = sql.join(
    tables.map(
      name => sql`select ${name}::text as name, max(id) as id from ${sql.table(name)} where id >= ${FIRST_SITE_ID}`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<{ name: NumberedTable; id: number | null }>`${last}`.execute(tx)
  const ids = rows.flatMap(({ name, id }) =>
    Array.from({ length: counts[name] }, (_, index) => ({ name, id: (id ?? FIRST_SITE_ID - 1) + 1 + index })),
  )
  return collectIds(counts, ids)
}

/** Whether this server was given its own trackers, even if they are deleted by now. */
export type WrittenTable = keyof TrackerTables

/** Columns by table, in an order in which referenced rows are inserted first. */
const columns: Readonly<Record<WrittenTable, readonly string[]>> = {
  tracker: [
    'id bigint',
    'project_id bigint',
    'name text',
    'item_name text',
    'description text',
    'color text',
    'parent_id bigint',
    'submit_instructions text',
    'browse_instructions text',
    'instantiate_for_new_projects boolean',
    'allow_copy boolean',
    'enable_email_gateway boolean',
    'log_priority_changes boolean',
    'notifications_level smallint',
    'is_displayed_in_new_dropdown boolean',
    'use_private_comments boolean',
    'enable_move_artifacts boolean',
    'should_send_event_in_notification boolean',
  ],
  form_element: [
    'id bigint',
    'tracker_id bigint',
    'parent_id bigint',
    'type text',
    'name text',
    'label text',
    'description text',
    'rank integer',
    'is_required boolean',
    'is_used boolean',
    'has_notifications boolean',
    'settings jsonb',
    'bind_type text',
    'is_rank_alpha boolean',
    'bind_functions text[]',
    'default_user_ids bigint[]',
  ],
  bind_value: [
    'id bigint',
    'field_id bigint',
    'label text',
    'description text',
    'rank integer',
    'is_hidden boolean',
    'is_default boolean',
    'color_name text',
    'legacy_color jsonb',
  ],
  group_bind_value: [
    'id bigint',
    'field_id bigint',
    'user_group_id bigint',
    'rank integer',
    'is_hidden boolean',
    'is_default boolean',
  ],
  none_decorator: ['field_id bigint', 'color_name text', 'legacy_color jsonb'],
  field_permission: ['field_id bigint', 'user_group_id bigint', 'permission text'],
  tracker_permission: ['tracker_id bigint', 'user_group_id bigint', 'permission text'],
  semantic: ['tracker_id bigint', 'type text', 'definition jsonb'],
  date_rule: ['id bigint', 'tracker_id bigint', 'source_field_id bigint', 'target_field_id bigint', 'comparator text'],
  list_rule: [
    'id bigint',
    'tracker_id bigint',
    'source_field_id bigint',
    'source_value_id bigint',
    'target_field_id bigint',
    'target_value_id bigint',
  ],
  workflow: ['tracker_id bigint', 'field_id bigint', 'is_used boolean', 'is_legacy boolean', 'is_advanced boolean'],
  workflow_transition: [
    'id bigint',
    'tracker_id bigint',
    'from_value_id bigint',
    'to_value_id bigint',
    'authorized_user_group_ids bigint[]',
    'not_empty_field_ids bigint[]',
    'is_comment_required boolean',
  ],
  workflow_action: ['id bigint', 'transition_id bigint', 'type text', 'definition jsonb'],
  report: [
    'id bigint',
    'tracker_id bigint',
    'name text',
    'description text',
    'is_default boolean',
    'is_query_displayed boolean',
    'is_in_expert_mode boolean',
    'expert_query text',
    'criteria jsonb',
    'view jsonb',
  ],
  report_renderer: [
    'id bigint',
    'report_id bigint',
    'type text',
    'name text',
    'description text',
    'rank integer',
    'definition jsonb',
  ],
  canned_response: ['id bigint', 'tracker_id bigint', 'title text', 'body text'],
  tracker_webhook: ['id bigint', 'tracker_id bigint', 'url text'],
}

/** Tables in the order of insertion. */
export const writtenTables = Object.keys(columns) as WrittenTable[]

/** Writes the rows of any number of new trackers: one statement for each table with rows. */
export const insertTrackers = async (tx: Tx, tables: TrackerTables): Promise<void> => {
  for (const name of writtenTables) await insertRows(tx, name, tables[name])
  await sql`
    insert into tracker_counter (tracker_id) select unnest(${tables.tracker.map(row => row.id)}::bigint[])`.execute(tx)
}

export const insertRows = async (tx: Tx, table: WrittenTable, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return
  const names = sql.raw(columns[table].map(column => `"${column.slice(0, column.indexOf(' '))}"`).join(', '))
  const types = sql.raw(columns[table].map(column => column.replace(/^\S+/, '"$&"')).join(', '))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${types})`.execute(tx)
}

/** Whether this server has ever got its site trackers, even if they are deleted now. */
export const hasSiteTrackers = async (db: Queryable): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from tracker where id >= ${FIRST_SITE_ID}) as found`.execute(db)
  return rows[0]?.found === true
}

/** Columns that identify a row of each table. */
export const identities: Readonly<Record<WrittenTable, readonly string[]>> = {
  tracker: ['id'],
  form_element: ['id'],
  bind_value: ['id'],
  group_bind_value: ['id'],
  none_decorator: ['field_id'],
  field_permission: ['field_id', 'user_group_id', 'permission'],
  tracker_permission: ['tracker_id', 'user_group_id', 'permission'],
  semantic: ['tracker_id', 'type'],
  date_rule: ['id'],
  list_rule: ['id'],
  workflow: ['tracker_id'],
  workflow_transition: ['id'],
  workflow_action: ['id'],
  report: ['id'],
  report_renderer: ['id'],
  canned_response: ['id'],
  tracker_webhook: ['id'],
}

const named = (column: string): string => `"${column.slice(0, column.indexOf(' '))}"`
const recordset = (table: WrittenTable, rows: readonly object[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${sql.raw(
    columns[table].map(column => column.replace(/^\S+/, '"$&"')).join(', '),
  )})`
const sameIdentity = (table: WrittenTable) =>
  sql.raw(identities[table].map(column => `target."${column}" = row."${column}"`).join(' and '))

/** Overwrites the rows with the same identity. */
export const updateRows = async (tx: Tx, table: WrittenTable, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return
  const set = sql.raw(columns[table].map(column => `${named(column)} = row.${named(column)}`).join(', '))
  await sql`
    update ${sql.table(table)} target set ${set} from ${recordset(table, rows)} where ${sameIdentity(table)}`.execute(
    tx,
  )
}

export const deleteRows = async (tx: Tx, table: WrittenTable, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    delete from ${sql.table(table)} target using ${recordset(table, rows)} where ${sameIdentity(table)}`.execute(tx)
}

/** Names are unique in a tracker: renamed or deleted elements give up their names before any row is written. */
export const freeElementNames = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`update form_element set name = '~' || id where id = any(${ids}::bigint[])`.execute(tx)
}

/** First versions of definitions. Without content: the next change of the definition fills in the definition before it. */
export const insertFirstVersions = async (
  tx: Tx,
  trackerIds: readonly number[],
  userId: number | null,
): Promise<void> => {
  await sql`
    insert into tracker_definition_version (tracker_id, number, user_id)
    select id, 1, ${userId} from unnest(${trackerIds}::bigint[]) as created (id)`.execute(tx)
}
