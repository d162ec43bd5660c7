import type { BarePath } from './api-paths.ts'
import type { OutgoingCall } from '../contract/openapi.ts'
import type { IdempotentCall } from '../../idempotency/idempotency-key.ts'
import type { Logger } from 'pino'
import type { Acting } from '../../events/acting.ts'
import type { RequestClasses } from '../../overload/request-classes.ts'
import type { BodyLimits, BodyReader } from '../request/read-body.ts'
import type { Access, ApiResponse, Route } from '../routes/route.ts'
import type { RequestMeter } from './request-meter.ts'
import type { RequestTracing } from './request-tracing.ts'

/** The data from which the module of accounts finds out who is calling. */
export interface Caller {
  /** Lower-case names, as Node gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** HEAD counts as GET; a method override is applied. */
  readonly method: string
  /** The routed path: `/api/artifacts/12`, without version, suffix and query. */
  readonly path: string
  readonly ip: string
  /** The service that is called, if it is not the API. */
  readonly audience?: string
}

/** Resolves to the viewer, anonymous included, or refuses (401, 403). Also called for `public` routes. */
export type Authenticate<Viewer> = (
  caller: Caller,
  access: Access,
  scope: string | undefined,
  isWholeAccount: boolean | undefined,
) => Promise<Viewer>

export interface ApiServerOptions<Viewer> {
  readonly routes: readonly Route<Viewer>[]
  /** Paths below `/api` that answer OPTIONS only. */
  readonly optionsOnly?: readonly (string | BarePath)[]
  readonly authenticate: Authenticate<Viewer>
  /**
   * Throws when a request must be refused, whatever it requests. It runs before routing (http.md §3.1). The explorer is a page and is not
   * guarded.
   */
  readonly guard?: (call: Pick<Caller, 'headers' | 'method' | 'path'>) => Promise<void>
  readonly logger: Logger
  /** Calls that the server makes to programs, for the OpenAPI document. */
  readonly outgoingCalls?: readonly OutgoingCall[]
  /** Version of the product, for the OpenAPI document. */
  readonly version: string
  /** Address under which clients reach the server, without a slash at the end: OAuth addresses of the OpenAPI document. */
  readonly publicUrl?: string
  /** The same address, known when the server listens: for links between the pages of lists. Absent: no links. */
  readonly baseUrl?: () => string
  /** Counts all requests of the server, also those outside the API. */
  readonly meter?: RequestMeter
  /** Makes spans of the requests. */
  readonly tracing?: RequestTracing
  /** Limits of bodies; a missing limit has its default. */
  readonly bodies?: Partial<BodyLimits>
  /** Whether a request carries credentials, valid or not: clients without credentials may send little. */
  readonly hasCredentials?: (headers: Caller['headers']) => boolean
  /** False: every route answers 503. */
  readonly isReady?: () => boolean
  /** For tests: every response is checked against its declared schema, and a deviation is a 500. */
  readonly checkResponses?: boolean
  /** Addresses and networks of the proxies whose `X-Forwarded-*` and `X-Request-Id` are believed; default: no proxy. */
  readonly trustedProxies?: readonly string[]
  /** Limits of the requests that run at once, by class. */
  readonly requestClasses?: RequestClasses
  /** Limits of the calls per caller. */
  readonly callLimits?: CallLimits<Viewer>
  /** A request that takes longer is logged; 0 = no request is logged as slow. */
  readonly slowRequestMs?: number
  /** Number of the account, for the log and for keys of calls. */
  readonly accountIdOf?: (viewer: Viewer) => number | undefined
  /** Limits of the credentials, as text. */
  readonly credentialLimitsOf?: (viewer: Viewer) => string
  /** The credentials of a viewer and the program that acts, for the events of a call. */
  readonly actingOf?: (viewer: Viewer) => Pick<Acting, 'credential' | 'agent'>
  /** Called for a write that the rights of its caller do not allow. */
  readonly onForbidden?: (refused: RefusedCall<Viewer>) => void
  /** Answers a call with an `Idempotency-Key` once. */
  readonly answerOnce?: AnswerOnce
}

/** A write that was refused with 403. */
export interface RefusedCall<Viewer> {
  readonly viewer: Viewer
  readonly operationId: string
  /** The declared path: `/artifacts/{id}`. */
  readonly path: string
  readonly params: unknown
  readonly ip: string
  readonly reason: string
}

/** Answers a call by `answer`, or with the kept answer of the call that it repeats. `status`: that of a success. */
export type AnswerOnce = (
  call: IdempotentCall,
  status: number,
  answer: () => Promise<ApiResponse>,
) => Promise<ApiResponse>

/** Limits of the calls per caller. */
export interface CallLimits<Viewer> {
  /** False: calls are not counted. */
  readonly isOn: () => boolean
  /**
   * Counts a call and resolves to headers with the remaining quota, or refuses with 429. The viewer is undefined if the credentials were
   * wrong.
   */
  readonly charge: (viewer: Viewer | undefined, caller: Caller) => Promise<Readonly<Record<string, string>>>
}

/** Options that the routes of the API share. */
export interface ServingOptions<Viewer> extends Omit<ApiServerOptions<Viewer>, 'bodies'> {
  readonly requestClasses: RequestClasses
  readonly bodies: BodyReader
}
