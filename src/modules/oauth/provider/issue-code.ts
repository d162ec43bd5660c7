import { ApplicationDeleted } from '../model/application-deleted.ts'
import { clientIdOf, type Application } from '../model/application.ts'
import { redirectTo, type AuthorizationRequest, type SignedInUser } from '../model/authorization-request.ts'
import { isAgentScope } from '../model/requestable-scopes.ts'
import type { GetProvider } from './current-provider.ts'

export type IssueCode = (app: Application, signedIn: SignedInUser, request: AuthorizationRequest) => Promise<string>

/** Issues a code for the user's consent, and returns the address to which the browser brings it (auth.md §6.3). */
export const issueCode =
  (providers: GetProvider): IssueCode =>
  async (app, { userId, signedInAt }, { scopes, resource, state, nonce, codeChallenge, redirectUri }) => {
    const provider = await providers()
    const client = await provider.Client.find(clientIdOf(app))
    if (!client) throw new ApplicationDeleted()
    const accountId = String(userId)
    const scope = scopes.join(' ')
    const grant = new provider.Grant({ accountId, clientId: client.clientId })
    grant.addOIDCScope(scope)
    if (resource !== undefined) grant.addResourceScope(resource, scopes.filter(isAgentScope).join(' '))
    const code = new provider.AuthorizationCode({
      accountId,
      client,
      grantId: await grant.save(),
      gty: 'authorization_code',
      scope,
      redirectUri,
      authTime: Math.floor(signedInAt.getTime() / 1000),
      nonce,
      ...(resource !== undefined && { resource }),
      ...(codeChallenge !== undefined && { codeChallenge, codeChallengeMethod: 'S256' }),
    })
    const { errors } = await import('oidc-provider')
    const text = await code.save().catch((error: unknown) => {
      // The deletion of the application deleted the grant, too.
      throw error instanceof errors.InvalidGrant ? new ApplicationDeleted() : error
    })
    return redirectTo(redirectUri, { code: text, state, iss: provider.issuer })
  }
