// Background work after writes (events, webhooks, mails). This process does it between the measurements, so that it is not in a request's
// figures; its cost is a separate figure.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createApp, type App } from '../src/app.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, type Db } from '../src/platform/db/db.ts'
import { drainConsumers } from '../src/platform/events/consumer.ts'
import { startJobs } from '../src/platform/jobs/jobs.ts'
import { countJobsByName } from '../src/platform/jobs/jobs.store.ts'
import { createLog } from '../src/platform/log.ts'
import { benchConfig } from './config.ts'
import { cpuOfTree } from './cpu.ts'
import type { OpenResource } from './installation.ts'

/** Moves all consumers to the end of the log. */
export const SKIP_EVENTS = `update event_consumer set cursor = (select xid || '.' || seq from event order by event.xid desc, seq desc limit 1)`

const WAIT_MS = 300_000
const POLL_MS = 200

export interface Background {
  /** Nobody acts on what has happened so far. */
  skipEvents(): Promise<void>
  /** Does all that waits. Answers the CPU milliseconds that it took, of this process and of the database. */
  settle(): Promise<number>
}

export interface BackgroundOptions {
  /** Its own: mails go into it. */
  readonly dataFolder: string
  readonly databaseUrl: string
  readonly databasePid: number
}

export const openBackground = async (
  opened: OpenResource,
  { dataFolder, databaseUrl, databasePid }: BackgroundOptions,
): Promise<Background> => {
  const log = createLog('warn')
  const db = await opened(
    async () => openDatabase(databaseUrl),
    it => it.close(),
  )
  const config = benchConfig({ dataFolder, databaseUrl, answerMegabytes: 0 })
  const app = await opened(
    () => createApp({ config, db, clock: systemClock, log }),
    it => it.close(),
  )
  const cpu = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000 + cpuOfTree(databasePid)
  }
  return {
    skipEvents: async () => void (await sql.raw(SKIP_EVENTS).execute(db.kysely)),
    settle: async () => {
      const before = cpu()
      await drainConsumers({ db, consumers: app.consumers, log })
      await doJobs({ db, databaseUrl, jobs: app.jobs, log })
      return cpu() - before
    },
  }
}

/** Does the jobs that are due, as a server does. */
export const doJobs = async ({
  db,
  databaseUrl,
  jobs,
  log,
}: {
  readonly db: Db
  readonly databaseUrl: string
  readonly jobs: App['jobs']
  readonly log: Logger
}): Promise<void> => {
  if (!(await hasWork(db))) return
  const running = await startJobs({ database: databaseUrl, db, jobs, log })
  await workDone(db).finally(() => running.stop())
}

/** Waits until no job is due or running. */
export const workDone = async (db: Db): Promise<void> => {
  const end = performance.now() + WAIT_MS
  while (await hasWork(db)) {
    if (performance.now() > end) throw new Error('mails of a measurement are not sent in time')
    await sleep(POLL_MS)
  }
}

const hasWork = async (db: Db): Promise<boolean> =>
  (await countJobsByName(db.kysely)).some(({ state, overdueSeconds }) => state === 'running' || overdueSeconds > 0)
