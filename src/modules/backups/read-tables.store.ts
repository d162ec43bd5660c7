import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Readable } from 'node:stream'
import { connectTo } from '../../platform/db/migrate.ts'
import { TRASHED_FILES } from '../files/index.ts'
import type { MigrationInBackup, SequenceInBackup } from './manifest.ts'

/**
 * Short-lived credentials. Backups leave them out: a restore must not admit a user who signed out or was blocked since, and a stolen backup
 * must not open a session.
 */
const EXCLUDED_TABLES = ['session', 'token', 'password_reset', 'oauth_grant', 'oauth_interaction', 'oauth_token']

/** The migrations create this table themselves. */
const MIGRATION_TABLE = 'schema_migration'

/** Waiting jobs, in the parameters of the function that enqueues them; the tables belong to the queue's package. */
export const JOBS = 'jobs'
const JOB_COLUMNS = ['name', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority', 'attempts', 'last_error']

export interface TableToCopy {
  readonly name: string
  readonly columns: readonly string[]
  /** The database's estimate. */
  readonly rows: number
  readonly query: string
}

export interface RepositoryInSnapshot {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly isDeleted: boolean
}

/** The database as of one moment, whatever is written meanwhile. */
export interface Snapshot {
  readonly takenAt: Date
  readonly migrations: readonly MigrationInBackup[]
  readonly tables: readonly TableToCopy[]
  /** The rows in the text form of COPY, in the order of the key; after the last row, their number. */
  copy(table: TableToCopy): { readonly rows: Readable; count(): Promise<number> }
  /** Files with a stored content, in the text form of COPY: id, size, SHA-256 in hexadecimal. */
  files(): Readable
  repositories(): Promise<RepositoryInSnapshot[]>
  /** At least the values that the rows of the snapshot used. */
  sequences(): Promise<SequenceInBackup[]>
  close(): Promise<void>
}

export const openSnapshot = async (url: string): Promise<Snapshot> => {
  const client = await connectTo(url)
  try {
    // COPY writes in the format of these settings. Limits for statements of requests do not apply here.
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex';
       set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    )
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    const migrations = await client.query<MigrationInBackup>(
      `select name, checksum from ${MIGRATION_TABLE} order by name`,
    )
    const tables = await listTables(client)
    // A database that an earlier Crocus left has no trash of artifacts.
    const hasTrash = tables.some(({ name }) => name === 'trashed_artifact')
    return {
      takenAt: rows[0]?.now ?? new Date(),
      migrations: migrations.rows,
      tables: [...tables, await jobsTable(client)],
      copy: ({ query }) => {
        const rows = client.query(copyTo(`copy (${query}) to stdout`))
        // COPY reports the count after the last row, and before the next statement is answered.
        return { rows, count: () => client.query('select').then(() => rows.rowCount) }
      },
      files: () =>
        client.query(
          copyTo(`copy (
            select id, size, encode(sha256, 'hex')
            from (select id, size, sha256, is_finished, removed_at from file
              ${hasTrash ? `union all select id, size, sha256, is_finished, removed_at from (${TRASHED_FILES}) as trashed` : ''}) as file
            where is_finished and removed_at is null order by id
          ) to stdout`),
        ),
      repositories: () => listRepositories(client),
      sequences: () => listSequences(client),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

const listTables = async (client: pg.Client): Promise<TableToCopy[]> => {
  // Leaves out unlogged tables, whose rows may be lost, and tables of extensions.
  const { rows } = await client.query<{ name: string; columns: string[]; rows: number; key: string[] | null }>(
    `select class.relname as name, greatest(class.reltuples, 0)::float8 as rows,
            (select array_agg(attname::text order by attnum) from pg_attribute
             where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
            (select array_agg(attribute.attname::text order by place)
             from pg_index, unnest(indkey) with ordinality as key (attnum, place)
             join pg_attribute attribute on attribute.attnum = key.attnum
             where indrelid = class.oid and indisprimary and attribute.attrelid = class.oid) as key
     from pg_class class
     where class.relnamespace = current_schema()::regnamespace and class.relkind = 'r' and class.relpersistence = 'p'
       and class.relname <> all ($1)
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
     order by class.relname`,
    [[...EXCLUDED_TABLES, MIGRATION_TABLE]],
  )
  const tables = new Set(rows.map(({ name }) => name))
  return rows.map(({ key, ...table }) => ({ ...table, query: queryOf(table.name, table.columns, key ?? [], tables) }))
}

/**
 * Transaction numbers have no meaning in another database, but consumers read the log of events in their order. Each event gets the number
 * of the cursors before it, and each cursor gets its position as a number. No running transaction has such a low number.
 */
const cursorsOf = (tables: ReadonlySet<string>): string => `
  with cursor as (
    ${CURSOR_SOURCES.filter(({ table }) => tables.has(table))
      .map(
        ({ table, name, cursor }) =>
          `select '${name} ' || ${KEYS[table] ?? 'id'} as name, ${cursor} as cursor from ${table}`,
      )
      .join(' union all ')}
  ), place as (
    select name, coalesce(nullif(split_part(cursor, '.', 1), ''), '0')::xid8 as xid,
           coalesce(nullif(split_part(cursor, '.', 2), ''), '0')::bigint as seq
    from cursor where cursor is not null
  ), step as (select distinct xid, seq from place)`

/** Columns that hold a place in the log. A database of an earlier version lacks some of these tables. */
const CURSOR_SOURCES = [
  { table: 'event_consumer', name: 'consumer', cursor: 'cursor' },
  { table: 'webhook', name: 'webhook', cursor: 'cursor' },
  { table: 'webhook_replay', name: 'replay', cursor: 'cursor' },
  { table: 'webhook_replay', name: 'end of replay', cursor: 'last' },
  { table: 'event_horizon', name: 'horizon', cursor: 'cursor' },
]
const KEYS: Readonly<Record<string, string>> = { event_consumer: 'name', event_horizon: 'is_only' }

/** The position of the cursor with this name. */
const positionOf = (name: string): string => `
  (select count(*) from step join place on place.name = ${name}
   where (step.xid, step.seq) < (place.xid, place.seq)) || '.9223372036854775807'`

const SPECIAL_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event: { xid: '(select count(*) from step where (step.xid, step.seq) < (event.xid, event.seq))::text::xid8' },
  event_consumer: { cursor: positionOf(`'consumer ' || event_consumer.name`) },
  webhook: { cursor: `case when webhook.cursor is not null then ${positionOf(`'webhook ' || webhook.id`)} end` },
  webhook_replay: {
    cursor: positionOf(`'replay ' || webhook_replay.id`),
    last: positionOf(`'end of replay ' || webhook_replay.id`),
  },
  event_horizon: { cursor: positionOf(`'horizon ' || event_horizon.is_only`) },
}

const queryOf = (
  table: string,
  columns: readonly string[],
  key: readonly string[],
  tables: ReadonlySet<string>,
): string => {
  const special = SPECIAL_COLUMNS[table]
  const quoted = (name: string): string => pg.escapeIdentifier(name)
  const list = columns.map(column => {
    const value = special?.[column]
    return value === undefined ? quoted(column) : `${value} as ${quoted(column)}`
  })
  const order =
    key.length === 0 ? '' : ` order by ${key.map(column => `${quoted(table)}.${quoted(column)}`).join(', ')}`
  return `${special ? cursorsOf(tables) : ''} select ${list.join(', ')} from ${quoted(table)}${order}`
}

const jobsTable = async (client: pg.Client): Promise<TableToCopy> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker._private_jobs',
  )
  return {
    name: JOBS,
    columns: JOB_COLUMNS,
    rows: rows[0]?.count ?? 0,
    // A running job counts as waiting: after a restore nobody knows whether it was done.
    query: `
      select task.identifier as name, job.payload, queue.queue_name as queue, job.run_at, job.max_attempts, job.key, job.priority,
             least(job.attempts, job.max_attempts - (job.locked_at is not null)::int) as attempts, job.last_error
      from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
      order by job.id`,
  }
}

const listRepositories = async (client: pg.Client): Promise<RepositoryInSnapshot[]> => {
  const { rows } = await client.query<{ id: string; project_id: string; name: string; is_deleted: boolean }>(
    `select id, project_id, name, deleted_at is not null as is_deleted
     from svn_repository where purged_at is null order by id`,
  )
  return rows.map(row => ({
    id: Number(row.id),
    projectId: Number(row.project_id),
    name: row.name,
    isDeleted: row.is_deleted,
  }))
}

const listSequences = async (client: pg.Client): Promise<SequenceInBackup[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  const sequences: SequenceInBackup[] = []
  for (const { name } of rows) {
    // Not from the view `pg_sequences`, which shows nothing for an unused sequence.
    const found = await client.query<{ value: string; is_called: boolean }>(
      `select last_value as value, is_called from ${pg.escapeIdentifier(name)}`,
    )
    const [row] = found.rows
    if (row) sequences.push({ name, value: Number(row.value), isCalled: row.is_called })
  }
  return sequences
}
