// `npm run bench -- overload`: four times as many requests as the server can answer, and 10,000 connections that only stand there.
import { parseArgs } from 'node:util'
import { number, wholeNumber } from '../tools/command-options.ts'
import { randomFrom } from '../tools/random.ts'
import { cpuOfTree } from './cpu.ts'
import type { FloodResult } from './flood.ts'
import { openInstallation, prepare, temporaryFolder, type OpenResource } from './installation.ts'
import { residentMiB } from './memory.ts'
import { oneOf } from './options.ts'
import { operationNames, operations, type OperationName, type Seed } from './operations.ts'
import { splitProcessors, pinTreeTo } from './pin-processors.ts'
import { WITHOUT_RESPONSE_CACHE, startCrocus, startFlood, startLoadGenerator } from './processes.ts'

const P99_GOAL_MS = 2_000
/** Of the requests that were due; with more it was less than it should have been. */
const MAX_UNSENT_SHARE = 0.1
/** Later than that they come in bursts, and their latency is the generator's: other work takes the processor from it. */
const MAX_LATE_MS = 100
const WARM_UP_SECONDS = 6
/** Connections of the measurement of the server's capacity. */
const CAPACITY_CONNECTIONS = 64
/** Nearly all that a server accepts. */
const MAX_CONNECTIONS = 15_000
/** Those in work and those that wait for their turn, each for a second at most. */
const ADMITTED_REQUESTS = 1_000
/** For how long one that was refused is not free again: the server does not listen to it for up to a second. */
const REFUSED_SECONDS = 1.1

const ofCrocus = operationNames.filter(
  name => operations[name].server !== 'bare' && operations[name].otherStatus === undefined,
)

export const overloadUsage = `npm run bench -- overload [options]
  --artifacts N      artifacts to seed (2000)
  --factor N         times what it can answer that is sent (4)
  --seconds S        length of one measurement (10)
  --connections N    connections that the requests come on (as many as it takes to send them all)
  --idle N           idle connections that are held (10000; 0: none)
  --operation NAME   what is asked (get-json)`

export interface OverloadOptions {
  readonly artifacts: number
  readonly factor: number
  readonly seconds: number
  /** Undefined: as many as it takes. */
  readonly connections: number | undefined
  readonly idle: number
  readonly operation: OperationName
}

/** Wrong options are an Error with one sentence. */
export const parseOverloadOptions = (args: readonly string[]): OverloadOptions | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      artifacts: { type: 'string', default: '2000' },
      factor: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string' },
      idle: { type: 'string', default: '10000' },
      operation: { type: 'string', default: 'get-json' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    artifacts: wholeNumber('--artifacts', values.artifacts, 100, 100_000),
    factor: number('--factor', values.factor, 1, 100),
    seconds: number('--seconds', values.seconds, 1, 600),
    connections:
      values.connections === undefined
        ? undefined
        : wholeNumber('--connections', values.connections, 1, MAX_CONNECTIONS),
    idle: wholeNumber('--idle', values.idle, 0, MAX_CONNECTIONS),
    operation: oneOf('--operation', values.operation, ofCrocus),
  }
}

interface BenchContext {
  readonly opened: OpenResource
  readonly say: (line: string) => void
}

export const benchOverload = async (options: OverloadOptions, { opened, say }: BenchContext): Promise<void> => {
  const { operation, factor, seconds, idle } = options
  const { dataFolder, databaseUrl, databasePid } = await openInstallation(opened, await temporaryFolder(opened))
  const { data } = await prepare({ dataFolder, databaseUrl, artifacts: options.artifacts, names: [], say })
  const stop = (it: { stop(): Promise<void> }): Promise<void> => it.stop()
  const crocus = await opened(
    () =>
      startCrocus(dataFolder, process.env['BENCH_NODE_OPTIONS'] ?? '', {
        CROCUS_LOG_LEVEL: 'error',
        ...(operations[operation].server === 'forgetful' ? WITHOUT_RESPONSE_CACHE : {}),
      }),
    stop,
  )
  const load = await opened(async () => startLoadGenerator(data), stop)
  const flood = await opened(async () => startFlood(), stop)
  const halves = splitProcessors()
  if (halves) {
    for (const pid of [crocus.pid, databasePid]) pinTreeTo(halves.measured, pid)
    for (const { pid } of [load, flood]) pinTreeTo(halves.asking, pid)
  }
  console.log(
    halves
      ? `Server and database have ${halves.measured.length} of the processors, what asks them the other ${halves.asking.length}.`
      : 'Server, database and what asks them share the processors: what is sent is taken from what can be answered.',
  )
  const port = Number(new URL(crocus.url).port)
  const { title, expectedStatus } = operations[operation]
  const asked = { port, requests: requestsOf(operation, data), expectedStatus }

  say('finding out how much it can')
  const closedLoop = { url: crocus.url, operation, connections: CAPACITY_CONNECTIONS }
  await load.run({ ...closedLoop, seconds: WARM_UP_SECONDS })
  const alone = await load.run({ ...closedLoop, seconds })
  const capacity = alone.requestsPerSecond
  console.log(
    `${title}, ${CAPACITY_CONNECTIONS} at a time: ${capacity.toFixed(0)} req/s, p99 ${alone.p99.toFixed(0)} ms.`,
  )

  for (const times of [1, factor]) {
    const requestsPerSecond = Math.round(capacity * times)
    const connections =
      options.connections ??
      Math.min(MAX_CONNECTIONS, ADMITTED_REQUESTS + Math.round(requestsPerSecond * REFUSED_SECONDS))
    say(`${times} times that, by the clock`)
    const used = (): { server: number; database: number; at: number } => ({
      server: cpuOfTree(crocus.pid),
      database: cpuOfTree(databasePid),
      at: performance.now(),
    })
    let before = used()
    const result = await flood.run({ ...asked, connections, requestsPerSecond, seconds }, () => (before = used()))
    const after = used()
    const share = (of: 'server' | 'database'): string => percent((after[of] - before[of]) / (after.at - before.at))
    const cpu = `CPU ${share('server')} server, ${share('database')} database`
    console.log(
      `${times} × (${requestsPerSecond} req/s on ${connections} connections): ${describeResult(result, seconds, expectedStatus)}, ${cpu}.`,
    )
    const { sent, ok, unsent } = sharesOf(result, expectedStatus)
    console.log(`  answered: ${percent(ok / seconds / capacity)} of what it can.`)
    if (times === factor && times > 1) {
      const verdict = result.admitted.p99 <= P99_GOAL_MS ? 'reached' : 'missed'
      const doubts = [
        ...(unsent > (sent + unsent) * MAX_UNSENT_SHARE
          ? [`${percent(unsent / (sent + unsent))} could not be sent, since all connections waited for an answer`]
          : []),
        ...(result.lateP99 > MAX_LATE_MS
          ? [`not conclusive, since they were sent up to ${result.lateP99.toFixed(0)} ms too late`]
          : []),
      ]
      const reservation = doubts.map(doubt => `; ${doubt}`).join('')
      console.log(`Goal: p99 of what is admitted ≤ ${P99_GOAL_MS} ms: ${verdict}${reservation}.`)
    }
  }
  const later = await load.run({ ...closedLoop, seconds: 2 })
  console.log(`Afterwards: ${later.requestsPerSecond.toFixed(0)} req/s, p99 ${later.p99.toFixed(0)} ms.`)
  if (idle === 0) return

  say(`${idle} idle connections`)
  const memory = Math.round(residentMiB(crocus.pid))
  const holding = flood.run({ ...asked, connections: idle, requestsPerSecond: 0, seconds: seconds + 5 })
  const beside = await load.run({ ...closedLoop, connections: 8, seconds })
  const memoryThen = Math.round(residentMiB(crocus.pid))
  const { held } = await holding
  console.log(
    `Idle connections: ${held} of ${idle} held for ${seconds + 5} s; beside them ${beside.requestsPerSecond.toFixed(0)} req/s at ` +
      `8 at a time; memory of the server ${memory} MiB before, ${memoryThen} MiB with them.`,
  )
}

const requestsOf = (operation: OperationName, data: Seed): string[] => {
  const random = randomFrom(11)
  return Array.from({ length: 1_000 }, () => {
    const { method, path, headers, body = '' } = operations[operation].request(data, random)
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    // As single bytes, which is what is sent.
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`).toString('latin1')
  })
}

const sharesOf = (
  { counts }: FloodResult,
  expectedStatus: number,
): Readonly<Record<'sent' | 'ok' | 'busy' | 'unsent', number>> => {
  const { [expectedStatus]: ok = 0, '503': busy = 0, unsent = 0 } = counts
  return { sent: Object.values(counts).reduce((sum, count) => sum + count, 0) - unsent, ok, busy, unsent }
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

const describeResult = (result: FloodResult, seconds: number, expectedStatus: number): string => {
  const { counts, admitted, refused } = result
  const { sent, ok, busy } = sharesOf(result, expectedStatus)
  const others = Object.entries(counts).filter(([name]) => name !== String(expectedStatus) && name !== '503')
  return [
    `${(ok / seconds).toFixed(0)} admitted a second, p50 ${admitted.p50.toFixed(0)} ms, p99 ${admitted.p99.toFixed(0)} ms, max ${admitted.max.toFixed(0)} ms`,
    `503: ${percent(busy / sent)} of what was sent${busy > 0 ? ` (p99 ${refused.p99.toFixed(0)} ms)` : ''}`,
    ...others.map(([name, count]) => `${name}: ${count}`),
  ].join(', ')
}
