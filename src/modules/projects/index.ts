// The door of this module: what others may use.
export {
  isMembershipSynchronized,
  isPrivate,
  PLATFORM_PROJECT_ID,
  SITE_TEMPLATE_ID,
  type Project,
  type ProjectAccess,
  type ProjectStatus,
} from './project.ts'
export { builtInArchiveNames } from './archive-names.ts'
export * from './user-group.ts'
export { createProjectsModule, type ProjectsDependencies, type ProjectsModule } from './projects.module.ts'
export {
  accessVerdict,
  groupsOf,
  isAdmin,
  isMember,
  requireWritable,
  type AccessOptions,
  type Verdict,
  type Visitor,
} from './projects.permissions.ts'
export { linkTypeNameFault, type NewLinkType } from './link-types.ts'
export type { LinkType, Memberships, ProjectField } from './projects.store.ts'
export {
  representMinimalProject,
  representProjectReference,
  type MinimalProject,
  type ProjectReference,
} from './project.representation.ts'
export type { NewCustomService } from './services.ts'
export { userGroupNameFault, type Added, type NewProject } from './write-projects.ts'
export { groupByLabel } from './group-labels.ts'
export { shortNameFault, shortNameMessage } from './short-name.ts'
export { alwaysEnabled, catalogue, catalogueService } from './services.ts'
export {
  exportGroupNames,
  exportProjectElement,
  exportUserGroups,
  readExportedProject,
} from './export-project-element.ts'
export { accessFault } from './visibility.ts'
export { parseWireId } from './projects.queries.ts'
export type {
  DeclareArchive,
  ProjectCopied,
  ProjectCopiedListener,
  UserGroupChange,
  TrackerQueries,
  XmlTemplate,
} from './contributions.ts'
export { MinimalProject as MinimalProjectSchema, unboundedPagination } from './projects.schema.ts'
export { MinimalUserGroup as MinimalUserGroupSchema } from './user-groups.schema.ts'
export { linkByPattern } from './reference-pattern.ts'
