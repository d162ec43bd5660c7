import type { Page } from '../../platform/http/pagination.ts'
import type { Viewer } from '../users/index.ts'
import type { ApplicationPage } from './application.ts'
import type { ApplicationQueries } from './application-queries.ts'
import { readApplicationsOf } from './applications.store.ts'
import type { OauthDeps } from './oauth.deps.ts'

/** Of a project, or of the whole platform (null). */
export const listApplications =
  ({ db }: OauthDeps, queries: ApplicationQueries) =>
  async (viewer: Viewer, projectId: number | null, page: Page): Promise<ApplicationPage> => {
    await queries.requireAdministrator(viewer, projectId)
    return readApplicationsOf(db.kysely, projectId, page)
  }
