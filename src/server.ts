// One process that serves requests: the app on its database, listening. `main.ts` runs one, or several in worker processes.
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createApp, type App } from './app.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { openDatabase, SERVER_LIMITS, type Db } from './platform/db/db.ts'
import { databaseServers, type DatabaseServers } from './platform/db/database-servers.ts'
import { limitConnections } from './platform/overload/limit-connections.ts'
import { ServiceUnavailable } from './platform/errors.ts'
import { startConsumers } from './platform/events/consumer.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { findNewerMigration } from './platform/health.ts'
import { version } from './platform/version.ts'
import { workInBackground, type BackgroundOptions } from './platform/background-work.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

/** Time limit of running requests at the stop; the whole stop stays under 10 s. */
const DRAIN_MS = 5_000

export interface RunningServer {
  /** Address that clients can connect to. */
  readonly address: string
  /** Password of the site administrator, if this start created the account. */
  readonly adminPassword: string | undefined
  /** Address of the separate metrics port, if one is set. */
  readonly metricsAddress?: string | undefined
  close(): Promise<void>
}

export const startServer = async (config: Config, databaseUrl: string, plainLog: Logger): Promise<RunningServer> => {
  const tracing = config.tracing && (await startTracing({ settings: config.tracing, version, log: plainLog }))
  const log = tracing?.addToLogLines(plainLog) ?? plainLog
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection lost')
  // Shared by all pools: the first one that notices another primary informs the rest.
  const servers = databaseServers(databaseUrl, { onError })
  const onReplicaError = (error: Error): void =>
    log.warn({ err: error }, 'the standby of DATABASE_READ_URL is away: reads go to the primary')
  const { databaseReadUrl } = config
  const replica = databaseReadUrl === undefined ? undefined : databaseServers(databaseReadUrl, { role: 'standby' })
  const db = openDatabase(servers, { onError, limits: SERVER_LIMITS, replica, onReplicaError, tracing })
  const closers = [() => db.close()]
  if (tracing) closers.push(() => tracing.stop())
  try {
    const metrics = config.metrics && (await createMetrics(config.metrics, log))
    const app = await createApp({ config, db, clock: systemClock, log, metrics, tracing })
    closers.unshift(() => app.close())
    const metricsServer = await metrics?.start(app.metricsCollector)
    if (metricsServer) closers.push(() => metricsServer.close())
    await app.sharedFolder.claim()
    // Without the shared folder the server offers its other functions.
    if (app.contents.kind === 's3' || app.sharedFolder.fault() === undefined) await app.contents.check()
    const { adminPassword } = await app.bootstrap()
    limitConnections(app.fastify.server, config.overload.connections, log)
    await app.fastify.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenRefusal(error, config)
    })
    const { port } = app.fastify.server.address() as AddressInfo
    const background = config.doesBackgroundWork
      ? await workInBackground(backgroundWork(app, db, servers, log, tracing))
      : undefined
    const closeApp = closers.shift()
    if (background) closers.unshift(() => background.stop())
    closers.unshift(() => drain(app, closeApp))
    return {
      address: addressOf(config.host, port),
      adminPassword,
      metricsAddress: metricsServer?.address,
      close: () => closeAll(closers),
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

const backgroundWork = (
  app: App,
  db: Db,
  servers: DatabaseServers,
  log: Logger,
  tracing: Tracing | undefined,
): BackgroundOptions => {
  return {
    start: async () => {
      // The folder may be another one by now.
      if (app.contents.kind === 'disk') await app.contents.check()
      const jobs = await startJobs({ database: servers, db, jobs: app.jobs, log, tracing })
      // Processes commits that were made while no server ran.
      await app.modules.svn.processLater({})
      const consumers = startConsumers({ db, consumers: app.consumers, log, tracing })
      const deliveries = app.modules.webhooks.startDeliveries()
      return {
        stop: async () => {
          await Promise.all([deliveries.stop(), consumers.stop()]).finally(() => jobs.stop())
        },
      }
    },
    obstacle: async () => {
      const newer = await findNewerMigration(db)
      if (newer !== undefined) return `the database was ${newer}`
      await app.sharedFolder.claim()
      return app.sharedFolder.fault()
    },
    log,
  }
}

/** Ends the running requests, and after a while their connections. */
const drain = async (app: App, closeApp: (() => Promise<void>) | undefined): Promise<void> => {
  const deadline = new AbortController()
  const cut = sleep(DRAIN_MS, undefined, { signal: deadline.signal }).then(
    () => app.fastify.server.closeAllConnections(),
    () => undefined,
  )
  await closeApp?.().finally(() => deadline.abort())
  await cut
}

const closeAll = async (closers: readonly (() => Promise<void>)[]): Promise<void> => {
  for (const close of closers) await close()
}

const addressOf = (host: string, port: number): string => {
  // A wildcard address is no address to connect to.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const listenRefusal = (error: unknown, { port, host }: Config): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ServiceUnavailable(
        `Port ${port} of ${host} is taken by another program: set PORT to a free one, or to 0 for any.`,
      )
    case 'EACCES':
      return new ServiceUnavailable(
        `This account may not listen on port ${port} of ${host}: set PORT to one above 1023.`,
      )
    case 'EADDRNOTAVAIL':
      return new ServiceUnavailable(`${host} is not an address of this machine: set HOST to one that is.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ServiceUnavailable(`The name ${host} has no address: set HOST to an address of this machine.`)
    default:
      return error
  }
}
