import { ApplicationDeleted } from '../model/application-deleted.ts'
import { isDocumentAddress } from '../model/application.ts'
import type { ReadDocument } from '../applications/client-documents.ts'
import type { ApplicationQueries } from '../applications/application-queries.ts'
import {
  afterSignIn,
  formFault,
  parseRequest,
  redirectTo,
  redirectUriOf,
  signInRequirementOf,
  textOf,
  type AuthorizationError,
  type AuthorizationParams,
  type SignedInUser,
} from '../model/authorization-request.ts'
import { findConsent } from '../store/consents.store.ts'
import type { IssueCode } from '../provider/issue-code.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import { openInteraction } from './open-interaction.ts'
import { agentsResource, AUTHORIZATION_PATH } from '../model/paths.ts'

/** The next address of the browser, or a refusal that the user sees because no application may get it. */
export type NextStep = { readonly location: string } | { readonly refusal: AuthorizationError }

export type Authorize = (
  params: AuthorizationParams,
  signedIn: SignedInUser | undefined,
  ip: string,
) => Promise<NextStep>

/** auth.md §6.3, in the order of its table. */
export const authorize =
  (
    deps: OauthDependencies,
    applications: ApplicationQueries,
    readDocument: ReadDocument,
    issueCode: IssueCode,
  ): Authorize =>
  async (params, signedIn, ip) => {
    const clientId = textOf(params, 'client_id') ?? ''
    const app = isDocumentAddress(clientId) ? await readDocument(clientId, ip) : await applications.findClient(clientId)
    if (app !== undefined && 'fault' in app) return refuse('invalid_client', app.fault)
    if (!app) return unknownApplication()
    const redirectUri = redirectUriOf(params, app)
    if (redirectUri === undefined)
      return refuse('invalid_request', 'The address to go back to is not the one that the application has registered.')

    const tell = ({ error, description }: AuthorizationError): NextStep => {
      const state = textOf(params, 'state')
      const iss = deps.settings.publicUrl()
      return { location: redirectTo(redirectUri, { error, error_description: description, state, iss }) }
    }
    const fault = formFault(params)
    if (fault) return tell(fault)

    const wish = signInRequirementOf(params)
    const secondsSince = signedIn ? (deps.clock.now().getTime() - signedIn.signedInAt.getTime()) / 1000 : 0
    const isTooLongAgo = wish.maxAgeSeconds !== undefined && secondsSince >= wish.maxAgeSeconds
    if (!signedIn || wish.isLoginForced || isTooLongAgo) {
      if (wish.isSilent) return tell({ error: 'login_required', description: 'the user must sign in' })
      return { location: loginPage(params, signedIn !== undefined) }
    }

    const request = parseRequest(params, app, redirectUri, agentsResource(deps.settings.publicUrl()))
    if ('error' in request) return tell(request)

    const granted = await findConsent(deps.db.kysely, signedIn.userId, app.id)
    const isNeeded =
      wish.isConsentForced ||
      request.scopes.includes('offline_access') ||
      request.scopes.some(scope => !granted.has(scope))
    if (isNeeded && wish.isSilent) return tell({ error: 'interaction_required', description: 'the user must agree' })
    const next = isNeeded ? openInteraction(deps) : issueCode
    try {
      return { location: await next(app, signedIn, request) }
    } catch (error) {
      if (error instanceof ApplicationDeleted) return unknownApplication()
      throw error
    }
  }

const unknownApplication = (): NextStep => refuse('invalid_client', 'No such application is registered here.')

const refuse = (error: string, description: string): NextStep => ({ refusal: { error, description } })

/** `again`: a user is signed in, but must sign in once more. */
const loginPage = (params: AuthorizationParams, isSignedIn: boolean): string => {
  const query = new URLSearchParams({ return_to: `${AUTHORIZATION_PATH}?${afterSignIn(params).toString()}` })
  const hint = textOf(params, 'login_hint')
  if (hint !== undefined) query.set('login_hint', hint)
  if (isSignedIn) query.set('again', '1')
  return `/login?${query.toString()}`
}
