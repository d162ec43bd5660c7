import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider'
import { invalidate, inTransaction } from '../../../platform/db/db.ts'
import { ApplicationDeleted } from '../model/application-deleted.ts'
import { clientIdOf } from '../model/application.ts'
import type { ApplicationQueries } from '../applications/application-queries.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import { ACCESS_TOKEN_TOPIC, revokeGrants } from './revoke-grants.ts'
import { tokenHash } from '../store/token-text.ts'
import {
  consumeToken,
  insertGrant,
  insertToken,
  findGrant,
  findGrantId,
  findToken,
  removeToken,
  type TokenKind,
} from '../store/tokens.store.ts'

/** Stores the models of oidc-provider in our tables. Kinds of models that nothing here uses are not stored. */
export const oidcAdapter = (deps: OauthDependencies, applications: ApplicationQueries): AdapterFactory => {
  const adapters: Readonly<Record<string, Partial<Adapter>>> = {
    Client: clients(applications),
    Grant: grants(deps, applications),
    AuthorizationCode: tokens(deps, 'AuthorizationCode'),
    AccessToken: tokens(deps, 'AccessToken'),
    RefreshToken: tokens(deps, 'RefreshToken'),
  }
  return name => ({ ...unusedModel(name), ...adapters[name] })
}

const unusedModel = (name: string): Adapter => {
  const refuse = (): Promise<never> =>
    Promise.reject(new Error(`oidc-provider stores a ${name}, which is not used here`))
  return {
    upsert: refuse,
    find: refuse,
    findByUserCode: refuse,
    findByUid: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  }
}

const clients = (applications: ApplicationQueries): Partial<Adapter> => ({
  find: async clientId => {
    const app = await applications.findClient(clientId)
    return (
      app && {
        client_id: clientIdOf(app),
        ...(app.secretHash
          ? // Only the hash is stored; `createProvider` compares hashes.
            {
              client_secret: app.secretHash.toString('hex'),
              token_endpoint_auth_method: 'client_secret_basic' as const,
            }
          : { token_endpoint_auth_method: 'none' as const }),
        redirect_uris: [...app.redirectUris],
      }
    )
  },
})

const grants = ({ db, clock }: OauthDependencies, applications: ApplicationQueries): Partial<Adapter> => ({
  upsert: async (id, { jti: _, ...payload }) => {
    const app = await applications.findClient(payload.clientId ?? '')
    if (!app) throw new ApplicationDeleted()
    const grant = { id, userId: Number(payload.accountId), appId: app.id, payload, createdAt: clock.now() }
    await insertGrant(db.kysely, grant)
  },
  find: async id => {
    const payload = await findGrant(db.kysely, id)
    return payload && { ...payload, jti: id }
  },
  destroy: id => inTransaction(db, tx => revokeGrants(tx, { id })),
})

/** A time that oidc-provider considers expired at any setting of its clock. */
const PAST = 1

const tokens = ({ db, clock }: OauthDependencies, kind: TokenKind): Partial<Adapter> => ({
  upsert: async (text, { jti: _, ...payload }, expiresIn) => {
    const hash = tokenHash(kind, text)
    if (!hash || payload.grantId === undefined || expiresIn === undefined) throw new Error(`A ${kind} of another form`)
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + expiresIn * 1000)
    if (!(await insertToken(db.kysely, { hash, kind, grantId: payload.grantId, payload, createdAt, expiresAt })))
      throw new errors.InvalidGrant('the grant was revoked meanwhile')
  },
  find: async text => {
    const hash = tokenHash(kind, text)
    const stored = hash && (await findToken(db.kysely, kind, hash))
    if (!stored) return undefined
    const { payload, expiresAt, consumedAt } = stored
    return {
      ...(payload as AdapterPayload),
      jti: text,
      ...(expiresAt <= clock.now() && { exp: PAST }),
      ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
    }
  },
  consume: async text => {
    const hash = tokenHash(kind, text)
    if (!hash || (await consumeToken(db.kysely, hash, clock.now()))) return
    // Another request used the same token first: two parties have it (§6.4).
    const id = await findGrantId(db.kysely, hash)
    if (id !== undefined) await inTransaction(db, tx => revokeGrants(tx, { id }))
    throw new errors.InvalidGrant('used twice at the same time')
  },
  destroy: async text => {
    const hash = tokenHash(kind, text)
    if (!hash) return
    await inTransaction(db, async tx => {
      await removeToken(tx, hash)
      await invalidate(tx, ACCESS_TOKEN_TOPIC, hash.toString('hex'))
    })
  },
  // The tokens are deleted with their grant, which oidc-provider destroys at the same time.
  revokeByGrantId: () => Promise.resolve(),
})
