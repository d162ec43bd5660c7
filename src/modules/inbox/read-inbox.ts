import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { stateOf, type AgentsModule, type SeenApproval } from '../agents/index.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { Viewer } from '../users/index.ts'
import { seeChange, type EntryState, type SeenChange } from './entries.ts'
import { loadSeenLinks } from './seen-links.ts'
import { listEntries, listUnread, listUnreadApprovals, type ListedChange, type StoredEntry } from './inbox.store.ts'

/** Unread entries that are judged for the count; older ones are not counted. */
export const MAX_COUNTED = 1_000
/** Entries of one read, at least: some may be hidden. */
const LEAST_BATCH = 20

export interface ReadDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly artifacts: Pick<ArtifactsModule, 'findVisible' | 'rightsIn' | 'visibleContexts' | 'sights'>
  readonly agents: Pick<AgentsModule, 'seeOwnApprovals'>
}

/** An entry as the viewer may know of it. */
export type SeenEntry = SeenArtifactEntry | SeenApprovalEntry

/** A write of an agent that the account decides. */
export interface SeenApprovalEntry {
  readonly id: number
  readonly state: EntryState
  readonly approval: SeenApproval
}

/** News of an artifact with those of its changes that the viewer may know of; at least one. */
export interface SeenArtifactEntry {
  readonly id: number
  readonly state: EntryState
  readonly artifact: Awaited<ReturnType<ArtifactsModule['findVisible']>>[number]
  readonly changes: readonly SeenChange<ListedChange>[]
}

export interface InboxPage {
  readonly entries: readonly SeenEntry[]
  /** Id behind which to go on; null: there is no more. */
  readonly next: number | null
}

export interface InboxQuery {
  readonly states: readonly EntryState[]
  readonly limit: number
  readonly before: number | undefined
}

/** Newest first, by the rights of now. Pages end as if hidden entries had never been. */
export const listInbox =
  (deps: ReadDependencies) =>
  async (viewer: Viewer, { states, limit, before }: InboxQuery): Promise<InboxPage> => {
    const seen: SeenEntry[] = []
    let place = before ?? Number.MAX_SAFE_INTEGER
    for (;;) {
      const batch = Math.max(LEAST_BATCH, limit + 1)
      const stored = await listEntries(deps.db, viewer.userId, { states, before: place, limit: batch })
      seen.push(...(await see(deps, viewer, stored)))
      const last = stored.at(-1)
      if (!last || stored.length < batch || seen.length > limit) break
      place = last.id
    }
    const entries = seen.slice(0, limit)
    return { entries, next: seen.length > limit ? (entries.at(-1)?.id ?? null) : null }
  }

const see = async (
  { db, artifacts, agents }: ReadDependencies,
  viewer: Viewer,
  stored: readonly StoredEntry[],
): Promise<SeenEntry[]> => {
  const idsOf = (name: 'artifactId' | 'approvalId') => [...new Set(stored.flatMap(entry => entry[name] || []))]
  const [visible, approvals] = await Promise.all([
    artifacts.findVisible(viewer, idsOf('artifactId')),
    agents.seeOwnApprovals(viewer, idsOf('approvalId')),
  ])
  const byId = new Map(visible.map(one => [one.artifact.id, one]))
  const seesField = await loadSeenLinks(
    { db, sights: artifacts.sights },
    stored.flatMap(({ artifactId, changes }) => {
      const tracker = byId.get(artifactId)?.tracker
      return tracker ? changes.map(change => ({ tracker, change })) : []
    }),
  )
  return stored.flatMap(({ id, artifactId, approvalId, state, changes }): SeenEntry[] => {
    const approval = approvals.get(approvalId)
    if (approval) return [{ id, state, approval }]
    const artifact = byId.get(artifactId)
    if (!artifact) return []
    const { tracker } = artifact
    const context = { tracker, rights: artifacts.rightsIn(viewer, tracker) }
    const seen = changes.flatMap(
      change => seeChange(context, change, id => seesField(viewer, change.changesetId, id)) ?? [],
    )
    return seen.length > 0 ? [{ id, state, artifact, changes: seen }] : []
  })
}

/** Ids of unread entries that the viewer sees: of all, or of some. */
const seenUnread = async (
  deps: ReadDependencies,
  viewer: Viewer,
  entryIds: readonly number[] | null,
): Promise<ReadonlySet<number>> => {
  const { db, artifacts } = deps
  const rows = await listUnread(db, viewer.userId, MAX_COUNTED, entryIds)
  const subjects = new Map(rows.map(({ subject }) => [subject.id, subject]))
  const contexts = await artifacts.visibleContexts(viewer, [...subjects.values()])
  const placed = rows.flatMap(row => {
    const context = contexts.get(row.subject.id)
    return context ? [{ ...row, context, tracker: context.tracker }] : []
  })
  const seesField = await loadSeenLinks({ db, sights: artifacts.sights }, placed)
  const waiting = await seenUnreadApprovals(deps, viewer, entryIds)
  return new Set([
    ...waiting,
    ...placed.flatMap(({ entryId, context, change }) =>
      seeChange(context, change, id => seesField(viewer, change.changesetId, id)) ? [entryId] : [],
    ),
  ])
}

/** Entries about approvals that still wait, as far as the viewer sees their place. */
const seenUnreadApprovals = async (
  { db, clock, agents }: ReadDependencies,
  viewer: Viewer,
  entryIds: readonly number[] | null,
): Promise<number[]> => {
  const rows = await listUnreadApprovals(db, viewer.userId, MAX_COUNTED, entryIds)
  const seen = await agents.seeOwnApprovals(
    viewer,
    rows.map(({ approvalId }) => approvalId),
  )
  return rows.flatMap(({ entryId, approvalId }) => {
    const approval = seen.get(approvalId)?.approval
    return approval && stateOf(approval, clock.now()) === 'waiting' ? [entryId] : []
  })
}

export const countUnread =
  (deps: ReadDependencies) =>
  async (viewer: Viewer): Promise<number> =>
    (await seenUnread(deps, viewer, null)).size

export const seesOneOf =
  (deps: ReadDependencies) =>
  async (viewer: Viewer, entryIds: readonly number[]): Promise<boolean> =>
    (await seenUnread(deps, viewer, entryIds)).size > 0
