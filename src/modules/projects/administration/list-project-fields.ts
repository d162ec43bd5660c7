import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Viewer } from '../../users/index.ts'
import { requireProjectCreator } from './create-project.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import type { ProjectField } from '../store/projects.store.ts'

/** projects.md §3.6: only for users who may create projects. */
export const listProjectFields =
  (queries: ProjectQueries, settings: SettingsModule) =>
  async (viewer: Viewer, page: Page): Promise<{ readonly fields: readonly ProjectField[]; readonly size: number }> => {
    requireProjectCreator(settings, viewer)
    const fields = await queries.fields()
    return { fields: fields.slice(page.offset, page.offset + page.limit), size: fields.length }
  }
