// `npm run bench`: Crocus beside its limits, on one machine and one database (docs/benchmark.md).
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openBackground } from './background.ts'
import { benchCompare, compareUsage, parseCompareOptions } from './compare.ts'
import { LARGE, measureLarge } from './large-tracker.ts'
import { benchImport, importUsage, parseImportOptions } from './import-archive.ts'
import { benchFiles, filesUsage, parseFilesOptions } from './files.ts'
import { openInstallation, prepare, temporaryFolder } from './installation.ts'
import { benchMails, mailsUsage, parseMailsOptions } from './mails.ts'
import { measureLoad } from './measure-load.ts'
import { operationNames, operations, type Operation, type OperationName } from './operations.ts'
import { benchOverload, overloadUsage, parseOverloadOptions } from './overload.ts'
import { parseOptions, usage, type Options } from './options.ts'
import { benchPast, parsePastOptions, pastUsage } from './past-lists.ts'
import { benchPages, pagesUsage, parsePagesOptions } from './pages.ts'
import { benchPlanning, parsePlanningOptions, planningUsage } from './planning.ts'
import { benchPeer, parsePeerOptions, peerUsage } from './peer.ts'
import { benchPrograms, parseProgramsOptions, programsUsage } from './programs/programs.ts'
import {
  WITHOUT_RESPONSE_CACHE,
  startBareServer,
  startCrocus,
  startLoadGenerator,
  type LoadGenerator,
} from './processes.ts'
import { summarise, table, type Measurement } from './report.ts'

/** Until all of the code on its way is compiled a request takes up to half more; and in this time most artifacts are read once. */
const WARM_UP_SECONDS = 15
const WARM_UP_CONNECTIONS = 8
const REWARM_SECONDS = 4
const COOLDOWN_SECONDS = 2
/** Of the database's memory, for what is written during the run. */
const TOUCHED_MEGABYTES = 512

const say = (line: string): void => console.error(`bench: ${line}`)

/** Closes opened resources in reverse order, however the run ends. */
const closers: (() => Promise<unknown>)[] = []
let closing: Promise<void> | undefined
const closeAll = (): Promise<void> =>
  (closing ??= (async () => {
    for (let close = closers.pop(); close; close = closers.pop()) {
      await close().catch((error: unknown) => say(`cleaning up failed: ${String(error)}`))
    }
  })())

/** Closed even when the run is ended while it is being opened: ending waits for it. */
const openResource = async <Thing>(
  open: () => Promise<Thing>,
  close: (thing: Thing) => Promise<unknown>,
): Promise<Thing> => {
  if (closing) throw new Error('interrupted')
  const opening = open()
  closers.push(() => opening.then(close, () => undefined))
  return opening
}

const run = async (options: Options): Promise<void> => {
  // Limits are measured whenever something is compared with them, and with it.
  const limits = new Set<OperationName | undefined>(options.only.map(name => operations[name].limit))
  const compared = operationNames.filter(name => options.only.includes(name) && !limits.has(name))
  const names = operationNames.filter(name => options.only.includes(name) || limits.has(name))
  const folder = options.data === undefined ? await temporaryFolder(openResource) : await givenFolder(options.data)
  const { dataFolder, databaseUrl, adminUrl, databasePid } = await openInstallation(openResource, folder)
  if (options.artifacts >= LARGE) {
    await measureLarge({ dataFolder, databaseUrl, adminUrl, databasePid, options, opened: openResource, say })
    return
  }
  const { data, roundTrips } = await prepare({ dataFolder, databaseUrl, artifacts: options.artifacts, names, say })
  await settle(databaseUrl, adminUrl)

  const nodeOptions = process.env['BENCH_NODE_OPTIONS'] ?? ''
  const stop = (it: { stop(): Promise<void> }): Promise<void> => it.stop()
  const start = (dataFolder: string, own: Record<string, string> = {}) =>
    openResource(
      () => startCrocus(dataFolder, nodeOptions, { DATABASE_URL: databaseUrl, CROCUS_BACKGROUND: 'off', ...own }),
      stop,
    )
  const crocus = await start(dataFolder)
  // A data folder has one server only.
  const forgetful = names.some(name => operations[name].server === 'forgetful')
    ? await start(join(folder, 'forgetful'), WITHOUT_RESPONSE_CACHE)
    : crocus
  const bare = await openResource(() => startBareServer(databaseUrl), stop)
  const load = await openResource(async () => startLoadGenerator(data), stop)
  const servers = { crocus, forgetful, bare }

  const background = await openBackground(openResource, {
    dataFolder: join(folder, 'background'),
    databaseUrl,
    databasePid,
  })
  await background.settle()
  const measure = measurer(load, servers, databasePid)
  const measurements: Measurement[] = []
  const afterwards = new Map<OperationName, number>()
  const load0 = loadavg()[0]?.toFixed(1)
  for (const name of compared) {
    const { title, limit: limitName, isFollowed } = operations[name]
    const measureBoth = async (connections: number, seconds: number): Promise<Measurement> => {
      const limit = limitName && (await measure(limitName, connections, seconds))
      return { ...(await measure(name, connections, seconds)), limit }
    }
    say(title)
    await measure(name, WARM_UP_CONNECTIONS, WARM_UP_SECONDS)
    // The log's files are used again after a checkpoint; what is touched for the first time after it goes into the log as a whole.
    if (isFollowed) await withClient(adminUrl, client => client.query('checkpoint'))
    await measureBoth(WARM_UP_CONNECTIONS, REWARM_SECONDS)
    for (let round = 1; round <= options.rounds; round++) {
      for (const concurrency of options.concurrency) measurements.push(await measureBoth(concurrency, options.seconds))
    }
    if (isFollowed) {
      // Not between the rounds: a server that stood still for a minute is slower for half a minute.
      await background.skipEvents()
      const { requests } = await measure(name, WARM_UP_CONNECTIONS, COOLDOWN_SECONDS)
      afterwards.set(name, (await background.settle()) / requests)
    }
  }

  const rows = summarise(measurements, names, options.concurrency, { roundTrips, afterwards })
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

/** Of a large tracker, kept for later runs. */
const givenFolder = async (path: string): Promise<string> => {
  const folder = resolve(path)
  await mkdir(folder, { recursive: true })
  // As root the database runs as another user, who must pass through.
  await chmod(folder, 0o711)
  return folder
}

/**
 * Prepares the rows of the bare server, and a database as after some days of use. The housework is done, and its memory was in use
 * before. The kernel allocates a page of memory at its first use, which costs as much as writing to it.
 */
const settle = async (databaseUrl: string, adminUrl: string): Promise<void> => {
  await withClient(databaseUrl, async client => {
    await client.query('create schema bench')
    await client.query(
      'create table bench.row (id bigint generated by default as identity primary key, document jsonb not null)',
    )
    await client.query('insert into bench.row (id, document) select id, document from artifact')
    await client.query(`select setval(pg_get_serial_sequence('bench.row', 'id'), (select max(id) from bench.row))`)
    await client.query('create unlogged table bench.filling (content text)')
    await client.query('alter table bench.filling alter content set storage plain')
    // A row a page. Not by `create table as`, which goes through a few pages of memory only.
    await client.query(`insert into bench.filling select repeat('x', 4500) from generate_series(1, $1)`, [
      TOUCHED_MEGABYTES * 128,
    ])
    await client.query('drop table bench.filling')
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where tableowner = current_user`,
    )
    await client.query(`vacuum (analyze) ${rows.map(row => row.name).join(', ')}`)
  })
  await withClient(adminUrl, client => client.query('checkpoint'))
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
  async (name: OperationName, connections: number, seconds: number): Promise<Measurement> => {
    const { title, server } = operations[name]
    const order = { operation: name, connections, seconds }
    const figures = await measureLoad(load, { ...servers[server], databasePid }, title, order)
    return { operation: name, concurrency: connections, ...figures }
  }

/** Answers the exit code, when it is not 0. */
type Work = () => Promise<number | void>

/** The work that the arguments request; wrong ones are an Error with one sentence. */
const workOf = (args: readonly string[]): Work => {
  const [word, ...rest] = args
  switch (word) {
    case 'compare':
      return workOrHelp(parseCompareOptions(rest), compareUsage, options =>
        benchCompare(options, { opened: openResource, say }),
      )
    case 'planning':
      return workOrHelp(parsePlanningOptions(rest), planningUsage, options =>
        benchPlanning(options, { opened: openResource, say }),
      )
    case 'past':
      return workOrHelp(parsePastOptions(rest), pastUsage, options => benchPast(options, { opened: openResource, say }))
    case 'files':
      return workOrHelp(parseFilesOptions(rest), filesUsage, options => benchFiles(options, openResource, say))
    case 'mails':
      return workOrHelp(parseMailsOptions(rest), mailsUsage, options =>
        benchMails(options, { opened: openResource, say }),
      )
    case 'import':
      return workOrHelp(parseImportOptions(rest), importUsage, options => benchImport(options, openResource, say))
    case 'overload':
      return workOrHelp(parseOverloadOptions(rest), overloadUsage, options =>
        benchOverload(options, { opened: openResource, say }),
      )
    case 'pages':
      return workOrHelp(parsePagesOptions(rest), pagesUsage, options =>
        benchPages(options, { opened: openResource, say }),
      )
    case 'peer':
      return workOrHelp(parsePeerOptions(rest), peerUsage, options => benchPeer(options, { opened: openResource, say }))
    case 'programs':
      return workOrHelp(parseProgramsOptions(rest), programsUsage, options =>
        benchPrograms(options, { opened: openResource, say }),
      )
    default:
      return workOrHelp(parseOptions(args), usage, run)
  }
}

const workOrHelp = <Given>(options: Given | 'help', help: string, work: (options: Given) => ReturnType<Work>): Work =>
  options === 'help' ? async () => console.log(help) : () => work(options)

const main = async (): Promise<number> => {
  if (process.argv[2] === 'svn') {
    const { benchSvn } = await import('./svn.ts')
    return benchSvn(process.argv.slice(3)).catch((error: unknown) => {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return 1
    })
  }
  let work: Work
  try {
    work = workOf(process.argv.slice(2))
  } catch (error) {
    say((error as Error).message)
    return 2
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
    return (await work()) ?? 0
  } catch (error) {
    if (!isInterrupted) say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 1
  } finally {
    await closeAll()
  }
}

process.exitCode = await main()
