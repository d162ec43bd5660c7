// The load generator: a separate process, so that its CPU time is counted apart. It gets its orders by messages.
import autocannon from 'autocannon'
import { Durations } from '../tools/durations.ts'
import { randomFrom } from '../tools/random.ts'
import type { LoadRequest } from './operations.ts'

export interface LoadOrder {
  readonly url: string
  /** One of those that this generator knows. */
  readonly operation: string
  readonly connections: number
  readonly seconds: number
  /** Number of requests, instead of the time; all responses are waited for. */
  readonly amount?: number
}

export interface LoadResult {
  readonly requests: number
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Answers with another status than the expected one, by status; failed connections and timeouts under "error". */
  readonly faults: Readonly<Record<string, number>>
}

export type LoadMessage<Seed> = { readonly seed: Seed } | { readonly order: LoadOrder }

/** An operation as a load generator sees it. */
export interface LoadOperation<Seed> {
  readonly expectedStatus: number
  readonly otherStatus?: number
  /** `random()` is in [0, 1). */
  readonly request: (seed: Seed, random: () => number) => LoadRequest
}

/** Slow servers are measured, too. */
const ANSWER_WAIT_SECONDS = 60
/** How often it is looked whether all answers are there. */
const POLL_MS = 100

/** Does what the parent process orders, until that ends. */
export const serveOrders = <Seed>(operations: Readonly<Record<string, LoadOperation<Seed>>>): void => {
  let seed: Seed | undefined
  // Goes on over all orders: no two write the same.
  const random = randomFrom(7)

  process.on('disconnect', () => process.exit(1))
  process.on('message', (message: LoadMessage<Seed>) => {
    if ('seed' in message) {
      seed = message.seed
      return
    }
    const { order } = message
    const operation = operations[order.operation]
    const known = seed
    const running =
      operation && known !== undefined
        ? run(order, [operation.expectedStatus, operation.otherStatus], () => operation.request(known, random))
        : Promise.reject(new Error('told to load before it was told of the data, or what it does not know'))
    running.then(
      result => process.send?.({ result }),
      (error: unknown) => process.send?.({ failure: String(error) }),
    )
  })
}

const run = async (
  order: LoadOrder,
  expected: readonly (number | undefined)[],
  request: () => LoadRequest,
): Promise<LoadResult> => {
  const latencies = new Durations()
  const faults: Record<string, number> = {}
  const started = performance.now()
  let last = started
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: order.url,
        connections: order.connections,
        timeout: ANSWER_WAIT_SECONDS,
        requests: [{ setupRequest: given => ({ ...given, ...request() }) }],
        ...(order.amount === undefined ? { duration: order.seconds } : { amount: order.amount, sampleInt: POLL_MS }),
      },
      (error, result) => (error ? reject(error as Error) : resolve(result)),
    )
    // The histogram of autocannon counts whole milliseconds, too coarse here.
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      last = performance.now()
      latencies.add(milliseconds)
      if (!expected.includes(status)) faults[status] = (faults[status] ?? 0) + 1
    })
  })
  if (errors > 0) faults['error'] = errors
  return {
    requests: latencies.count,
    requestsPerSecond: latencies.count / ((last - started) / 1_000),
    p50: latencies.percentile(50),
    p99: latencies.percentile(99),
    faults,
  }
}
