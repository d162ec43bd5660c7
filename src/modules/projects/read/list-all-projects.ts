import type { Db } from '../../../platform/db/db.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import { wordsOf } from '../model/project-label.ts'
import type { Project, ProjectStatus } from '../model/project.ts'
import { canManageProjects } from '../model/projects.permissions.ts'
import type { ProjectQueries } from './projects.queries.ts'
import { pageOfAllProjects, type ProjectSummary } from '../store/projects.store.ts'

export interface AllProjectsFilter {
  readonly text: string
  readonly status: ProjectStatus | undefined
}

export interface AllProjects {
  readonly projects: readonly (ProjectSummary & { readonly project: Project })[]
  readonly size: number
}

/** For managers of projects: projects of any status and visibility, by id. */
export const listAllProjects =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, filter: AllProjectsFilter, page: Page): Promise<AllProjects> => {
    if (!canManageProjects(viewer))
      throw new Forbidden('Only those who manage the projects of the platform list them all', {
        reason: 'permission.admin',
      })
    const found = await pageOfAllProjects(db.kysely, { words: wordsOf(filter.text), status: filter.status }, page)
    const projects = await queries.getMany(found.projects.map(({ id }) => id))
    return {
      projects: found.projects.flatMap(summary => {
        const project = projects.get(summary.id)
        return project ? [{ ...summary, project }] : []
      }),
      size: found.size,
    }
  }
