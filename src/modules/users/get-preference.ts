import type { Db } from '../../platform/db/db.ts'
import { requireOwnPreferences } from './require-own-preferences.ts'
import { readPreference } from './users.store.ts'
import type { Viewer } from './viewer.ts'

/** users.md §2: one's own; undefined when it is not set. */
export const getPreference =
  (db: Db) =>
  (viewer: Viewer, id: number | 'self', key: string): Promise<string | undefined> => {
    requireOwnPreferences(viewer, id)
    return readPreference(db.kysely, viewer.userId, key)
  }
