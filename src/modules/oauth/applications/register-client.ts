import { networkOf } from '../../auth/index.ts'
import { invalidate, inTransaction, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { isObject } from '../../../platform/json-object.ts'
import { MAX_NAME_LENGTH, MAX_REDIRECT_URIS, redirectUriFault, type Application } from '../model/application.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import { countRegistrations, insertApplication } from '../store/applications.store.ts'
import { APPLICATION_TOPIC } from './application-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Registrations from one network in a day. */
export const MAX_REGISTRATIONS = 20

/** The part of the metadata of a client (RFC 7591 §2) that counts here. */
export interface ClientMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** An error of RFC 7591 §3.2.2. */
export interface MetadataError {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  readonly description: string
}

const fault = (error: MetadataError['error'], description: string): MetadataError => ({ error, description })

/** Clients that register themselves are public: `none` is the only way in which they authenticate. */
export const parseClientMetadata = (metadata: unknown): ClientMetadata | MetadataError => {
  if (!isObject(metadata)) return fault('invalid_client_metadata', 'The metadata is to be a JSON object')
  const { client_name: name, redirect_uris: uris } = metadata
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    return fault('invalid_redirect_uri', `redirect_uris is to be a list of 1 to ${MAX_REDIRECT_URIS} addresses`)
  const redirectUris = uris as unknown[]
  for (const uri of redirectUris) {
    const wrong = typeof uri === 'string' ? redirectUriFault(uri) : 'is to be a text'
    if (wrong !== undefined) return fault('invalid_redirect_uri', `A redirect address ${wrong}`)
  }
  const text = typeof name === 'string' ? name.replaceAll(/\s+/g, ' ').trim() : ''
  if (text === '' || text.length > MAX_NAME_LENGTH)
    return fault('invalid_client_metadata', `client_name is to have 1 to ${MAX_NAME_LENGTH} characters`)
  const wrong = unsupportedMember(metadata)
  if (wrong !== undefined) return fault('invalid_client_metadata', wrong)
  return { name: text, redirectUris: [...new Set(redirectUris as string[])] }
}

const unsupportedMember = (metadata: Readonly<Record<string, unknown>>): string | undefined => {
  const { token_endpoint_auth_method: method = 'none', grant_types: grants, response_types: responses } = metadata
  if (method !== 'none') return 'token_endpoint_auth_method can be none only: these clients are public'
  if (Array.isArray(grants) && !grants.includes('authorization_code'))
    return 'grant_types is to have authorization_code'
  if (Array.isArray(responses) && !responses.includes('code')) return 'response_types is to have code'
  return undefined
}

export interface Registrar {
  readonly ip: string
  /** Address of its metadata document; null: it registered by a request. */
  readonly documentUrl: string | null
}

/** Registers a public client of the whole platform; undefined: there were too many from its network today. */
export const insertClient = async (
  { clock }: Pick<OauthDependencies, 'clock'>,
  tx: Tx,
  { name, redirectUris }: ClientMetadata,
  { ip, documentUrl }: Registrar,
): Promise<Application | undefined> => {
  const now = clock.now()
  const registeredFrom = networkOf(ip)
  const count = await countRegistrations(tx, registeredFrom, new Date(now.getTime() - DAY_MS))
  if (count >= MAX_REGISTRATIONS) return undefined
  const app = await insertApplication(tx, {
    projectId: null,
    name,
    redirectUris,
    usesPkce: true,
    secretHash: null,
    createdAt: now,
    isSelfRegistered: documentUrl === null,
    documentUrl,
    documentReadAt: documentUrl === null ? null : now,
    registeredFrom,
  })
  const payload = { appId: app.id, name, ...(documentUrl !== null && { document_url: documentUrl }) }
  await appendEvents(tx, [{ kind: 'oauth_app.registered', actorId: null, means: 'rest', payload }])
  await invalidate(tx, APPLICATION_TOPIC, app.id)
  return app
}

export type RegisterClient = (
  metadata: unknown,
  ip: string,
) => Promise<Application | MetadataError | 'off' | 'too_many'>

/** Dynamic client registration (RFC 7591), where the platform allows it. */
export const registerClient =
  (deps: OauthDependencies): RegisterClient =>
  async (metadata, ip) => {
    if (!deps.settings.get('oauth_dynamic_registration')) return 'off'
    const parsed = parseClientMetadata(metadata)
    if ('error' in parsed) return parsed
    const made = await inTransaction(deps.db, tx => insertClient(deps, tx, parsed, { ip, documentUrl: null }))
    return made ?? 'too_many'
  }
