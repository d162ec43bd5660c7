// Several processes on one port: the primary holds the database and the lock, workers serve requests and are replaced when they die.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { closeOrphanedConnections } from './close-orphaned-connections.ts'
import type { Config } from './platform/config.ts'
import { ServiceUnavailable } from './platform/errors.ts'
import { Backoff } from './platform/backoff.ts'
import { startPrimaryMetrics } from './platform/metrics/metrics.ts'
import type { RunningServer } from './server.ts'

/** Message of a worker to the primary about its start. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly address: string; readonly adminPassword: string | undefined }
  | { readonly kind: 'refused'; readonly message: string }

const FIRST_PAUSE_MS = 250
// Above the time that a worker gives its requests, below the 10 s of the whole stop.
const STOP_MS = 6_500

/** Starts `config.workers` processes; the first alone, since it may have to set up the installation. */
export const startWorkers = async (config: Config, databaseUrl: string, log: Logger): Promise<RunningServer> => {
  cluster.setupPrimary({ exec: `${import.meta.dirname}/main.ts`, args: [] })
  let isStopping = false
  // Chosen by the primary: a worker that replaces the last living one must listen on the same port.
  const port = config.port === 0 ? await findFreePort(config.host) : config.port
  const fork = (): Worker => {
    const worker = cluster.fork({ DATABASE_URL: databaseUrl, PORT: String(port) })
    closeOrphanedConnections(worker)
    return worker
  }
  const forkAnother = (): Worker => {
    const worker = fork()
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind !== 'refused') return
      log.error({ worker: worker.process.pid, reason: message.message }, 'a worker process does not start')
    })
    return worker
  }

  const metricsServer = config.metrics && (await startPrimaryMetrics(config.metrics, log))
  const first = fork()
  const { address, adminPassword } = await readiness(first)
  const keepAlive = async (worker: Worker): Promise<void> => {
    const backoff = new Backoff(FIRST_PAUSE_MS)
    let current = worker
    for (;;) {
      const since = Date.now()
      if (!current.isDead()) await once(current, 'exit')
      if (isStopping) return
      const pause = backoff.next(Date.now() - since)
      log.error({ worker: current.process.pid, pause }, 'a worker process ended and is replaced')
      await sleep(pause)
      if (isStopping) return
      current = forkAnother()
    }
  }
  const others = Array.from({ length: config.workers - 1 }, forkAnother)
  // A worker that does not start is replaced like one that dies later: the server is up by then.
  const started = Promise.allSettled(others.map(readiness))
  for (const worker of [first, ...others]) void keepAlive(worker)
  await started

  return {
    address,
    adminPassword,
    metricsAddress: metricsServer?.address,
    close: async () => {
      isStopping = true
      const living = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
      await Promise.all(living.map(stopWorker))
      await metricsServer?.close()
    },
  }
}

/** 0 if the host has no free port: the worker that then fails to listen reports the reason. */
const findFreePort = async (host: string): Promise<number> => {
  const probe = createServer().listen(0, host)
  try {
    await once(probe, 'listening')
  } catch {
    return 0
  }
  const { port } = probe.address() as AddressInfo
  const closed = once(probe, 'close')
  probe.close()
  await closed
  return port
}

const readiness = async (worker: Worker): Promise<Extract<WorkerMessage, { kind: 'ready' }>> => {
  const ended = once(worker, 'exit').then(() => undefined)
  const told = new Promise<WorkerMessage>(resolve => {
    // Workers also send other messages (their metrics).
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready' || message.kind === 'refused') resolve(message)
    })
  })
  const message = await Promise.race([told, ended])
  if (message?.kind === 'ready') return message
  if (message) await ended
  throw new ServiceUnavailable(
    message?.message ?? 'The first worker process ended before it was ready; its output says why.',
  )
}

const stopWorker = async (worker: Worker): Promise<void> => {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const deadline = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(deadline)
}
