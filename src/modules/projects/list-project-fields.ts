import type { Page } from '../../platform/http/pagination.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Viewer } from '../users/index.ts'
import { requireMayCreate } from './create-project.ts'
import type { ProjectQueries } from './projects.queries.ts'
import type { ProjectField } from './projects.store.ts'

/** projects.md §3.6: for those who may create projects. */
export const listProjectFields =
  (queries: ProjectQueries, settings: SettingsModule) =>
  async (viewer: Viewer, page: Page): Promise<{ readonly fields: readonly ProjectField[]; readonly size: number }> => {
    requireMayCreate(settings, viewer)
    const fields = await queries.fields()
    return { fields: fields.slice(page.offset, page.offset + page.limit), size: fields.length }
  }
