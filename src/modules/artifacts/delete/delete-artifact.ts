import { noteCause } from '../commit/note-cause.store.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { Forbidden, NotFound, TooManyRequests, Unauthorized } from '../../../platform/errors.ts'
import type { IdempotentCall } from '../../../platform/idempotency/idempotency-key.ts'
import { once, REPLAYED, takeKey } from '../../../platform/idempotency/idempotency.ts'
import { EMPTY_ANSWER } from '../../../platform/idempotency/idempotency.store.ts'
import type { Clock } from '../../../platform/clock.ts'
import { quotaHeaders } from '../../../platform/limits/quota-headers.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { EventCause, NewEvent } from '../../../platform/events/event-log.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { requireAll, type Check } from '../access/checks.ts'
import { requireCondition, requireFresh, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { VersionFactory } from '../model/etag.ts'
import type { DeletionArchiver } from './archive-deleted.ts'
import type { Artifact, ArtifactWithLinks } from '../model/artifact.ts'
import { accessFacts } from '../model/artifacts.events.ts'
import { WriteConflict, retryOnWriteConflict } from '../commit/commit.ts'
import { deleteArtifactRows, lockAndCountDeletions, lockArtifact, recordDeletions } from './delete-artifact.store.ts'
import { copyToTrash, keepContents } from './keep-in-trash.store.ts'
import type { WriteDependencies } from '../write/create-artifact.ts'

/** Window in which deletions count towards the cap. */
export const DELETION_WINDOW_HOURS = 24
const DAY_MS = 24 * 60 * 60 * 1000
export const DELETION_WINDOW_MS = DELETION_WINDOW_HOURS * 60 * 60 * 1000

/** Headers that show the remaining deletions after a call (artifacts.md §7). */
export const rateLimitHeaders = (limit: number, remaining: number): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(Math.max(0, remaining)),
  ...quotaHeaders([
    { name: 'deletions', limit, windowSeconds: DELETION_WINDOW_MS / 1_000, remaining: Math.max(0, remaining) },
  ]),
})

export interface DeleteDependencies extends Pick<WriteDependencies, 'db' | 'clock' | 'settings' | 'access'> {
  readonly deletionArchiver: DeletionArchiver
  readonly versions: VersionFactory
  /** Deletions of the account within the window. */
  readonly countDeletions: (userId: number) => Promise<number>
}

export interface DeleteArtifactInput {
  readonly artifactId: number
  readonly precondition: Precondition
  /** The larger operation that the write is a part of, for the event log. */
  readonly cause?: EventCause | undefined
}

/**
 * DELETE /artifacts/{id} (artifacts.md §7): for tracker administrators, up to the platform's cap per account in 24 hours. If the setting
 * requires it, an archive of the artifact is made first. A job erases the contents of its files, as for all deleted files. Returns the
 * headers of the cap.
 */
export const deleteArtifact =
  (dependencies: DeleteDependencies) =>
  async (
    viewer: Viewer,
    input: DeleteArtifactInput,
    call?: IdempotentCall,
  ): Promise<Readonly<Record<string, string>>> =>
    once(
      dependencies.db,
      call,
      () => deleteOnce(dependencies, viewer, input, call),
      ({ headers }) => ({ ...headers, ...REPLAYED }),
    )

const deleteOnce = async (
  dependencies: DeleteDependencies,
  viewer: Viewer,
  input: DeleteArtifactInput,
  call: IdempotentCall | undefined,
): Promise<Record<string, string>> => {
  const { db, clock, settings, deletionArchiver: archiveDeleted } = dependencies
  const { artifactId, precondition } = input

  const remove = async (): Promise<Record<string, string>> => {
    // Avoids an unnecessary archive. The check inside the transaction decides.
    const { artifact, context, limit } = await requireDeletable(dependencies, viewer, input)
    // The archive is written before the deletion, and kept only if the deletion commits.
    const archive = settings.get('archive_deleted') ? await archiveDeleted.prepare(artifact, context) : undefined
    try {
      const headers = await inTransaction(db, async tx => {
        const before = await lockAndCountDeletions(tx, viewer.userId, startOfDeletionWindow(clock))
        const answer = rateLimitHeaders(limit, limit - before - 1)
        if (call) await takeKey(tx, call, { ...EMPTY_ANSWER, headers: answer }, clock.now())
        requireBelowCap(before, limit)
        const locked = await lockArtifact(tx, artifactId, artifact.trackerId)
        if (!locked) throw new NotFound('Artifact does not exist')
        if (precondition.ifMatch !== undefined || precondition.ifUnmodifiedSince !== undefined)
          requireFresh(
            { ifMatch: dependencies.versions(artifact.changesetId, artifact.updatedOn).etag },
            dependencies.versions(locked.changesetId, clock.now()),
          )
        // The rights of the tracker to which another writer moved the artifact decide.
        if (locked.trackerId !== artifact.trackerId) throw new WriteConflict()
        // Another writer changed the artifact after the archive was made, and the archive must contain that change.
        if (archive && archive.changesetId !== locked.changesetId) throw new WriteConflict()
        await writeDeletions(
          tx,
          viewer,
          [{ artifact: { ...artifact, ...locked }, tracker: context.tracker }],
          clock.now(),
          settings.get('trash_days'),
        )
        if (input.cause) await noteCause(tx, input.cause)
        return answer
      })
      await archive?.keep()
      return headers
    } catch (error) {
      await archive?.discard()
      throw error
    }
  }
  return retryOnWriteConflict(remove)
}

/** Deletes locked artifacts, given as they are now. */
export const writeDeletions = async (
  tx: Tx,
  viewer: Viewer,
  deletions: readonly { readonly artifact: Artifact; readonly tracker: Tracker }[],
  at: Date,
  trashDays: number,
  { isCounted = true }: { readonly isCounted?: boolean } = {},
): Promise<void> => {
  const artifacts = deletions.map(({ artifact }) => artifact)
  const ids = artifacts.map(({ id }) => id)
  const purgeOn = trashDays > 0 ? new Date(at.getTime() + trashDays * DAY_MS) : undefined
  if (purgeOn) {
    const kept = deletions.map(({ artifact, tracker }) => ({ id: artifact.id, access: accessFacts(tracker, artifact) }))
    await copyToTrash(tx, kept, { deletedBy: viewer.userId, at, purgeOn })
  }
  await deleteArtifactRows(tx, ids)
  if (purgeOn) await keepContents(tx, ids)
  if (isCounted) await recordDeletions(tx, artifacts, viewer.userId, at)
  await appendEvents(
    tx,
    deletions.map(({ artifact, tracker }) => deletedEvent(viewer, tracker, artifact, purgeOn)),
  )
}

export interface PlannedDeletion {
  readonly artifact: ArtifactWithLinks
  readonly context: ArtifactContext
  readonly limit: number
  /** Deletions of the account within the window. */
  readonly used: number
}

/** Throws if the viewer may not delete the artifact now. */
export const requireDeletable = async (
  dependencies: Omit<DeleteDependencies, 'deletionArchiver'>,
  viewer: Viewer,
  { artifactId, precondition }: DeleteArtifactInput,
): Promise<PlannedDeletion> => {
  const { settings, access, versions } = dependencies
  if (viewer.isAnonymous) throw new Unauthorized('', { reason: 'credentials.missing' })
  const { artifact, context } = await access.getViewable(viewer, artifactId)
  requireAll(rightsToDelete(dependencies, context))
  requireCondition(precondition, settings.get('require_if_match'))
  requireFresh(precondition, versions(artifact.changesetId, artifact.updatedOn))
  const limit = settings.get('artifacts_deletion_limit')
  const used = await dependencies.countDeletions(viewer.userId)
  requireBelowCap(used, limit)
  return { artifact, context, limit, used }
}

/** Deletions after it count. */
export const startOfDeletionWindow = (clock: Clock): Date => new Date(clock.now().getTime() - DELETION_WINDOW_MS)

export const requireBelowCap = (before: number, limit: number): void => {
  if (before < limit) return
  throw new TooManyRequests(
    `You have deleted ${before} artifacts in the last 24 hours, which is the limit; try again later`,
    { reason: 'limit.deletions', limit, remaining: 0, headers: rateLimitHeaders(limit, 0) },
  )
}

export type DeletionRules = Pick<WriteDependencies, 'settings' | 'access'>

/** All that a deletion needs, beside the number of deletions. */
export const rightsToDelete = ({ settings, access }: DeletionRules, context: ArtifactContext): readonly Check[] => [
  { name: 'writable', require: () => access.requireWritable(context) },
  {
    name: 'permission.admin',
    require: () => {
      if (!context.rights.isAdmin)
        throw new Forbidden('Only administrators of the tracker may delete artifacts', { reason: 'permission.admin' })
    },
  },
  {
    name: 'deletions',
    require: () => {
      if (settings.get('artifacts_deletion_limit') === 0)
        throw new Forbidden('Deletion of artifacts is switched off on this platform', {
          reason: 'limit.deletions',
          limit: 0,
          remaining: 0,
          headers: rateLimitHeaders(0, 0),
        })
    },
  },
]

/** All that a deletion needs; the caller has deleted `before` artifacts within the window. */
export const deleteChecks = (rules: DeletionRules, context: ArtifactContext, before: number): readonly Check[] => [
  ...rightsToDelete(rules, context),
  { name: 'limit.deletions', require: () => requireBelowCap(before, rules.settings.get('artifacts_deletion_limit')) },
]

const deletedEvent = (viewer: Viewer, tracker: Tracker, artifact: Artifact, purgeOn: Date | undefined): NewEvent => ({
  kind: 'artifact.deleted',
  actorId: viewer.userId,
  means: viewer.means,
  projectId: artifact.projectId,
  trackerId: artifact.trackerId,
  artifactId: artifact.id,
  changesetId: artifact.changesetId,
  payload: {
    title: artifact.title,
    access_before: accessFacts(tracker, artifact),
    ...(purgeOn && { purge_on: purgeOn.toISOString() }),
  },
})
