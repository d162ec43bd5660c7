// `npm run bench`: Crocus beside its limits, on one machine and one database (docs/benchmark.md).
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createApp } from '../src/app.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, type Db } from '../src/platform/db/db.ts'
import { openEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { readPostmaster } from '../src/platform/db/postgres-process.ts'
import { drainConsumers } from '../src/platform/events/consumer.ts'
import { readConsumerLags } from '../src/platform/events/consumers.store.ts'
import { createLog } from '../src/platform/log.ts'
import { benchConfig } from './config.ts'
import { cpuOfTree } from './cpu.ts'
import { LARGE, measureLarge } from './large.ts'
import { benchFiles, filesUsage, parseFilesOptions, type FilesOptions } from './files.ts'
import { operationNames, operations, type Operation, type OperationName, type Seed } from './operations.ts'
import { benchOverload, overloadUsage, parseOverloadOptions, type OverloadOptions } from './overload.ts'
import { parseOptions, usage, type Options } from './options.ts'
import { startBareServer, startCrocus, startLoadGenerator, type LoadGenerator } from './processes.ts'
import { summarise, table, type Measurement } from './report.ts'
import { countRoundTrips } from './round-trips.ts'
import { seed } from './seed.ts'

const WARM_UP_SECONDS = 4
const WARM_UP_CONNECTIONS = 8
const READ_ALL_SECONDS = 12
const EVENTS_WAIT_MS = 120_000

const say = (line: string): void => console.error(`bench: ${line}`)

/** What was opened is closed in reverse order, however the run ends. */
const closers: (() => Promise<unknown>)[] = []
let closing: Promise<void> | undefined
const closeAll = (): Promise<void> =>
  (closing ??= (async () => {
    for (let close = closers.pop(); close; close = closers.pop()) {
      await close().catch((error: unknown) => say(`cleaning up failed: ${String(error)}`))
    }
  })())

/** Closed even when the run is ended while it is being opened: ending waits for it. */
const opened = async <Thing>(open: () => Promise<Thing>, close: (thing: Thing) => Promise<unknown>): Promise<Thing> => {
  if (closing) throw new Error('interrupted')
  const opening = open()
  closers.push(() => opening.then(close, () => undefined))
  return opening
}

const run = async (options: Options): Promise<void> => {
  // Limits are measured whenever something is compared with them.
  const names = operationNames.filter(
    name => options.only.includes(name) || options.only.some(other => operations[other].limit === name),
  )
  const folder =
    options.data === undefined
      ? await opened(
          () => mkdtemp(join(tmpdir(), 'crocus-bench-')),
          path => rm(path, { recursive: true, force: true }),
        )
      : resolve(options.data)
  await mkdir(folder, { recursive: true })
  // As root the database runs as another user, who must pass through.
  await chmod(folder, 0o711)
  const dataFolder = join(folder, 'data')
  const database = await opened(
    () => openEmbedded(join(dataFolder, 'postgres')),
    it => it.close(),
  )
  await migrate(database.url)
  if (options.artifacts >= LARGE) {
    await measureLarge({ dataFolder, databaseUrl: database.url, adminUrl: database.adminUrl, options, opened, say })
    return
  }
  const { data, roundTrips } = await prepare(dataFolder, database.url, options, names)
  await settle(database.url, database.adminUrl)

  const nodeOptions = process.env['BENCH_NODE_OPTIONS'] ?? ''
  const stop = (it: { stop(): Promise<void> }): Promise<void> => it.stop()
  const crocus = await opened(() => startCrocus(dataFolder, nodeOptions), stop)
  // On the same database; a data folder has one server only.
  const forgetful = names.some(name => operations[name].server === 'forgetful')
    ? await opened(
        () =>
          startCrocus(join(folder, 'forgetful'), nodeOptions, { DATABASE_URL: database.url, CROCUS_ANSWERS_MB: '0' }),
        stop,
      )
    : crocus
  const bare = await opened(() => startBareServer(database.url), stop)
  const load = await opened(async () => startLoadGenerator(data), stop)
  const postmaster = readPostmaster(join(dataFolder, 'postgres/cluster'))
  if (!postmaster) throw new Error('the database does not run')
  const servers = { crocus, forgetful, bare }

  const events = await opened(
    async () => openDatabase(database.url, { poolSize: 1 }),
    it => it.close(),
  )
  const measureNow = measurer(load, servers, postmaster.pid)
  const measure: typeof measureNow = async (...args) => {
    await eventsHandled(events)
    return measureNow(...args)
  }
  say('warming up')
  for (const name of names) await measure(name, WARM_UP_CONNECTIONS, WARM_UP_SECONDS, 0)
  // "Repeated" reads are of what was read before.
  for (const name of ['get-json', 'get-xml'] as const) {
    if (names.includes(name)) await measure(name, WARM_UP_CONNECTIONS, READ_ALL_SECONDS, 0)
  }
  const measurements: Measurement[] = []
  const load0 = loadavg()[0]?.toFixed(1)
  for (let round = 1; round <= options.rounds; round++) {
    say(`round ${round} of ${options.rounds}`)
    for (const concurrency of options.concurrency) {
      for (const name of names) measurements.push(await measure(name, concurrency, options.seconds, round))
    }
  }

  const rows = summarise(measurements, names, options.concurrency, roundTrips)
  console.log(
    `${options.artifacts} artifacts, ${options.rounds} rounds of ${options.seconds} s, medians. Node ${process.version}, ` +
      `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, load average before and after: ${load0}, ${loadavg()[0]?.toFixed(1)}.`,
  )
  console.log(`Servers, database and load generator share the machine; CPU ms = server + database per request.\n`)
  console.log(table(rows))
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify({ options, rows, measurements }, undefined, 2)}\n`)
  }
}

/** Fills the database and counts round trips with an application of this process, which is gone before anything is measured. */
const prepare = async (
  dataFolder: string,
  databaseUrl: string,
  options: Pick<Options, 'artifacts'>,
  names: readonly OperationName[],
): Promise<{ data: Seed; roundTrips: Map<OperationName, number> }> => {
  const config = benchConfig({ dataFolder, databaseUrl, answerMegabytes: 128 })
  const db = openDatabase(databaseUrl)
  try {
    const log = createLog('warn')
    const app = await createApp({ config, db, clock: systemClock, log })
    try {
      await app.bootstrap()
      const started = performance.now()
      let said = started
      const data = await seed(app, db, options.artifacts, done => {
        if (performance.now() - said < 5_000) return
        said = performance.now()
        say(`${done} of ${options.artifacts} artifacts`)
      })
      say(`${options.artifacts} artifacts in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
      // Who acts on events has nothing left to do of the seeding: what is measured are requests.
      await drainConsumers({ db, consumers: app.consumers, log })
      return { data, roundTrips: await countRoundTrips(app, db, data, names) }
    } finally {
      await app.close()
    }
  } finally {
    await db.close()
  }
}

/** The rows of the bare server, and a database that has done its housework. */
const settle = async (databaseUrl: string, adminUrl: string): Promise<void> => {
  await withClient(databaseUrl, async client => {
    await client.query('create schema bench')
    await client.query(
      'create table bench.row (id bigint generated by default as identity primary key, document jsonb not null)',
    )
    await client.query('insert into bench.row (id, document) select id, document from artifact')
    await client.query(`select setval(pg_get_serial_sequence('bench.row', 'id'), (select max(id) from bench.row))`)
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where tableowner = current_user`,
    )
    await client.query(`vacuum (analyze) ${rows.map(row => row.name).join(', ')}`)
  })
  await withClient(adminUrl, client => client.query('checkpoint'))
}

/** What follows from the writes of one measurement is no part of the next. */
const eventsHandled = async (db: Db): Promise<void> => {
  const end = performance.now() + EVENTS_WAIT_MS
  while ((await readConsumerLags(db.kysely)).some(({ waiting }) => waiting > 0)) {
    if (performance.now() > end) throw new Error('events of an earlier measurement are not handled in time')
    await sleep(200)
  }
}

const withClient = async (url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

const measurer =
  (
    load: LoadGenerator,
    servers: Readonly<Record<Operation['server'], { readonly pid: number; readonly url: string }>>,
    databasePid: number,
  ) =>
  async (name: OperationName, connections: number, seconds: number, round: number): Promise<Measurement> => {
    const server = servers[operations[name].server]
    const before = [cpuOfTree(server.pid), cpuOfTree(databasePid)] as const
    const result = await load.run({ url: server.url, operation: name, connections, seconds })
    const after = [cpuOfTree(server.pid), cpuOfTree(databasePid)] as const
    const faults = Object.entries(result.faults).map(([status, count]) => `${count} × ${status}`)
    if (faults.length > 0 || result.requests === 0) {
      const what = faults.length > 0 ? `wrong answers among ${result.requests}: ${faults.join(', ')}` : 'no answers'
      throw new Error(`${operations[name].title}, concurrency ${connections}: ${what}`)
    }
    return {
      round,
      operation: name,
      concurrency: connections,
      requests: result.requests,
      requestsPerSecond: result.requestsPerSecond,
      p50: result.p50,
      p99: result.p99,
      serverCpu: (after[0] - before[0]) / result.requests,
      databaseCpu: (after[1] - before[1]) / result.requests,
    }
  }

const main = async (): Promise<number> => {
  if (process.argv[2] === 'svn') {
    const { benchSvn } = await import('./svn.ts')
    return benchSvn(process.argv.slice(3)).catch((error: unknown) => {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return 1
    })
  }
  const isFiles = process.argv[2] === 'files'
  const isOverload = process.argv[2] === 'overload'
  let filesOptions: FilesOptions | 'help' | undefined
  let overloadOptions: OverloadOptions | 'help' | undefined
  let options: Options | 'help' | undefined
  try {
    if (isOverload) overloadOptions = parseOverloadOptions(process.argv.slice(3))
    else if (isFiles) filesOptions = parseFilesOptions(process.argv.slice(3))
    else options = parseOptions(process.argv.slice(2))
  } catch (error) {
    say((error as Error).message)
    return 2
  }
  if (options === 'help' || filesOptions === 'help' || overloadOptions === 'help') {
    const ofAll = `${usage}\n\nUploads of files: npm run bench -- files --help\nMore than it can: npm run bench -- overload --help`
    console.log(isOverload ? overloadUsage : isFiles ? filesUsage : ofAll)
    return 0
  }
  let isInterrupted = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isInterrupted) return
      isInterrupted = true
      say('interrupted: cleaning up')
      void closeAll().then(() => process.exit(130))
    })
  }
  try {
    if (overloadOptions) await benchOverload(overloadOptions, { opened, prepare, say })
    else if (filesOptions) await benchFiles(filesOptions, opened, say)
    else if (options) await run(options)
    return 0
  } catch (error) {
    if (!isInterrupted) say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 1
  } finally {
    await closeAll()
  }
}

process.exitCode = await main()
