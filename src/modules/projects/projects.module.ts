import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { SettingsModule } from '../settings/index.ts'
import { bootstrapSiteTemplate } from './bootstrap-site-template.ts'
import { createProjectQueries, type ProjectQueries } from './projects.queries.ts'
import { projectWrites, type ProjectWrites } from './write-projects.ts'

export interface ProjectsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
}

export interface ProjectsModule extends ProjectQueries, ProjectWrites {
  /** At the first start of an installation. */
  readonly bootstrapSiteTemplate: typeof bootstrapSiteTemplate
}

export const createProjectsModule = ({ db, settings }: ProjectsDependencies): ProjectsModule => ({
  ...createProjectQueries(db, settings),
  ...projectWrites,
  bootstrapSiteTemplate,
})
