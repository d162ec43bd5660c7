import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { IdempotentCall } from '../../idempotency/idempotency-key.ts'
import type { OtherFormat } from '../headers/negotiate.ts'
import type { Origin } from '../request/decode.ts'
import type { ApiRequest } from '../routes/route.ts'

/** Aborted when the connection closes before the response was written. */
const disconnectSignalOf = (response: ServerResponse): AbortSignal => {
  const abandoned = new AbortController()
  if (response.destroyed) abandoned.abort()
  else
    response.once('close', () => {
      if (!response.writableEnded) abandoned.abort()
    })
  return abandoned.signal
}

/** The input of a handler. A class, so that address, logger and signal are computed only on demand. */
export class RouteRequest<Viewer> implements ApiRequest<Viewer, unknown, unknown, unknown> {
  readonly viewer: Viewer
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly origin: Origin
  readonly isDryRun: boolean
  readonly call: IdempotentCall | undefined
  readonly otherFormat: OtherFormat | undefined
  readonly identify: () => Promise<Viewer>
  readonly leaveWork: () => void
  readonly #request: FastifyRequest
  readonly #response: ServerResponse
  readonly #logger: Logger
  #log: Logger | undefined
  #signal: AbortSignal | undefined

  constructor(
    viewer: Viewer,
    params: unknown,
    query: unknown,
    body: unknown,
    origin: Origin,
    isDryRun: boolean,
    call: IdempotentCall | undefined,
    otherFormat: OtherFormat | undefined,
    identify: () => Promise<Viewer>,
    leaveWork: () => void,
    request: FastifyRequest,
    response: ServerResponse,
    logger: Logger,
  ) {
    this.viewer = viewer
    this.params = params
    this.query = query
    this.body = body
    this.origin = origin
    this.isDryRun = isDryRun
    this.call = call
    this.otherFormat = otherFormat
    this.identify = identify
    this.leaveWork = leaveWork
    this.#request = request
    this.#response = response
    this.#logger = logger
  }

  get headers(): Readonly<Record<string, string | string[] | undefined>> {
    return this.#request.raw.headers
  }

  get ip(): string {
    return this.#request.ip
  }

  get log(): Logger {
    return (this.#log ??= this.#logger.child({ reqId: this.#request.id }))
  }

  get signal(): AbortSignal {
    return (this.#signal ??= disconnectSignalOf(this.#response))
  }
}
