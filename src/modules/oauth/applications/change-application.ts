import { invalidate, inTransaction } from '../../../platform/db/db.ts'
import { Conflict, Invalid, NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { formatSecretText, hashSecret, newSecret } from '../../auth/index.ts'
import type { Viewer } from '../../users/index.ts'
import { CLIENT_SECRET_PREFIX, type Application } from '../model/application.ts'
import { APPLICATION_TOPIC, type ApplicationQueries } from './application-queries.ts'
import { updateApplication, type ApplicationChanges } from '../store/applications.store.ts'
import { requireRedirectUris, type ApplicationWithSecret } from './create-application.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'

/** auth.md §6.1: changes name, address or PKCE. Tokens stay valid, because they belong to the same application. */
export const changeApplication =
  (deps: OauthDependencies, queries: ApplicationQueries) =>
  async (
    viewer: Viewer,
    id: number,
    changes: Pick<ApplicationChanges, 'name' | 'redirectUris' | 'usesPkce'>,
  ): Promise<Application> => {
    const app = await queries.requireAdministered(viewer, id)
    if (changes.redirectUris !== undefined) requireRedirectUris(changes.redirectUris)
    if (changes.usesPkce === false && app.secretHash === null)
      throw new Invalid('A public client has no secret: it needs PKCE', {
        reason: 'parameter.range',
        parameter: 'use_pkce',
      })
    const changed = Object.entries(changes).filter(
      ([key, value]) => value !== undefined && String(app[key as keyof Application]) !== String(value),
    )
    if (changed.length === 0) return app
    return store(deps, viewer, app, Object.fromEntries(changed), {
      kind: 'oauth_app.changed',
      payload: { appId: id, changed: changed.map(([key]) => key) },
    })
  }

/** Creates a new secret; the old one becomes invalid at once. */
export const renewSecret =
  (deps: OauthDependencies, queries: ApplicationQueries) =>
  async (viewer: Viewer, id: number): Promise<ApplicationWithSecret> => {
    const app = await queries.requireAdministered(viewer, id)
    if (app.secretHash === null) throw new Conflict('A public client has no secret')
    const secret = newSecret()
    const event = { kind: 'oauth_app.secret_renewed', payload: { appId: id } }
    return {
      app: await store(deps, viewer, app, { secretHash: hashSecret(secret) }, event),
      secret: formatSecretText(CLIENT_SECRET_PREFIX, id, secret),
    }
  }

const store = (
  { db }: OauthDependencies,
  viewer: Viewer,
  app: Application,
  changes: ApplicationChanges,
  event: { readonly kind: string; readonly payload: Readonly<Record<string, unknown>> },
): Promise<Application> =>
  inTransaction(db, async tx => {
    const after = await updateApplication(tx, app.id, changes)
    if (!after) throw new NotFound('There is no such application')
    const by = { actorId: viewer.userId, means: viewer.means }
    await appendEvents(tx, [{ ...event, ...by, ...(app.projectId !== null && { projectId: app.projectId }) }])
    await invalidate(tx, APPLICATION_TOPIC, app.id)
    return after
  })
