// One scrape of a server with several processes: whichever process gets it, the primary collects the metrics of all workers.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { exposeMetrics, processMetrics } from './exposition.ts'
import { gauge, type Metric } from './metric.ts'

/** Primary → worker: requests its metrics. One worker also reads the metrics of the database. */
interface WorkerQuery {
  readonly kind: 'metrics-question'
  readonly id: number
  readonly isWithDatabase: boolean
}
interface WorkerReply {
  readonly kind: 'metrics-answer'
  readonly id: number
  readonly metrics: readonly Metric[]
}
/** Worker → primary: requests the metrics of all processes for a scrape. */
interface ScrapeRequest {
  readonly kind: 'metrics-request'
  readonly id: number
}
interface ScrapeResponse {
  readonly kind: 'metrics-response'
  readonly id: number
  /** Undefined: the collection failed. */
  readonly text: string | undefined
}
type Message = WorkerQuery | WorkerReply | ScrapeRequest | ScrapeResponse

/** Longer than a worker waits for the database. */
const ANSWER_WITHIN_MS = 4_000

/** In the primary: answers scrapes, its own and those that workers forward. */
export const collectFromWorkers = (): (() => Promise<string>) => {
  const waiting = new Map<number, (metrics: readonly Metric[]) => void>()
  const last = new Map<number, readonly Metric[]>()
  let departed: readonly Metric[] = []
  let lastId = 0

  const ask = async (worker: Worker, isWithDatabase: boolean): Promise<readonly Metric[] | undefined> => {
    const id = ++lastId
    const answered = new Promise<readonly Metric[]>(resolve => void waiting.set(id, resolve))
    const late = new AbortController()
    worker.send({ kind: 'metrics-question', id, isWithDatabase } satisfies WorkerQuery, () => undefined)
    const deadline = sleep(ANSWER_WITHIN_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined)
    const metrics = await Promise.race([answered, deadline])
    late.abort()
    waiting.delete(id)
    if (metrics) last.set(worker.id, metrics)
    return metrics
  }

  const scrape = async (): Promise<string> => {
    const workers = Object.values(cluster.workers ?? {}).filter(worker => worker?.isConnected() === true) as Worker[]
    const answers = await Promise.all(workers.map((worker, index) => ask(worker, index === 0)))
    const count = answers.filter(answer => answer !== undefined).length
    return exposeMetrics([
      [gauge('crocus_workers', 'Worker processes that answered when they were asked for their figures', count)],
      await processMetrics(),
      departed,
      // A worker that does not answer counts with its last values: a counter must not decrease.
      ...workers.map(({ id }, index) => answers[index] ?? onlyCounted(last.get(id) ?? [])),
    ])
  }

  cluster.on('message', (worker, message: Message) => {
    if (message.kind === 'metrics-answer') waiting.get(message.id)?.(message.metrics)
    if (message.kind !== 'metrics-request') return
    const respond = (text: string | undefined): void =>
      void worker.send({ kind: 'metrics-response', id: message.id, text } satisfies ScrapeResponse, () => undefined)
    scrape().then(respond, () => respond(undefined))
  })
  cluster.on('exit', ({ id }) => {
    departed = addUp([...departed, ...onlyCounted(last.get(id) ?? [])])
    last.delete(id)
  })
  return scrape
}

/** In a worker: answers the primary, and forwards the worker's own scrapes to it. */
export const serveMetricsToPrimary = (
  read: (isWithDatabase: boolean) => Promise<readonly Metric[]>,
): (() => Promise<string>) => {
  const waiting = new Map<number, (text: string | undefined) => void>()
  let lastId = 0
  const send = (message: Message): void => void process.send?.(message, undefined, undefined, () => undefined)
  process.on('message', (message: Message) => {
    if (message.kind === 'metrics-response') waiting.get(message.id)?.(message.text)
    if (message.kind !== 'metrics-question') return
    const { id, isWithDatabase } = message
    void read(isWithDatabase).then(metrics => send({ kind: 'metrics-answer', id, metrics }))
  })
  return async () => {
    const id = ++lastId
    const response = new Promise<string | undefined>(resolve => void waiting.set(id, resolve))
    send({ kind: 'metrics-request', id })
    const text = await response.finally(() => waiting.delete(id))
    if (text === undefined) throw new Error('the metrics of the processes could not be collected')
    return text
  }
}

/** Counters only; gauges end with their process. */
const onlyCounted = (metrics: readonly Metric[]): Metric[] => metrics.filter(({ type }) => type !== 'gauge')

/** Sums metrics of one name, so that the past of many processes takes no more memory than that of one. */
const addUp = (metrics: readonly Metric[]): Metric[] => {
  const sums = new Map<string, { metric: Metric; values: Map<string, Metric['values'][number]> }>()
  for (const metric of metrics) {
    const sum = sums.get(metric.name) ?? { metric, values: new Map<string, Metric['values'][number]>() }
    sums.set(metric.name, sum)
    for (const value of metric.values) {
      const key = JSON.stringify([value.metricName, value.labels])
      sum.values.set(key, { ...value, value: value.value + (sum.values.get(key)?.value ?? 0) })
    }
  }
  return [...sums.values()].map(({ metric, values }) => ({ ...metric, values: [...values.values()] }))
}
