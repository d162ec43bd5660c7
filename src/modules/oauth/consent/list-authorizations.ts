import { Forbidden } from '../../../platform/errors.ts'
import { isOneself, type Viewer } from '../../users/index.ts'
import type { Application } from '../model/application.ts'
import type { ApplicationQueries } from '../applications/application-queries.ts'
import { listConsents, type Consent } from '../store/consents.store.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'

export interface Authorization extends Consent {
  readonly app: Application
}

/** auth.md §6.8: the applications that the account gave a consent, including applications of inactive projects. */
export const listAuthorizations =
  ({ db }: OauthDependencies, applications: ApplicationQueries) =>
  async (viewer: Viewer, userId: number | 'self'): Promise<Authorization[]> => {
    const consents = await listConsents(db.kysely, requireOneself(viewer, userId))
    const apps = await applications.getMany(consents.map(({ appId }) => appId))
    return consents.flatMap(consent => {
      const app = apps.get(consent.appId)
      return app ? { ...consent, app } : []
    })
  }

/** The id of the viewer; throws for every other account. */
export const requireOneself = (viewer: Viewer, userId: number | 'self'): number => {
  if (userId !== 'self' && !isOneself(viewer, userId))
    throw new Forbidden('Only the account itself sees and revokes what it allows applications', {
      reason: 'permission.owner',
    })
  return viewer.userId
}
