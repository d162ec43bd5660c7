import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectTo, UNFINISHED_RESTORE } from '../../platform/db/migrate.ts'
import { Conflict, ServiceUnavailable } from '../../platform/errors.ts'
import { SEND_MAIL } from '../../platform/mail/mail.ts'
import { CURRENT_INSTALLATION_ID } from '../../platform/shared-folder/shared-folder.store.ts'
import type { SequenceInBackup, TableInBackup } from './manifest.ts'
import { JOBS } from './read-tables.store.ts'

/** The database into which a backup is restored. */
export interface TargetDatabase {
  /** `unfinished`: an interrupted restore wrote into the database. */
  state(): Promise<'empty' | 'unfinished' | 'used'>
  /** Removes the tables of an unfinished restore, and marks the database: no server starts on it. */
  begin(): Promise<void>
  /** Fills the migrated tables and removes the mark, in one transaction. */
  fill(filling: RestoreInput): Promise<DroppedWork>
  close(): Promise<void>
}

export interface RestoreInput {
  readonly tables: readonly TableInBackup[]
  readonly sequences: readonly SequenceInBackup[]
  /** Rows of a table as COPY wrote them. */
  rowsOf(table: TableInBackup): AsyncIterable<Buffer>
  /** Id of the restored folder. The folder from which the files were copied has another id, because it may still be in use. */
  readonly installationId: string
  /** Leaves out waiting work: jobs, and the events that the named consumers have not handled. */
  readonly withoutWaiting?: { readonly consumers: readonly string[] } | undefined
  readonly onTable?: (done: number, total: number) => void
}

/** Number of waiting items that were left out. */
export interface DroppedWork {
  readonly jobs: number
  /** Jobs that were mails. */
  readonly mails: number
  readonly webhookCalls: number
  /** Events that the named consumers had not handled. */
  readonly events: number
}

export const openTargetDatabase = async (url: string): Promise<TargetDatabase> => {
  const client = await connectTo(url)
  return {
    state: () => stateOf(client),
    begin: () => begin(client),
    fill: filling => inTransaction(client, () => fill(client, filling)),
    close: () => client.end(),
  }
}

const quoted = (name: string): string => pg.escapeIdentifier(name)

const inTransaction = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Tables, views and sequences that do not belong to an extension. */
const OWN_RELATIONS = `
  from pg_class class
  where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')`

const stateOf = async (client: pg.Client): Promise<'empty' | 'unfinished' | 'used'> => {
  const { rows } = await client.query<{ is_unfinished: boolean; relations: number }>(
    `select to_regclass($1) is not null as is_unfinished,
            (select count(*)::int ${OWN_RELATIONS}) + (to_regnamespace('graphile_worker') is not null)::int as relations`,
    [UNFINISHED_RESTORE],
  )
  if (rows[0]?.is_unfinished) return 'unfinished'
  return rows[0]?.relations === 0 ? 'empty' : 'used'
}

const begin = (client: pg.Client): Promise<void> =>
  inTransaction(client, async () => {
    // If two restores run at once, the second waits here, and then finds the tables of the first.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [UNFINISHED_RESTORE])
    if ((await stateOf(client)) === 'used') throw new Conflict('The database is in use by now: nothing was restored.')
    const { rows } = await client.query<{ name: string; kind: string }>(
      `select relname as name, relkind as kind ${OWN_RELATIONS}`,
    )
    for (const { name } of rows.filter(({ kind }) => kind === 'r'))
      await client.query(`drop table if exists ${quoted(name)} cascade`)
    for (const { name } of rows.filter(({ kind }) => kind === 'S'))
      await client.query(`drop sequence if exists ${quoted(name)} cascade`)
    const functions = await client.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace = current_schema()::regnamespace
         and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`,
    )
    for (const { name } of functions.rows) await client.query(`drop function if exists ${name} cascade`)
    await client.query('drop schema if exists graphile_worker cascade')
    await client.query(`create table ${UNFINISHED_RESTORE} (since timestamptz not null default now())`)
  })

const SET_INSTALLATION_ID = `
  insert into instance_secret (name, value) values ($1, $2)
  on conflict (name) do update set value = excluded.value`

const fill = async (client: pg.Client, filling: RestoreInput): Promise<DroppedWork> => {
  await client.query(
    `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local maintenance_work_mem = '256MB'; set local synchronous_commit = on`,
  )
  const known = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  )
  const names = new Set(known.rows.map(({ name }) => name))
  const tables = filling.tables.filter(({ name }) => name !== JOBS)
  const unknown = tables.find(({ name }) => !names.has(name))
  if (unknown) throw new ServiceUnavailable(`The backup has a table ${unknown.name} that its migrations do not make.`)
  const own = [...names].filter(name => name !== UNFINISHED_RESTORE && name !== 'schema_migration')
  // Migrations insert rows, which the backup contains, too.
  await client.query(`truncate ${own.map(quoted).join(', ')}`)

  // Rows come table by table, so foreign keys hold at the end only. Building an index once is also faster than updating it.
  const rebuild = await dropConstraintsAndIndexes(client, own)
  let done = 0
  for (const table of filling.tables) {
    filling.onTable?.(done++, filling.tables.length + 1)
    if (table.name === JOBS) await loadJobs(client, table, filling)
    else await load(client, table.name, table, filling)
  }
  filling.onTable?.(done, filling.tables.length + 1)
  for (const text of rebuild) await client.query(text)
  for (const { name, value, isCalled } of filling.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled])
  const dropped = filling.withoutWaiting
    ? await dropWaitingWork(client, filling.withoutWaiting.consumers)
    : NOTHING_DROPPED
  await client.query(SET_INSTALLATION_ID, [CURRENT_INSTALLATION_ID, Buffer.from(filling.installationId)])
  await client.query(`drop table ${UNFINISHED_RESTORE}`)
  await client.query('analyze')
  filling.onTable?.(filling.tables.length + 1, filling.tables.length + 1)
  return dropped
}

export const NOTHING_DROPPED: DroppedWork = { jobs: 0, mails: 0, webhookCalls: 0, events: 0 }

/** In a backup all cursors of a number stand behind its events, so the number of the last event is the end of the log. */
const dropWaitingWork = async (client: pg.Client, consumers: readonly string[]): Promise<DroppedWork> => {
  const { rows } = await client.query<DroppedWork>(
    `with job as (
       select identifier as name, coalesce(json_array_length(payload -> 'mails'), 1) as mails from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
     ), cursor as (
       select min(coalesce(nullif(split_part(cursor, '.', 1), ''), '0')::xid8) as xid from event_consumer where name = any ($1)
     )
     select (select count(*)::int from job) as jobs, (select coalesce(sum(mails), 0)::int from job where name = $2) as mails,
       (select count(*)::int from tracker_webhook_delivery where duration_ms is null) +
         (select count(*)::int from webhook_delivery where state in ('waiting', 'running')) as "webhookCalls",
       (select count(*)::int from event, cursor where event.xid > cursor.xid) as events`,
    [consumers, SEND_MAIL],
  )
  await client.query('delete from graphile_worker._private_jobs')
  await client.query('delete from tracker_webhook_delivery where duration_ms is null')
  await client.query(`
    update webhook_delivery set state = 'skipped', next_attempt = null, lease_until = null where state in ('waiting', 'running')`)
  await client.query('delete from webhook_replay')
  // From now on they follow their consumer.
  await client.query('update webhook set cursor = null')
  await client.query(
    `update event_consumer set cursor = last.xid || '.9223372036854775807'
     from (select xid from event order by xid desc limit 1) last where name = any ($1)`,
    [consumers],
  )
  return rows[0] ?? NOTHING_DROPPED
}

/** Drops foreign keys and indexes, and disables triggers; returns the statements that restore them. */
const dropConstraintsAndIndexes = async (client: pg.Client, tables: readonly string[]): Promise<string[]> => {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace and relname = any ($1) order by relname, conname`,
    [tables],
  )
  const indexes = await client.query<{ name: string; definition: string }>(
    `select class.relname as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class class on class.oid = indexrelid join pg_class owner on owner.oid = indrelid
     where class.relnamespace = current_schema()::regnamespace and owner.relname = any ($1)
       and not exists (select from pg_constraint where conindid = indexrelid) order by owner.relname, class.relname`,
    [tables],
  )
  for (const { table, name } of keys.rows)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  for (const { name } of indexes.rows) await client.query(`drop index ${quoted(name)}`)
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`)
  return [
    ...indexes.rows.map(({ definition }) => definition),
    ...keys.rows.map(
      ({ table, name, definition }) => `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
    ),
    ...tables.map(table => `alter table ${quoted(table)} enable trigger user`),
  ]
}

const load = async (
  client: pg.Client,
  into: string,
  table: TableInBackup,
  { rowsOf }: Pick<RestoreInput, 'rowsOf'>,
): Promise<void> => {
  const target = client.query(copyFrom(`copy ${quoted(into)} (${table.columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(Readable.from(rowsOf(table), { objectMode: false }), target)
  if (target.rowCount !== table.rows)
    throw new Error(`${target.rowCount} rows of ${table.name} came instead of ${table.rows}`)
}

const loadJobs = async (client: pg.Client, table: TableInBackup, filling: RestoreInput): Promise<void> => {
  await client.query(
    `create temporary table restored_job (
       name text, payload json, queue text, run_at timestamptz, max_attempts int, key text,
       priority int, attempts int, last_error text
     ) on commit drop`,
  )
  await load(client, 'restored_job', table, filling)
  await client.query('alter table restored_job add job_id bigint')
  await client.query(
    `update restored_job set job_id = (graphile_worker.add_job(
       name, payload => payload, queue_name => queue, run_at => run_at, max_attempts => max_attempts, job_key => key,
       priority => priority)).id`,
  )
  await client.query(
    `update graphile_worker._private_jobs job set attempts = restored.attempts, last_error = restored.last_error
     from restored_job restored where job.id = restored.job_id`,
  )
}
