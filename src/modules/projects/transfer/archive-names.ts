import {
  ADMINS_GROUP,
  ANONYMOUS_GROUP,
  AUTHENTICATED_GROUP,
  FILE_MANAGER_ADMINS_GROUP,
  MEMBERS_GROUP,
  NOBODY_GROUP,
  REGISTERED_GROUP,
  WIKI_ADMINS_GROUP,
  type UserGroupId,
} from '../model/user-group.ts'

/** The names by which archives call a group that every project has (import.md §5.5). */
export interface ArchiveNamesOfGroup {
  /** Name in permissions and conditions. */
  readonly right: string
  /** Name in all other places. */
  readonly name: string
  /** Another name that imports accept. */
  readonly short: string
}

export const builtInArchiveNames: Readonly<Record<UserGroupId, ArchiveNamesOfGroup>> = {
  [ANONYMOUS_GROUP]: { right: 'UGROUP_ANONYMOUS', name: 'ugroup_anonymous_users_name_key', short: 'all_users' },
  [REGISTERED_GROUP]: {
    right: 'UGROUP_REGISTERED',
    name: 'ugroup_registered_users_name_key',
    short: 'registered_users',
  },
  [AUTHENTICATED_GROUP]: {
    right: 'UGROUP_AUTHENTICATED',
    name: 'ugroup_authenticated_users_name_key',
    short: 'authenticated_users',
  },
  [MEMBERS_GROUP]: {
    right: 'UGROUP_PROJECT_MEMBERS',
    name: 'ugroup_project_members_name_key',
    short: 'project_members',
  },
  [ADMINS_GROUP]: { right: 'UGROUP_PROJECT_ADMIN', name: 'ugroup_project_admins_name_key', short: 'project_admins' },
  [FILE_MANAGER_ADMINS_GROUP]: {
    right: 'UGROUP_FILE_MANAGER_ADMIN',
    name: 'ugroup_file_manager_admin_name_key',
    short: 'file_manager_admins',
  },
  [WIKI_ADMINS_GROUP]: { right: 'UGROUP_WIKI_ADMIN', name: 'ugroup_wiki_admin_name_key', short: 'wiki_admins' },
  [NOBODY_GROUP]: { right: 'UGROUP_NONE', name: 'ugroup_nobody_name_key', short: 'nobody' },
}
