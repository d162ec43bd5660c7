// The entry point of `npm start` and `crocus serve`: reads the environment into a Config, starts, stops gracefully.
import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { parseConfig, secretsOf, type Config, type Environment } from './platform/config.ts'
import { isOutage } from './platform/db/outage.ts'
import { Refusal, ServiceUnavailable } from './platform/errors.ts'
import { tryLock } from './platform/file-lock.ts'
import { version } from './platform/version.ts'
import { openInstallation, prepareDataFolder } from './platform/installation.ts'
import { createLog } from './platform/log.ts'
import { describeError, hideSecrets } from './platform/log-redaction.ts'
import type { RunningServer } from './server.ts'
import { startWorkers, type WorkerMessage } from './workers.ts'

const EXIT_REFUSED = 1
const EXIT_WRONG_SETTINGS = 2
/** Time after the signal at which the process ends in any case; stays below 10 s. */
const STOP_DEADLINE_MS = 9_500
const STARTUP_MEMORY_DELAY_MS = 3_000

/** Runs the server until a signal ends it. Ends the process. */
export const serve = async (environment: Environment): Promise<void> => {
  const config = configOf(environment)
  const log = createLog(config.logLevel, undefined, secretsOf(config))
  exitOnFatalError(log)
  const starting = cluster.isWorker ? startAsWorker(config, log) : start(config, log)
  stopOnSignal(starting, log)
  try {
    const server = await starting
    if (!cluster.isWorker) announceReady(server, config)
    setTimeout(releaseStartupMemory, STARTUP_MEMORY_DELAY_MS).unref()
  } catch (error) {
    if (error instanceof Refusal) say(error.message)
    else {
      log.fatal({ err: error }, 'the server does not start')
      const { message } = describeError(error) as { message?: string }
      say(`It does not start: ${hideSecrets(message ?? 'unknown', secretsOf(config))} (the log says where).`)
    }
    process.exit(EXIT_REFUSED)
  }
}

/**
 * Releases memory that only the start needed, 15 to 25 MB, which V8 would keep. The collection takes a tenth of a second, once, after the
 * first requests. `bin/crocus` exposes `gc`.
 */
const releaseStartupMemory = (): void => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/** Logs a fatal error: Node would print it with all its members. */
const exitOnFatalError = (log: Logger): void => {
  process.on('uncaughtException', (error, origin) => {
    // graphile-worker 0.18 does not wait for the query that records the end of a job (`completeJob` and `failJob`). `claimed-jobs.ts`
    // repairs records that are lost with the connection.
    if (isOutage(error))
      return log.warn({ err: error, origin }, 'a question to the database was lost that nobody waited for')
    log.fatal({ err: error, origin }, 'the process ends by an error that nobody handles')
    process.exit(EXIT_REFUSED)
  })
}

const configOf = (environment: Environment): Config => {
  const result = parseConfig(environment)
  if ('config' in result) return result.config
  result.faults.forEach(say)
  process.exit(EXIT_WRONG_SETTINGS)
}

const say = (line: string): void => console.error(`crocus: ${line}`)

const start = async (config: Config, log: Logger): Promise<RunningServer> => {
  await prepareDataFolder(config.dataFolder)
  const lock = tryLock(`${config.dataFolder}/server.lock`, 'exclusive')
  if (!lock) {
    throw new ServiceUnavailable(
      `Another server already runs on the data folder ${config.dataFolder}: stop it first, or name another folder with CROCUS_DATA.`,
    )
  }
  // The server is loaded while the database starts. A primary that only manages workers does not load it.
  const loading = config.workers > 1 ? undefined : loadServer()
  const installation = await openInstallation(config, log)
  try {
    const run = loading ? (await loading).startServer : startWorkers
    const server = await run(config, installation.databaseUrl, log)
    return {
      ...server,
      close: async () => {
        await server.close()
        await installation.close()
        lock.release()
      },
    }
  } catch (error) {
    await installation.close()
    throw error
  }
}

/** Everything that serves requests: most of the program. */
const loadServer = () => import('./server.ts')

/** Starts a worker. The primary has prepared the installation, and gets the messages that otherwise go to the terminal. */
const startAsWorker = async (config: Config, log: Logger): Promise<RunningServer> => {
  const tell = (message: WorkerMessage): Promise<void> =>
    new Promise(resolve => process.send?.(message, undefined, undefined, () => resolve()) ?? resolve())
  if (config.databaseUrl === undefined) throw new Error('A worker process gets its database from the primary')
  const { startServer } = await loadServer()
  try {
    const server = await startServer(config, config.databaseUrl, log)
    await tell({ kind: 'ready', address: server.address, adminPassword: server.adminPassword })
    return server
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tell({ kind: 'refused', message: error.message })
    process.exit(EXIT_REFUSED)
  }
}

const stopOnSignal = (starting: Promise<RunningServer>, log: Logger): void => {
  let isStopping = false
  const stop = (signal: NodeJS.Signals): void => {
    // npm forwards Ctrl-C although the terminal has already sent it.
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('not stopped in time: ended')
      process.exit(EXIT_REFUSED)
    }, STOP_DEADLINE_MS).unref()
    starting
      .then(server => server.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(EXIT_REFUSED)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** For people, and for tools that read the port behind PORT=0. */
const announceReady = ({ address, adminPassword, metricsAddress }: RunningServer, config: Config): void => {
  const lines = [`Crocus ${version} listens on ${address}`]
  if (adminPassword !== undefined) {
    const isGiven = adminPassword === config.adminPassword
    const words = isGiven ? 'that of CROCUS_ADMIN_PASSWORD' : `${adminPassword} (it is not shown again)`
    const credentials = isGiven ? '"admin:$CROCUS_ADMIN_PASSWORD"' : `admin:${adminPassword}`
    lines.push(
      `First start: the site administrator is admin, the password is ${words}.`,
      `Try: curl -u ${credentials} ${address}/api/users/self`,
    )
  }
  if (metricsAddress !== undefined) lines.push(`Metrics for Prometheus: ${metricsAddress}`)
  // One write: a reader of the first line gets all of them.
  console.log(lines.join('\n'))
}

if (import.meta.main) await serve(process.env)
