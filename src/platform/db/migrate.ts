import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ServiceUnavailable } from '../errors.ts'
import { openPool } from './db.ts'
import { DatabaseUnavailable } from './outage.ts'
import { databaseServers, type DatabaseServers } from './database-servers.ts'
import { MIGRATION_FILE, MIGRATIONS_FOLDER } from './program-migration.ts'

export { MIGRATIONS_FOLDER }

const OLDEST_SERVER = 150_000
// An arbitrary constant; the lock keeps two starting servers from migrating one database at the same time.
const ADVISORY_LOCK = 720_415_001

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter(name => MIGRATION_FILE.test(name)).sort()
  names.forEach((name, i) => {
    const previous = names[i - 1]
    if (previous?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`Two migrations have one number: ${previous}, ${name}`)
  })
  return Promise.all(
    names.map(async name => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

let last: Promise<string> | undefined

/** Name of the newest migration that the program knows. */
export const lastMigration = (): Promise<string> =>
  (last ??= readMigrations(MIGRATIONS_FOLDER).then(migrations => migrations.at(-1)?.name ?? ''))

/** Connects to the primary of the database. A failure is one sentence that names the place and the reason, without the password. */
export const connectTo = async (address: string | DatabaseServers): Promise<pg.Client> => {
  const servers = typeof address === 'string' ? databaseServers(address) : address
  try {
    return await servers.connect({ application_name: 'crocus' })
  } catch (error) {
    const reason = error instanceof DatabaseUnavailable ? error.cause : error
    throw new ServiceUnavailable(`The database ${servers.description} cannot be reached: ${reasonOf(reason)}`)
  }
}

const reasonOf = (error: unknown): string => {
  // Node tries every address of a name and reports one error for all, without a message of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return (first instanceof Error ? first.message : String(first)).replaceAll('\n', ' ')
}

/** A table that exists while a restore fills the database; the transaction that brings the data drops it. */
export const UNFINISHED_RESTORE = 'unfinished_restore'

export interface MigrateOptions {
  /** The migrations to apply, which must be the first ones, unchanged; default: all. For a restore, which then fills in the data. */
  readonly upTo?: readonly Pick<Migration, 'name' | 'checksum'>[]
}

/**
 * Brings the database of `url` to the program's version, each migration in its own transaction. Refuses a server or a database that the
 * program cannot work with. Returns the names of the applied migrations.
 */
export const migrate = async (
  url: string,
  folder: string = MIGRATIONS_FOLDER,
  { upTo }: MigrateOptions = {},
): Promise<string[]> => {
  if (upTo) await requireKnownMigrations(upTo, folder)
  const all = await readMigrations(folder)
  const migrations = upTo ? all.slice(0, upTo.length) : all
  const servers = databaseServers(url)
  const client = await connectTo(servers)
  try {
    await requireServer(client)
    if (!upTo) await requireFinishedRestore(client)
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    await client.query(
      `create table if not exists schema_migration (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    )
    const applied = await readApplied(client)
    requireSameHistory(migrations, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    if (!(await isQueueCurrent(client))) await prepareQueue(servers)
    return missing.map(({ name }) => name)
  } finally {
    // The advisory lock ends with the session.
    await client.end()
  }
}

export interface MigrationState {
  readonly applied: number
  /** The migrations that the next start would apply, in order. */
  readonly missing: readonly string[]
  /** Why the next start would refuse the database. */
  readonly fault: string | undefined
}

/** The result that `migrate` would have; changes nothing. */
export const inspectMigrations = async (
  client: pg.Client,
  folder: string = MIGRATIONS_FOLDER,
): Promise<MigrationState> => {
  const migrations = await readMigrations(folder)
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('schema_migration') is not null as is`)
  const applied = rows[0]?.is === true ? await readApplied(client) : new Map<string, string>()
  const missing = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  try {
    await requireFinishedRestore(client)
    requireSameHistory(migrations, applied)
    return { applied: applied.size, missing, fault: undefined }
  } catch (error) {
    if (error instanceof ServiceUnavailable) return { applied: applied.size, missing, fault: error.message }
    throw error
  }
}

/** Refuses a database with migrations of a newer or another program. */
export const requireKnownMigrations = async (
  applied: NonNullable<MigrateOptions['upTo']>,
  folder: string = MIGRATIONS_FOLDER,
): Promise<void> =>
  requireSameHistory(
    await readMigrations(folder),
    new Map(applied.map(({ name, checksum }) => [name, checksum])),
    'backup',
  )

/** Number of the newest migration of the package graphile-worker (its folder `sql`); a test compares it with the package. */
export const QUEUE_MIGRATION = 20

/** Whether the queue's tables are current. They mostly are, and then the package, which loads 40 others, is not needed. */
const isQueueCurrent = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as found`,
  )
  if (rows[0]?.found !== true) return false
  const { rows: migrations } = await client.query<{ last: number }>(
    'select max(id) as last from graphile_worker.migrations',
  )
  return migrations[0]?.last === QUEUE_MIGRATION
}

/** The package of the job queue creates its tables in a separate schema: from here on, jobs may be enqueued. */
const prepareQueue = async (servers: DatabaseServers): Promise<void> => {
  const { Logger, runMigrations } = await import('graphile-worker')
  const pgPool = openPool(servers, 1, () => undefined)
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
  } catch (error) {
    throw new ServiceUnavailable(`The tables of the background jobs cannot be made: ${reasonOf(error)}`)
  } finally {
    await pgPool.end()
  }
}

const requireServer = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding`,
  )
  const server = rows[0]
  if (server && server.number < OLDEST_SERVER) {
    throw new ServiceUnavailable(`The database is PostgreSQL ${server.version}; Crocus needs PostgreSQL 15 or later.`)
  }
  if (server && server.encoding !== 'UTF8') {
    throw new ServiceUnavailable(
      `The database stores text as ${server.encoding}; Crocus needs one with the encoding UTF8.`,
    )
  }
}

const requireFinishedRestore = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ is_unfinished: boolean }>(
    'select to_regclass($1) is not null as is_unfinished',
    [UNFINISHED_RESTORE],
  )
  if (!rows[0]?.is_unfinished) return
  throw new ServiceUnavailable(
    'A restore into this installation was broken off, or is not done yet, so there is nothing to start: run "crocus restore FILE" again.',
  )
}

const readApplied = async (client: pg.Client): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  return new Map(rows.map(row => [row.name, row.checksum]))
}

const requireSameHistory = (
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  holder: 'database' | 'backup' = 'database',
): void => {
  const names = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter(name => !names.has(name)).sort()
  if (unknown.length > 0) {
    throw new ServiceUnavailable(
      `The ${holder} is of a newer Crocus: it has the migration ${unknown.at(-1) ?? ''}, which this program does not know.`,
    )
  }
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) {
    throw new ServiceUnavailable(
      holder === 'backup'
        ? `The backup is of another Crocus: its migration ${changed.name} is not the one of this program.`
        : `The migration ${changed.name} was changed after this database had applied it; restore the file, or start with an empty database.`,
    )
  }
  const last = [...applied.keys()].sort().at(-1) ?? ''
  const skipped = migrations.find(({ name }) => !applied.has(name) && name < last)
  if (skipped) throw new ServiceUnavailable(`The ${holder} has ${last} but not the earlier migration ${skipped.name}.`)
}

const apply = async (client: pg.Client, { name, text, checksum }: Migration): Promise<void> => {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw Object.assign(
      new ServiceUnavailable(
        `Migration ${name} failed: ${reasonOf(error)}${positionOf(error, text)}. Nothing of it was applied, those before it stay. ` +
          'Mend the cause and start again; to go back, restore the backup of before the upgrade.',
      ),
      { cause: error },
    )
  }
}

const positionOf = (error: unknown, text: string): string => {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : NaN
  return Number.isNaN(position) ? '' : ` (line ${text.slice(0, position).split('\n').length})`
}
