import type { Db } from '../../platform/db/db.ts'
import { TIMEZONE_PREFERENCE } from './choices.ts'
import { requireOwnPreferences } from './require-own-preferences.ts'
import { readOwnSettings, readPreferences } from './users.store.ts'
import type { Viewer } from './viewer.ts'

/** users.md §2: one's own; undefined when it is not set. */
export const getPreference =
  (db: Db) =>
  async (viewer: Viewer, id: number | 'self', key: string): Promise<string | undefined> => {
    requireOwnPreferences(viewer, id)
    if (key === TIMEZONE_PREFERENCE) return (await readOwnSettings(db, viewer.userId)).timezone ?? undefined
    return (await readPreferences(db.kysely, [viewer.userId], key)).get(viewer.userId)
  }
