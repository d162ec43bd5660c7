import type Provider from 'oidc-provider'
import type { ApplicationQueries } from '../applications/application-queries.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import type { SigningKeys } from './signing-keys.ts'

export type GetProvider = () => Promise<Provider>

/**
 * The oidc-provider for the current address and signing key. It keeps no state in memory, so a new one can replace it at any time. The
 * library takes 25 MB and is loaded on first use.
 */
export const createProviderCache = (
  deps: OauthDependencies,
  applications: ApplicationQueries,
  keys: SigningKeys,
): GetProvider => {
  let made: { readonly name: string; readonly provider: Provider } | undefined
  return async () => {
    const { createProvider } = await import('./oidc-provider.ts')
    const issuer = deps.settings.publicUrl()
    const key = await keys.current()
    const name = `${issuer} ${key.kid}`
    if (made?.name !== name) made = { name, provider: createProvider(deps, applications, issuer, key) }
    return made.provider
  }
}
