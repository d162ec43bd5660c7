import type { IncomingMessage } from 'node:http'
import { inTransaction, invalidate, sqlState, UNIQUE_VIOLATION } from '../../../platform/db/db.ts'
import { get, unreachableReason } from '../../../platform/outgoing/post.ts'
import type { Application } from '../model/application.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import { updateApplication } from '../store/applications.store.ts'
import { APPLICATION_TOPIC, type ApplicationQueries } from './application-queries.ts'
import { insertClient, parseClientMetadata, type ClientMetadata } from './register-client.ts'

/** Age at which a document is read again. */
const FRESH_MS = 24 * 60 * 60 * 1000
const TIMEOUT_MS = 5_000
const MOST_READ = 64 * 1024

/** A sentence for the user: the document cannot be used. */
export interface DocumentFault {
  readonly fault: string
}

/** The application of a metadata document, which is read first if it is new or old. Undefined: the platform does not read documents. */
export type ReadDocument = (clientId: string, ip: string) => Promise<Application | DocumentFault | undefined>

/**
 * Client id metadata documents: the id of a client is the https address of its metadata. So no registration is needed. A document that
 * cannot be read again keeps its last content.
 */
export const readClientDocument =
  (deps: OauthDependencies, queries: ApplicationQueries): ReadDocument =>
  async (clientId, ip) => {
    const known = await queries.findClient(clientId)
    if (!deps.settings.get('oauth_dynamic_registration')) return known
    const age = known?.documentReadAt ? deps.clock.now().getTime() - known.documentReadAt.getTime() : Infinity
    if (known && age < FRESH_MS) return known
    const document = await fetchDocument(deps, clientId)
    if ('fault' in document) return known ?? document
    return known ? refresh(deps, known, document) : register(deps, queries, clientId, document, ip)
  }

const register = async (
  deps: OauthDependencies,
  queries: ApplicationQueries,
  documentUrl: string,
  document: ClientMetadata,
  ip: string,
): Promise<Application | DocumentFault | undefined> => {
  try {
    const made = await inTransaction(deps.db, tx => insertClient(deps, tx, document, { ip, documentUrl }))
    return made ?? { fault: 'Too many new applications came from this network today.' }
  } catch (error) {
    // Another request read the document at the same time.
    if (sqlState(error) === UNIQUE_VIOLATION) return queries.findClient(documentUrl)
    throw error
  }
}

const refresh = (
  { db, clock }: OauthDependencies,
  known: Application,
  { name, redirectUris }: ClientMetadata,
): Promise<Application | undefined> =>
  inTransaction(db, async tx => {
    const changed = await updateApplication(tx, known.id, { name, redirectUris, documentReadAt: clock.now() })
    await invalidate(tx, APPLICATION_TOPIC, known.id)
    return changed
  })

const fetchDocument = async (
  { settings }: Pick<OauthDependencies, 'settings'>,
  clientId: string,
): Promise<ClientMetadata | DocumentFault> => {
  const options = { allowedHosts: settings.get('internal_hosts'), timeoutMs: TIMEOUT_MS }
  const answer = await get(new URL(clientId), options, readJson).catch((error: unknown) => ({
    reason: unreachableReason(error, TIMEOUT_MS),
  }))
  if ('reason' in answer) return { fault: `The description of the application cannot be read. ${answer.reason}` }
  const { client_id: own } = answer.json as { readonly client_id?: unknown }
  if (own !== clientId) return { fault: 'The description of the application is of another one.' }
  const parsed = parseClientMetadata(answer.json)
  return 'error' in parsed ? { fault: `The description of the application is wrong: ${parsed.description}.` } : parsed
}

const readJson = async (
  response: IncomingMessage,
): Promise<{ readonly json: object } | { readonly reason: string }> => {
  if (response.statusCode !== 200) return { reason: `The answer was ${response.statusCode}.` }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MOST_READ) return { reason: 'It is too long.' }
    parts.push(part)
  }
  try {
    const json: unknown = JSON.parse(Buffer.concat(parts).toString())
    return typeof json === 'object' && json !== null ? { json } : { reason: 'It is no JSON object.' }
  } catch {
    return { reason: 'It is no JSON.' }
  }
}
