import type { FastifyRequest, RawRequestDefaultExpression } from 'fastify'
import { NotFound, Refusal } from '../../errors.ts'
import type { Format } from '../headers/negotiate.ts'
import { responseHeaders, type ResponseHeaders } from '../response/response.ts'
import type { Method, RouteShape } from '../routes/route.ts'

const methodsInOrder: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Under this key a request holds the format that its path asks for. */
export const pathFormat = Symbol('format that the path asks for')
export type RawRequest = RawRequestDefaultExpression & { [pathFormat]?: Format }

const overridable: ReadonlySet<string> = new Set([...methodsInOrder, 'HEAD', 'OPTIONS'])

/**
 * Normalises a path under `/api` (http.md §1): `/api/v1`, a slash at the end, `.json` and `.xml`. Also the method: HEAD is routed as GET
 * (Node leaves the body out), and `X-HTTP-Method-Override` replaces the method.
 */
export const routedUrl = (raw: RawRequest): string => {
  const url = raw.url ?? '/'
  if (!url.startsWith('/api')) return url
  const mark = url.indexOf('?')
  let path = mark < 0 ? url : url.slice(0, mark)
  if (path.startsWith('/api/explorer') && (path.length === 13 || path[13] === '/')) return url
  if (path.length > 4 && path[4] !== '/') return url

  const override = raw.headers['x-http-method-override']
  if (override !== undefined) overrideMethod(raw, String(override).trim().toUpperCase())
  if (raw.method === 'HEAD') raw.method = 'GET'

  if (path.startsWith('/api/v1') && (path.length === 7 || path[7] === '/')) path = `/api${path.slice(7)}`
  if (path.endsWith('/')) path = path.slice(0, -1)
  if (path.endsWith('.json') && path.at(-6) !== '/') {
    raw[pathFormat] = 'json'
    path = path.slice(0, -5)
  } else if (path.endsWith('.xml') && path.at(-5) !== '/') {
    raw[pathFormat] = 'xml'
    path = path.slice(0, -4)
  }
  return mark < 0 ? path : path + url.slice(mark)
}

/** Expects a routed path. The OpenAPI document is public, like its explorer. */
export const isApiCall = (url: string): boolean => /^\/api(?:[/?]|$)(?!explorer(?:[/?]|$)|openapi(?:[?]|$))/.test(url)

const overrideMethod = (raw: RawRequest, method: string): void => {
  // §2 [advice]: not from a GET with a cookie, which a foreign page can cause.
  if (!overridable.has(method) || (raw.method === 'GET' && raw.headers.cookie !== undefined)) return
  raw.method = method
}

export interface ApiPath {
  /** Path in the syntax of Fastify: `/api/artifacts/:id`. */
  readonly url: string
  readonly segments: readonly string[]
  readonly methods: readonly Method[]
  /** `OPTIONS, GET, POST` */
  readonly allow: string
  readonly headers: ResponseHeaders
  readonly optionsHeaders?: (() => Readonly<Record<string, string>>) | undefined
}

export const urlOf = (path: string): string => `/api${path.replace(/\{([^}]+)\}/g, ':$1')}`
const shapeOf = (path: string): string => path.replace(/\{[^}]+\}/g, '{}')

export const pathsOf = (routes: readonly RouteShape[]): readonly ApiPath[] => {
  const groups = new Map<string, RouteShape[]>()
  for (const route of routes) groups.set(shapeOf(route.path), [...(groups.get(shapeOf(route.path)) ?? []), route])
  return [...groups].map(([shape, group]) => {
    if (new Set(group.map(route => route.method)).size < group.length) throw new Error(`A method twice at ${shape}`)
    const methods = methodsInOrder.filter(method => group.some(route => route.method === method))
    const allow = ['OPTIONS', ...(group.find(route => route.allow)?.allow ?? methods)].join(', ')
    return {
      url: urlOf(group[0]?.path ?? ''),
      segments: `/api${shape}`.split('/'),
      methods,
      allow,
      headers: responseHeaders(allow),
      optionsHeaders: group.find(route => route.optionsHeaders)?.optionsHeaders,
    }
  })
}

/** A path without a route. `methods`: those that its `Allow` header names beside OPTIONS. */
export interface BarePath {
  readonly path: string
  readonly methods: readonly Method[]
}

export const barePath = (bare: string | BarePath): ApiPath => {
  const { path, methods } = typeof bare === 'string' ? { path: bare, methods: [] } : bare
  const allow = ['OPTIONS', ...methods].join(', ')
  return {
    url: urlOf(path),
    segments: `/api${shapeOf(path)}`.split('/'),
    methods: [],
    allow,
    headers: responseHeaders(allow),
  }
}

export const headersOf = (paths: readonly ApiPath[], route: RouteShape): ResponseHeaders => {
  const segments = `/api${shapeOf(route.path)}`
  const path = paths.find(each => each.segments.join('/') === segments)
  if (!path) throw new Error(`No path group for ${route.path}`)
  return path.headers
}

/** 405 with `Allow` when the path has other methods (http.md §4.2), 404 otherwise. */
export const unknownRoute = (paths: readonly ApiPath[], request: FastifyRequest): Refusal => {
  const url = request.raw.url ?? ''
  const sent = (url.split('?', 1)[0] ?? '').split('/')
  const matching = paths.filter(
    ({ segments }) =>
      segments.length === sent.length &&
      segments.every((segment, index) => (segment === '{}' ? sent[index] !== '' : segment === sent[index])),
  )
  // A literal path wins over one with parameters: `/users/self` before `/users/{id}`.
  const best = matching.sort((a, b) => parameterCount(a) - parameterCount(b))[0]
  if (!best) return new NotFound('there is nothing at this address')
  return new Refusal(405, `${request.method.slice(0, 20)} is not possible here`, {
    headers: { Allow: best.allow, 'Access-Control-Allow-Methods': best.allow },
  })
}
const parameterCount = (path: ApiPath): number => path.segments.filter(segment => segment === '{}').length

export const requireDeclaredParams = (route: RouteShape): void => {
  const declared = Object.keys((route.params as { properties?: object } | undefined)?.properties ?? {})
  for (const [, name = ''] of route.path.matchAll(/\{([^}]+)\}/g)) {
    if (!declared.includes(name)) throw new Error(`${route.operationId}: no schema for the path parameter ${name}`)
  }
}
