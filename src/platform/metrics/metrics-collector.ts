import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { cacheCounts } from '../cache.ts'
import type { Db, Queryable } from '../db/db.ts'
import { listConsumerLags, readHorizonSeconds } from '../events/consumers.store.ts'
import { version } from '../version.ts'
import { countJobsByName, jobStates } from '../jobs/jobs.store.ts'
import { SEND_MAIL } from '../mail/mail.ts'
import { countMails } from '../mail/mail.store.ts'
import { REQUEST_CLASSES, type RequestClasses } from '../overload/request-classes.ts'
import { readWithin } from './read-with-timeout.store.ts'
import { counter, gauge, type Metric } from './metric.ts'

/** Metrics of a process and of the installation, for Prometheus. */
export interface MetricsCollector {
  /** Metrics of this process. */
  ofProcess(): Metric[]
  /** Metrics that all processes share, collected by one of them. Resolves in any case, within a time limit. */
  ofDatabase(): Promise<Metric[]>
}

interface MetricsCollectorOptions {
  readonly db: Db
  readonly log: Logger
  /** Files that are being sent. */
  readonly countUploads: (db: Queryable) => Promise<number>
  readonly requestClasses: RequestClasses
  /** Streams of changes and waiting readers of the feed. */
  readonly countStreams: () => number
  /** `on`, or `off: ` and the reason. */
  readonly svnState: () => string
}

const DATABASE_WITHIN_MS = 2_000

export const createMetricsCollector = ({
  db,
  log,
  countUploads,
  requestClasses,
  countStreams,
  svnState,
}: MetricsCollectorOptions): MetricsCollector => ({
  ofProcess: () => {
    const { active, idle, max, waiting } = db.connections()
    const caches = [...cacheCounts(db.invalidations)]
    return [
      gauge(
        'crocus_build_info',
        'Versions of what runs; always 1',
        [[{ version, node: process.versions.node }, 1]],
        'first',
      ),
      counter(
        'crocus_database_round_trips_total',
        'Questions to the database that answering requests took',
        db.roundTrips(),
      ),
      gauge('crocus_database_connections', 'Connections to the database that answer requests, by state', [
        [{ state: 'active' }, active],
        [{ state: 'idle' }, idle],
      ]),
      gauge('crocus_database_connections_max', 'Connections to the database that requests may use', max),
      gauge('crocus_streams', 'Open streams of changes, and readers of the feed that wait', countStreams()),
      gauge('crocus_database_requests_waiting', 'Requests that wait for a connection to the database', waiting),
      counter(
        'crocus_cache_hits_total',
        'Times that a cache had what was asked for',
        caches.map(([cache, { hits }]) => [{ cache }, hits]),
      ),
      counter(
        'crocus_cache_misses_total',
        'Times that a cache did not have what was asked for',
        caches.map(([cache, { misses }]) => [{ cache }, misses]),
      ),
      gauge(
        'crocus_lane_requests',
        'Requests that are let in (work) and that wait to be, by lane',
        REQUEST_CLASSES.flatMap(lane => [
          [{ lane, state: 'work' }, requestClasses[lane].inWork] as const,
          [{ lane, state: 'waiting' }, requestClasses[lane].waiting] as const,
        ]),
      ),
      counter(
        'crocus_lane_refused_total',
        'Requests that were refused with 503 because there was too much to do, by lane',
        REQUEST_CLASSES.map(lane => [{ lane }, requestClasses[lane].refused]),
      ),
      gauge('crocus_svn_up', '1: repositories of Subversion are served; 0: not', svnState() === 'on' ? 1 : 0, 'min'),
    ]
  },

  ofDatabase: async () => {
    const giveUp = new AbortController()
    // If the pool is used up, the query waits for a connection: the statement's own limit would not end that wait.
    const late = sleep(DATABASE_WITHIN_MS, undefined, { signal: giveUp.signal, ref: false }).then(
      () => [up(0)],
      () => [up(0)],
    )
    const read = readWithin(db, DATABASE_WITHIN_MS, async tx => [
      up(1),
      ...jobMetrics(await countJobsByName(tx), await countMails(tx, SEND_MAIL)),
      ...consumerMetrics(await listConsumerLags(tx)),
      gauge(
        'crocus_event_horizon_seconds',
        'Age of the oldest event that no reader of the log sees yet, since an older transaction still runs',
        await readHorizonSeconds(tx),
      ),
      gauge(
        'crocus_uploads_in_progress',
        'Files that were declared and have not been received completely',
        await countUploads(tx),
      ),
    ]).catch((error: unknown) => {
      log.warn({ err: error }, 'the database does not answer a question for metrics')
      return [up(0)]
    })
    return Promise.race([read, late]).finally(() => giveUp.abort())
  },
})

const up = (value: 0 | 1): Metric =>
  gauge(
    'crocus_database_up',
    '1: the database answered when it was asked for the figures; 0: it did not, in time',
    value,
  )

const jobMetrics = (
  counts: Awaited<ReturnType<typeof countJobsByName>>,
  mails: Awaited<ReturnType<typeof countMails>>,
): Metric[] => [
  gauge(
    'crocus_jobs',
    'Jobs in the queue, by name and state; failed ones are not tried again by themselves',
    counts.map(({ name, state, jobs }) => [{ name, state }, jobs]),
  ),
  gauge(
    'crocus_job_overdue_seconds',
    'For how long the job that is due longest has been waiting, by name',
    counts.filter(({ state }) => state === 'waiting').map(({ name, overdueSeconds }) => [{ name }, overdueSeconds]),
  ),
  gauge(
    'crocus_mails',
    'Mails in the queue, by state; failed ones are not tried again by themselves',
    jobStates.map(state => [{ state }, mails[state]]),
  ),
]

const consumerMetrics = (lags: Awaited<ReturnType<typeof listConsumerLags>>): Metric[] => [
  gauge(
    'crocus_event_consumer_events_waiting',
    'Events that a consumer of the event log has not handled, at most 10000 are counted',
    lags.map(({ name, waiting }) => [{ consumer: name }, waiting]),
  ),
  gauge(
    'crocus_event_consumer_lag_seconds',
    'Age of the oldest event that a consumer of the event log has not handled',
    lags.map(({ name, since }) => [{ consumer: name }, since ? Math.max(0, (Date.now() - since.getTime()) / 1000) : 0]),
  ),
  gauge(
    'crocus_event_consumer_failures',
    'Times in a row that the next event could not be handled',
    lags.map(({ name, failures }) => [{ consumer: name }, failures]),
  ),
]
