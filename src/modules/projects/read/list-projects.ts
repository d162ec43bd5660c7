import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { parseJsonQuery, requireTrue, textCriterion } from '../../../platform/http/request/json-query.ts'
import type { Viewer } from '../../users/index.ts'
import type { ModuleHooks } from '../model/module-hooks.ts'
import { listedStatuses, type Project, type ProjectStatus } from '../model/project.ts'
import { wordsOf } from '../model/project-label.ts'
import { canManageProjects } from '../model/projects.permissions.ts'
import type { ProjectQueries } from './projects.queries.ts'
import { pageOfActiveProjects, pageOfProjectsWithStatus, type ProjectFilter } from '../store/projects.store.ts'

export interface FoundProjects {
  readonly projects: readonly Project[]
  /** Number of matches before the last filter (http.md §6). */
  readonly size: number
}

/** Order of precedence when a query gives several (projects.md §4). */
const criteria = ['shortname', 'is_tracker_admin', 'with_status', 'is_member_of', 'is_admin_of', 'is_template'] as const

export const listProjects =
  (db: Db, queries: ProjectQueries, moduleHooks: ModuleHooks) =>
  async (
    viewer: Viewer,
    { query, text }: { readonly query: string | undefined; readonly text: string },
    page: Page,
  ): Promise<FoundProjects> => {
    const filter = query === undefined ? {} : await filterOf(viewer, query, moduleHooks)
    if ('status' in filter) {
      // A caller who may use this filter may read all projects.
      const { ids, size } = await pageOfProjectsWithStatus(db, filter.status, page)
      const found = await queries.getMany(ids)
      return { projects: ids.flatMap(id => found.get(id) ?? []), size }
    }
    const visibleIds = viewer.isSiteAdministrator ? null : [...viewer.memberships.keys()]
    const ids = filter.ids?.filter(id => viewer.projectIds?.has(id) !== false) ?? viewer.projectIds
    const wanted = { visibleIds, words: wordsOf(text), ...filter, ...(ids && { ids: [...ids] }) }
    const active = await pageOfActiveProjects(db, wanted, page)
    const found = await queries.getMany(active.ids)
    const projects = active.ids.flatMap(id => found.get(id) ?? []).filter(project => queries.canAccess(viewer, project))
    return { projects, size: active.size }
  }

const filterOf = async (
  viewer: Viewer,
  text: string,
  moduleHooks: ModuleHooks,
): Promise<Omit<ProjectFilter, 'visibleIds' | 'words'> | { readonly status: ProjectStatus }> => {
  const query = parseJsonQuery(text, criteria)
  const criterion = criteria.find(name => Object.hasOwn(query, name))
  switch (criterion) {
    case 'shortname':
      return { shortName: textCriterion(query, criterion) }
    case 'is_tracker_admin':
      requireTrue(query, criterion)
      return { ids: await moduleHooks.trackerAdminProjectIds(viewer) }
    case 'with_status': {
      const status = listedStatuses.find(known => known === query[criterion])
      if (!status)
        throw new Invalid(`\`query[with_status]\` is one of ${listedStatuses.join(', ')}`, {
          reason: 'parameter.range',
          parameter: 'query[with_status]',
        })
      if (!canManageProjects(viewer))
        throw new Forbidden('Only those who manage the projects of the platform list them by status', {
          reason: 'permission.admin',
        })
      return { status }
    }
    case 'is_member_of':
      requireTrue(query, criterion)
      return { ids: [...viewer.memberships.keys()] }
    case 'is_template':
      requireTrue(query, criterion)
      return { isTemplate: true }
    default:
      requireTrue(query, 'is_admin_of')
      return { ids: [...viewer.memberships].filter(([, { isAdmin }]) => isAdmin).map(([id]) => id) }
  }
}
