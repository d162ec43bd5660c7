import pg from 'pg'

export type Client = pg.Client

const queryOne = async <Row>(client: pg.Client, text: string): Promise<Row> => {
  const { rows } = await client.query(text)
  return rows[0] as Row
}
const queryMany = async <Row>(client: pg.Client, text: string): Promise<Row[]> =>
  (await client.query(text)).rows as Row[]

export interface ServerState {
  readonly version: string
  readonly number: number
  readonly encoding: string
  readonly isStandby: boolean
  readonly maySchema: boolean
  /** `installed`, `available` or `missing`. */
  readonly trigrams: string
  readonly fsync: string
  readonly synchronousCommit: string
  readonly fullPageWrites: string
  readonly autovacuum: string
  readonly sizeBytes: number
  /** Age of the oldest row of the database, in transactions. */
  readonly age: number
}

export const getServerState = (client: pg.Client): Promise<ServerState> =>
  queryOne(
    client,
    `select split_part(current_setting('server_version'), ' ', 1) as version,
       current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding,
       pg_is_in_recovery() as "isStandby",
       has_database_privilege(current_database(), 'CREATE') as "maySchema",
       case when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
         when exists (select from pg_available_extensions where name = 'pg_trgm') then 'available' else 'missing' end as trigrams,
       current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit",
       current_setting('full_page_writes') as "fullPageWrites", current_setting('autovacuum') as autovacuum,
       pg_database_size(current_database())::float8 as "sizeBytes",
       (select age(datfrozenxid) from pg_database where datname = current_database()) as age`,
  )

/** How far the clock of the database is ahead of ours, in milliseconds, within the precision of a round trip. */
export const measureClockLead = async (client: pg.Client): Promise<number> => {
  const before = Date.now()
  const { now } = await queryOne<{ now: number }>(
    client,
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  )
  return now - (before + Date.now()) / 2
}

export interface ConnectionLimits {
  /** Connections for ordinary accounts, of the whole server. */
  readonly server: number
  /** -1: the database has no separate limit. */
  readonly database: number
  readonly account: number
  /** Connections of other programs. */
  readonly others: number
}

export const getConnectionLimits = (client: pg.Client): Promise<ConnectionLimits> =>
  queryOne(
    client,
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
       (select datconnlimit from pg_database where datname = current_database()) as database,
       (select rolconnlimit from pg_roles where rolname = current_user) as account,
       (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and application_name not like 'crocus%' and pid <> pg_backend_pid()) as others`,
  )

export interface LongTransaction {
  /** How to end the transaction: a process id, or the name of a prepared transaction. */
  readonly name: string
  readonly program: string
  readonly seconds: number
}

/** Transactions that have written: readers of the event log wait for the oldest one of all databases of the server. */
export const listLongTransactions = (client: pg.Client, seconds: number): Promise<LongTransaction[]> =>
  queryMany(
    client,
    `select * from (
       select pid::text as name, coalesce(nullif(application_name, ''), 'a program') || ' on ' || coalesce(datname, '?') as program,
         extract(epoch from now() - xact_start)::float8 as seconds
       from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
       union all
       select gid, 'a prepared transaction on ' || database, extract(epoch from now() - prepared)::float8 from pg_prepared_xacts
     ) long where seconds > ${Math.round(seconds)} order by seconds desc limit 5`,
  )

export interface ReplicationSlot {
  readonly name: string
  readonly isActive: boolean
  readonly keptBytes: number
}

export const listSlots = (client: pg.Client): Promise<ReplicationSlot[]> =>
  queryMany(
    client,
    `select slot_name as name, active as "isActive",
       coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 as "keptBytes"
     from pg_replication_slots where not pg_is_in_recovery()`,
  )

export const getSetting = async (client: pg.Client, name: string): Promise<string | undefined> => {
  const { rows } = await client.query<{ value: string }>('select value from setting where name = $1', [name])
  return rows[0]?.value
}

const CONNECT_WITHIN_MS = 5_000

/** Connects to one server, whatever its role; `connectTo` looks for the primary. */
export const connectToServer = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'crocus',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  })
  // The next query reports the end of the connection.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Identifier of the cluster: a standby has the one of its primary. */
export const getSystemIdentifier = async (client: pg.Client): Promise<string> =>
  (await queryOne<{ id: string }>(client, 'select system_identifier::text as id from pg_control_system()')).id

/** Position of a primary's log, in bytes. */
export const getWrittenPosition = async (client: pg.Client): Promise<number> =>
  (
    await queryOne<{ position: number }>(
      client,
      `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as position`,
    )
  ).position

export interface StandbyState {
  /** Position in the log, in bytes. */
  readonly replayed: number
  readonly isPaused: boolean
  /** The standby is connected to a server that sends it the log. */
  readonly isReceiving: boolean
  readonly hotStandbyFeedback: string
}

/** Undefined: the server is no standby. */
export const findStandbyState = async (client: pg.Client): Promise<StandbyState | undefined> => {
  const { isStandby } = await queryOne<{ isStandby: boolean }>(client, 'select pg_is_in_recovery() as "isStandby"')
  if (!isStandby) return undefined
  return queryOne(
    client,
    `select coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as replayed,
       pg_is_wal_replay_paused() as "isPaused",
       exists (select from pg_stat_wal_receiver) as "isReceiving",
       current_setting('hot_standby_feedback') as "hotStandbyFeedback"`,
  )
}
