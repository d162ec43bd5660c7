// A tracker with very many artifacts: how long it takes to fill, latencies of queries with their plans, updates at the store, memory.
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createApp, type App } from '../src/app.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, type Db } from '../src/platform/db/db.ts'
import { createLog } from '../src/platform/log.ts'
import { Durations } from '../tools/durations.ts'
import { randomFrom } from '../tools/random.ts'
import { SKIP_EVENTS } from './background.ts'
import { benchConfig } from './config.ts'
import { cpuOfTree } from './cpu.ts'
import type { OpenResource } from './installation.ts'
import { peakMiB, residentMiB } from './memory.ts'
import { pick, type Seed } from './operations.ts'
import type { Options } from './options.ts'
import { explainQueries, type PlanOfQuery } from './plans.ts'
import { startCrocus, type RunningProcess } from './processes.ts'
import { seed } from './seed.ts'
import { measureUpdates, type Updates } from './store-updates.ts'

/** From this number of artifacts on, the queries of a large tracker are measured instead of the usual operations. */
export const LARGE = 100_000

/** Goals are those of a warm server: until its code is compiled a request takes it several times as long. */
const WARM_UP = { ms: 20_000, atATime: 4 }
/** Runs of each query before its time is taken. */
const WARM_UPS = 40
const RUNS = 40
/** After this a query is not run again; it is run a few times in any case. */
const LONGEST_MS = 30_000
const FEWEST = 5
const UPDATE_WORKERS = 8
const LIST_RUNS = 20

/** A text of some thousand different words, as people have. */
const vocabulary = (): string[] => {
  const random = randomFrom(5)
  const syllables =
    'ba be bi bo da de di do fa fe ka ke ki ko la le li lo ma me mi mo na ne no pa pe ra re ri ro sa se so ta te ti to'.split(
      ' ',
    )
  const syllable = (): string => syllables[Math.floor(random() * syllables.length)] as string
  return Array.from({ length: 3_000 }, () => syllable() + syllable() + syllable() + (random() < 0.5 ? syllable() : 'n'))
}
const WORDS = vocabulary()
const word = (random: () => number): string => WORDS[Math.floor(random() ** 2 * WORDS.length)] as string
const prose = (count: number, random: () => number): string =>
  Array.from({ length: count }, () => word(random)).join(' ')

export interface LargeRun {
  readonly dataFolder: string
  readonly databaseUrl: string
  readonly adminUrl: string
  readonly databasePid: number
  readonly options: Options
  readonly opened: OpenResource
  readonly say: (line: string) => void
}

export interface LargeQuery {
  readonly title: string
  /** Milliseconds that the project aims at. */
  readonly goal?: number
  /** Of what takes no time: more of them say more. */
  readonly runs?: number
  readonly path: (seed: Seed, random: () => number) => string
}

const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value))
const list = (seed: Seed, parameters: string): string => `/api/trackers/${seed.trackerId}/artifacts?${parameters}`
const twoStatuses = (seed: Seed, random: () => number): number[] => {
  const first = Math.floor(random() * 4)
  return [seed.statusIds[first] as number, seed.statusIds[first + 1] as number]
}
const ROW_FIELDS = 'id,title,status,assigned_to,platforms,points,cost,due,links,submitted_by,submitted_on,last_update'
const tql = (query: string): string => `expert_query=${encodeURIComponent(query)}`

export const queries: readonly LargeQuery[] = [
  {
    title: 'GET by id',
    goal: 2,
    runs: 1_000,
    path: (seed, random) => `/api/artifacts/${pick(seed.artifactIds, random)}`,
  },
  {
    title: 'two statuses and assignee, 50 whole with total',
    goal: 60,
    path: (seed, random) =>
      list(
        seed,
        `limit=50&values=all&query=${json({ status: twoStatuses(seed, random), assigned_to: [pick(seed.userIds, random)] })}`,
      ),
  },
  {
    title: 'the same by last update, descending',
    goal: 60,
    path: (seed, random) =>
      list(
        seed,
        `limit=50&values=all&order_by=-last_update&query=${json({ status: twoStatuses(seed, random), assigned_to: [pick(seed.userIds, random)] })}`,
      ),
  },
  {
    title: 'the same in TQL, of two logins, with few points',
    path: (seed, random) =>
      list(
        seed,
        `limit=50&values=all&${tql(`status IN ("New", "Ready") AND assigned_to IN ("bench_${Math.floor(random() * 20)}", "bench_3") AND points < 50`)}`,
      ),
  },
  {
    title: 'one status, total and one artifact',
    goal: 30,
    path: (seed, random) => list(seed, `limit=1&query=${json({ status: [pick(seed.statusIds, random)] })}`),
  },
  {
    title: 'one status, 50 whole with total',
    path: (seed, random) => list(seed, `limit=50&values=all&query=${json({ status: [pick(seed.statusIds, random)] })}`),
  },
  {
    title: 'one status by last update, 50 whole with total',
    path: (seed, random) =>
      list(seed, `limit=50&values=all&order_by=-last_update&query=${json({ status: [pick(seed.statusIds, random)] })}`),
  },
  {
    title: 'two words of the title, 50 whole with total',
    goal: 30,
    path: (seed, random) =>
      list(seed, `limit=50&values=all&query=${json({ title: `${word(random)} ${word(random)}` })}`),
  },
  {
    title: 'two words of a long text, 50 whole with total',
    path: (seed, random) =>
      list(seed, `limit=50&values=all&query=${json({ details: `${word(random)} ${word(random)}` })}`),
  },
  {
    title: 'points and due within bounds, and a status',
    path: (seed, random) => {
      const from = Math.floor(random() * 80)
      return list(
        seed,
        `limit=50&values=all&${tql(`points BETWEEN(${from}, ${from + 5}) AND due BETWEEN("2026-03-01", "2026-04-15") AND status = "Review"`)}`,
      )
    },
  },
  {
    title: 'not one status, 50 whole with total',
    path: seed => list(seed, `limit=50&values=all&${tql('status != "Done"')}`),
  },
  {
    title: 'two words in one comment',
    path: (seed, random) => list(seed, `limit=50&values=all&${tql(`@comments = "${word(random)} ${word(random)}"`)}`),
  },
  {
    title: 'with children, of one person and status',
    path: (seed, random) =>
      list(
        seed,
        `limit=50&values=all&${tql(`WITH CHILDREN AND assigned_to = "bench_${Math.floor(random() * 20)}" AND status = "Done"`)}`,
      ),
  },
  {
    title: 'the last rows of a table by status and due, 100 of 12 fields',
    goal: 250,
    path: seed =>
      list(
        seed,
        `limit=100&offset=${seed.artifactIds.length - 100}&order_by=status,-due&with=etag,permissions&fields=${ROW_FIELDS}`,
      ),
  },
  {
    title: 'a page of the list of all',
    path: (seed, random) => list(seed, `limit=50&values=all&offset=${Math.floor(random() * 10_000)}`),
  },
]

interface QueryFigures {
  readonly title: string
  readonly goal: number | undefined
  /** CPU milliseconds of one request: the figure to trust on a busy machine. */
  readonly serverCpu: number
  readonly databaseCpu: number
  readonly p50: number
  readonly p90: number
  readonly max: number
}

const ask = async (
  server: RunningProcess,
  data: Seed,
  { title, path }: LargeQuery,
  random: () => number,
): Promise<void> => {
  const answer = await fetch(server.url + path(data, random), { headers: { 'x-auth-accesskey': data.accessKey } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${title}: ${answer.status} ${text.slice(0, 300)}`)
}

/** By the first few, which have the goals: they go the ways of all. */
const warmUp = async (server: RunningProcess, data: Seed): Promise<void> => {
  const end = performance.now() + WARM_UP.ms
  const askAround = async (number: number): Promise<void> => {
    const random = randomFrom(100 + number)
    while (performance.now() < end) await ask(server, data, pick(queries.slice(0, 3), random), random)
  }
  await Promise.all(Array.from({ length: WARM_UP.atATime }, (_, number) => askAround(number)))
}

const measure = async (
  server: RunningProcess,
  databasePid: number,
  data: Seed,
  query: LargeQuery,
): Promise<QueryFigures> => {
  const { title, goal, runs = RUNS } = query
  const random = randomFrom(9)
  const times = new Durations()
  const cpu = (): [number, number] => [cpuOfTree(server.pid), cpuOfTree(databasePid)]
  let before = cpu()
  const end = performance.now() + LONGEST_MS
  for (let run = -Math.max(WARM_UPS, runs); run < runs && (performance.now() < end || run < FEWEST); run++) {
    if (run === 0) before = cpu()
    const started = performance.now()
    await ask(server, data, query, random)
    if (run >= 0) times.add(performance.now() - started)
  }
  const after = cpu()
  const [serverCpu, databaseCpu] = [(after[0] - before[0]) / times.count, (after[1] - before[1]) / times.count]
  return {
    title,
    goal,
    serverCpu,
    databaseCpu,
    p50: times.percentile(50),
    p90: times.percentile(90),
    max: times.max,
  }
}

/** Reads lists of 1,000 whole artifacts, `atATime` at once; returns the bytes of one. */
const readLongLists = async (server: RunningProcess, data: Seed, atATime: number): Promise<number> => {
  let bytes = 0
  const read = async (): Promise<void> => {
    for (let run = 0; run < LIST_RUNS; run++) {
      const url = server.url + list(data, `limit=1000&values=all&offset=${run * 1000}`)
      const answer = await fetch(url, { headers: { 'x-auth-accesskey': data.accessKey } })
      bytes = (await answer.arrayBuffer()).byteLength
    }
  }
  await Promise.all(Array.from({ length: atATime }, read))
  return bytes
}

const started = ({ opened, dataFolder }: LargeRun): Promise<RunningProcess> =>
  opened(
    () => startCrocus(dataFolder, ''),
    it => it.stop(),
  )

interface ListMemory {
  /** Megabytes: of a server that has just started, at most while it sends a list at a time, and two. */
  readonly before: number
  readonly one: number
  readonly two: number
  /** Of a list. */
  readonly bytes: number
}

/** A server of its own: what others were answered and is kept for them has nothing to do with it. */
const measureLongLists = async (run: LargeRun, data: Seed): Promise<ListMemory> => {
  const server = await started(run)
  const before = residentMiB(server.pid)
  const bytes = await readLongLists(server, data, 1)
  const one = peakMiB(server.pid)
  await readLongLists(server, data, 2)
  const two = peakMiB(server.pid)
  await server.stop()
  return { before, one, two, bytes }
}

export const measureLarge = async (run: LargeRun): Promise<void> => {
  const { options, say } = run
  const db = openDatabase(run.databaseUrl, { poolSize: UPDATE_WORKERS })
  let report: readonly string[]
  try {
    const config = benchConfig({ dataFolder: run.dataFolder, databaseUrl: run.databaseUrl, answerMegabytes: 64 })
    const app = await createApp({ config, db, clock: systemClock, log: createLog('warn') })
    try {
      await app.bootstrap()
      const { data, loaded } = await seededTracker(app, db, run)
      await settle(run)
      const plans = await explainQueries(app, run.databaseUrl, data, queries)
      const server = await started(run)
      const figures: QueryFigures[] = []
      await warmUp(server, data)
      for (const query of queries) {
        figures.push(await measure(server, run.databasePid, data, query))
        say(`${query.title}: ${figures.at(-1)?.p50.toFixed(1)} ms`)
      }
      const memoryAfterQueries = { now: residentMiB(server.pid), peak: peakMiB(server.pid) }
      await server.stop()
      const memory = await measureLongLists(run, data)
      const updates = await measureUpdates(app, db, data, { ...run, workers: UPDATE_WORKERS })
      report = [
        `${options.artifacts} artifacts in one tracker, loaded in ${loaded.toFixed(0)} s (goal: 600). Node ${process.version}, ` +
          `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, load average ${loadavg()[0]?.toFixed(1)}.`,
        '',
        ...tableOf(figures),
        '',
        `updates at the store, concurrency ${UPDATE_WORKERS}: ${updatesText(updates.warm)} (goal: 4000/s); right after a checkpoint ${updatesText(updates.cold)}`,
        `memory of a server: ${memory.before.toFixed(0)} MB at first; at most ${memory.one.toFixed(0)} MB while ${LIST_RUNS} lists of 1,000 artifacts ` +
          `(${(memory.bytes / 1024 ** 2).toFixed(1)} MB each) were sent (goal: 300), ${memory.two.toFixed(0)} MB with two at a time; ` +
          `${memoryAfterQueries.now.toFixed(0)} MB after the queries, what is kept of answers included`,
      ]
      if (options.json !== undefined)
        await writeFile(
          options.json,
          `${JSON.stringify({ options, loaded, figures, updates, memory, memoryAfterQueries, plans }, undefined, 2)}\n`,
        )
      await writePlans(options, plans)
    } finally {
      await app.close()
    }
  } finally {
    await db.close()
  }
  console.log(report.join('\n'))
}

const updatesText = ({ perSecond, databaseCpu, ownCpu, logBytes, wholePages }: Updates): string =>
  `${perSecond.toFixed(0)}/s, each ${databaseCpu.toFixed(2)} ms CPU of the database and ${ownCpu.toFixed(2)} ms of its own, ` +
  `${logBytes.toFixed(0)} bytes of log with ${wholePages.toFixed(1)} whole pages`

interface SeededTracker {
  readonly data: Seed
  /** Seconds that it took. */
  readonly loaded: number
}

/** The data of an earlier run, if they were kept, or new ones. */
const seededTracker = async (app: App, db: Db, run: LargeRun): Promise<SeededTracker> => {
  const { options, dataFolder, say } = run
  const file = join(dataFolder, 'bench.json')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) {
    const found = JSON.parse(kept) as SeededTracker
    const count = found.data.artifactIds.length
    if (count !== options.artifacts) throw new Error(`${dataFolder} has ${count} artifacts, not ${options.artifacts}`)
    return found
  }
  const started = performance.now()
  const data = await fill(app, db, run)
  const loaded = (performance.now() - started) / 1_000
  say(`${options.artifacts} artifacts in ${loaded.toFixed(0)} s`)
  await writeFile(file, JSON.stringify({ data, loaded } satisfies SeededTracker))
  return { data, loaded }
}

const fill = async (app: App, db: Db, { options, say, databaseUrl }: LargeRun): Promise<Seed> => {
  let said = performance.now()
  const tell = (done: number): void => {
    if (performance.now() - said < 10_000) return
    said = performance.now()
    say(`${done} of ${options.artifacts} artifacts`)
  }
  return withoutTextIndexes(databaseUrl, say, () =>
    seed(app, db, options.artifacts, tell, { historyOfEvery: 10, prose }),
  )
}

/** Indexes of words are made once at the end: to keep them up to date row by row would take most of the time. */
const withoutTextIndexes = async <Result>(
  databaseUrl: string,
  say: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
        where schemaname = 'public' and tablename in ('artifact_text', 'changeset') and indexdef like '%USING gin%'`,
    )
    for (const { name } of rows) await client.query(`drop index ${client.escapeIdentifier(name)}`)
    const result = await work()
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const { name, definition } of rows) {
      say(`building ${name}`)
      await client.query(definition)
    }
    return result
  } finally {
    await client.end()
  }
}

const settle = async ({ databaseUrl, adminUrl, say }: LargeRun): Promise<void> => {
  say('vacuuming')
  for (const [url, text] of [
    [databaseUrl, SKIP_EVENTS],
    [
      databaseUrl,
      'vacuum (analyze) artifact, artifact_index, artifact_text, artifact_link, changeset, tracker_counter, users',
    ],
    [adminUrl, 'checkpoint'],
  ] as const) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
}

const tableOf = (figures: readonly QueryFigures[]): string[] => [
  '| query | p50 ms | p90 ms | slowest | CPU ms, database | CPU ms, server | goal |',
  '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
  ...figures.map(({ title, goal, p50, p90, max, serverCpu, databaseCpu }) => {
    const reached = goal === undefined ? '' : `${goal} ms ${p50 <= goal ? 'reached' : 'missed'}`
    return `| ${title} | ${p50.toFixed(1)} | ${p90.toFixed(1)} | ${max.toFixed(1)} | ${databaseCpu.toFixed(1)} | ${serverCpu.toFixed(1)} | ${reached} |`
  }),
]

/** Beside the figures, as text for docs/queries.md. */
const writePlans = async ({ json: file }: Options, plans: readonly PlanOfQuery[]): Promise<void> => {
  if (file === undefined) return
  const text = plans.map(
    ({ title, statements }) =>
      `### ${title}\n\n${statements.map(({ sql, plan }) => `\`\`\`sql\n${sql}\n\`\`\`\n\n\`\`\`\n${plan}\n\`\`\`\n`).join('\n')}`,
  )
  await writeFile(`${file}.plans.md`, text.join('\n'))
}
