import type { Tracing, TracingOptions } from './tracing.ts'

/** Loads what it takes: where it is off nothing of it is in memory. */
export const startTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { openTracing } = await import('./open-telemetry.ts')
  return openTracing(options)
}
