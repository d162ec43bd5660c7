// The only file that uses the Prometheus library. It is loaded only if metrics are on.
import { AggregatorRegistry, Registry, collectDefaultMetrics, type MetricObject } from 'prom-client'
import type { Metric } from './metric.ts'

export const CONTENT_TYPE: string = Registry.PROMETHEUS_CONTENT_TYPE

let processRegistry: Registry | undefined

/** Memory, CPU, event loop, garbage collection and handles of this process, measured from the first call on. */
export const processMetrics = async (): Promise<Metric[]> => {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  const metrics = (await processRegistry.getMetricsAsJSON()) as unknown as Metric[]
  return metrics.map(metric => ({
    ...metric,
    // The mean of no samples is NaN, which JSON cannot express.
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
    // The library omits the start time for several processes; the earliest start shows a restart.
    aggregator: metric.name === 'process_start_time_seconds' ? 'min' : metric.aggregator,
  }))
}

/** The text that Prometheus reads: the metrics of several processes, aggregated. */
export const exposeMetrics = (ofProcesses: readonly (readonly Metric[])[]): Promise<string> =>
  AggregatorRegistry.aggregate(ofProcesses as unknown as MetricObject[][]).metrics()
