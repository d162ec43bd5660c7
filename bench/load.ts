// The load generator: a process of its own, so that its CPU time is nobody else's. Told what to do by messages.
import autocannon from 'autocannon'
import { operations, randomFrom, type OperationName, type Seed } from './operations.ts'

export interface LoadOrder {
  readonly url: string
  readonly operation: OperationName
  readonly connections: number
  readonly seconds: number
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

export type LoadMessage = { readonly seed: Seed } | { readonly order: LoadOrder }

let seed: Seed | undefined
// Goes on over all orders: no two write the same.
const random = randomFrom(7)

process.on('disconnect', () => process.exit(1))
process.on('message', (message: LoadMessage) => {
  if ('seed' in message) {
    seed = message.seed
    return
  }
  run(message.order).then(
    result => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})

const run = async (order: LoadOrder): Promise<LoadResult> => {
  const known = seed
  if (!known) throw new Error('told to load before it was told of the data')
  const { expectedStatus, request } = operations[order.operation]
  const latencies: number[] = []
  const faults: Record<string, number> = {}
  const started = performance.now()
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: order.url,
        connections: order.connections,
        duration: order.seconds,
        requests: [{ setupRequest: given => ({ ...given, ...request(known, random) }) }],
      },
      (error, result) => (error ? reject(error as Error) : resolve(result)),
    )
    // Its own histogram counts whole milliseconds, too coarse here.
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds)
      if (status !== expectedStatus) faults[status] = (faults[status] ?? 0) + 1
    })
  })
  const seconds = (performance.now() - started) / 1_000
  if (errors > 0) faults['error'] = errors
  latencies.sort((a, b) => a - b)
  const quantile = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN
  return {
    requests: latencies.length,
    requestsPerSecond: latencies.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    faults,
  }
}
