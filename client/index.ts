import type { Middleware } from 'openapi-fetch'
import type { CrocusClient } from './crocus-client.ts'
import { createHttpClient, headersOf, originOf, type Credentials, type Fetch } from './http-client.ts'
import { idempotentRoutes } from './idempotent-routes.ts'
import { repeatingFetch } from './repeating-fetch.ts'

export { changeArtifact } from './change-artifact.ts'
export type { CrocusClient } from './crocus-client.ts'
export {
  exportProject,
  exportTracker,
  importArtifacts,
  type ExportedArtifact,
  type Import,
  type ImportOptions,
  type NewImport,
  type ProjectExportOptions,
  type ProjectLine,
  type TrackerExportQuery,
} from './exchange.ts'
export type * from './feed.ts'
export { listAll } from './list-all.ts'
export { openFeed } from './open-feed.ts'
export { RequestRefused } from './refusal.ts'
export { uploadFile, type UploadOptions } from './upload-file.ts'
export type { Credentials, Fetch } from './http-client.ts'
export type * from './schema.ts'

export interface ClientOptions {
  /** Address of the server without `/api`: `https://crocus.example.org`. */
  readonly server: string
  readonly credentials?: Credentials
  /** Another `fetch` than the global one. */
  readonly fetch?: Fetch
  /** How often a request is sent again after 429, 502, 503, 504 or a lost connection (3). */
  readonly retries?: number
}

/**
 * A client whose paths, parameters, bodies and answers are those of `openapi.json`. Each write carries an `Idempotency-Key` where its route takes
 * one, so the client repeats it after a lost connection without writing twice.
 */
export const createClient = ({
  server,
  credentials,
  fetch = request => globalThis.fetch(request),
  retries = 3,
}: ClientOptions): CrocusClient => {
  const repeating = repeatingFetch(fetch, { retries })
  const client = createHttpClient({
    server,
    ...(credentials && { credentials }),
    fetch: repeating,
    middleware: credentials ? [keyForEachWrite] : [],
  })
  return Object.assign(client, {
    send: (path: string, init: RequestInit = {}) => {
      const url = new URL(path, `${originOf(server)}/`)
      // Another server must not get the credentials.
      if (url.origin !== new URL(server).origin) throw new TypeError(`${url.href} belongs to another server`)
      const headers = new Headers(init.headers)
      for (const [name, value] of Object.entries(headersOf(credentials))) headers.set(name, value)
      return repeating(new Request(url, { ...init, headers }))
    },
  })
}

const idempotent: ReadonlySet<string> = new Set(idempotentRoutes)

const keyForEachWrite: Middleware = {
  onRequest({ request, schemaPath }) {
    if (!idempotent.has(`${request.method} ${schemaPath}`) || request.headers.has('Idempotency-Key')) return undefined
    request.headers.set('Idempotency-Key', crypto.randomUUID())
    return request
  },
}
