import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { deleteEntriesOfGoneArtifacts, deleteOldEntries } from './inbox.store.ts'

const KEPT_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000
const PORTION = 5_000

/** Entries stay for 90 days after their latest change. */
export const expireEntries = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): Job => ({
  name: 'expire_inbox_entries',
  schedule: '53 3 * * *',
  run: async () => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
    while ((await deleteOldEntries(db.kysely, before, PORTION)) === PORTION) continue
    await deleteEntriesOfGoneArtifacts(db.kysely)
  },
})
