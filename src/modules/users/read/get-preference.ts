import type { Db } from '../../../platform/db/db.ts'
import { TIMEZONE_PREFERENCE } from '../model/choices.ts'
import { requireOwnPreferences } from '../model/require-own-preferences.ts'
import { findOwnSettings, listPreferences } from '../store/users.store.ts'
import type { Viewer } from '../model/viewer.ts'

/** users.md §2: a preference of the caller; undefined if it is not set. */
export const getPreference =
  (db: Db) =>
  async (viewer: Viewer, id: number | 'self', key: string): Promise<string | undefined> => {
    requireOwnPreferences(viewer, id)
    if (key === TIMEZONE_PREFERENCE) return (await findOwnSettings(db, viewer.userId)).timezone ?? undefined
    return (await listPreferences(db.kysely, [viewer.userId], key)).get(viewer.userId)
  }
