import { inTransaction } from '../../../platform/db/db.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { hashSecret } from '../../auth/index.ts'
import type { Viewer } from '../../users/index.ts'
import { clientIdOf, isRegisteredUri, type Application } from '../model/application.ts'
import type { ApplicationQueries } from '../applications/application-queries.ts'
import { queryOf, redirectTo } from '../model/authorization-request.ts'
import {
  findConsent,
  findInteraction,
  removeInteraction,
  replaceConsent,
  type Interaction,
} from '../store/consents.store.ts'
import type { IssueCode } from '../provider/issue-code.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'
import type { WaitingRequest } from './open-interaction.ts'

/** The data of the page on which the user decides. */
export interface ConsentQuestion {
  readonly app: Application
  readonly redirectHost: string
  readonly scopes: readonly { readonly identifier: string; readonly isNew: boolean }[]
  /** Query that restarts the request at the authorization endpoint, for another account. */
  readonly query: string
}

export const getInteraction =
  (deps: OauthDependencies, applications: ApplicationQueries) =>
  async (viewer: Viewer, uid: string): Promise<ConsentQuestion> => {
    const { app, request } = await requireInteraction(deps, applications, viewer, uid)
    const granted = await findConsent(deps.db.kysely, viewer.userId, app.id)
    return {
      app,
      redirectHost: new URL(request.redirectUri).host,
      scopes: request.scopes.map(identifier => ({ identifier, isNew: !granted.has(identifier) })),
      query: queryOf(clientIdOf(app), request),
    }
  }

/** auth.md §6.3: stores the user's consent, and returns the next address of the browser. */
export const decideInteraction =
  (deps: OauthDependencies, applications: ApplicationQueries, issueCode: IssueCode) =>
  async (viewer: Viewer, uid: string, isAllowed: boolean): Promise<string> => {
    const { app, request } = await requireInteraction(deps, applications, viewer, uid)
    const { userId, means } = viewer
    const scopes = request.scopes
    await inTransaction(deps.db, async tx => {
      if (!(await removeInteraction(tx, hashSecret(uid)))) throw noInteraction()
      if (!isAllowed) return
      await replaceConsent(tx, { userId, appId: app.id, scopes, at: deps.clock.now() })
      const payload = { userId, appId: app.id, scopes }
      await appendEvents(tx, [{ kind: 'oauth_consent.given', actorId: userId, means, payload }])
    })
    if (isAllowed) return issueCode(app, { userId, signedInAt: new Date(request.signedInAt) }, request)
    const answer = { error: 'access_denied', error_description: 'the user refused', state: request.state }
    return redirectTo(request.redirectUri, { ...answer, iss: deps.settings.publicUrl() })
  }

const requireInteraction = async (
  { db, clock }: OauthDependencies,
  applications: ApplicationQueries,
  viewer: Viewer,
  uid: string,
): Promise<Interaction<WaitingRequest> & { readonly app: Application }> => {
  // The holder of an access key of the account may be another person than the user in front of the page.
  if (viewer.sessionId === undefined)
    throw new Forbidden('Sign in by the page: this is decided in a browser only', { reason: 'csrf' })
  const found = await findInteraction<WaitingRequest>(db.kysely, hashSecret(uid), viewer.userId, clock.now())
  const app = found && (await applications.findUsable(found.appId))
  if (!app) throw noInteraction()
  // The application's address may have changed since: browsers go only to the registered one.
  if (!isRegisteredUri(found.request.redirectUri, app))
    throw new Forbidden('The application has another address by now: start again from there', { reason: 'conflict' })
  return { ...found, app }
}

const noInteraction = (): NotFound =>
  new NotFound('Nothing waits for your consent here: it is too old, or was decided already')
