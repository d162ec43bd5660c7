import { readCache } from '../../../platform/cache.ts'
import type { FindBearerToken } from '../../auth/index.ts'
import type { ApplicationQueries } from '../applications/application-queries.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import { ACCESS_TOKEN_TOPIC } from './revoke-grants.ts'
import { tokenHash } from '../store/token-text.ts'
import { loadAccessTokens, type AccessToken } from '../store/tokens.store.ts'

const MAX_CACHED = 50_000

/** Looks up user and scopes of an access token, for every call of the API. Runs no query if the cache is filled. */
export const bearerTokens = ({ db, clock }: OauthDependencies, applications: ApplicationQueries): FindBearerToken => {
  const tokens = readCache<string, AccessToken>({
    invalidations: db.invalidations,
    topic: ACCESS_TOKEN_TOPIC,
    max: MAX_CACHED,
    load: hashes => loadAccessTokens(db, hashes),
    parseKey: text => text,
  })
  return async text => {
    const hash = tokenHash('AccessToken', text)
    const token = hash && (await tokens.get(hash.toString('hex')))
    const application = token && token.expiresAt > clock.now() ? await applications.findUsable(token.appId) : undefined
    if (!token || !application) return undefined
    const { id, name } = application
    const { userId, scopes, audience } = token
    return { userId, scopes, audience, application: { id, name } }
  }
}
