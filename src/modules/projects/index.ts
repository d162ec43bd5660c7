// The door of this module: what others may use.
export {
  isMembershipSynchronized,
  PLATFORM_PROJECT_ID,
  SITE_TEMPLATE_ID,
  type Project,
  type ProjectAccess,
  type ProjectStatus,
} from './project.ts'
export * from './user-group.ts'
export { createProjectsModule, type ProjectsDependencies, type ProjectsModule } from './projects.module.ts'
export { accessVerdict, groupsOf, isAdmin, type AccessOptions, type Verdict, type Visitor } from './projects.permissions.ts'
export type { LinkType, Memberships, ProjectField } from './projects.store.ts'
export { representProjectReference, type MinimalProject, type ProjectReference } from './project.representation.ts'
export type { NewCustomService } from './services.ts'
export { userGroupNameFault, type Added, type NewProject } from './write-projects.ts'
