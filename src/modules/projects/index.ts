// The door of this module: what others may use.
export {
  PLATFORM_PROJECT_ID,
  SITE_TEMPLATE_ID,
  type Project,
  type ProjectAccess,
  type ProjectStatus,
} from './project.ts'
export * from './user-group.ts'
