import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import type { ApplicationPage } from '../model/application.ts'
import type { ApplicationQueries } from './application-queries.ts'
import { listApplicationsOf } from '../store/applications.store.ts'
import type { OauthDependencies } from '../model/oauth.dependencies.ts'

/** Applications of a project, or of the whole platform (null). */
export const listApplications =
  ({ db }: OauthDependencies, queries: ApplicationQueries) =>
  async (viewer: Viewer, projectId: number | null, page: Page): Promise<ApplicationPage> => {
    await queries.requireAdministrator(viewer, projectId)
    return listApplicationsOf(db.kysely, projectId, page)
  }
