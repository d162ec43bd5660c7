import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Actor, UsersModule, Viewer } from '../users/index.ts'
import { absentComponentsRoutes } from './absent-components.routes.ts'
import { bootstrapSiteTemplate } from './administration/bootstrap-site-template.ts'
import { createProjectField, setProjectFieldValue } from './administration/change-project-fields.ts'
import { changeProject, type ProjectChange } from './administration/change-project.ts'
import { canCreateProjects } from './administration/create-project.ts'
import { createModuleHooks, type HookRegistration } from './model/module-hooks.ts'
import {
  addLinkTypes,
  createLinkType,
  setLinkTypeHidden,
  setLinkTypeLabels,
  type NewLinkType,
} from './administration/link-types.ts'
import type { Project } from './model/project.ts'
import { createProjectOperations } from './projects.operations.ts'
import { createProjectQueries, type ProjectQueries } from './read/projects.queries.ts'
import { projectAdministrationRoutes } from './project-administration.routes.ts'
import { projectSettingsRoutes } from './project-settings.routes.ts'
import { projectsRoutes } from './projects.routes.ts'
import type { ProjectField } from './store/projects.store.ts'
import { referencesRoutes } from './references.routes.ts'
import { userGroupsRoutes } from './user-groups.routes.ts'
import { projectWrites, type ProjectWrites } from './store/write-projects.ts'

export interface ProjectsDependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly users: UsersModule
}

export interface ProjectsModule extends ProjectQueries, ProjectWrites, HookRegistration {
  readonly routes: Route<Viewer>[]
  /** Active projects that the viewer may access, with all words in their names. */
  findByText(viewer: Viewer, text: string, page: Page): Promise<readonly Project[]>
  canCreateProjects(viewer: Viewer): boolean
  /** Runs at the first start of an installation. */
  readonly bootstrapSiteTemplate: typeof bootstrapSiteTemplate
  /** For the command line: does not check rights. */
  change(actor: Actor, projectId: number, change: ProjectChange): Promise<unknown>
  /** For all projects. */
  createLinkType(actor: Actor, type: NewLinkType): Promise<void>
  setLinkTypeLabels(actor: Actor, type: NewLinkType): Promise<void>
  setLinkTypeHidden(actor: Actor, shortName: string, isHidden: boolean): Promise<void>
  /** Adds the types of an archive. */
  readonly addLinkTypes: typeof addLinkTypes
  createField(actor: Actor, field: Omit<ProjectField, 'id'>): Promise<number>
  setFieldValue(actor: Actor, projectId: number, fieldId: number, value: string): Promise<void>
}

export const createProjectsModule = ({ db, settings, users }: ProjectsDependencies): ProjectsModule => {
  const queries = createProjectQueries(db, settings)
  const moduleHooks = createModuleHooks()
  const operations = createProjectOperations({ db, settings, users, queries, moduleHooks })
  return {
    ...queries,
    ...projectWrites,
    ...moduleHooks.registration,
    bootstrapSiteTemplate,
    findByText: async (viewer, text, page) =>
      (await operations.list(viewer, { query: undefined, text }, page)).projects,
    canCreateProjects: canCreateProjects(settings),
    change: changeProject(db),
    createLinkType: createLinkType(db),
    setLinkTypeLabels: setLinkTypeLabels(db),
    setLinkTypeHidden: setLinkTypeHidden(db),
    addLinkTypes,
    createField: createProjectField(db),
    setFieldValue: setProjectFieldValue(db),
    routes: [
      ...projectsRoutes(operations),
      ...userGroupsRoutes(operations),
      ...projectAdministrationRoutes(operations),
      ...projectSettingsRoutes(operations),
      ...referencesRoutes(operations),
      ...absentComponentsRoutes(queries),
    ],
  }
}
