import type { Viewer } from './viewer.ts'

/** users.md §4. Excludes read-only administrators, who are administrators on reading requests only. */
export const canManageUsers = (viewer: Viewer): boolean =>
  viewer.isSiteAdministrator || viewer.sitePermissions.has('user_management')

/** Preferences and access keys belong to the account alone; site administrators have no access either. */
export const isOneself = (viewer: Viewer, id: number | 'self'): boolean =>
  !viewer.isAnonymous && (id === 'self' || id === viewer.userId)
