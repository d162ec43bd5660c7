import { invalidate, inTransaction } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { formatSecretText, hashSecret, newSecret } from '../../auth/index.ts'
import type { Viewer } from '../../users/index.ts'
import { CLIENT_SECRET_PREFIX, redirectUriFault, type Application } from '../model/application.ts'
import { APPLICATION_TOPIC, type ApplicationQueries } from './application-queries.ts'
import { insertApplication } from '../store/applications.store.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'

export interface ApplicationInput extends Pick<Application, 'projectId' | 'name' | 'redirectUris' | 'usesPkce'> {
  /** It cannot keep a secret: each request must carry a code challenge. */
  readonly isPublic: boolean
}

export interface ApplicationWithSecret {
  readonly app: Application
  /** The server shows the secret only this once; null: a public client has none. */
  readonly secret: string | null
}

/** auth.md §6.1 */
export const createApplication =
  ({ db, clock, projects }: OauthDependencies, queries: ApplicationQueries) =>
  async (viewer: Viewer, { isPublic, ...wanted }: ApplicationInput): Promise<ApplicationWithSecret> => {
    await queries.requireAdministrator(viewer, wanted.projectId)
    if (wanted.projectId !== null) {
      const project = await projects.get(wanted.projectId)
      if (project) projects.requireWritable(project)
    }
    requireRedirectUris(wanted.redirectUris)
    const secret = isPublic ? null : newSecret()
    const app = await inTransaction(db, async tx => {
      const made = await insertApplication(tx, {
        ...wanted,
        usesPkce: wanted.usesPkce || isPublic,
        secretHash: secret && hashSecret(secret),
        createdAt: clock.now(),
        isSelfRegistered: false,
        documentUrl: null,
        documentReadAt: null,
      })
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
    return { app, secret: secret && formatSecretText(CLIENT_SECRET_PREFIX, app.id, secret) }
  }

export const requireRedirectUris = (uris: readonly string[]): void => {
  for (const uri of uris) {
    const fault = redirectUriFault(uri)
    if (fault !== undefined)
      throw new Invalid(`\`redirect_uri\` ${fault}`, { reason: 'parameter.range', parameter: 'redirect_uri' })
  }
}
