import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { unlessRefused } from '../../../platform/errors.ts'
import type { EventCause } from '../../../platform/events/event-log.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { requireAll } from '../access/checks.ts'
import type { ArtifactWithLinks } from '../model/artifact.ts'
import { noteCause } from '../commit/note-cause.store.ts'
import { rightsToDelete, writeDeletions, type DeletionRules } from './delete-artifact.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Clock } from '../../../platform/clock.ts'
import { lockArtifact } from './delete-artifact.store.ts'

/** A version in which an artifact must still be. */
export interface ExpectedVersion {
  readonly artifactId: number
  readonly changesetId: number
}

/**
 * Puts artifacts into the trash that are still in the version named, in one transaction. These deletions do not count for the cap of the
 * account, because they take back what the account made at once. Returns the ids of the deleted ones.
 */
export const trashUnchanged =
  ({ db, clock, ...rules }: DeletionRules & { readonly db: Db; readonly clock: Clock }) =>
  async (
    viewer: Viewer,
    versions: readonly ExpectedVersion[],
    cause: EventCause,
    /** Runs last in the transaction. */
    also: (tx: Tx, deletedIds: readonly number[]) => Promise<void>,
  ): Promise<void> => {
    const { access, settings } = rules
    const found: { artifact: ArtifactWithLinks; tracker: Tracker; version: ExpectedVersion }[] = []
    for (const version of versions) {
      const seen = await unlessRefused(async () => {
        const { artifact, context } = await access.getViewable(viewer, version.artifactId)
        requireAll(rightsToDelete(rules, context))
        return { artifact, tracker: context.tracker, version }
      })
      if (seen) found.push(seen)
    }
    // Counters of trackers are locked before artifacts, both in ascending order.
    found.sort((left, right) => left.tracker.id - right.tracker.id || left.artifact.id - right.artifact.id)
    await inTransaction(db, async tx => {
      const deletions: { artifact: ArtifactWithLinks; tracker: Tracker }[] = []
      for (const { artifact, tracker, version } of found) {
        const locked = await lockArtifact(tx, artifact.id, artifact.trackerId)
        if (locked?.changesetId === version.changesetId)
          deletions.push({ artifact: { ...artifact, ...locked }, tracker })
      }
      if (deletions.length > 0) {
        await writeDeletions(tx, viewer, deletions, clock.now(), settings.get('trash_days'), { isCounted: false })
        await noteCause(tx, cause)
      }
      await also(
        tx,
        deletions.map(({ artifact }) => artifact.id),
      )
    })
  }
