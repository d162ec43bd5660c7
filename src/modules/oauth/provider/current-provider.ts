import type Provider from 'oidc-provider'
import type { ApplicationQueries } from '../applications/application-queries.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import type { SigningKeys } from './signing-keys.ts'

export type GetProvider = () => Promise<Provider>

/**
 * The certified server of tokens, for the address and the key of the moment. It keeps nothing in memory, so that another one can take
 * its place at any time. Its library is loaded when somebody first needs it: it takes 25 MB.
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
