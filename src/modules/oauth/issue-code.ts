import { clientIdOf, type Application } from './application.ts'
import { redirectTo, type AuthorizationRequest, type SignedIn } from './authorization-request.ts'
import type { Providers } from './oidc-provider.ts'

export type IssueCode = (app: Application, signedIn: SignedIn, request: AuthorizationRequest) => Promise<string>

/** Gives the application a code for what the user allows, and answers where the browser takes it (auth.md §6.3). */
export const issueCode =
  (providers: Providers): IssueCode =>
  async (app, { userId, signedInAt }, { scopes, state, nonce, codeChallenge, redirectUri }) => {
    const provider = await providers()
    const client = await provider.Client.find(clientIdOf(app))
    if (!client) throw new Error('The application went while a code was made for it')
    const accountId = String(userId)
    const scope = scopes.join(' ')
    const grant = new provider.Grant({ accountId, clientId: client.clientId })
    grant.addOIDCScope(scope)
    const code = new provider.AuthorizationCode({
      accountId,
      client,
      grantId: await grant.save(),
      gty: 'authorization_code',
      scope,
      redirectUri,
      authTime: Math.floor(signedInAt.getTime() / 1000),
      nonce,
      ...(codeChallenge !== undefined && { codeChallenge, codeChallengeMethod: 'S256' }),
    })
    return redirectTo(redirectUri, { code: await code.save(), state, iss: provider.issuer })
  }
