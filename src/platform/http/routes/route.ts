import type { Logger } from 'pino'
import type { Static, TSchema } from 'typebox'
import type { IdempotentCall } from '../../idempotency/idempotency-key.ts'
import type { Reason } from '../../reasons.ts'
import type { Deprecation } from '../headers/deprecation.ts'
import type { OtherFormat } from '../headers/negotiate.ts'
import type { JsonList, JsonText, Text } from '../response/response.ts'
import type { LineStream, LiveResponse } from '../response/streams.ts'
import type { Origin } from '../request/decode.ts'

/**
 * Callers that a route admits (auth.md §1). `public`: credentials are ignored. `hybrid`: credentials are checked if present; without them the
 * caller is anonymous. `protected`: credentials are required.
 */
export type Access = 'public' | 'hybrid' | 'protected'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The input of a handler: decoded and checked by the route's schemas, whatever the format on the wire. */
export interface ApiRequest<Viewer, Params, Query, Body> {
  readonly viewer: Viewer
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Format of the body: `decode` needs it for values without a schema (`Type.Unknown()`). */
  readonly origin: Origin
  /** Lower-case names, as Node gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ip: string
  /** The client asks what the write would do. Only for routes that declare `dryRun`. */
  readonly isDryRun: boolean
  /** The call, if it has an `Idempotency-Key`. Only for routes that record it by themselves; undefined in a dry run. */
  readonly call: IdempotentCall | undefined
  /** The format that the client chose instead of JSON and XML. Only for routes that declare it. */
  readonly otherFormat: OtherFormat | undefined
  /** Asks anew who is calling, with the rights of now: for work that goes on after a change of rights. Throws 401. */
  readonly identify: () => Promise<Viewer>
  /** Gives the place among the requests in work to another request: for a handler that waits long, with limits of its own. */
  readonly leaveWork: () => void
  readonly log: Logger
  /** Aborted when the client disconnects before the response. Long work checks it. */
  readonly signal: AbortSignal
}

/** The result of a handler. `body` is a representation (a plain value), or JSON text that is ready to send. */
export interface ApiResponse {
  readonly status: number
  readonly body?: unknown
  /** Instead of `body`: the representation as finished JSON text (the hot reads). XML is made from it on demand. */
  readonly json?: Text | JsonText | JsonList
  /** Instead of `body`: lines that are made while the client reads them. */
  readonly lines?: LineStream
  /** Instead of `body`: a response that stays open. */
  readonly live?: LiveResponse
  readonly headers?: Readonly<Record<string, string>>
  /** Of a route with a `cursor`: its value for the next page; null: there is none. */
  readonly next?: string | number | null
  /** The response was kept from an earlier call; its body may be missing. */
  readonly isReplayed?: boolean
  /** The request only rehearsed: its `Idempotency-Key` stays free for the write. */
  readonly isDryRun?: boolean
}

/** Headers that some routes add to their success; `contract/openapi.ts` describes them. `Preference-Applied`: the route takes `handling=merge`. */
export type ResponseHeader = 'Etag' | 'Last-Modified' | 'Location' | 'Preference-Applied'

export interface RouteDefinition<_Viewer, Params, Query, Body> {
  readonly method: Method
  /** Below `/api`, parameters in braces: `/artifacts/{id}`. */
  readonly path: string
  readonly access: Access
  /** The route concerns the whole account of the caller: credentials that are limited to a part of the account are refused. */
  readonly isWholeAccount?: boolean
  /** OAuth2 scope that opens the route to bearer tokens; none = bearer tokens are refused (auth.md §6.2). */
  readonly scope?: string
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** Additional headers of the response to OPTIONS on the path of the route: limits that a client can query. */
  readonly optionsHeaders?: () => Readonly<Record<string, string>>
  /** The route is to go: each response says so. */
  readonly deprecation?: Deprecation
  /** Section of the specification that the route obeys: `artifacts.md §3`. */
  readonly spec: string
  readonly tag: string
  /** Methods of the `Allow` header if the specification lists others than the path really has. Without OPTIONS. */
  readonly allow?: readonly Method[]
  readonly params?: Params
  readonly query?: Query
  /** Parameter of the query that takes `next` of the response before: the list has a `Link` to its next page. */
  readonly cursor?: string
  readonly body?: Body
  /** Name of the wrapped form that is also accepted (`{"<name>": {…}}`), http.md §3. */
  readonly bodyName?: string
  /** Schema of each success status; `null` = empty body. */
  readonly responses: Readonly<Record<number, TSchema | null>>
  /** Formats beside JSON and XML, which `Accept` or the parameter `format` chooses, with what each holds. */
  readonly otherFormats?: Readonly<Partial<Record<OtherFormat, string>>>
  /** Headers of a success that clients use, beside those of pages and of kept answers. */
  readonly responseHeaders?: readonly ResponseHeader[]
  /** Whether `If-Match` and `If-Unmodified-Since` count. */
  readonly conditions?: boolean
  /**
   * Whether the route takes an `Idempotency-Key` (integrators.md §5). `own`: the operation records the call in the statement of its write.
   * `answer`: its transaction records the call, and the server keeps the answer. Absent: a key is refused.
   */
  readonly idempotency?: 'own' | 'answer'
  /** The report of a dry run (integrators.md §7): its schema. Without it the route refuses to rehearse. */
  readonly dryRun?: TSchema
  /** Calls that a request with this body counts as, for the limits of calls. Absent: one. */
  readonly callsOf?: (body: unknown) => number
  /** Refusals that the route documents (400, 401, 403, 404 …). */
  readonly errors: readonly number[]
  /** Reasons of refusals beside those that follow from the other members (`contract/reasons-of-route.ts`). */
  readonly reasons?: readonly Reason[]
}

/** A route without its handler: its description, for any type of viewer. */
export type RouteShape = RouteDefinition<unknown, TSchema | undefined, TSchema | undefined, TSchema | undefined>

/** Headers of every response of a route, refusals included; `viewer` is absent when the request was refused before its credentials were checked. */
export type HeadersOfEveryResponse<Viewer> = (viewer: Viewer | undefined) => Promise<Readonly<Record<string, string>>>

type StaticOr<Schema> = Schema extends TSchema ? Static<Schema> : undefined

export interface Route<Viewer = unknown> extends RouteDefinition<
  Viewer,
  TSchema | undefined,
  TSchema | undefined,
  TSchema | undefined
> {
  /** Asked after the handler, so the headers show what the request changed. */
  readonly everyResponse?: HeadersOfEveryResponse<Viewer>
  readonly handler: (request: ApiRequest<Viewer, never, never, never>) => Promise<ApiResponse>
}

/**
 * Makes the `route(…)` function of a viewer type, which ties the schemas of a route to the types of its handler. All modules use the one
 * of `src/modules/users/model/user-route.ts`.
 */
export const routeFor =
  <Viewer>() =>
  <
    Params extends TSchema | undefined = undefined,
    Query extends TSchema | undefined = undefined,
    Body extends TSchema | undefined = undefined,
  >(
    definition: RouteDefinition<Viewer, Params, Query, Body> & {
      readonly everyResponse?: HeadersOfEveryResponse<Viewer>
      readonly handler: (
        request: ApiRequest<Viewer, StaticOr<Params>, StaticOr<Query>, StaticOr<Body>>,
      ) => Promise<ApiResponse>
    },
  ): Route<Viewer> =>
    definition

export const ok = (body?: unknown, headers: Record<string, string> = {}): ApiResponse => ({
  status: 200,
  body,
  headers,
})
export const created = (body: unknown, headers: Record<string, string> = {}): ApiResponse => ({
  status: 201,
  body,
  headers,
})
/** 200 with a zero-length body: the response of routes without a result (http.md §4.1). */
export const done = (headers: Record<string, string> = {}): ApiResponse => ({ status: 200, headers })
/** A representation that is already JSON text. */
export const json = (text: Text | JsonText | JsonList, headers: Record<string, string> = {}): ApiResponse => ({
  status: 200,
  json: text,
  headers,
})
