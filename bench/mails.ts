// `npm run bench -- mails`: what follows from a PUT in the background, part by part: each consumer of events, and the sending of the mails.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createApp, type App } from '../src/app.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, type Db } from '../src/platform/db/db.ts'
import { drainConsumers } from '../src/platform/events/consumer.ts'
import { startJobs } from '../src/platform/jobs/jobs.ts'
import { countJobsByName } from '../src/platform/jobs/jobs.store.ts'
import { createLog } from '../src/platform/log.ts'
import { wholeNumber } from '../tools/command-options.ts'
import { randomFrom } from '../tools/random.ts'
import { SKIP_EVENTS, workDone } from './background.ts'
import { benchConfig } from './config.ts'
import { cpuOfTree } from './cpu.ts'
import { openInstallation, prepare, temporaryFolder, type OpenResource } from './installation.ts'
import { operations, type Seed } from './operations.ts'
import { startMailServerProcess } from './processes.ts'
import { median } from './report.ts'

const ARTIFACTS = 1_000
const RUNNER_START_MS = 1_000

export const mailsUsage = `npm run bench -- mails [options]
  --requests N       changes of artifacts before each look (500)
  --rounds N         rounds, after one that warms up (5)
  --outbox           without a mail server: mails become files
  --no-pipelining    a mail server that takes one command at a time`

export interface MailsOptions {
  readonly requests: number
  readonly rounds: number
  readonly outbox: boolean
  readonly pipelining: boolean
}

/** Wrong options are an Error with one sentence. */
export const parseMailsOptions = (args: readonly string[]): MailsOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '5' },
      outbox: { type: 'boolean', default: false },
      'no-pipelining': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    requests: wholeNumber('--requests', values.requests, 1, 100_000),
    rounds: wholeNumber('--rounds', values.rounds, 1, 100),
    outbox: values.outbox,
    pipelining: !values['no-pipelining'],
  }
}

/** Milliseconds. */
interface CpuTime {
  /** Of this process. */
  readonly own: number
  readonly database: number
}

interface Context {
  readonly opened: OpenResource
  readonly say: (line: string) => void
}

export const benchMails = async (options: MailsOptions, { opened, say }: Context): Promise<void> => {
  const folder = await temporaryFolder(opened)
  const { dataFolder, databaseUrl, databasePid } = await openInstallation(opened, folder)
  const { data } = await prepare({ dataFolder, databaseUrl, artifacts: ARTIFACTS, names: [], say })
  const log = createLog('warn')
  const db = await opened(
    async () => openDatabase(databaseUrl),
    it => it.close(),
  )
  const server = options.outbox
    ? undefined
    : await opened(
        () => startMailServerProcess(options),
        it => it.stop(),
      )
  const config = {
    ...benchConfig({ dataFolder: join(folder, 'background'), databaseUrl, answerMegabytes: 64 }),
    smtpUrl: server?.url,
  }
  const app = await opened(
    () => createApp({ config, db, clock: systemClock, log }),
    it => it.close(),
  )
  const cpu = (): CpuTime => {
    const { user, system } = process.cpuUsage()
    return { own: (user + system) / 1_000, database: cpuOfTree(databasePid) }
  }
  const random = randomFrom(7)
  const parts = new Map<string, CpuTime[]>()
  for (let round = 0; round <= options.rounds; round++) {
    await sql.raw(SKIP_EVENTS).execute(db.kysely)
    await change(app, data, random, options.requests)
    const note = async (part: string, work: () => Promise<unknown>): Promise<void> => {
      const before = cpu()
      await work()
      const after = cpu()
      const spent = {
        own: (after.own - before.own) / options.requests,
        database: (after.database - before.database) / options.requests,
      }
      if (round > 0) parts.set(part, [...(parts.get(part) ?? []), spent])
    }
    for (const consumer of app.consumers)
      await note(consumer.name, () => drainConsumers({ db, consumers: [consumer], log }))
    const jobs = await tellJobs(db)
    // A server starts its runner of jobs once, so the start is in no figure: the first jobs wait until it is over.
    const started = Promise.withResolvers<void>()
    const running = await startJobs({
      database: databaseUrl,
      db,
      jobs: app.jobs.map(job => ({ ...job, run: payload => started.promise.then(() => job.run(payload)) })),
      log,
    })
    await sleep(RUNNER_START_MS)
    await note('jobs', () => {
      started.resolve()
      return workDone(db)
    })
    await running.stop()
    say(`round ${round}: ${options.requests} changes, ${jobs}`)
  }
  const rows = [...parts].map(
    ([part, spent]) =>
      [part, median(spent.map(({ own }) => own)), median(spent.map(({ database }) => database))] as const,
  )
  const line = (part: string, own: number, database: number): void =>
    console.log(
      `${part.padEnd(28)} ${[own + database, own, database].map(each => each.toFixed(3).padStart(9)).join('')}`,
    )
  console.log(`${'CPU ms per PUT'.padEnd(28)}       sum  process database`)
  for (const row of rows) line(...row)
  line(
    'sum',
    rows.reduce((sum, [, own]) => sum + own, 0),
    rows.reduce((sum, [, , database]) => sum + database, 0),
  )
}

const change = async (app: App, data: Seed, random: () => number, requests: number): Promise<void> => {
  const { request, expectedStatus } = operations.put
  for (let count = 0; count < requests; count++) {
    const { method, path, headers, body = '' } = request(data, random)
    const answer = await app.fastify.inject({ method, url: path, headers, payload: body })
    if (answer.statusCode !== expectedStatus) throw new Error(`PUT answers ${answer.statusCode}: ${answer.body}`)
  }
}

const tellJobs = async (db: Db): Promise<string> =>
  (await countJobsByName(db.kysely)).map(({ jobs, name }) => `${jobs} jobs ${name}`).join(', ')
