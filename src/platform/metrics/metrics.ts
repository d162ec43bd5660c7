import cluster from 'node:cluster'
import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { MetricsSettings } from '../config.ts'
import { ServiceUnavailable } from '../errors.ts'
import { createRequestMeter, type RequestMeter } from '../http/server/request-meter.ts'
import type { MetricsCollector } from './metrics-collector.ts'
import type { Metric } from './metric.ts'
import type { MetricsResponse, MetricsServer } from './serve-metrics.ts'

/** The metrics of a process that serves requests. */
export interface Metrics {
  readonly meter: RequestMeter
  /** Handles `/metrics` on the port of the server itself; undefined if metrics have a separate port. */
  readonly answer: ((headers: IncomingHttpHeaders) => Promise<MetricsResponse>) | undefined
  /** Makes the metrics readable. Listens on the separate port, except in a worker process, whose primary listens. */
  start(metricsCollector: MetricsCollector): Promise<MetricsServer | undefined>
}

export const createMetrics = async (settings: MetricsSettings, log: Logger): Promise<Metrics> => {
  const { exposeMetrics, processMetrics } = await import('./exposition.ts')
  const { handleScrape: answerScrape } = await import('./serve-metrics.ts')
  const { serveMetricsToPrimary } = await import('./worker-metrics.ts')
  const meter = createRequestMeter()
  await processMetrics()
  let scrape = (): Promise<string> => Promise.reject(new Error('the server is not ready yet'))
  const answer = answerScrape(() => scrape(), settings.token, log)
  return {
    meter,
    answer: settings.port === undefined ? answer : undefined,
    start: async metricsCollector => {
      const read = async (isWithDatabase: boolean): Promise<Metric[]> => [
        ...(await processMetrics()),
        ...meter.read(),
        ...metricsCollector.ofProcess(),
        ...(isWithDatabase ? await metricsCollector.ofDatabase() : []),
      ]
      if (cluster.isWorker) {
        scrape = serveMetricsToPrimary(read)
        return undefined
      }
      scrape = async () => exposeMetrics([await read(true)])
      return listen(settings, answer)
    },
  }
}

/** In the primary of several processes: collects the metrics of the workers. Listens if the metrics have a separate port. */
export const startPrimaryMetrics = async (
  settings: MetricsSettings,
  log: Logger,
): Promise<MetricsServer | undefined> => {
  const { handleScrape: answerScrape } = await import('./serve-metrics.ts')
  const { collectFromWorkers } = await import('./worker-metrics.ts')
  return listen(settings, answerScrape(collectFromWorkers(), settings.token, log))
}

const listen = async (
  { host, port }: MetricsSettings,
  answer: NonNullable<Metrics['answer']>,
): Promise<MetricsServer | undefined> => {
  if (port === undefined) return undefined
  const { serveMetrics } = await import('./serve-metrics.ts')
  try {
    return await serveMetrics({ host, port }, answer)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ServiceUnavailable(
      `The metrics cannot be served on port ${port} of ${host} (${code ?? String(error)}): set CROCUS_METRICS_PORT to a free one.`,
    )
  }
}
