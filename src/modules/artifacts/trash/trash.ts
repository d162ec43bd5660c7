import { inTransaction, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import { Conflict, Forbidden, NotFound, unlessRefused } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { StoredLink } from '../../fields/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import { isTrackerAdmin, type Tracker, type TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import { retryOnWriteConflict } from '../commit/commit.ts'
import { purgeArtifacts } from '../delete/keep-in-trash.store.ts'
import type { ArtifactDocument, ArtifactWithLinks } from '../model/artifact.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import type { FindArtifacts } from '../store/artifacts.store.ts'
import { NO_COMMENT, planDocument, pseudoFieldRows } from '../write/plan.ts'
import {
  findTrashed,
  isNumberTaken,
  listTrashed,
  lockExpired,
  restoreRows,
  type TrashedArtifact,
  type TrashedLink,
  type TrashedRows,
} from './trash.store.ts'

export interface TrashDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly access: ArtifactAccess
  readonly findArtifacts: FindArtifacts
}

/** An artifact in the trash that the viewer may know of. */
export interface SeenTrash {
  readonly trashed: TrashedArtifact
  /** null: the viewer may not read the title. */
  readonly title: string | null
  readonly canRestore: boolean
}

type WholeTrashed = TrashedArtifact & { readonly rows: TrashedRows }

const noSuchTrash = (): NotFound => new NotFound('There is no such artifact in the trash')

interface Place {
  readonly tracker: Tracker
  readonly project: Project
  readonly isAdmin: boolean
}

/** Administrators of the tracker see all of its trash, others what they deleted themselves, if they still see the tracker. */
const findPlace = async (
  { projects, trackers }: TrashDependencies,
  viewer: Viewer,
  trackerId: number,
): Promise<Place | undefined> => {
  const tracker = await trackers.get(trackerId)
  const project = tracker && (await projects.get(tracker.projectId))
  if (!tracker || !project || viewer.isAnonymous || !projects.canAccess(viewer, project)) return undefined
  const isAdmin = isTrackerAdmin(viewer, tracker)
  if (!isAdmin && (tracker.isDeleted || !trackers.canViewTracker(viewer, project, tracker))) return undefined
  return { tracker, project, isAdmin }
}

const seenBy = ({ access }: TrashDependencies, viewer: Viewer, place: Place, trashed: TrashedArtifact): SeenTrash => {
  const { tracker, project, isAdmin } = place
  const field = tracker.fieldById.get(tracker.semantics.title?.fieldId ?? 0)
  const mayRead = field !== undefined && canRead(access.rightsIn(viewer, tracker), field)
  return {
    trashed,
    title: mayRead ? trashed.title : null,
    canRestore: isAdmin && !tracker.isDeleted && project.status === 'active',
  }
}

/** GET /trackers/{id}/trash (integrators.md §9). */
export const listTrash =
  (deps: TrashDependencies) =>
  async (
    viewer: Viewer,
    trackerId: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly artifacts: readonly SeenTrash[]; readonly size: number }> => {
    const place = await findPlace(deps, viewer, trackerId)
    if (!place || place.tracker.isDeleted) throw new NotFound('Tracker does not exist')
    const deletedBy = place.isAdmin ? null : viewer.userId
    const { trashed, size } = await listTrashed(deps.db.kysely, { trackerId, deletedBy, ...page })
    return { artifacts: trashed.map(one => seenBy(deps, viewer, place, one)), size }
  }

const getSeen = async (
  deps: TrashDependencies,
  on: Queryable,
  viewer: Viewer,
  artifactId: number,
  isLocking = false,
): Promise<{ readonly trashed: WholeTrashed; readonly place: Place }> => {
  const trashed = await findTrashed(on, artifactId, isLocking)
  const place = trashed && (await findPlace(deps, viewer, trashed.trackerId))
  if (!trashed || !place || (!place.isAdmin && trashed.deletedBy !== viewer.userId)) throw noSuchTrash()
  const artifact = artifactOf(trashed)
  if (!place.isAdmin && !(await unlessRefused(() => deps.access.requireViewable(viewer, artifact)))) throw noSuchTrash()
  return { trashed, place }
}

const artifactOf = ({ rows, ...trashed }: WholeTrashed): ArtifactWithLinks => ({
  ...rows,
  id: trashed.artifactId,
  projectId: trashed.projectId,
  trackerId: trashed.trackerId,
  number: trashed.number,
  changesetId: trashed.changesetId,
  title: trashed.title,
  forward: [],
  reverse: [],
  references: [],
})

export interface TrashedDetails {
  readonly artifact: ArtifactWithLinks
  readonly context: ArtifactContext
  readonly seen: SeenTrash
}

/** GET /trash/{artifact_id}: the artifact as it was, with its links to artifacts that are still there. */
export const getTrashed =
  (deps: TrashDependencies) =>
  async (viewer: Viewer, artifactId: number): Promise<TrashedDetails> => {
    const { trashed, place } = await getSeen(deps, deps.db.kysely, viewer, artifactId)
    const { tracker, project } = place
    const own = trashed.rows.links.filter(({ sourceId }) => sourceId === artifactId)
    const targets = await deps.findArtifacts(own.map(({ targetId }) => targetId))
    const forward = own.flatMap(({ targetId, type, fieldId }) => {
      const target = targets.get(targetId)
      if (!target) return []
      const { id, trackerId, submittedBy, grantedGroupIds } = target
      return [{ id, type, fieldId, trackerId, submittedBy, grantedGroupIds }]
    })
    return {
      artifact: { ...artifactOf(trashed), forward },
      context: { tracker, project, rights: deps.access.rightsIn(viewer, tracker) },
      seen: seenBy(deps, viewer, place, trashed),
    }
  }

/** A part of the artifact that has no place any more. */
export interface LostPart {
  readonly what: 'link' | 'value' | 'list_value' | 'number' | 'external_id'
  readonly fieldId: number | null
  readonly artifactId: number | null
  readonly text: string
}

export interface RestoredArtifact {
  readonly id: number
  readonly number: number
  readonly lost: readonly LostPart[]
}

const RESTORED = 'Restored from the trash'

/** POST /trash/{artifact_id}/restore. A dry run rolls its transaction back before anything is written. */
export const restoreTrashed =
  (deps: TrashDependencies) =>
  async (viewer: Viewer, artifactId: number, isDryRun: boolean): Promise<RestoredArtifact> => {
    const plan = async (on: Queryable, isLocking: boolean) => {
      const { trashed, place } = await getSeen(deps, on, viewer, artifactId, isLocking)
      requireRestorable(deps, place)
      return { trashed, place, restored: await planRestored(deps, viewer, place, trashed) }
    }
    if (isDryRun) {
      const { trashed, restored } = await plan(deps.db.kysely, false)
      return { id: artifactId, number: trashed.number, lost: restored.lost }
    }
    const restore = async (tx: Tx): Promise<RestoredArtifact> => {
      const { trashed, place, restored } = await plan(tx, true)
      const { tracker } = place
      const isTaken = await isNumberTaken(tx, tracker.id, trashed.number)
      const now = deps.clock.now()
      const values = new Map(Object.entries(restored.document).map(([fieldId, value]) => [Number(fieldId), value]))
      const derived = planDocument(tracker, undefined, values, NO_COMMENT, () => false)
      const { submittedBy, submittedOn } = trashed.rows
      const stamps = pseudoFieldRows(
        tracker.id,
        { userId: submittedBy, at: submittedOn },
        { userId: viewer.userId, at: now },
      )
      const { changesetId, number, lostExternalIds } = await restoreRows(tx, {
        artifactId,
        trackerId: tracker.id,
        number: isTaken ? null : trashed.number,
        document: restored.document,
        title: derived.title,
        grantedGroupIds: derived.grantedGroupIds,
        index: { ...derived.index, added: [...derived.index.added, ...stamps] },
        links: restored.links,
        fieldIds: tracker.fields.map(({ id }) => id),
        comment: RESTORED,
        userId: viewer.userId,
        at: now,
      })
      await appendEvents(tx, [eventOf('artifact.restored', viewer, trashed, changesetId)])
      const lostNumber = { what: 'number', fieldId: null, artifactId: null, text: String(trashed.number) } as const
      const lostIds = lostExternalIds.map(
        text => ({ what: 'external_id', fieldId: null, artifactId: null, text }) as const,
      )
      return { id: artifactId, number, lost: [...restored.lost, ...(isTaken ? [lostNumber] : []), ...lostIds] }
    }
    // Another writer may delete the other end of a link meanwhile.
    return retryOnWriteConflict(() => inTransaction(deps.db, restore))
  }

const requireRestorable = ({ projects }: TrashDependencies, { tracker, project, isAdmin }: Place): void => {
  if (!isAdmin)
    throw new Forbidden('Only administrators of the tracker may restore or purge artifacts', {
      reason: 'permission.admin',
    })
  if (tracker.isDeleted || project.status === 'deleted')
    throw new Conflict('The tracker of the artifact was deleted', { reason: 'trash.no_place' })
  projects.requireWritable(project)
}

interface PlannedRestore {
  readonly document: ArtifactDocument
  readonly links: readonly TrashedLink[]
  readonly lost: readonly LostPart[]
}

const planRestored = async (
  deps: TrashDependencies,
  viewer: Viewer,
  { tracker }: Place,
  { artifactId, rows }: WholeTrashed,
): Promise<PlannedRestore> => {
  const lost: LostPart[] = []
  const document: Record<string, unknown> = {}
  for (const [key, stored] of Object.entries(rows.document)) {
    const field = tracker.fieldById.get(Number(key))
    if (!field) {
      lost.push({ what: 'value', fieldId: Number(key), artifactId: null, text: '' })
      continue
    }
    const { bind } = field
    document[key] = stored
    if (bind?.type !== 'static' || !Array.isArray(stored)) continue
    const isThere = (item: unknown): boolean =>
      typeof item === 'number'
        ? item === NONE || bind.byId.has(item)
        : bind.openById.has((item as { open: number }).open)
    const items = stored as unknown[]
    document[key] = items.filter(isThere)
    for (const item of items.filter(one => !isThere(one)))
      lost.push({
        what: 'list_value',
        fieldId: field.id,
        artifactId: null,
        text: String(typeof item === 'number' ? item : ''),
      })
  }
  const { links, lost: lostLinks } = await planLinks(deps, viewer, tracker, artifactId, rows.links)
  return { document, links, lost: [...lost, ...lostLinks] }
}

/** Bind value "None". */
const NONE = 100

/** Links come back where the other end is there and, if it is the source, still names the artifact. */
const planLinks = async (
  { access, findArtifacts }: TrashDependencies,
  viewer: Viewer,
  tracker: Tracker,
  artifactId: number,
  trashed: readonly TrashedLink[],
): Promise<Pick<PlannedRestore, 'links' | 'lost'>> => {
  const otherOf = ({ sourceId, targetId }: TrashedLink): number => (sourceId === artifactId ? targetId : sourceId)
  const others = await findArtifacts(trashed.map(otherOf))
  const visible = await access.visibleContexts(viewer, [...others.values()])
  const links: TrashedLink[] = []
  const lost: LostPart[] = []
  for (const link of trashed) {
    const id = otherOf(link)
    const other = others.get(id)
    const isOwn = link.sourceId === artifactId
    const named = (other?.document[link.fieldId] ?? []) as readonly StoredLink[]
    const isThere = isOwn
      ? tracker.fieldById.has(link.fieldId)
      : named.some(({ id: target, type }) => target === artifactId && type === link.type)
    if (other && isThere) links.push(link)
    // Nobody learns of a link to an artifact that they may not see.
    else if (!other || visible.has(id))
      lost.push({ what: 'link', fieldId: link.fieldId, artifactId: id, text: link.type })
  }
  return { links, lost }
}

/** DELETE /trash/{artifact_id}: for good. */
export const purgeTrashed =
  (deps: TrashDependencies) =>
  async (viewer: Viewer, artifactId: number, isDryRun: boolean): Promise<void> => {
    const requirePurgeable = async (on: Queryable, isLocking: boolean): Promise<TrashedArtifact> => {
      const { trashed, place } = await getSeen(deps, on, viewer, artifactId, isLocking)
      if (!place.isAdmin) requireRestorable(deps, place)
      if (!place.tracker.isDeleted) deps.projects.requireWritable(place.project)
      return trashed
    }
    if (isDryRun) {
      await requirePurgeable(deps.db.kysely, false)
      return
    }
    await inTransaction(deps.db, async tx => {
      const trashed = await requirePurgeable(tx, true)
      await purgeArtifacts(tx, [artifactId])
      await appendEvents(tx, [eventOf('artifact.purged', viewer, trashed)])
    })
  }

const eventOf = (
  kind: 'artifact.restored' | 'artifact.purged',
  actor: Pick<Viewer, 'userId' | 'means'> | undefined,
  { projectId, trackerId, artifactId, changesetId, title, access }: TrashedArtifact,
  newChangesetId = changesetId,
): NewEvent => ({
  kind,
  actorId: actor?.userId ?? null,
  means: actor?.means ?? 'job',
  projectId,
  trackerId,
  artifactId,
  changesetId: newChangesetId,
  payload: { title, access_before: access },
})

const PORTION = 100

/** Purges the artifacts whose time in the trash is over, and those of deleted trackers, in portions. */
export const purgeJob = ({ db, clock }: Pick<TrashDependencies, 'db' | 'clock'>): Job => ({
  name: 'purge_trash',
  schedule: '23 3 * * *',
  run: async () => {
    const purgePortion = (): Promise<number> =>
      inTransaction(db, async tx => {
        const expired = await lockExpired(tx, clock.now(), PORTION)
        await purgeArtifacts(
          tx,
          expired.map(({ artifactId }) => artifactId),
        )
        await appendEvents(
          tx,
          expired.map(trashed => eventOf('artifact.purged', undefined, trashed)),
        )
        return expired.length
      })
    while ((await purgePortion()) === PORTION);
  },
})
