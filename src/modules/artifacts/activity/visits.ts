import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import type { EventConsumer } from '../../../platform/events/consumer.ts'
import type { Viewer } from '../../users/index.ts'
import { EDITS } from '../model/artifacts.events.ts'
import { clearVisits, recordVisits, listVisits } from './activity.store.ts'
import type { FindVisible, VisibleArtifact } from '../access/visible-artifacts.ts'

export interface Visit extends VisibleArtifact {
  readonly at: Date
}

/** users.md §6: only the caller's own account, by number. */
const requireOwnId = (viewer: Viewer, id: string): void => {
  if (!/^\d+$/.test(id))
    throw new Invalid('`id` is to be the number of an account', { reason: 'parameter.range', parameter: 'id' })
  if (viewer.isAnonymous || Number(id) !== viewer.userId)
    throw new Forbidden('Everybody sees their own history only', { reason: 'permission.owner' })
}

/** The artifacts that the caller worked on lately, newest first. */
export const getVisitHistory =
  (db: Db, findVisible: FindVisible) =>
  async (viewer: Viewer, id: string): Promise<Visit[]> => {
    requireOwnId(viewer, id)
    const visits = await listVisits(db.kysely, viewer.userId)
    const at = new Map(visits.map(visit => [visit.artifact_id, visit.visited_at]))
    const found = await findVisible(
      viewer,
      visits.map(visit => visit.artifact_id),
    )
    return found.flatMap(visible => {
      const visitedAt = at.get(visible.artifact.id)
      return visitedAt ? [{ ...visible, at: visitedAt }] : []
    })
  }

/** Clears the history of the caller. A list with entries is refused. */
export const replaceVisitHistory =
  (db: Db) =>
  async (viewer: Viewer, id: string, entries: readonly unknown[]): Promise<void> => {
    requireOwnId(viewer, id)
    if (entries.length > 0) throw new Forbidden('A history can be cleared, not written', { reason: 'parameter.range' })
    await inTransaction(db, tx => clearVisits(tx, viewer.userId))
  }

/** Records visits of users outside their requests. Imported changes are left out, because their dates are not dates of visits. */
export const visitsConsumer: EventConsumer = {
  name: 'history',
  handle: async (tx: Tx, events) => {
    const visits = events.flatMap(({ kind, actorId, artifactId, means, at }) =>
      EDITS.has(kind) && actorId !== null && artifactId !== null && (means === 'rest' || means === 'web')
        ? [{ userId: actorId, artifactId, at }]
        : [],
    )
    if (visits.length > 0) await recordVisits(tx, visits)
  },
}
