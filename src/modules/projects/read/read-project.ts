import type { Viewer } from '../../users/index.ts'
import type { Project } from '../model/project.ts'
import { canManageProjects, noSuchProject } from '../model/projects.permissions.ts'
import type { ProjectQueries } from './projects.queries.ts'

/** projects.md §5: managers of projects read all projects of any status and visibility, except projects that wait for their archive. */
export const getProject =
  (queries: ProjectQueries) =>
  async (viewer: Viewer, id: number): Promise<Project> => {
    if (!canManageProjects(viewer)) return queries.requireAccess(viewer, id)
    const project = await queries.get(id)
    if (!project || project.status === 'archive') throw noSuchProject()
    return project
  }
