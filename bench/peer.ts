// `npm run bench -- peer`: Crocus beside Redmine, on PostgreSQL of the same version and settings (docs/benchmark.md).
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../src/platform/db/migrate.ts'
import { startPrimary, type PostgresServer } from '../test/harness/standby.ts'
import { number, wholeNumber } from '../tools/command-options.ts'
import { randomFrom } from '../tools/random.ts'
import { openBackground } from './background.ts'
import { databasePidOf, prepare, temporaryFolder, type OpenResource } from './installation.ts'
import { measureLoad, type LoadFigures, type MeasuredServer } from './measure-load.ts'
import { prose } from './operations.ts'
import { oneOf } from './options.ts'
import {
  halfOf,
  peerOperationNames,
  peerOperations,
  sides,
  type PeerOperationName,
  type PeerSeed,
  type Side,
} from './peer-operations.ts'
import { peerTable, summarisePeer, type PeerMeasurement } from './peer-report.ts'
import { startCrocus, startLoadGenerator, type RunningProcess } from './processes.ts'
import { installRedmine, missingForRedmine, seedRedmine, startRedmine } from './redmine.ts'

export const peerUsage = `npm run bench -- peer [options]
  --artifacts N      artifacts of Crocus, issues of Redmine (20000)
  --seconds S        length of one measurement, about (3)
  --rounds N         rounds; each measures everything once (3)
  --concurrency LIST connections, as in 1,8,32 (8)
  --only LIST        of ${peerOperationNames.join(', ')}
  --answers MIB      memory of Crocus for answers (its default); 0: each GET as on a first read
  --json FILE        writes every single measurement to a file, too`

export interface PeerOptions {
  readonly artifacts: number
  readonly seconds: number
  readonly rounds: number
  readonly concurrency: readonly number[]
  readonly only: readonly PeerOperationName[]
  readonly answers: string | undefined
  readonly json: string | undefined
}

/** Wrong options are an Error with one sentence. */
export const parsePeerOptions = (args: readonly string[]): PeerOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      artifacts: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      concurrency: { type: 'string', default: '8' },
      only: { type: 'string', default: peerOperationNames.join(',') },
      answers: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    artifacts: wholeNumber('--artifacts', values.artifacts, FEWEST_ARTIFACTS, 200_000),
    seconds: number('--seconds', values.seconds, 0.2, 60),
    rounds: wholeNumber('--rounds', values.rounds, 1, 100),
    concurrency: values.concurrency.split(',').map(text => wholeNumber('--concurrency', text, 1, 100)),
    only: values.only.split(',').map(text => oneOf('--only', text, peerOperationNames)),
    answers: values.answers === undefined ? undefined : String(wholeNumber('--answers', values.answers, 0, 100_000)),
    json: values.json,
  }
}

/** With fewer a person has no page full of artifacts in one status. */
const FEWEST_ARTIFACTS = 10_000
const WARM_UP_CONNECTIONS = 8
/** All answers of Redmine are waited for: what it still works on would be counted where it does not belong. */
const WARM_UPS: Readonly<Record<Side, { seconds: number; amount?: number }>> = {
  crocus: { seconds: 5 },
  redmine: { seconds: 60, amount: 40 },
}
/** Of one measurement, in requests of each connection, however slow they are: CPU time is counted in hundredths of a second. */
const FEWEST_REQUESTS: Readonly<Record<Side, number>> = { crocus: 100, redmine: 3 }
/** A measurement that takes longer ends the run. */
const LONGEST_SECONDS = 240

/** For either database. JIT off: their queries are short. */
const POSTGRES = {
  shared_buffers: '512MB',
  effective_cache_size: '4GB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
} as const

/** One of the two: its server, its database, and how many records there are, so that each write can be accounted for. */
interface Contender extends MeasuredServer {
  readonly records: () => Promise<RecordCounts>
}

/** 2: something is not installed here. */
export const benchPeer = async (
  options: PeerOptions,
  { opened, say }: { readonly opened: OpenResource; readonly say: (line: string) => void },
): Promise<number> => {
  const missing = missingForRedmine()
  if (missing !== undefined) {
    say(`this needs packages of Debian that are not installed. As root:\n${missing}`)
    return 2
  }
  const { contenders, seed, settled } = await startBoth(options, opened, say)
  const load = await opened(
    async () => startLoadGenerator(seed, 'peer-load.ts'),
    it => it.stop(),
  )
  say('looking at one answer of each')
  await checkAnswers(contenders, options.only, seed)

  const rates = new Map<string, number>()
  const measure = async (name: PeerOperationName, side: Side, connections: number): Promise<LoadFigures> => {
    await settled()
    const operation = halfOf(name, side)
    const wanted = Math.max(FEWEST_REQUESTS[side] * connections, (rates.get(operation) ?? 0) * options.seconds)
    const amount = Math.ceil(wanted / connections) * connections
    const order = { operation, connections, seconds: LONGEST_SECONDS, amount }
    return measureLoad(load, contenders[side], titleOf(name, side), order)
  }
  const measurements: PeerMeasurement[] = []
  const warmUp = async (names: readonly PeerOperationName[]): Promise<void> => {
    for (const name of names) {
      for (const side of sides) {
        const order = { operation: halfOf(name, side), connections: WARM_UP_CONNECTIONS, ...WARM_UPS[side] }
        const { requestsPerSecond } = await measureLoad(load, contenders[side], titleOf(name, side), order)
        rates.set(order.operation, requestsPerSecond)
      }
    }
    await settled()
  }
  const measureEach = async (names: readonly PeerOperationName[], round: number): Promise<void> => {
    for (const concurrency of options.concurrency) {
      for (const name of names) {
        for (const side of sides) {
          measurements.push({ round, name, side, concurrency, ...(await measure(name, side, concurrency)) })
        }
      }
    }
  }
  const load0 = loadavg()[0]
  // First all that reads: the faster one would change its records more often, and have longer histories to show than the other.
  for (const isWrite of [false, true]) {
    const names = options.only.filter(name => peerOperations[name].isWrite === isWrite)
    if (names.length === 0) continue
    say(`warming up ${isWrite ? 'writes' : 'reads'}`)
    await warmUp(names)
    const before = { crocus: await contenders.crocus.records(), redmine: await contenders.redmine.records() }
    for (let round = 1; round <= options.rounds; round++) {
      say(`round ${round} of ${options.rounds}`)
      await measureEach(names, round)
    }
    for (const side of sides) await accountForWrites(contenders[side], side, before[side], measurements)
  }
  const rows = summarisePeer(measurements, options.only, options.concurrency)
  console.log(
    `${options.artifacts} artifacts, ${options.rounds} rounds, medians. Redmine by Passenger, PostgreSQL of Debian, Node ${process.version}, ` +
      `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, load average before and after: ${load0?.toFixed(1)}, ${loadavg()[0]?.toFixed(1)}.`,
  )
  console.log(`Servers, databases and load generator share the machine; CPU ms = server + database per request.\n`)
  console.log(peerTable(rows))
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ options, rows, measurements }, undefined, 2)}\n`)
  return 0
}

const titleOf = (name: PeerOperationName, side: Side): string => `${peerOperations[name].title}, ${side}`

interface RecordCounts {
  /** Artifacts, issues. */
  readonly items: number
  /** Their changes since they were made. */
  readonly edits: number
}

/** Each write that was acknowledged is there, and no other. */
const accountForWrites = async (
  contender: Contender,
  side: Side,
  before: RecordCounts,
  measurements: readonly PeerMeasurement[],
): Promise<void> => {
  const written = (name: PeerOperationName): number =>
    measurements.filter(it => it.side === side && it.name === name).reduce((sum, it) => sum + it.requests, 0)
  const { items, edits } = await contender.records()
  const found = [items - before.items, edits - before.edits]
  const expected = [written('post'), written('put')]
  if (found.join() !== expected.join())
    throw new Error(`${side} acknowledged ${expected.join(' new ones and changes: ')}, but has ${found.join(' and ')}`)
}

/** Checks the responses: a fast wrong response does not count. */
const checkAnswers = async (
  contenders: Readonly<Record<Side, Contender>>,
  only: readonly PeerOperationName[],
  seed: PeerSeed,
): Promise<void> => {
  const random = randomFrom(2)
  for (const name of only) {
    for (const side of sides) {
      const { request, expectedStatus, isRight } = peerOperations[name][side]
      const { method, path, headers, body = null } = request(seed, random)
      const answer = await fetch(contenders[side].url + path, { method, headers, body })
      const { status, headers: answered } = answer
      const text = await answer.text()
      if (status !== expectedStatus || !isRight({ headers: answered, text }))
        throw new Error(`${titleOf(name, side)}: ${method} ${path} is answered ${status}: ${text.slice(0, 500)}`)
    }
  }
}

interface PeerRun {
  readonly contenders: Readonly<Record<Side, Contender>>
  readonly seed: PeerSeed
  /** Resolves when the background work of earlier writes is done. */
  readonly settled: () => Promise<void>
}

/** Both with as many records of as many values, each with a PostgreSQL of its own, so that its CPU time is nobody else's. */
const startBoth = async (options: PeerOptions, opened: OpenResource, say: (line: string) => void): Promise<PeerRun> => {
  const { artifacts, answers } = options
  const folder = await temporaryFolder(opened)
  const startDatabase = async (name: string): Promise<PostgresServer> => {
    const server = await opened(
      () => startPrimary(join(folder, name)),
      it => it.stop(),
    )
    for (const [setting, value] of Object.entries(POSTGRES))
      await server.ask(`alter system set ${setting} = '${value}'`)
    await server.stop()
    await server.start()
    return server
  }
  const databases = { crocus: await startDatabase('postgres'), redmine: await startDatabase('postgres-redmine') }

  say('seeding both')
  const dataFolder = join(folder, 'data')
  const databaseUrl = databases.crocus.url
  const preparing = opened(async () => {
    await migrate(databaseUrl)
    return prepare({ dataFolder, databaseUrl, artifacts, names: [], seedOptions: { historyOfEvery: 1, prose }, say })
  }, nothing)
  const installing = opened(async () => {
    const redmine = await installRedmine(folder, databases.redmine)
    return { redmine, seed: await seedRedmine(redmine, artifacts) }
  }, nothing)
  const [{ data: crocusSeed }, { redmine, seed: redmineSeed }] = await Promise.all([preparing, installing])
  for (const database of Object.values(databases)) {
    await database.ask('vacuum (analyze)')
    await database.ask('checkpoint')
  }

  // Slow requests are no news on a busy machine.
  const settings = { DATABASE_URL: databaseUrl, CROCUS_LOG_LEVEL: 'error', CROCUS_BACKGROUND: 'off' }
  const memory = answers === undefined ? {} : { CROCUS_ANSWERS_MB: answers }
  const crocus = await opened(
    () => startCrocus(dataFolder, process.env['BENCH_NODE_OPTIONS'] ?? '', { ...settings, ...memory }),
    it => it.stop(),
  )
  const peer = await opened(
    () => startRedmine(redmine),
    it => it.stop(),
  )
  const background = await openBackground(opened, {
    dataFolder: join(folder, 'background'),
    databaseUrl,
    databasePid: databasePidOf(databases.crocus.folder),
  })
  return {
    contenders: {
      crocus: contender(
        crocus,
        databases.crocus,
        'artifact',
        'select count(*) - (select count(*) from artifact) from changeset',
      ),
      redmine: contender(peer, databases.redmine, 'issues', 'select count(*) from journals'),
    },
    seed: { crocus: crocusSeed, redmine: redmineSeed },
    settled: async () => void (await background.settle()),
  }
}

const nothing = (): Promise<void> => Promise.resolve()

const contender = (
  { pid, url }: RunningProcess,
  database: PostgresServer,
  table: string,
  countEdits: string,
): Contender => {
  return {
    pid,
    url,
    databasePid: databasePidOf(database.folder),
    records: async () => {
      const counted = `select (select count(*) from ${table})::int as items, (${countEdits})::int as edits`
      const [found] = await database.ask<RecordCounts>(counted)
      if (!found) throw new Error('a database does not count')
      return found
    },
  }
}
