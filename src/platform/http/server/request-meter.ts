import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { counter, gauge, type Metric, type MetricValue } from '../../metrics/metric.ts'

/** Counts the requests of one server. Registered as the first hook, it sees all of them, whichever handler answers. */
export interface RequestMeter {
  readonly hook: onRequestHookHandler
  /** Starts counting connections and their bytes. */
  watch(server: Server): void
  read(): Metric[]
}

/** Upper bounds of the histogram buckets, in seconds. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10] as const
/** By first digit; 0 = the client disconnected before the response. */
const STATUSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const
const UNKNOWN_ROUTE = 'unknown'
const NAME = 'crocus_http_request_duration_seconds'

/** Histogram of one method, route and class of status: the counts under each bound and above all bounds, and the sum. */
interface Durations {
  readonly counts: Float64Array
  sum: number
}

/** One method of one route, by its pattern: called paths are unbounded, and may hold secrets. */
interface Series {
  readonly method: string
  readonly route: string
  readonly byStatus: (Durations | undefined)[]
}

/** The numbers are in plain arrays: a request costs two readings of the clock, a listener and an addition. */
export const createRequestMeter = (): RequestMeter => new CountingRequestMeter()

class CountingRequestMeter implements RequestMeter {
  readonly #byRoute = new Map<unknown, Map<string, Series>>()
  #inProgress = 0
  readonly #sockets = new Set<Socket>()
  #received = 0
  #sent = 0

  constructor() {}

  readonly #seriesOf = (request: FastifyRequest): Series => {
    const { config, url } = request.routeOptions
    const method = request.raw.method ?? ''
    // All requests without a route share one series. A client can choose only the method, and Node knows about thirty.
    const key = url === undefined ? undefined : config
    let ofRoute = this.#byRoute.get(key)
    if (!ofRoute) this.#byRoute.set(key, (ofRoute = new Map<string, Series>()))
    let series = ofRoute.get(method)
    if (!series) ofRoute.set(method, (series = { method, route: url ?? UNKNOWN_ROUTE, byStatus: [] }))
    return series
  }

  readonly #ended = (series: Series, response: ServerResponse, start: number): void => {
    this.#inProgress--
    const status = response.headersSent ? Math.floor(response.statusCode / 100) : 0
    const durations = (series.byStatus[status] ??= { counts: new Float64Array(BOUNDS.length + 1), sum: 0 })
    const seconds = (performance.now() - start) / 1000
    let bound = 0
    while (bound < BOUNDS.length && seconds > (BOUNDS[bound] ?? 0)) bound++
    durations.counts[bound] = (durations.counts[bound] ?? 0) + 1
    durations.sum += seconds
  }

  readonly hook: RequestMeter['hook'] = (request, reply, next) => {
    this.#inProgress++
    const start = performance.now()
    const series = this.#seriesOf(request)
    const response: ServerResponse<IncomingMessage> = reply.raw
    // `close` is emitted in any case: after the last byte was handed over, and when the client disconnects earlier.
    response.on('close', () => this.#ended(series, response, start))
    next()
  }

  readonly watch: RequestMeter['watch'] = server => {
    server.on('connection', socket => {
      this.#sockets.add(socket)
      socket.once('close', () => {
        this.#sockets.delete(socket)
        this.#received += socket.bytesRead
        this.#sent += socket.bytesWritten
      })
    })
  }

  readonly read: RequestMeter['read'] = () => {
    let [receivedNow, sentNow] = [this.#received, this.#sent]
    for (const socket of this.#sockets) {
      receivedNow += socket.bytesRead
      sentNow += socket.bytesWritten
    }
    return [
      {
        name: NAME,
        help: 'Time from the head of a request to the end of its answer, by method, pattern of the route and class of status',
        type: 'histogram',
        values: [...this.#byRoute.values()].flatMap(methods => [...methods.values()].flatMap(histogramOf)),
        aggregator: 'sum',
      },
      gauge('crocus_http_requests_in_progress', 'Requests that are being answered', this.#inProgress),
      gauge('crocus_http_connections', 'Open connections of clients', this.#sockets.size),
      counter('crocus_http_received_bytes_total', 'Bytes received from clients', receivedNow),
      counter('crocus_http_sent_bytes_total', 'Bytes sent to clients', sentNow),
    ]
  }
}

const histogramOf = ({ method, route, byStatus }: Series): MetricValue[] =>
  byStatus.flatMap((durations, status) => {
    if (!durations) return []
    const labels = { method, route, status: STATUSES[status] ?? String(status) }
    let total = 0
    const buckets = [...durations.counts].map((count, index) => {
      total += count
      return { metricName: `${NAME}_bucket`, labels: { ...labels, le: BOUNDS[index] ?? '+Inf' }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${NAME}_sum`, labels, value: durations.sum },
      { metricName: `${NAME}_count`, labels, value: total },
    ]
  })
