import type { Db } from '../../platform/db/db.ts'
import { requireOwnPreferences } from './require-own-preferences.ts'
import { readPreferences } from './users.store.ts'
import type { Viewer } from './viewer.ts'

/** users.md §2: one's own; undefined when it is not set. */
export const getPreference =
  (db: Db) =>
  async (viewer: Viewer, id: number | 'self', key: string): Promise<string | undefined> => {
    requireOwnPreferences(viewer, id)
    return (await readPreferences(db.kysely, [viewer.userId], key)).get(viewer.userId)
  }
