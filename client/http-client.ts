import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from './schema.ts'

/** How a client says who it is: an access key, a login with its password, or nothing (anonymous). */
export type Credentials = { readonly accessKey: string } | { readonly login: string; readonly password: string }

export type Fetch = (request: Request) => Promise<Response>

export interface HttpClientOptions {
  /** Address of the server without `/api`: `https://crocus.example.org`. */
  readonly server: string
  readonly credentials?: Credentials
  /** Another `fetch` than the global one. */
  readonly fetch?: Fetch
  readonly middleware?: readonly Middleware[]
}

/** A client whose paths, parameters, bodies and answers are those of `openapi.json`. It sends each request once. */
export const createHttpClient = ({ server, credentials, fetch, middleware = [] }: HttpClientOptions): Client<paths> => {
  const client = createFetchClient<paths>({
    baseUrl: `${originOf(server)}/api`,
    headers: { accept: 'application/json', ...headersOf(credentials) },
    ...(fetch && { fetch }),
  })
  client.use(...middleware)
  return client
}

/** Without slashes at its end. */
export const originOf = (server: string): string => server.replace(/\/+$/, '')

export const headersOf = (credentials: Credentials | undefined): Record<string, string> => {
  if (!credentials) return {}
  if ('accessKey' in credentials) return { 'X-Auth-AccessKey': credentials.accessKey }
  const bytes = new TextEncoder().encode(`${credentials.login}:${credentials.password}`)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}
