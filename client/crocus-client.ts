import type { Client } from 'openapi-fetch'
import type { paths } from './schema.ts'

export interface CrocusClient extends Client<paths> {
  /** Sends a request to any path of the server, such as one that a response names, with the credentials. Repeats as the other methods do. */
  send(path: string, init?: RequestInit): Promise<Response>
}
