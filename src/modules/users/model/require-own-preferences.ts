import { Forbidden, Unauthorized } from '../../../platform/errors.ts'
import { isOneself } from './users.permissions.ts'
import type { Viewer } from './viewer.ts'

/** users.md §2: only the account itself reads and writes its preferences, not even site administrators may. */
export const requireOwnPreferences = (viewer: Viewer, id: number | 'self'): void => {
  if (viewer.isAnonymous && id === 'self') throw new Unauthorized('', { reason: 'credentials.missing' })
  if (!isOneself(viewer, id))
    throw new Forbidden('preferences are read and set by their owner only', { reason: 'permission.owner' })
}
