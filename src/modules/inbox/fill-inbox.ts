import { announce, type Db, type Tx } from '../../platform/db/db.ts'
import type { EventConsumer } from '../../platform/events/consumer.ts'
import type { LoggedEvent } from '../../platform/events/event-log.ts'
import { APPROVAL_KINDS } from '../agents/index.ts'
import { isSilent, movedFrom, type ArtifactsModule, type Change, type EditReference } from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import { findConcerned, loadNotificationPreferences, type NotificationPreferences } from '../notifications/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import { canSignIn, type UsersModule } from '../users/index.ts'
import { REASONS, seeChange, type Reason } from './entries.ts'
import { addApprovals, addChanges, endApprovals, type NewInboxChange } from './inbox.store.ts'
import { loadSeenLinks } from './seen-links.ts'
import { INBOX_TOPIC, ownChangeOf, payloadsOf } from './tell-streams.ts'

/** Never change it: the database knows the place in the log by it. */
const CONSUMER = 'inbox'
const KINDS: ReadonlySet<string> = new Set(['artifact.created', 'artifact.updated', 'artifact.moved'])
/** Number of changes whose documents are in memory at the same time. */
const BATCH_SIZE = 50

export interface FillDependencies {
  readonly db: Db
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly artifacts: Pick<ArtifactsModule, 'readChanges' | 'sights'>
  /** Whether somebody waits for news: an open stream in this process. */
  readonly isAnybodyThere: () => boolean
}

/**
 * Puts changes into the inboxes of the accounts that they concern. Rights are judged here, so that hidden changes leave no trace (a new id of
 * an entry), and again when the inbox is read. Imports and own changes are left out.
 */
export const fillInbox = (deps: FillDependencies): EventConsumer => ({
  name: CONSUMER,
  isPrompt: deps.isAnybodyThere,
  handle: async (tx, events) => {
    await followApprovals(tx, events)
    const edits = events.flatMap(editOf)
    for (let at = 0; at < edits.length; at += BATCH_SIZE) await fill(deps, tx, edits.slice(at, at + BATCH_SIZE))
  },
})

/** Puts approvals that wait into the inbox of their account, and ends the entries of those that are decided. */
const followApprovals = async (tx: Tx, events: readonly LoggedEvent[]): Promise<void> => {
  const idsOf = (isWanted: (kind: string) => boolean): number[] =>
    events.flatMap(({ kind, payload }) => (isWanted(kind) ? [Number(payload['approval_id'])] : []))
  const asked = idsOf(kind => kind === APPROVAL_KINDS.asked)
  const ended = idsOf(kind => ENDS_OF_APPROVALS.has(kind))
  if (asked.length > 0) await announce(tx, INBOX_TOPIC, payloadsOf(await addApprovals(tx, asked)))
  if (ended.length > 0) await announce(tx, INBOX_TOPIC, (await endApprovals(tx, ended)).flatMap(ownChangeOf))
}

const ENDS_OF_APPROVALS: ReadonlySet<string> = new Set([
  APPROVAL_KINDS.allowed,
  APPROVAL_KINDS.refused,
  APPROVAL_KINDS.expired,
])

const editOf = (event: LoggedEvent): EditReference[] => {
  const { kind, artifactId, changesetId } = event
  if (!KINDS.has(kind) || isSilent(event) || artifactId === null || changesetId === null) return []
  return [{ artifactId, changesetId, fromTrackerId: movedFrom(event) }]
}

const fill = async (deps: FillDependencies, tx: Tx, edits: readonly EditReference[]): Promise<void> => {
  const changes = (await deps.artifacts.readChanges(edits)).filter(
    ({ project, tracker }) => project.status === 'active' && !tracker.isDeleted,
  )
  if (changes.length === 0) return
  const preferences = await loadNotificationPreferences({ db: deps.db.kysely, users: deps.users }, changes)
  const added: NewInboxChange[] = []
  const sights = await deps.artifacts.sights.load(changes.map(({ artifact }) => artifact))
  const judged = changes.map(change => ({ ...change, fieldIds: change.changedFieldIds }))
  const seesField = await loadSeenLinks(
    { db: deps.db, sights: deps.artifacts.sights },
    judged.map(change => ({ tracker: change.tracker, change })),
  )
  for (const [index, change] of judged.entries()) {
    const sight = sights[index]
    if (!sight) continue
    const reasonsOf = await findReasons(deps, preferences, change)
    for (const [userId, reasons] of reasonsOf) {
      const viewer = await deps.auth.viewerOf(userId, 'job')
      const context = deps.artifacts.sights.contextFor(viewer, sight)
      const isFieldSeen = (id: number): boolean => seesField(viewer, change.changesetId, id)
      const isSeen = context && seeChange(context, { ...change, reasons }, isFieldSeen)
      if (isSeen) added.push(changeFor(userId, change, reasons))
    }
  }
  if (added.length === 0) return
  const entries = await addChanges(tx, added)
  await announce(tx, INBOX_TOPIC, payloadsOf(entries))
}

/** By account: why it is told of the change. */
const findReasons = async (
  deps: FillDependencies,
  preferences: NotificationPreferences,
  change: Change,
): Promise<ReadonlyMap<number, readonly Reason[]>> => {
  const { mentioned, watching, deaf } = await findConcerned(deps, preferences, change)
  const assigned = new Set([...change.newAssigneeIds].filter(id => !deaf.has(id)))
  const accounts = await deps.users.getMany(new Set([...mentioned, ...assigned, ...watching]))
  const told = [...accounts.values()].filter(user => user.id !== change.authorId && canSignIn(user))
  const groups = { mention: mentioned, assigned, watched: watching } as const
  return new Map(told.map(({ id }) => [id, REASONS.filter(reason => groups[reason].has(id))]))
}

const changeFor = (userId: number, change: Change, reasons: readonly Reason[]): NewInboxChange => ({
  userId,
  artifactId: change.artifact.id,
  changesetId: change.changesetId,
  reasons,
  at: change.at,
})
