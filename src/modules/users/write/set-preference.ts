import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import { parseTimezone } from './own-settings.ts'
import { LANGUAGE_PREFERENCE, TIMEZONE_PREFERENCE } from '../model/choices.ts'
import { NAME_STYLE_PREFERENCE } from '../model/name-style.ts'
import { requireOwnPreferences } from '../model/require-own-preferences.ts'
import { removePreference, writePreference, writeTimezone } from '../store/users.store.ts'
import type { Viewer } from '../model/viewer.ts'

/** Preferences that are part of the cached account. */
const SHOWN_WITH_USER: ReadonlySet<string> = new Set([NAME_STYLE_PREFERENCE, LANGUAGE_PREFERENCE, TIMEZONE_PREFERENCE])

/** Sets a preference of the caller; undefined removes it. */
export const setPreference =
  (db: Db) =>
  async (viewer: Viewer, id: number | 'self', key: string, value: string | undefined): Promise<void> => {
    // users.md §2: an anonymous caller has no account whose preference could be set.
    if (viewer.isAnonymous && value !== undefined) throw new NotFound('there is no user to set a preference for')
    requireOwnPreferences(viewer, id)
    await inTransaction(db, async tx => {
      if (key === TIMEZONE_PREFERENCE) await writeTimezone(tx, viewer.userId, parseTimezone(value))
      else if (value === undefined) await removePreference(tx, viewer.userId, key)
      else await writePreference(tx, viewer.userId, key, value)
      await invalidate(tx, 'preference', viewer.userId)
      if (SHOWN_WITH_USER.has(key)) await invalidate(tx, 'user', viewer.userId)
    })
  }
