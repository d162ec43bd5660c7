// The processes of a run, each ended with it.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FloodMessage, FloodOrder, FloodResult } from './flood.ts'
import type { LoadMessage, LoadOrder, LoadResult } from './load-process.ts'

const ROOT = join(import.meta.dirname, '..')
const START_WAIT_MS = 60_000
const FLOOD_OPEN_WAIT_MS = 120_000
// A server of ours stops within 10 s.
const STOP_WAIT_MS = 12_000

export interface RunningProcess {
  readonly pid: number
  readonly url: string
  stop(): Promise<void>
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const stopper = (child: ChildProcess) => async (): Promise<void> => {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = new AbortController()
  await Promise.race([ended, sleep(STOP_WAIT_MS, undefined, { signal: timer.signal })])
  timer.abort()
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
}

/** Settings of ours and of PostgreSQL that the caller's shell holds are none of the benchmark's. */
const environment = (own: Record<string, string>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CROCUS_|PG|DATABASE_URL$|PORT$|HOST$|NODE_)/.test(name)),
  ),
  ...own,
})

/** With no memory for answers, as if each were asked for the first time. */
export const WITHOUT_RESPONSE_CACHE = { CROCUS_ANSWERS_MB: '0' }

export const startCrocus = async (
  dataFolder: string,
  nodeOptions: string,
  own: Record<string, string> = {},
  checkout = ROOT,
): Promise<RunningProcess> => {
  // As `npm start` does.
  const child = spawn(join(checkout, 'bin/crocus'), ['serve'], {
    env: environment({
      CROCUS_DATA: dataFolder,
      CROCUS_LOG_LEVEL: 'warn',
      CROCUS_WORKERS: '1',
      HOST: '127.0.0.1',
      PORT: '0',
      NODE_OPTIONS: nodeOptions,
      ...own,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = stopper(child)
  let output = ''
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      const found = /listens on (http\S+)\n/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the server ended at its start:\n${output}`)))
  })
  try {
    const url = await within(START_WAIT_MS, address, 'the server did not start in time')
    // Later log lines (warnings, errors) are for the reader.
    child.stdout.pipe(process.stderr)
    return { pid: child.pid ?? 0, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export const startBareServer = (databaseUrl: string): Promise<RunningProcess> =>
  startListener('bare-server.ts', { BENCH_DATABASE_URL: databaseUrl })

export const startBareUploadServer = (folder: string): Promise<RunningProcess> =>
  startListener('bare-upload.ts', { BENCH_FOLDER: folder })

/** A mail server that takes all mails (`mail-server.ts`). */
export const startMailServerProcess = ({ pipelining = true } = {}): Promise<RunningProcess> =>
  startListener('mail-server.ts', {}, pipelining ? [] : ['--without-pipelining'])

/** The file tells its address when it listens. */
const startListener = async (
  file: string,
  own: Record<string, string>,
  args: readonly string[] = [],
): Promise<RunningProcess> => {
  const child = fork(join(import.meta.dirname, file), args, { env: environment(own) })
  const stop = stopper(child)
  try {
    const { url } = await within(START_WAIT_MS, nextMessage<{ url: string }>(child), `${file} did not start in time`)
    return { pid: child.pid ?? 0, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export interface LoadGenerator {
  readonly pid: number
  run(order: LoadOrder): Promise<LoadResult>
  stop(): Promise<void>
}

/** The file says which operations it knows, `seed` of what data they are. */
export const startLoadGenerator = <Seed>(seed: Seed, file = 'load.ts'): LoadGenerator => {
  const child = fork(join(import.meta.dirname, file), { env: environment({}) })
  const send = (message: LoadMessage<Seed>): boolean => child.send(message)
  send({ seed })
  return {
    pid: child.pid ?? 0,
    run: async order => {
      const answer = nextMessage<{ result: LoadResult } | { failure: string }>(child)
      send({ order })
      const message = await within(order.seconds * 1_000 + START_WAIT_MS, answer, 'the load generator hangs')
      if ('failure' in message) throw new Error(`the load generator failed: ${message.failure}`)
      return message.result
    },
    stop: stopper(child),
  }
}

/** Sends without waiting for answers (`flood.ts`). */
export interface Flood {
  readonly pid: number
  /** `onBegin` is called when all connections stand, before the first request that counts. */
  run(order: FloodOrder, onBegin?: () => void): Promise<FloodResult>
  stop(): Promise<void>
}

export const startFlood = (): Flood => {
  const child = fork(join(import.meta.dirname, 'flood.ts'), { env: environment({}) })
  return {
    pid: child.pid ?? 0,
    run: async (order, onBegin) => {
      const beginning = nextMessage<FloodMessage>(child)
      child.send(order)
      const begun = await within(FLOOD_OPEN_WAIT_MS, beginning, 'the connections of the load generator do not stand')
      if ('failure' in begun) throw new Error(`the load generator failed: ${begun.failure}`)
      onBegin?.()
      const ending = nextMessage<FloodMessage>(child)
      const message = await within(order.seconds * 1_000 + START_WAIT_MS, ending, 'the load generator hangs')
      if ('result' in message) return message.result
      throw new Error(`the load generator failed: ${'failure' in message ? message.failure : 'no result'}`)
    },
    stop: stopper(child),
  }
}

const nextMessage = <Message>(child: ChildProcess): Promise<Message> =>
  new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('a process of the benchmark ended early'))
    child.once('exit', onExit)
    child.once('message', message => {
      child.off('exit', onExit)
      resolve(message as Message)
    })
  })

const within = async <Result>(milliseconds: number, work: Promise<Result>, complaint: string): Promise<Result> => {
  const timer = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: timer.signal }).then(() => {
    throw new Error(complaint)
  })
  late.catch(() => undefined)
  return Promise.race([work, late]).finally(() => timer.abort())
}
