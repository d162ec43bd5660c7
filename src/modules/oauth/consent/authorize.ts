import { ApplicationDeleted } from '../model/application-deleted.ts'
import { parseClientId, type Application } from '../model/application.ts'
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
import { AUTHORIZATION_PATH } from '../model/paths.ts'

/** The next address of the browser, or a refusal that the user sees because no application may get it. */
export type NextStep = { readonly location: string } | { readonly refusal: AuthorizationError }

export type Authorize = (params: AuthorizationParams, signedIn: SignedInUser | undefined) => Promise<NextStep>

/** auth.md §6.3, in the order of its table. */
export const authorize =
  (deps: OauthDependencies, applications: ApplicationQueries, issueCode: IssueCode): Authorize =>
  async (params, signedIn) => {
    const app = await applicationOf(params, applications)
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

    const request = parseRequest(params, app)
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

const applicationOf = async (
  params: AuthorizationParams,
  applications: ApplicationQueries,
): Promise<Application | undefined> => {
  const id = parseClientId(textOf(params, 'client_id') ?? '')
  return id === undefined ? undefined : applications.findUsable(id)
}

/** `again`: a user is signed in, but must sign in once more. */
const loginPage = (params: AuthorizationParams, isSignedIn: boolean): string => {
  const query = new URLSearchParams({ return_to: `${AUTHORIZATION_PATH}?${afterSignIn(params).toString()}` })
  const hint = textOf(params, 'login_hint')
  if (hint !== undefined) query.set('login_hint', hint)
  if (isSignedIn) query.set('again', '1')
  return `/login?${query.toString()}`
}
