import { announceChange, inTransaction, type Db } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { LANGUAGE_PREFERENCE } from './choices.ts'
import { NAME_STYLE_PREFERENCE } from './name-style.ts'
import { requireOwnPreferences } from './require-own-preferences.ts'
import { removePreference, writePreference } from './users.store.ts'
import type { Viewer } from './viewer.ts'

/** Sets one's own; undefined removes it. */
export const setPreference =
  (db: Db) =>
  async (viewer: Viewer, id: number | 'self', key: string, value: string | undefined): Promise<void> => {
    // users.md §2: where an anonymous caller would set one, there is nobody to set it for.
    if (viewer.isAnonymous && value !== undefined) throw new NotFound('there is no user to set a preference for')
    requireOwnPreferences(viewer, id)
    await inTransaction(db, async tx => {
      if (value === undefined) await removePreference(tx, viewer.userId, key)
      else await writePreference(tx, viewer.userId, key, value)
      await announceChange(tx, 'preference', viewer.userId)
      if (key === NAME_STYLE_PREFERENCE || key === LANGUAGE_PREFERENCE) await announceChange(tx, 'user', viewer.userId)
    })
  }
