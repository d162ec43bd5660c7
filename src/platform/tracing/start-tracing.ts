import type { Tracing, TracingOptions } from './tracing.ts'

/** Loads the libraries only if tracing is on. */
export const startTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { openTracing } = await import('./open-telemetry.ts')
  return openTracing(options)
}
