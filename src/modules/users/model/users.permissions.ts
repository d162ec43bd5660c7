import type { Viewer } from './viewer.ts'

/** users.md §4. A read-only administrator is none here: they are one on reading requests only. */
export const canManageUsers = (viewer: Viewer): boolean =>
  viewer.isSiteAdministrator || viewer.sitePermissions.has('user_management')

/** Preferences and access keys are one's own, site administrators included. */
export const isOneself = (viewer: Viewer, id: number | 'self'): boolean =>
  !viewer.isAnonymous && (id === 'self' || id === viewer.userId)
