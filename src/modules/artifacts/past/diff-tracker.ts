import { Invalid } from '../../../platform/errors.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import type { Sights } from '../access/sight.ts'
import { visibilityDependencies, type SearchDependencies } from '../queries/search-artifacts.ts'
import { visibilityOf } from '../queries/visibility.ts'
import { findArtifactsWithPast, type ArtifactWithPast, type VersionStamp } from '../store/past-artifacts.store.ts'
import { listDeleted, listTouchedIds, oldestEventTime } from './diff-tracker.store.ts'
import { MAX_TOUCHED } from './find-past.store.ts'
import type { PastDependencies } from './past-artifact.ts'
import { diffDocuments } from './read-past.ts'
import { documentAt, endOfSecond, latestUntil } from './rewind.ts'

export type DiffTrackerDependencies = PastDependencies &
  SearchDependencies & { readonly sights: Pick<Sights, 'load' | 'contextFor'>; readonly projects: ProjectsModule }

export interface TrackerDiffInput {
  readonly from: Date
  readonly to: Date
  readonly limit: number
  /** Only artifacts with greater ids. */
  readonly after: number
}

type ChangedFields = Awaited<ReturnType<typeof diffDocuments>>

/** The difference of one artifact between the two times, as far as the viewer sees it. */
interface Difference {
  readonly id: number
  readonly isCreated?: boolean
  readonly isMovedIn?: boolean
  readonly isDeleted?: boolean
  readonly fields?: ChangedFields
}

const AT_ONCE = 200

/**
 * GET /trackers/{id}/diff (integrators.md §10). Only differences that the viewer sees count for the page, so nothing tells how much else has
 * changed.
 */
export const diffTracker =
  (deps: DiffTrackerDependencies) => async (viewer: Viewer, trackerId: number, input: TrackerDiffInput) => {
    const { trackers, access } = deps
    const place = await trackers.requireTracker(viewer, trackerId)
    if (input.from > input.to)
      throw new Invalid('`from` is later than `to`', { reason: 'parameter.range', parameter: 'from' })
    const context = { ...place, rights: access.rightsIn(viewer, place.tracker) }
    // One more tells whether there is a next page.
    const wanted = { ...input, limit: input.limit + 1 }
    const live = await listDifferences(deps, viewer, context, wanted)
    const gone = await listVisibleDeletions(deps, viewer, context.tracker, wanted)
    const all = [...live, ...gone].sort((left, right) => left.id - right.id)
    const page = all.slice(0, input.limit)
    const horizon = await oldestEventTime(deps.db)
    const idsOf = (is: (difference: Difference) => boolean | undefined) => page.filter(is).map(({ id }) => id)
    return {
      created: idsOf(({ isCreated }) => isCreated),
      moved_in: idsOf(({ isMovedIn }) => isMovedIn),
      changed: page.flatMap(({ id, fields }) => (fields ? [{ artifact_id: id, fields }] : [])),
      deleted: idsOf(({ isDeleted }) => isDeleted),
      deleted_known_since: deps.isoDate(viewer, horizon && horizon > input.from ? horizon : input.from),
      next: all.length > page.length ? (page.at(-1)?.id ?? null) : null,
    }
  }

/** Artifacts of now that differ, by id. */
const listDifferences = async (
  deps: DiffTrackerDependencies,
  viewer: Viewer,
  context: ArtifactContext,
  { from, to, after, limit }: TrackerDiffInput,
): Promise<Difference[]> => {
  const { tracker, project, rights } = context
  const visible = await visibilityOf(visibilityDependencies(deps), tracker, project, rights)
  const [since, until] = [endOfSecond(from), endOfSecond(to)]
  const found: Difference[] = []
  let last = after
  for (let examined = 0; found.length < limit && examined <= MAX_TOUCHED; examined += AT_ONCE) {
    const ids = await listTouchedIds(deps.db, { trackerId: tracker.id, since }, visible, {
      after: last,
      limit: AT_ONCE,
    })
    const known = await findArtifactsWithPast(deps.db, ids, since)
    for (const id of ids) {
      const artifact = known.get(id)
      const difference = artifact && (await differenceOf(deps, viewer, context, artifact, until))
      if (difference) found.push(difference)
    }
    if (ids.length < AT_ONCE) return found.slice(0, limit)
    last = ids.at(-1) ?? last
  }
  if (found.length < limit)
    throw new Invalid(
      `More than ${MAX_TOUCHED} artifacts have changed since, without a difference that you see: ask for a later time`,
      { reason: 'as_of.too_many', parameter: 'from', limit: MAX_TOUCHED },
    )
  return found.slice(0, limit)
}

const differenceOf = async (
  deps: DiffTrackerDependencies,
  viewer: Viewer,
  context: ArtifactContext,
  { artifact, version: before, later }: ArtifactWithPast,
  until: Date,
): Promise<Difference | undefined> => {
  const { id } = artifact
  // The artifact may have moved since its id was found.
  if (artifact.trackerId !== context.tracker.id) return undefined
  const versions: VersionStamp[] = before ? [before, ...later] : [...later]
  const after = latestUntil(versions, until)
  if (!after) return undefined
  if (!before) return { id, isCreated: true }
  const isMovedIn = later.some(
    ({ id: changesetId, movedFromTrackerId }) => movedFromTrackerId !== null && changesetId <= after.id,
  )
  const documentOf = (version: VersionStamp) =>
    documentAt(
      artifact.document,
      later.filter(changeset => changeset.id > version.id),
      context.tracker,
    )
  const fields = await diffDocuments(deps, viewer, context, documentOf(before), documentOf(after))
  if (!isMovedIn && fields.length === 0) return undefined
  return { id, isMovedIn, ...(fields.length > 0 && { fields }) }
}

/** Deletions that the viewer knows of: of artifacts that they would see, by the groups and the rights of now. */
const listVisibleDeletions = async (
  { db, sights }: DiffTrackerDependencies,
  viewer: Viewer,
  tracker: Tracker,
  { from, to, after, limit }: TrackerDiffInput,
): Promise<Difference[]> => {
  const found: Difference[] = []
  let last = after
  while (found.length < limit) {
    const span = { trackerId: tracker.id, since: endOfSecond(from) }
    const deleted = await listDeleted(db, span, endOfSecond(to), { after: last, limit: AT_ONCE })
    const loaded = await sights.load(
      deleted.map(({ id, access }) => ({
        id,
        trackerId: tracker.id,
        submittedBy: access.submitted_by,
        grantedGroupIds: access.granted_group_ids,
        assigneeIds: access.assignee_ids,
      })),
    )
    for (const [index, { id }] of deleted.entries()) {
      const sight = loaded[index]
      if (sight && sights.contextFor(viewer, sight)) found.push({ id, isDeleted: true })
    }
    if (deleted.length < AT_ONCE) break
    last = deleted.at(-1)?.id ?? last
  }
  return found.slice(0, limit)
}
