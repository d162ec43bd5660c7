// Checks after the load: all background work is done, and nothing is left behind.
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { PROCESS_COMMITS } from '../src/modules/svn/model/commit-job.ts'
import type { Db } from '../src/platform/db/db.ts'
import { enqueueJobs } from '../src/platform/jobs/jobs.store.ts'
import type { ExpectedState } from './expected-state.ts'
import { until } from './processes.ts'

const execute = promisify(execFile)

/** Failed jobs are retried after growing pauses; jobs of a dead process are released after up to a minute. */
const PROGRESS_WITHIN_MS = 120_000

/**
 * Enqueues what the schedule enqueues every five minutes: the commits whose hook reached no server, or a server without a database, are
 * processed by it.
 */
export const processUnreportedCommits = async (db: Db): Promise<void> =>
  enqueueJobs(db.kysely, [{ name: PROCESS_COMMITS, payload: {}, key: `${PROCESS_COMMITS} {}` }])

/** Waits until consumers have read all events and no job is left, as long as there is progress; returns the stuck ones. */
export const waitForBackgroundWork = async (db: Db): Promise<string[]> => {
  let work: UnfinishedWork = { amount: Number.POSITIVE_INFINITY, lines: [] }
  let least = Number.POSITIVE_INFINITY
  for (let progress = Date.now(); Date.now() - progress < PROGRESS_WITHIN_MS; await sleep(250)) {
    const now = await unfinishedWork(db).catch((error: unknown) => ({
      amount: Number.POSITIVE_INFINITY,
      lines: [`the database does not answer: ${String(error)}`],
    }))
    if (now.amount === 0) return []
    // Jobs of every minute start and end meanwhile.
    if (now.amount < least) {
      least = now.amount
      progress = Date.now()
    }
    work = now
  }
  return work.lines.map(line => `no progress for ${PROGRESS_WITHIN_MS / 1_000} s: ${line}`)
}

interface UnfinishedWork {
  readonly amount: number
  readonly lines: readonly string[]
}

const unfinishedWork = async (db: Db): Promise<UnfinishedWork> => {
  const { rows: consumers } = await sql<{ name: string; waiting: number; failures: number }>`
    select name, failures, (
      select count(*)::int from event
      where (xid, seq) > (split_part(cursor, '.', 1)::xid8, split_part(cursor, '.', 2)::bigint)
    ) as waiting from event_consumer`.execute(db.kysely)
  const { rows: jobs } = await sql<{ line: string }>`
    select format('job %s (%s), attempt %s of %s, to run at %s, %s: %s', id, task_identifier, attempts, max_attempts, run_at,
      coalesce('held since ' || locked_at::text || ' by ' || locked_by, 'held by nobody'), coalesce(left(last_error, 200), 'no error')) as line
    from graphile_worker.jobs where run_at < now() + interval '3 minutes' or locked_at is not null`.execute(db.kysely)
  const { rows: others } = await sql<{ line: string }>`
    select 'trigger ' || id::text as line from pending_trigger
    union all select format('a call of webhook %s waits', webhook_id) from tracker_webhook_delivery
      where sent_on is null and duration_ms is null
    union all select format('delivery %s of webhook %s waits until %s after %s failures', id, webhook_id, next_attempt, failures)
      from webhook_delivery where state in ('waiting', 'running')`.execute(db.kysely)
  // An event may become several jobs: handling it counts as progress.
  const behind = consumers.reduce((sum, { waiting }) => sum + waiting, 0)
  return {
    amount: 1_000 * behind + jobs.length + others.length,
    lines: [
      ...consumers
        .filter(({ waiting }) => waiting > 0)
        .map(({ name, waiting, failures }) => `consumer ${name} is ${waiting} events behind (${failures} failures)`),
      ...[...jobs, ...others].slice(0, 20).map(({ line }) => line),
    ],
  }
}

/** Connections, locks and transactions that are left when no server runs. */
export const leftoversInDatabase = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'soak' })
  await client.connect()
  try {
    let left: string[] = []
    const ask = async (): Promise<boolean> => {
      const { rows } = await client.query<{ line: string }>(
        `select format('a connection is left: %s, %s since %s: %s', application_name, state, state_change, left(query, 100)) as line
         from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'soak'
         union all select format('a lock is left: %s %s', locktype, mode) from pg_locks where locktype = 'advisory'
         union all select 'a prepared transaction is left: ' || gid from pg_prepared_xacts`,
      )
      left = rows.map(({ line }) => line)
      return left.length === 0
    }
    // PostgreSQL's keep-alive closes a connection that was silent for a minute.
    await until(ask, 60_000, 500)
    return left
  } finally {
    await client.end()
  }
}

/** Files below the folder of contents without an owner; those of unfinished uploads expire. */
export const leftoversOnDisk = async (folder: string): Promise<string[]> => {
  const incoming = await readdir(join(folder, 'incoming')).catch(() => [])
  return incoming.map(name => `a half-written content is left: incoming/${name}`)
}

/** Each acknowledged commit is one revision, and each revision was processed. */
export const checkRepository = async (
  db: Db,
  expected: ExpectedState,
  folder: string,
): Promise<{ findings: string[]; counts: Record<string, number> }> => {
  const findings: string[] = []
  const tool = async (program: string, ...args: string[]): Promise<string> =>
    (await execute(`/usr/bin/${program}`, args, { maxBuffer: 256 * 1024 ** 2 })).stdout
  await tool('svnadmin', 'verify', '-q', folder).catch((error: unknown) =>
    findings.push(`svn: svnadmin verify says ${String(error).slice(0, 500)}`),
  )
  const log = await tool('svn', 'log', '--xml', '--non-interactive', `file://${folder}`)
  const entries = [...log.matchAll(/revision="(\d+)">[\s\S]*?<msg>([\s\S]*?)<\/msg>/g)]
  const byToken = Map.groupBy(
    entries.flatMap(([, revision, message]) => {
      const token = /^sk\d+x\d+/.exec(message ?? '')?.[0]
      return token === undefined ? [] : [{ token, revision: Number(revision) }]
    }),
    ({ token }) => token,
  )
  let known = 0
  for (const { token, outcome, revision } of expected.commits) {
    const revisions = (byToken.get(token) ?? []).map(each => each.revision)
    known += revisions.length
    if (revisions.length > 1) findings.push(`svn: ${token} is in revisions ${revisions.join(', ')}`)
    if (outcome === 'done' && revisions[0] !== revision)
      findings.push(`svn: ${token} was committed as ${revision}, and is ${revisions[0] ?? 'nowhere'}`)
  }
  if (known !== byToken.size)
    findings.push(`svn: ${byToken.size} revisions by callers, of which ${known} were asked for`)
  const { rows } = await sql<{ revision: number }>`select revision::int as revision from svn_revision`.execute(
    db.kysely,
  )
  const processed = new Set(rows.map(row => row.revision))
  for (const revisions of byToken.values())
    for (const { revision } of revisions)
      if (!processed.has(revision)) findings.push(`svn: revision ${revision} was not processed`)
  return { findings, counts: { 'svn commits': expected.commits.length, 'svn revisions': entries.length } }
}
