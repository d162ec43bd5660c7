// Changes that requests leave in the database, as texts to compare.
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/db.ts'

/** Written by reads and refusals, too: when credentials were used, what was looked at, guesses of passwords, limits. */
const IGNORED_TABLES = [
  'access_key',
  'session',
  'sign_in_failure',
  'wrong_code',
  'visited_artifact',
  'event_consumer',
  'token',
]

/** Refusals and reads are events, too: the audit tells of them. */
const sourceOf = (table: string): string =>
  table === 'event'
    ? `(select *, xmin from event where kind not in ('sign_in.refused', 'call.refused', 'audit.read', 'snapshot.exported'))`
    : `"${table}"`

/** Changes with every row that is written, and with nothing else. `without`: tables that are left out, beside those of notes. */
export const databaseFingerprint = async (db: Db, without: readonly string[] = []): Promise<string> => {
  const tables = (await tablesOf(db)).filter(name => !IGNORED_TABLES.includes(name) && !without.includes(name))
  const prints = tables.map(
    name =>
      `select '${name}' as name, count(*) as count, coalesce(max(xmin::text::bigint), 0) as last from ${sourceOf(name)} source`,
  )
  const { rows } = await sql<{
    name: string
    count: number
    last: number
  }>`${sql.raw(prints.join(' union all '))}`.execute(db.kysely)
  return rows
    .map(({ name, count, last }) => `${name} ${count} ${last}`)
    .sort()
    .join('\n')
}

/** The number of the next transaction: where it stands still, nothing was written. */
export const nextTransactionId = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(
    db.kysely,
  )
  return rows[0]?.next ?? ''
}

const known = new WeakMap<Db, Promise<string[]>>()
const tablesOf = (db: Db): Promise<string[]> => {
  const found =
    known.get(db) ??
    sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
      .execute(db.kysely)
      .then(({ rows }) => rows.map(({ name }) => name))
  known.set(db, found)
  return found
}

/**
 * All rows of a project, table by table: what belongs to it by its number, by that of one of its trackers, fields, artifacts, repositories,
 * groups or applications.
 */
export const projectRows = async (db: Db, projectId: number): Promise<string> => {
  const owners: readonly (readonly [column: string, owner: string])[] = [
    ['project_id', `select ${projectId}`],
    ['tracker_id', `select id from tracker where project_id = ${projectId}`],
    [
      'field_id',
      `select f.id from form_element f join tracker t on t.id = f.tracker_id where t.project_id = ${projectId}`,
    ],
    ['artifact_id', `select id from artifact where project_id = ${projectId}`],
    ['source_id', `select id from artifact where project_id = ${projectId}`],
    ['repository_id', `select id from svn_repository where project_id = ${projectId}`],
    ['user_group_id', `select id from user_group where project_id = ${projectId}`],
    ['report_id', `select r.id from report r join tracker t on t.id = r.tracker_id where t.project_id = ${projectId}`],
    [
      'workflow_id',
      `select w.id from workflow w join tracker t on t.id = w.tracker_id where t.project_id = ${projectId}`,
    ],
  ]
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(db.kysely)
  const prints = [
    `select 'project' as name, md5(string_agg(p::text, ' ')) as print from project p where id = ${projectId}`,
  ]
  for (const [column, owner] of owners)
    for (const { table } of columns.filter(each => each.column === column && !IGNORED_TABLES.includes(each.table)))
      prints.push(
        `select '${table} by ${column}', md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) from ${sourceOf(table)} t where "${column}" in (${owner})`,
      )
  const { rows } = await sql<{ name: string; print: string }>`${sql.raw(prints.join(' union all '))}`.execute(db.kysely)
  return rows
    .map(({ name, print }) => `${name} ${print}`)
    .sort()
    .join('\n')
}

/** Lines of one text that the other has not. */
export const differingLines = (before: string, after: string): string => {
  const kept = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter(line => !kept.has(line))
    .join(', ')
}
