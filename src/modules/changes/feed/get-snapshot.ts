import { randomUUID } from 'node:crypto'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { TooManyRequests } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { LineStream } from '../../../platform/http/response/streams.ts'
import type { ArtifactContext } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Representations } from '../reading/representations.ts'
import { readEnd, requireKept, type Reader } from '../reading/read-changes.ts'
import type { GetChangesDependencies } from './get-changes.ts'
import { holdLease, listNextArtifacts, releaseLease, type ArtifactOfPage } from './snapshot.store.ts'

export interface SnapshotQuery {
  /** null: all trackers. */
  readonly trackerIds: readonly number[] | null
  readonly representation: 'values' | 'full'
  readonly after: number
  readonly cursor: string | undefined
}

export interface SnapshotDependencies extends GetChangesDependencies {
  readonly visibleContexts: (
    viewer: Viewer,
    subjects: readonly ArtifactOfPage[],
  ) => Promise<ReadonlyMap<number, ArtifactContext>>
  readonly representations: Representations
  readonly now: () => Date
}

const PAGE = 500
/** A client that reads nothing for this long has lost its place. */
const LEASE_SECONDS = 60

/**
 * GET /changes/snapshot (integrators.md §1.5): all artifacts that the caller may see, by id, page after page, each as it is at that moment.
 * The cursor is older than every row, so the feed tells what changed meanwhile.
 */
export const getSnapshot =
  (deps: SnapshotDependencies) =>
  async ({ identify }: Pick<Reader, 'identify'>, caller: string, query: SnapshotQuery): Promise<LineStream> => {
    const { db } = deps
    const { state, end } = await readEnd(db)
    // The feed tells nothing of the rights that were lost before the cursor.
    await db.invalidations.caughtUp()
    const viewer = await identify()
    const cursors = await deps.cursorsOf(state.timeline)
    const place = query.cursor === undefined ? end : cursors.read(query.cursor, viewer.userId)
    requireKept(place, state)
    const cursor = cursors.write(place, viewer.userId)
    const token = randomUUID()
    if (!(await holdLease(db, caller, token, LEASE_SECONDS)))
      throw new TooManyRequests('Another snapshot of this account is under way', {
        reason: 'limit.calls',
        limit: 1,
        headers: { 'Retry-After': String(LEASE_SECONDS) },
      })
    // A snapshot that goes on after a cut is the same export.
    if (query.cursor === undefined) await recordExport(db, viewer, query)
    const lines = async function* () {
      try {
        let after = query.after
        let count = 0
        for (;;) {
          const page = await listNextArtifacts(db, after, query.trackerIds, PAGE)
          const contexts = await deps.visibleContexts(viewer, page)
          const shown = page.map(({ id }) => id).filter(id => contexts.has(id))
          const texts = await deps.representations.read(viewer, shown, query.representation)
          const found = shown.flatMap(id => texts.get(id) ?? [])
          count += found.length
          if (found.length > 0) yield `${found.join('\n')}\n`
          const last = page.at(-1)
          if (!last || page.length < PAGE) break
          after = last.id
          await holdLease(db, caller, token, LEASE_SECONDS)
        }
        yield `${JSON.stringify({ end: true, cursor, count })}\n`
      } finally {
        await releaseLease(db, caller, token)
      }
    }
    const at = deps.representing.isoDate(viewer, deps.now())
    return { first: `${JSON.stringify({ cursor, at })}\n`, rest: lines() }
  }

/** The audit tells who took a copy. */
const recordExport = (db: Db, viewer: Viewer, { trackerIds, representation }: SnapshotQuery): Promise<void> =>
  inTransaction(db, tx =>
    appendEvents(tx, [
      {
        kind: 'snapshot.exported',
        actorId: viewer.isAnonymous ? null : viewer.userId,
        means: viewer.means,
        payload: { tracker_ids: trackerIds, representation },
      },
    ]),
  )
