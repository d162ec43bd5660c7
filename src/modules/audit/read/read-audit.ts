import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { ChangesModule } from '../../changes/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { StoredEntry } from '../model/entry.ts'
import {
  hasEntrySince,
  listEntries,
  readAnchor,
  readChainEnd,
  type EntryFilter,
  type EntryPage,
} from '../store/audit.store.ts'
import { readCheck, readLastHead, type CheckState, type SignedHead } from '../store/heads.store.ts'

export interface ReadDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly projects: Pick<ProjectsModule, 'requireAccess' | 'isAdmin'>
  readonly changes: Pick<ChangesModule, 'takeStream'>
}

/** The audit of the platform (null), or of one project. */
export type AuditPlace = number | null

export interface AuditAnswer {
  readonly entries: readonly StoredEntry[]
  readonly next: number | null
}

/** How a reader that waits leaves the requests in work, and learns that its client has gone. */
export interface Waiting {
  readonly seconds: number
  readonly caller: string
  readonly leaveWork: () => void
  readonly signal: AbortSignal
  /** Asks anew who the caller is. */
  readonly identify: () => Promise<Viewer>
}

const HOUR_MS = 60 * 60 * 1000
const POLL_MS = 500
const AUDIT_READ = 'audit.read'

/** Throws unless the viewer administers the place; 404 for a project that they may not see. */
export const requireAuditor = async (
  { projects }: Pick<ReadDependencies, 'projects'>,
  viewer: Viewer,
  place: AuditPlace,
): Promise<void> => {
  if (place === null) {
    if (!viewer.isSiteAdministrator)
      throw new Forbidden('Only site administrators read the audit of the platform', { reason: 'permission.admin' })
    return
  }
  await projects.requireAccess(viewer, place).catch((error: unknown) => {
    throw error instanceof Forbidden ? new NotFound('') : error
  })
  if (!projects.isAdmin(viewer, place))
    throw new Forbidden('Only administrators of the project read its audit', { reason: 'permission.admin' })
}

/** GET /site/audit and /projects/{id}/audit (integrators.md §13). */
export const readAudit = (deps: ReadDependencies) => {
  const recordReading = createReadingRecorder(deps)
  return async (
    viewer: Viewer,
    place: AuditPlace,
    {
      filter,
      page,
      shownQuery,
    }: { filter: EntryFilter; page: EntryPage; shownQuery: Readonly<Record<string, unknown>> },
    waiting: Waiting,
  ): Promise<AuditAnswer> => {
    await requireAuditor(deps, viewer, place)
    await recordReading(viewer, place, shownQuery)
    const answer = await readPage(deps.db, filter, page)
    if (answer.entries.length > 0 || waiting.seconds === 0 || page.isDescending) return answer
    const found = await waitForEntries(deps, filter, { ...page, since: answer.next ?? undefined }, waiting)
    if (found.entries.length > 0) await requireAuditor(deps, await waiting.identify(), place)
    return found
  }
}

const readPage = async (db: Db, filter: EntryFilter, page: EntryPage): Promise<AuditAnswer> => {
  const { limit, isDescending, since } = page
  // Before the rows: rows that come meanwhile are not passed by.
  const end = await readChainEnd(db.kysely)
  const found = await listEntries(db.kysely, filter, { ...page, limit: limit + 1 })
  const entries = found.slice(0, limit)
  const following = found[limit]?.n
  if (isDescending) return { entries, next: following ?? null }
  return { entries, next: following ?? Math.max(end.n + 1, (entries.at(-1)?.n ?? 0) + 1, since ?? 0) }
}

const waitForEntries = async (
  { db, changes }: ReadDependencies,
  filter: EntryFilter,
  page: EntryPage,
  { seconds, caller, leaveWork, signal }: Waiting,
): Promise<AuditAnswer> => {
  const giveBack = changes.takeStream(caller)
  const until = performance.now() + seconds * 1_000
  let answer: AuditAnswer = { entries: [], next: page.since ?? 0 }
  try {
    leaveWork()
    while (answer.entries.length === 0 && performance.now() < until && !signal.aborted) {
      await sleep(Math.min(POLL_MS, Math.max(0, until - performance.now())), undefined, { signal }).catch(
        () => undefined,
      )
      answer = await readPage(db, filter, { ...page, since: answer.next ?? undefined })
    }
    return answer
  } finally {
    giveBack()
  }
}

/** Reading the audit is in the audit: one row for an account, place and hour. */
const createReadingRecorder = ({ db, clock }: ReadDependencies) => {
  const recent = new Map<string, number>()
  return async (viewer: Viewer, place: AuditPlace, shownQuery: Readonly<Record<string, unknown>>): Promise<void> => {
    const now = clock.now().getTime()
    for (const [key, at] of recent) if (at <= now - HOUR_MS) recent.delete(key)
    const key = `${viewer.userId} ${place}`
    if (recent.has(key)) return
    recent.set(key, now)
    // Another process may have recorded it.
    if (await hasEntrySince(db.kysely, AUDIT_READ, viewer.userId, place, new Date(now - HOUR_MS))) return
    await inTransaction(db, tx =>
      appendEvents(tx, [
        {
          kind: AUDIT_READ,
          actorId: viewer.userId,
          means: viewer.means,
          ...(place !== null && { projectId: place }),
          payload: shownQuery,
        },
      ]),
    )
  }
}

export interface ChainState {
  readonly first: number
  readonly last: number
  readonly head: SignedHead | undefined
  readonly check: CheckState | undefined
}

export const readChainState = async (db: Db): Promise<ChainState> => {
  const [anchor, end, head, check] = await Promise.all([
    readAnchor(db.kysely),
    readChainEnd(db.kysely),
    readLastHead(db.kysely),
    readCheck(db.kysely),
  ])
  return { first: end.n > anchor.n ? anchor.n + 1 : 0, last: end.n > anchor.n ? end.n : 0, head, check }
}
