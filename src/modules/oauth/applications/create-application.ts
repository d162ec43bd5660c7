import { invalidate, inTransaction } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { formatSecretText, hashSecret, newSecret } from '../../auth/index.ts'
import type { Viewer } from '../../users/index.ts'
import { CLIENT_SECRET_PREFIX, redirectUriFault, type Application } from '../model/application.ts'
import { APPLICATION_TOPIC, type ApplicationQueries } from './application-queries.ts'
import { insertApplication } from '../store/applications.store.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'

export type ApplicationInput = Pick<Application, 'projectId' | 'name' | 'redirectUri' | 'usesPkce'>

export interface ApplicationWithSecret {
  readonly app: Application
  /** The server shows the secret only this once. */
  readonly secret: string
}

/** auth.md §6.1 */
export const createApplication =
  ({ db, clock, projects }: OauthDependencies, queries: ApplicationQueries) =>
  async (viewer: Viewer, wanted: ApplicationInput): Promise<ApplicationWithSecret> => {
    await queries.requireAdministrator(viewer, wanted.projectId)
    if (wanted.projectId !== null) {
      const project = await projects.get(wanted.projectId)
      if (project) projects.requireWritable(project)
    }
    requireRedirectUri(wanted.redirectUri)
    const secret = newSecret()
    const app = await inTransaction(db, async tx => {
      const made = await insertApplication(tx, { ...wanted, secretHash: hashSecret(secret), createdAt: clock.now() })
      await appendEvents(tx, [
        {
          kind: 'oauth_app.created',
          actorId: viewer.userId,
          means: viewer.means,
          ...(made.projectId !== null && { projectId: made.projectId }),
          payload: { appId: made.id, name: made.name },
        },
      ])
      await invalidate(tx, APPLICATION_TOPIC, made.id)
      return made
    })
    return { app, secret: formatSecretText(CLIENT_SECRET_PREFIX, app.id, secret) }
  }

export const requireRedirectUri = (uri: string): void => {
  const fault = redirectUriFault(uri)
  if (fault !== undefined)
    throw new Invalid(`\`redirect_uri\` ${fault}`, { reason: 'parameter.range', parameter: 'redirect_uri' })
}
