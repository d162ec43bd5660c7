import { readCache } from '../../../platform/cache.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { isDocumentAddress, parseClientId, type Application } from '../model/application.ts'
import { findIdByDocument, loadApplications } from '../store/applications.store.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'

const MAX_CACHED = 10_000

/** Invalidated with the id when an application changes or is deleted. */
export const APPLICATION_TOPIC = 'oauth_app'

export interface ApplicationQueries {
  /** From the cache, whatever the status of the project. */
  getMany(ids: Iterable<number>): Promise<Map<number, Application>>
  /** §6.1: an application of an inactive project is unknown. Runs no query if the caches are filled. */
  findUsable(id: number): Promise<Application | undefined>
  /** Like `findUsable`, by the id that the application gives itself. */
  findClient(clientId: string): Promise<Application | undefined>
  /** For administrators of the application's project or of the platform; throws NotFound or Forbidden. */
  requireAdministered(viewer: Viewer, id: number): Promise<Application>
  /** Throws unless the viewer may register applications of a project, or of the whole platform (null). */
  requireAdministrator(viewer: Viewer, projectId: number | null): Promise<void>
}

export const applicationQueries = ({
  db,
  projects,
}: Pick<OauthDependencies, 'db' | 'projects'>): ApplicationQueries => {
  const cache = readCache<number, Application>({
    invalidations: db.invalidations,
    topic: APPLICATION_TOPIC,
    max: MAX_CACHED,
    load: ids => loadApplications(db, ids),
    parseKey: Number,
  })

  const requireAdministrator = async (viewer: Viewer, projectId: number | null): Promise<void> => {
    if (projectId === null) {
      if (!viewer.isSiteAdministrator)
        throw new Forbidden('Only site administrators manage the applications of the whole platform', {
          reason: 'permission.admin',
        })
      return
    }
    await projects.requireAccess(viewer, projectId)
    if (!projects.isAdmin(viewer, projectId))
      throw new Forbidden('Only administrators of the project manage its applications', { reason: 'permission.admin' })
  }

  const findUsable = async (id: number): Promise<Application | undefined> => {
    const app = await cache.get(id)
    if (!app || app.projectId === null) return app
    return (await projects.get(app.projectId))?.status === 'active' ? app : undefined
  }

  return {
    getMany: ids => cache.getMany(ids),
    findUsable,
    findClient: async clientId => {
      const id = isDocumentAddress(clientId) ? await findIdByDocument(db.kysely, clientId) : parseClientId(clientId)
      return id === undefined ? undefined : findUsable(id)
    },
    requireAdministrator,
    requireAdministered: async (viewer, id) => {
      const app = Number.isSafeInteger(id) ? await cache.get(id) : undefined
      if (!app) throw new NotFound('There is no such application')
      await requireAdministrator(viewer, app.projectId)
      return app
    },
  }
}
