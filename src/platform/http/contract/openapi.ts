import { STATUS_CODES } from 'node:http'
import { otherMediaTypes, type OtherFormat } from '../headers/negotiate.ts'
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../json-object.ts'
import { reasonsOf } from './reasons-of-route.ts'
import { reasons } from '../../reasons.ts'
import { isOffsetList } from '../routes/page-links.ts'
import type { ResponseHeader, RouteShape } from '../routes/route.ts'

type Json = Record<string, unknown>

export interface OpenApiDocument extends Json {
  readonly openapi: '3.1.0'
  readonly paths: Record<string, Record<string, Json>>
  readonly components: { readonly schemas: Record<string, Json> } & Json
}

/** A call that the server makes to programs. */
export interface OutgoingCall {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Section of the specification. */
  readonly spec: string
  readonly tag: string
  /** Headers of the call, with their descriptions. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** The meaning of the answers. */
  readonly answers: Readonly<Record<string, string>>
}

export interface OpenApiOptions {
  readonly version: string
  /** Calls to webhooks. */
  readonly outgoingCalls?: readonly OutgoingCall[]
  /** Makes the OAuth addresses absolute; the committed document has none. */
  readonly publicUrl?: string
}

/** The OpenAPI 3.1 document of the routes. Their schemas already are JSON Schema and only move to their places. */
export const buildOpenApi = (routes: readonly RouteShape[], options: OpenApiOptions): OpenApiDocument => {
  const schemas = new ComponentSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  const sorted = [...routes].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const ids = new Set<string>()
  for (const route of sorted) {
    if (ids.has(route.operationId)) throw new Error(`Two routes have the operationId ${route.operationId}`)
    ids.add(route.operationId)
    ;(paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas)
  }
  const tags = [...new Set(sorted.map(route => route.tag))].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crocus API',
      version: options.version,
      description:
        'Projects, trackers with their artifacts, files and Subversion repositories. Every address exists below `/api` and `/api/v1`. ' +
        'Bodies are JSON or XML (`Content-Type`), answers are JSON or XML (`Accept`, or `.json` / `.xml` at the end of the path).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'Version 1' }],
    tags: tags.map(name => ({ name })),
    paths,
    ...(options.outgoingCalls && {
      webhooks: Object.fromEntries(
        options.outgoingCalls.map(call => [call.operationId, { post: outgoingOperationOf(call, schemas) }]),
      ),
    }),
    components: {
      schemas: { ...schemas.named, Error: errorSchema, Reason: reasonSchema },
      responses: Object.fromEntries(
        [...new Set(sorted.flatMap(statusesOf))]
          .sort((a, b) => a - b)
          .map(status => [`Error${status}`, errorResponse(status)]),
      ),
      headers: {
        ...paginationHeaders,
        ...Object.fromEntries(
          Object.entries(successHeaders).map(([name, description]) => [
            name,
            { description, schema: { type: 'string' } },
          ]),
        ),
      },
      securitySchemes: securitySchemes(sorted, options.publicUrl ?? ''),
    },
  }
}

// --- operations --------------------------------------------------------------------------------------------------------------

const operationOf = (route: RouteShape, schemas: ComponentSchemas): Json => ({
  operationId: route.operationId,
  summary: route.summary,
  description: [
    route.description,
    route.isWholeAccount ? 'Not with an access key that is limited to projects.' : undefined,
    route.deprecation
      ? `Deprecated since ${route.deprecation.since}; it may go after ${route.deprecation.sunset}.`
      : undefined,
    `Specification: ${route.spec}.`,
  ]
    .filter(part => part !== undefined)
    .join('\n\n'),
  tags: [route.tag],
  ...(route.deprecation && { deprecated: true }),
  'x-spec': route.spec,
  'x-reasons': reasonsOf(route),
  security: securityOf(route),
  ...parametersOf(route, schemas),
  ...(route.body ? { requestBody: requestBodyOf(route, schemas) } : {}),
  responses: {
    ...Object.fromEntries(
      Object.entries({ ...(route.dryRun ? { 200: undefined } : {}), ...route.responses }).map(([status, schema]) => [
        status,
        responseOf(route, Number(status), schema, schemas),
      ]),
    ),
    ...Object.fromEntries(statusesOf(route).map(status => [status, { $ref: `#/components/responses/Error${status}` }])),
  },
})

const outgoingOperationOf = (call: OutgoingCall, schemas: ComponentSchemas): Json => ({
  operationId: call.operationId,
  summary: call.summary,
  description: `${call.description}\n\nSpecification: ${call.spec}.`,
  tags: [call.tag],
  'x-spec': call.spec,
  parameters: Object.entries(call.headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemas.convert(call.body as Json) } },
  },
  responses: Object.fromEntries(Object.entries(call.answers).map(([status, description]) => [status, { description }])),
})

/**
 * The statuses that the route documents, and those of every route. Every route may refuse a parameter that no route ignores (`dry_run`).
 * Every route may refuse an unsupported content type or `Accept` (http.md §3.1), a call beyond a limit, any request during an overload, and
 * one during a database outage.
 */
const statusesOf = (route: RouteShape): number[] =>
  [
    ...new Set([
      ...route.errors,
      ...(route.idempotency ? [409, 422] : []),
      ...(route.conditions ? [412] : []),
      400,
      403,
      406,
      429,
      503,
      ...(route.access === 'public' ? [] : [401]),
      ...(route.body ? [413] : []),
    ]),
  ].sort((a, b) => a - b)

const parametersOf = (route: RouteShape, schemas: ComponentSchemas): { parameters?: Json[] } => {
  const members = [
    ...membersOf(route.params).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...membersOf(route.query).map(([name, schema, required]) => ({ name, in: 'query', required, schema })),
    ...preferenceParameters(route),
    ...(route.conditions ? conditionParameters : []),
    ...(route.idempotency ? [idempotencyParameter] : []),
  ]
  const parameters = members.map(({ schema, ...rest }) => {
    const { description, ...plain } = schemas.convert(schema)
    return { ...rest, ...(description === undefined ? {} : { description }), schema: plain }
  })
  return parameters.length === 0 ? {} : { parameters }
}

const conditionParameters = [
  {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: {
      type: 'string',
      description: '`Etag` of the version that the write is meant for; another version is 412.',
    },
  },
  {
    name: 'If-Unmodified-Since',
    in: 'header',
    required: false,
    schema: { type: 'string', description: '`Last-Modified` of that version, to the second.' },
  },
]

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing.',
  },
}

const preferenceParameters = ({ dryRun, responseHeaders = [] }: RouteShape): HeaderOrQuery[] => {
  const merges = responseHeaders.includes('Preference-Applied')
  const preferences = [
    ...(dryRun ? ['`dry-run` equals `dry_run=true`.'] : []),
    ...(merges
      ? [
          '`handling=merge`, with `If-Match`: a change of fields that nobody else changed since that version is made on the newest one.',
        ]
      : []),
  ]
  return [
    ...(dryRun ? [dryRunParameter] : []),
    ...(preferences.length > 0
      ? [
          {
            name: 'Prefer',
            in: 'header',
            required: false,
            schema: { type: 'string', description: preferences.join(' ') },
          },
        ]
      : []),
  ]
}

interface HeaderOrQuery {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Json
}

const dryRunParameter: HeaderOrQuery = {
  name: 'dry_run',
  in: 'query',
  required: false,
  schema: {
    type: 'boolean',
    default: false,
    description: 'Only tell what would be done, with all checks: status 200 and a report.',
  },
}

/** Name, schema, and whether a client must send the member: not if it has a default. */
const membersOf = (schema: unknown): [string, Json, boolean][] => {
  if (schema === undefined) return []
  const {
    properties = {},
    required = [],
    allOf,
  } = schema as { properties?: Record<string, Json>; required?: string[]; allOf?: Json[] }
  if (allOf) return allOf.flatMap(membersOf)
  return Object.entries(properties).map(([name, member]) => [
    name,
    member,
    required.includes(name) && !('default' in member),
  ])
}

const requestBodyOf = (route: RouteShape, schemas: ComponentSchemas): Json => {
  const schema = schemas.convert(route.body as unknown as Json, true)
  const wrapped = route.bodyName === undefined ? '' : ` The body may also stand under the key \`${route.bodyName}\`.`
  return {
    required: true,
    description: `As JSON, or as XML below a root element \`<request>\`, each element of a list as \`<item>\`.${wrapped}`,
    content: { 'application/json': { schema }, 'application/xml': { schema } },
  }
}

const responseOf = (route: RouteShape, status: number, schema: unknown, schemas: ComponentSchemas): Json => {
  const isAnswered = schema !== undefined
  const description = schema
    ? ((schema as { description?: string }).description ?? STATUS_CODES[status])
    : Object.keys(route.otherFormats ?? {}).length > 0
      ? 'A stream.'
      : 'Done; the body is empty.'
  const headers = headersOfSuccess(route, schema)
  const own = schema ? schemas.convert(schema as Json) : undefined
  const report = status === 200 && route.dryRun ? schemas.convert(route.dryRun as unknown as Json) : undefined
  const others =
    status === 200
      ? Object.entries(route.otherFormats ?? {}).map(([format, description]) => [
          otherMediaTypes[format as OtherFormat],
          { schema: { type: 'string', description } },
        ])
      : []
  const converted =
    own && report ? { description: 'The response, or the report of a dry run.', anyOf: [own, report] } : (own ?? report)
  return {
    description: report ? `${isAnswered ? description : ''} Of a dry run: its report.`.trim() : description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    // The body of a dry run only.
    ...(report && schema === null ? { 'x-may-be-empty': true } : {}),
    ...(converted || others.length > 0
      ? {
          content: {
            ...(converted
              ? { 'application/json': { schema: converted }, 'application/xml': { schema: converted } }
              : {}),
            ...Object.fromEntries(others),
          },
        }
      : {}),
  }
}

const headersOfSuccess = (route: RouteShape, schema: unknown): Json => {
  const names = membersOf(route.query).map(([name]) => name)
  // A list that goes on with `next` has no headers of pages.
  const hasNext = membersOf(schema ?? undefined).some(([name]) => name === 'next')
  const isPage = names.includes('limit') && (names.includes('offset') || (names.includes('before') && !hasNext))
  const own = [
    ...(route.responseHeaders ?? []),
    ...(route.idempotency ? (['Idempotent-Replayed'] as const) : []),
    ...(route.deprecation ? (['Deprecation', 'Sunset'] as const) : []),
    ...(isOffsetList(route) || route.cursor !== undefined ? (['Link'] as const) : []),
    ...(names.includes('snapshot') ? (['X-Snapshot', 'X-Snapshot-Missing'] as const) : []),
  ]
  return {
    ...(isPage ? paginationHeaderRefs : {}),
    ...Object.fromEntries(own.map(name => [name, { $ref: `#/components/headers/${name}` }])),
  }
}

type HeaderOfSuccess =
  ResponseHeader | 'Idempotent-Replayed' | 'Deprecation' | 'Sunset' | 'Link' | 'X-Snapshot' | 'X-Snapshot-Missing'

const successHeaders: Readonly<Record<HeaderOfSuccess, string>> = {
  Etag: 'The version of the object, for `If-Match`.',
  'Last-Modified': 'When that version was made, to the second; for `If-Unmodified-Since`.',
  Location: 'Address of the new object.',
  'Preference-Applied': '`handling=merge`: others had changed the object, and the change was joined with theirs.',
  'Idempotent-Replayed':
    'Only of a call that repeats an `Idempotency-Key`: `true` is the answer of the first call, `truncated` means that its body is not kept.',
  Deprecation: 'Since when clients should use something else: `@` and Unix time in seconds (RFC 9745).',
  Sunset: 'After this date a version of the platform may leave the route out (RFC 8594).',
  Link:
    'Absolute addresses of other pages (RFC 8288): `next`, `prev`, `first` and `last` of a list with `offset`, `next` alone of others. Links of ' +
    'very long addresses are left out.',
  'X-Snapshot': 'Id of the kept list, for `snapshot` of its other pages; with `snapshot` only.',
  'X-Snapshot-Missing': 'Elements of the page that are gone or hidden by now; with `snapshot` only.',
}

// --- security ----------------------------------------------------------------------------------------------------------------

const securityOf = (route: RouteShape): Json[] => {
  if (route.access === 'public') return []
  const ways: Json[] = [{ accessKey: [] }, { session: [] }, { basic: [] }, { token: [], tokenUser: [] }]
  if (route.scope !== undefined) ways.push({ oauth2: [route.scope] })
  return route.access === 'hybrid' ? [{}, ...ways] : ways
}

const securitySchemes = (routes: readonly RouteShape[], publicUrl: string): Json => {
  const scopes = [...new Set(routes.flatMap(route => (route.scope === undefined ? [] : [route.scope])))].sort()
  return {
    accessKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Auth-AccessKey',
      description: 'Personal access key with the scope REST.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-TULEAP_session_hash',
      description:
        'Session of `POST /sessions`, for pages of the platform: a call that comes from elsewhere is refused. An operator may have ' +
        'chosen another prefix than TULEAP.',
    },
    basic: { type: 'http', scheme: 'basic', description: 'Name and password.' },
    token: { type: 'apiKey', in: 'header', name: 'X-Auth-Token', description: 'Token of `POST /tokens`; deprecated.' },
    tokenUser: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Auth-UserId',
      description: 'Id of the account that the token is of.',
    },
    oauth2: {
      type: 'oauth2',
      description: 'Access token of a registered application, as `Authorization: Bearer`.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${publicUrl}/oauth2/authorize`,
          tokenUrl: `${publicUrl}/oauth2/token`,
          scopes: Object.fromEntries(scopes.map(scope => [scope, scopeDescription(scope)])),
        },
      },
    },
  }
}

const scopeDescription = (scope: string): string => {
  const reading = scope.replace(/^write:/, 'read:')
  return `Routes that ask for ${scope}${reading === scope ? '' : ` or ${reading}`}.`
}

// --- shared parts ------------------------------------------------------------------------------------------------------------

const idOrNull = (description: string): Json => ({ anyOf: [{ type: 'integer' }, { type: 'null' }], description })

const entryOrNull = (description: string): Json => ({
  anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
  description,
})

/** Members of `details`: `ReasonParameters` of `platform/errors.ts`. */
const becauseSchemas: Json = {
  reason: { $ref: '#/components/schemas/Reason' },
  doc: { type: 'string', description: 'Address, on this server, of the documentation of the reason.' },
  field_id: { type: 'integer', description: 'Id of the field.' },
  field_ids: { type: 'array', items: { type: 'integer' }, description: 'Ids of several fields.' },
  name: { type: 'string', description: 'Short name of the field.' },
  parameter: { type: 'string', description: 'Parameter, header or member of the body: `values[0][field_id]`.' },
  position: { type: 'integer', description: 'Place in the text of a query, in characters from 1.' },
  transition: {
    type: 'object',
    description: 'The step of the workflow.',
    required: ['from_id', 'to_id'],
    properties: {
      from_id: idOrNull('Value before; null = a new artifact, or none.'),
      to_id: idOrNull('Value after; null = none.'),
    },
  },
  groups: {
    type: 'array',
    description: 'User groups that could do it.',
    items: {
      type: 'object',
      description: 'User group.',
      required: ['id', 'label'],
      properties: {
        id: { type: 'string', description: 'Id of the group.' },
        label: { type: 'string', description: 'Its name.' },
      },
    },
  },
  limit: { type: 'number', description: 'How much, or how many, there may be.' },
  remaining: { type: 'number', description: 'How many are left.' },
  operation: { type: 'integer', description: 'Position of the operation in a batch, from 0.' },
  failed: {
    type: 'array',
    items: { type: 'integer', description: 'Position of an operation.' },
    description: 'Positions of the operations of a batch that were refused.',
  },
  start_again: { type: 'string', description: 'Address at which a reader begins anew.' },
  etag: { type: 'string', description: '`Etag` of the version that stands now.' },
  changed_since: {
    anyOf: [
      {
        type: 'array',
        items: {
          type: 'object',
          description: 'A field whose value differs between the two versions.',
          required: ['field_id', 'name', 'yours', 'theirs'],
          properties: {
            field_id: { type: 'integer', description: 'Id of the field.' },
            name: { type: 'string', description: 'Its short name.' },
            yours: entryOrNull('The entry of the request; null = none.'),
            theirs: entryOrNull('The entry that stores the value now; null = none.'),
            base: entryOrNull('The value in the version of `If-Match`; null = none.'),
          },
        },
      },
      { type: 'null' },
    ],
    description:
      'Fields that others changed, as far as the caller may read them; null = the version of the condition is unknown.',
  },
  changesets: {
    type: 'array',
    description: 'Changes since the version of the condition, newest first.',
    items: {
      type: 'object',
      description: 'A change.',
      required: ['id', 'by', 'at'],
      properties: {
        id: { type: 'integer', description: 'Id of the changeset.' },
        by: {
          anyOf: [
            {
              type: 'object',
              required: ['id', 'username'],
              properties: {
                id: { type: 'integer', description: 'Id of the account.' },
                username: { type: 'string', description: 'Its login.' },
              },
            },
            { type: 'null' },
          ],
          description: 'Account that made it; null = nobody who is known.',
        },
        at: { type: 'string', format: 'date-time', description: 'When.' },
      },
    },
  },
  retry_at: { type: 'string', format: 'date-time', description: 'When it is possible again.' },
  scope: { type: 'string', description: 'The scope that is needed.' },
}

const reasonSchema: Json = {
  type: 'string',
  enum: Object.keys(reasons),
  description: 'Why something is refused; a reason is never renamed, new ones may come.',
}

const errorSchema: Json = {
  type: 'object',
  description: 'A refusal.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'The refusal.',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'integer', description: 'The status of the answer.' },
        message: {
          type: 'string',
          description: 'Reason phrase of the status, then a colon and the detail, if there is one.',
        },
        i18n_error_message: { type: 'string', description: 'The text in the language of the user.' },
        i18n_error_messages: {
          type: 'array',
          description: 'Several texts in the language of the user.',
          items: { type: 'string', description: 'One of them.' },
        },
        details: {
          type: 'object',
          description: 'The same for programs; also what the refusal is about.',
          required: ['reason', 'doc'],
          properties: {
            ...becauseSchemas,
            all: {
              type: 'array',
              description: 'Where several things are wrong: all of them, in the order of the lines of the message.',
              items: {
                type: 'object',
                description: 'One of them.',
                required: ['reason', 'doc'],
                properties: becauseSchemas,
              },
            },
          },
        },
      },
    },
    results: {
      type: 'array',
      description: 'Only of a refused batch: what became of each operation, in the order of the operations.',
      items: { type: 'object', additionalProperties: true, description: '`OperationResult` of an operation.' },
    },
  },
}

/** Sent if the platform or the route limits calls; with a limit of calls they are on every response. */
const rateLimitHeaders: Json = Object.fromEntries(
  [
    ['Retry-After', 'Seconds after which to try again.'],
    ['X-RateLimit-Limit', 'How many there may be.'],
    ['X-RateLimit-Remaining', 'How many are left.'],
    ['X-RateLimit-Reset', 'When they are counted anew; Unix time in seconds.'],
    ['RateLimit-Policy', 'All limits of the call: `q` calls in `w` seconds, as in `"requests";q=60;w=60`.'],
    ['RateLimit', 'The rest of each: `r` calls, anew after `t` seconds, as in `"requests";r=59;t=30`.'],
  ].map(([name = '', description]): [string, Json] => [name, { description, schema: { type: 'string' } }]),
)

const errorResponse = (status: number): Json => {
  const schema = { $ref: '#/components/schemas/Error' }
  return {
    description: status === 413 ? 'Request Entity Too Large' : (STATUS_CODES[status] ?? `Status ${status}`),
    ...(status === 401
      ? { headers: { 'WWW-Authenticate': { description: 'The ways to sign in.', schema: { type: 'string' } } } }
      : {}),
    ...(status === 429 ? { headers: rateLimitHeaders } : {}),
    ...(status === 503
      ? {
          headers: {
            'Retry-After': {
              description: 'Seconds after which to try again, where that may help.',
              schema: { type: 'string' },
            },
          },
        }
      : {}),
    content: { 'application/json': { schema }, 'application/xml': { schema } },
  }
}

const paginationHeaders: Json = Object.fromEntries(
  [
    ['Limit', 'X-PAGINATION-LIMIT', 'The limit in effect.'],
    ['Offset', 'X-PAGINATION-OFFSET', 'The offset in effect.'],
    ['Size', 'X-PAGINATION-SIZE', 'Number of matching elements, before the filter of permissions.'],
    ['LimitMax', 'X-PAGINATION-LIMIT-MAX', 'The greatest limit.'],
  ].map(([name, , description]) => [`Pagination${name}`, { description, schema: { type: 'integer' } }]),
)
const paginationHeaderRefs: Json = {
  'X-PAGINATION-LIMIT': { $ref: '#/components/headers/PaginationLimit' },
  'X-PAGINATION-OFFSET': { $ref: '#/components/headers/PaginationOffset' },
  'X-PAGINATION-SIZE': { $ref: '#/components/headers/PaginationSize' },
  'X-PAGINATION-LIMIT-MAX': { $ref: '#/components/headers/PaginationLimitMax' },
}

// --- schemas -----------------------------------------------------------------------------------------------------------------

/** Flags of our decoder, which mean nothing to a client. */
const internal = new Set(['verbatim', 'allowEmpty', '$id'])
/** The `$id`, or the title as one word: "Value of a field" is `ValueOfAField`. */
const nameOf = (schema: Json): string | undefined => {
  const name = schema['$id'] ?? schema['title']
  if (typeof name !== 'string') return undefined
  const [first = '', ...others] = name.split(/[^\w.-]+/).filter(word => word !== '')
  return first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
const isSchema = (value: unknown): value is Json => isObject(value)

/** Schemas with an `$id` or a title become components, so that a client has a type of that name. */
class ComponentSchemas {
  readonly named: Record<string, Json> = {}

  /** `input`: part of a request, where a member with a default is optional. */
  convert(schema: Json, input = false): Json {
    const name = nameOf(schema)
    if (name === undefined) return this.#plain(schema, input)
    if (!(name in this.named)) this.named[name] = {}
    const converted = this.#plain(schema, input)
    const known = this.named[name] ?? {}
    if (Object.keys(known).length > 0 && !isDeepStrictEqual(known, converted))
      throw new Error(`Two different schemas are called ${name}`)
    this.named[name] = converted
    return { $ref: `#/components/schemas/${name}` }
  }

  #plain(schema: Json, input: boolean): Json {
    const result: Json = {}
    for (const [key, value] of Object.entries(schema)) {
      if (internal.has(key) || key.startsWith('~')) continue
      switch (key) {
        case 'properties':
        case 'patternProperties':
          result[key] = Object.fromEntries(
            Object.entries(value as Record<string, Json>).map(([name, member]) => [name, this.convert(member, input)]),
          )
          break
        case '$defs':
          for (const definition of Object.values(value as Record<string, Json>)) this.convert(definition, input)
          break
        case '$ref':
          result['$ref'] = `#/components/schemas/${String(value)}`
          break
        case 'anyOf':
        case 'allOf':
          result[key] = (value as Json[]).map(part => this.convert(part, input))
          break
        case 'items':
          // A tuple: JSON Schema 2020-12 calls it `prefixItems`.
          if (Array.isArray(value)) result['prefixItems'] = value.map((part: Json) => this.convert(part, input))
          else result[key] = this.convert(value as Json, input)
          break
        case 'additionalItems':
          break
        case 'additionalProperties':
          result[key] = isSchema(value) ? this.convert(value, input) : value
          break
        case 'required':
          {
            const properties = (schema['properties'] ?? {}) as Record<string, Json>
            const needed = (value as string[]).filter(name => !input || !('default' in (properties[name] ?? {})))
            if (needed.length > 0) result[key] = needed
          }
          break
        default:
          result[key] = value
      }
    }
    return result
  }
}
