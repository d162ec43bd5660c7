import { announce, inTransaction, sqlState, UNIQUE_VIOLATION, type Db } from '../../platform/db/db.ts'
import type { Viewer } from '../users/index.ts'
import type { EntrySelection, EntryState } from './entries.ts'
import { setState, setUnread } from './inbox.store.ts'
import { INBOX_TOPIC, ownChangeOf } from './tell-streams.ts'

/** `until` changes entries that are not as far yet, and makes entries unread that are read: done ones stay done. */
const FROM_UNTIL: Readonly<Record<EntryState, readonly EntryState[]>> = {
  unread: ['read'],
  read: ['unread'],
  done: ['unread', 'read'],
}
const FROM_IDS: Readonly<Record<EntryState, readonly EntryState[]>> = {
  unread: ['read', 'done'],
  read: ['unread', 'done'],
  done: ['unread', 'read'],
}
const MAX_TRIES = 5

/** Sets the state of entries of the caller. Ids of entries that are not there are ignored: a change may have renewed them. */
export const markEntries =
  (db: Db) =>
  async (viewer: Viewer, selection: EntrySelection, state: EntryState): Promise<void> => {
    const from = ('ids' in selection ? FROM_IDS : FROM_UNTIL)[state]
    const mark = (): Promise<void> =>
      inTransaction(db, async tx => {
        if (state === 'unread') await setUnread(tx, viewer.userId, selection, from)
        else await setState(tx, viewer.userId, selection, state, from)
        await announce(tx, INBOX_TOPIC, ownChangeOf(viewer.userId))
      })
    for (let tries = 1; ; tries++) {
      try {
        return await mark()
      } catch (error) {
        // A new change made an unread entry of the same artifact meanwhile: the next try joins both.
        if (tries === MAX_TRIES || sqlState(error) !== UNIQUE_VIOLATION) throw error
      }
    }
  }
