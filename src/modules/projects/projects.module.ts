import type { Db } from '../../platform/db/db.ts'
import type { Route } from '../../platform/http/route.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Actor, UsersModule, Viewer } from '../users/index.ts'
import { bootstrapSiteTemplate } from './bootstrap-site-template.ts'
import { setProjectStatus, setProjectTemplate } from './change-project-status.ts'
import { createContributions, type ContributionPoints } from './contributions.ts'
import { createProjectOperations } from './projects.operations.ts'
import { createProjectQueries, type ProjectQueries } from './projects.queries.ts'
import { projectsRoutes } from './projects.routes.ts'
import { userGroupsRoutes } from './user-groups.routes.ts'
import { projectWrites, type ProjectWrites } from './write-projects.ts'

export interface ProjectsDependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly users: UsersModule
}

export interface ProjectsModule extends ProjectQueries, ProjectWrites, ContributionPoints {
  readonly routes: Route<Viewer>[]
  /** At the first start of an installation. */
  readonly bootstrapSiteTemplate: typeof bootstrapSiteTemplate
  /** For the command line: rights are not looked at. */
  setStatus(actor: Actor, projectId: number, status: 'active' | 'suspended' | 'deleted'): Promise<void>
  setTemplate(actor: Actor, projectId: number, isTemplate: boolean): Promise<void>
}

export const createProjectsModule = ({ db, settings, users }: ProjectsDependencies): ProjectsModule => {
  const queries = createProjectQueries(db, settings)
  const contributions = createContributions()
  const operations = createProjectOperations({ db, settings, users, queries, contributions })
  return {
    ...queries,
    ...projectWrites,
    ...contributions.points,
    bootstrapSiteTemplate,
    setStatus: setProjectStatus(db),
    setTemplate: setProjectTemplate(db),
    routes: [...projectsRoutes(operations), ...userGroupsRoutes(operations)],
  }
}
