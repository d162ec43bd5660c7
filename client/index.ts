import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from './schema.ts'

export type * from './schema.ts'

/** How a client says who it is: an access key, a login with its password, or nothing (anonymous). */
export type Credentials = { readonly accessKey: string } | { readonly login: string; readonly password: string }

export interface ClientOptions {
  /** Address of the server without `/api`: `https://crocus.example.org`. */
  readonly server: string
  readonly credentials?: Credentials
  /** Another `fetch` than the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A client whose paths, parameters, bodies and answers are those of `openapi.json`. */
export const createClient = ({ server, credentials, fetch }: ClientOptions): Client<paths> =>
  createFetchClient<paths>({
    baseUrl: `${server.replace(/\/+$/, '')}/api`,
    headers: { accept: 'application/json', ...(credentials && headersOf(credentials)) },
    ...(fetch && { fetch }),
  })

const headersOf = (credentials: Credentials): Record<string, string> => {
  if ('accessKey' in credentials) return { 'X-Auth-AccessKey': credentials.accessKey }
  const bytes = new TextEncoder().encode(`${credentials.login}:${credentials.password}`)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}
