// The public interface of this module.
export {
  isMembershipSynchronized,
  isPrivate,
  PLATFORM_PROJECT_ID,
  SITE_TEMPLATE_ID,
  type Project,
  type ProjectAccess,
  type ProjectStatus,
} from './model/project.ts'
export { builtInArchiveNames } from './transfer/archive-names.ts'
export * from './model/user-group.ts'
export { createProjectsModule, type ProjectsDependencies, type ProjectsModule } from './projects.module.ts'
export {
  accessVerdict,
  groupsOf,
  isAdmin,
  isMember,
  requireWritable,
  type AccessOptions,
  type AccessVerdict,
  type AccessCandidate,
} from './model/projects.permissions.ts'
export { linkTypeNameFault, type NewLinkType } from './administration/link-types.ts'
export type { LinkType, Memberships, ProjectField } from './store/projects.store.ts'
export {
  representMinimalProject,
  representProjectReference,
  type MinimalProject,
  type ProjectReference,
} from './read/project.representation.ts'
export type { NewCustomService } from './model/services.ts'
export { userGroupNameFault, type AddMembersResult, type NewProject } from './store/write-projects.ts'
export { groupByLabel } from './groups/group-labels.ts'
export { shortNameFault, shortNameMessage } from './model/short-name.ts'
export { alwaysEnabled, catalogue, catalogueService } from './model/services.ts'
export {
  exportGroupNames,
  exportProjectElement,
  exportUserGroups,
  readExportedProject,
} from './transfer/export-project-element.ts'
export { accessFault } from './model/visibility.ts'
export { wireIdOf } from './read/user-group.representation.ts'
export { parseWireId } from './read/projects.queries.ts'
export type {
  DeclareArchive,
  CopiedProject,
  ProjectCopiedListener,
  UserGroupChange,
  TrackerQueries,
  XmlTemplate,
} from './model/module-hooks.ts'
export { MinimalProject as MinimalProjectSchema, unboundedPagination } from './model/projects.schema.ts'
export { MinimalUserGroup as MinimalUserGroupSchema } from './groups/user-groups.schema.ts'
export { linkByPattern } from './model/reference-pattern.ts'
