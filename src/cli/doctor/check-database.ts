import { CONNECTIONS_PER_PROCESS, type Db } from '../../platform/db/db.ts'
import { inspectMigrations } from '../../platform/db/migrate.ts'
import { MAX_COUNTED_EVENTS, listConsumerLags } from '../../platform/events/consumers.store.ts'
import { CONNECTIONS_OF_JOBS } from '../../platform/jobs/jobs.ts'
import { countJobsByName } from '../../platform/jobs/jobs.store.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { gib } from './check-machine.ts'
import {
  listLongTransactions,
  listSlots,
  measureClockLead,
  getConnectionLimits,
  getServerState,
  type Client,
  type ServerState,
} from './database.store.ts'
import { ok, problem, warning, type Finding } from './diagnosis.ts'

const OLDEST_SERVER = 150_000
/** Above this age PostgreSQL starts to warn, and finally refuses to write. */
const OLD_AGE = 1_500_000_000
const CLOCK_MS = 2_000
const WRONG_CLOCK_MS = 60_000
const LONG_TRANSACTION_SECONDS = 300
const KEPT_BYTES = 4 * 1024 ** 3
const OVERDUE_SECONDS = 900
const LAG_SECONDS = 300

/** Version, encoding, rights, and durability of commits. */
export const checkServer = async (client: Client): Promise<Finding[]> => {
  const state = await getServerState(client)
  const findings: Finding[] = []
  if (state.number < OLDEST_SERVER)
    findings.push(problem(`It is PostgreSQL ${state.version}`, 'Crocus needs PostgreSQL 15 or later.'))
  else findings.push(ok(`PostgreSQL ${state.version}, ${gib(state.sizeBytes)}`))
  if (state.encoding !== 'UTF8')
    findings.push(
      problem(
        `It stores text as ${state.encoding}`,
        'Make a database with the encoding UTF8 (createdb -E UTF8 -T template0).',
      ),
    )
  if (state.isStandby)
    findings.push(problem('It is a standby, which takes no writes', 'Name the primary with DATABASE_URL.'))
  if (!state.maySchema)
    findings.push(
      problem('The account may not make schemas in it', 'grant create on database … to the account of DATABASE_URL.'),
    )
  if (state.trigrams !== 'installed')
    findings.push(
      state.trigrams === 'available' && state.maySchema
        ? ok('The extension pg_trgm can be made')
        : problem(
            'The extension pg_trgm is missing',
            'Install the package postgresql-contrib of the database server, then: create extension pg_trgm.',
          ),
    )
  return [...findings, ...checkDurability(state)]
}

const checkDurability = (state: ServerState): Finding[] => {
  const findings: Finding[] = []
  if (state.fsync !== 'on')
    findings.push(
      warning(
        'fsync is off: a crash of the machine can destroy the whole database',
        "alter system set fsync = 'on'; select pg_reload_conf().",
      ),
    )
  if (state.fullPageWrites !== 'on')
    findings.push(
      warning(
        'full_page_writes is off: a crash of the machine can destroy pages',
        "alter system set full_page_writes = 'on'; select pg_reload_conf().",
      ),
    )
  if (state.synchronousCommit === 'off')
    findings.push(
      warning(
        'synchronous_commit is off: the last acknowledged writes are lost in a crash',
        "alter system set synchronous_commit = 'on'; select pg_reload_conf().",
      ),
    )
  if (state.autovacuum !== 'on')
    findings.push(
      warning(
        'autovacuum is off: tables grow and become slow',
        "alter system set autovacuum = 'on'; select pg_reload_conf().",
      ),
    )
  if (state.age > OLD_AGE)
    findings.push(
      problem(
        `The oldest row is ${state.age} transactions old`,
        'vacuum (freeze) the database; at 2 billion it stops taking writes.',
      ),
    )
  return findings
}

export const checkClock = async (client: Client): Promise<Finding[]> => {
  const lead = await measureClockLead(client)
  const seconds = (Math.abs(lead) / 1000).toFixed(1)
  const message = `The clock of the database is ${seconds} s ${lead < 0 ? 'behind' : 'ahead of'} the one of this machine`
  const advice = 'Keep both machines at the right time (NTP): jobs, sessions and delays go by it.'
  if (Math.abs(lead) > WRONG_CLOCK_MS) return [problem(message, advice)]
  return [Math.abs(lead) > CLOCK_MS ? warning(message, advice) : ok('Its clock is that of this machine')]
}

export const checkConnections = async (client: Client, workers: number): Promise<Finding[]> => {
  const { server, database, account, others } = await getConnectionLimits(client)
  const needed = workers * (CONNECTIONS_PER_PROCESS + CONNECTIONS_OF_JOBS)
  const limits: readonly (readonly [number, string])[] = [
    [server - others, `the server lets in ${server}, and ${others} are in use by others`],
    [database < 0 ? Infinity : database, `the database lets in ${database}`],
    [account < 0 ? Infinity : account, `the account may have ${account}`],
  ]
  const short = limits.filter(([limit]) => limit < needed)
  return short.length === 0
    ? [ok(`${needed} connections for ${workers} processes are within its limits`)]
    : short.map(([, limit]) =>
        warning(
          `A server with ${workers} processes needs up to ${needed} connections, but ${limit}`,
          'Raise the limit (max_connections, alter database, alter role), or lower CROCUS_WORKERS.',
        ),
      )
}

/** True when the tables match this program, so that their contents can be checked. */
export const checkMigrations = async (client: Client): Promise<{ findings: Finding[]; isCurrent: boolean }> => {
  const { applied, missing, fault } = await inspectMigrations(client)
  if (fault !== undefined)
    return {
      findings: [
        problem(
          fault,
          'Run the version of Crocus that made the database, or a later one; or restore the backup of before.',
        ),
      ],
      isCurrent: false,
    }
  if (applied === 0)
    return { findings: [warning('It has no tables of Crocus yet', 'The first start makes them.')], isCurrent: false }
  if (missing.length > 0)
    return {
      findings: [
        warning(
          `${missing.length} migrations are to be applied, from ${missing[0]} on`,
          'The next start applies them: make a backup first.',
        ),
      ],
      isCurrent: false,
    }
  return { findings: [ok(`All ${applied} migrations are applied`)], isCurrent: true }
}

export const checkTransactions = async (client: Client): Promise<Finding[]> => {
  const long = await listLongTransactions(client, LONG_TRANSACTION_SECONDS)
  const slots = (await listSlots(client)).filter(({ keptBytes }) => keptBytes > KEPT_BYTES)
  const findings = [
    ...long.map(({ name, program, seconds }) =>
      warning(
        `A transaction of ${program} (${name}) has been open for ${Math.round(seconds / 60)} minutes: mail, webhooks, history and the feed of changes wait for it`,
        `Let its program end it, or: select pg_terminate_backend(${name}) (a prepared one: rollback prepared).`,
      ),
    ),
    ...slots.map(({ name, isActive, keptBytes }) =>
      warning(
        `The replication slot ${name} ${isActive ? 'lags' : 'is used by nobody'} and keeps ${gib(keptBytes)} of log on the disk`,
        isActive ? 'See to its standby.' : `Start its standby, or: select pg_drop_replication_slot('${name}').`,
      ),
    ),
  ]
  return findings.length > 0 ? findings : [ok('No long transaction and no slot holds it up')]
}

/** Webhooks for which the log keeps events beyond its retention, or that lost some. */
export const checkWebhooks = async (db: Db): Promise<Finding[]> => {
  // Loads most modules: only here.
  const { listDelayedWebhooks } = await import('../../modules/webhooks/index.ts')
  const { createSettingsModule } = await import('../../modules/settings/index.ts')
  const retentionDays = (await createSettingsModule(db, () => '')).get('event_retention_days')
  const day = (date: Date): string => date.toISOString().slice(0, 10)
  const delayed = await listDelayedWebhooks(db.kysely, new Date(Date.now() - retentionDays * 24 * 60 * 60 * 1000))
  const findings = delayed.map(({ id, url, waitsSince, lostFrom, lostTo }) => {
    // The path of an address may hold a secret.
    const name = `The webhook ${id} for ${URL.parse(url)?.host ?? 'an unknown host'}`
    return lostFrom && lostTo
      ? warning(
          `${name} is paused: the log lost its changes from ${day(lostFrom)} to ${day(lostTo)}`,
          'Mend the receiver, read a snapshot of what it missed, then resume the webhook.',
        )
      : warning(
          `${name} waits for changes since ${day(waitsSince ?? new Date())}, and the log is kept for it`,
          `Mend the receiver and resume the webhook, or delete it: ${2 * retentionDays} days after a change its event is deleted all the same.`,
        )
  })
  return findings.length > 0 ? findings : [ok('No webhook is far behind')]
}

export const checkBacklog = async (db: Queryable, isRunning: boolean): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { name, state, jobs, overdueSeconds } of await countJobsByName(db)) {
    if (state === 'failed')
      findings.push(
        warning(
          `${jobs} jobs ${name} failed as often as they may`,
          'The page "Jobs" of the administration, or GET /api/site/jobs?state=failed, tells why; mend that and have them done again there.',
        ),
      )
    if (state === 'waiting' && overdueSeconds > OVERDUE_SECONDS)
      findings.push(
        (isRunning ? problem : warning)(
          `${jobs} jobs ${name} wait, one of them for ${Math.round(overdueSeconds / 60)} minutes longer than it should`,
          isRunning
            ? 'Look for "background" in the log of the server, and start it again; one server at least must have CROCUS_BACKGROUND on.'
            : 'Start the server: it does them.',
        ),
      )
  }
  for (const { name, waiting, since, failures } of await listConsumerLags(db)) {
    const seconds = since ? (Date.now() - since.getTime()) / 1000 : 0
    const events = waiting >= MAX_COUNTED_EVENTS ? `${MAX_COUNTED_EVENTS} events or more` : `${waiting} events`
    if (failures > 0)
      findings.push(
        warning(`${name} could not handle the next event ${failures} times`, 'The log of the server says why.'),
      )
    else if (seconds > LAG_SECONDS)
      findings.push(
        warning(
          `${name} is ${Math.round(seconds / 60)} minutes behind (${events})`,
          isRunning
            ? 'Look for long transactions above, and into the log of the server.'
            : 'Start the server: it catches up.',
        ),
      )
  }
  return findings.length > 0 ? findings : [ok('No job failed, and nothing waits too long')]
}
