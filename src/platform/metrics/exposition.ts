// What knows the library of Prometheus. It is loaded only where metrics are on.
import { AggregatorRegistry, Registry, collectDefaultMetrics, type MetricObject } from 'prom-client'
import type { Metric } from './metric.ts'

export const CONTENT_TYPE: string = Registry.PROMETHEUS_CONTENT_TYPE

let processRegistry: Registry | undefined

/** Memory, CPU, event loop, garbage collection and handles of this process. Measured from the first call on. */
export const processMetrics = async (): Promise<Metric[]> => {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  const metrics = (await processRegistry.getMetricsAsJSON()) as unknown as Metric[]
  return metrics.map(metric => ({
    ...metric,
    // The mean of nothing is no number, and none that JSON could pass on.
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
    // Its own way leaves it out for several processes; when the first of them began tells of a restart.
    aggregator: metric.name === 'process_start_time_seconds' ? 'min' : metric.aggregator,
  }))
}

/** The text that Prometheus reads: what several processes measured, together. */
export const exposeMetrics = (ofProcesses: readonly (readonly Metric[])[]): Promise<string> =>
  AggregatorRegistry.aggregate(ofProcesses as unknown as MetricObject[][]).metrics()
