import { inTransaction, type Tx } from '../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { requireSame, stateEtag, type Precondition } from '../../platform/http/headers/conditional.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import { representProjectReference, type Project } from '../projects/index.ts'
import type { Tracker } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import {
  findPublicReports,
  findVisibleTrackers,
  isSeen,
  noSuchRoadmap,
  requireRoadmap,
  type RoadmapPlace,
  type RoadmapReading,
} from './roadmaps-reader.ts'
import type { RoadmapInput, RoadmapRepresentation } from './roadmaps.schema.ts'
import type { NewRoadmap, Roadmap } from './roadmap.ts'
import {
  deleteRoadmap as removeRoadmap,
  insertRoadmaps,
  listRoadmaps as readRoadmaps,
  lockProject,
  lockRoadmap,
  updateRoadmap,
} from './roadmaps.store.ts'

/** Roadmaps of one project. A list of more would not be read by anybody. */
const MAX_ROADMAPS = 50

export interface ReadRoadmap {
  readonly roadmap: RoadmapRepresentation
  /** For those who may change the roadmap. */
  readonly etag?: string
}

/** GET /projects/{id}/roadmaps (agile.md §8.4). */
export const listRoadmaps =
  (reading: RoadmapReading) =>
  async (
    viewer: Viewer,
    projectId: number,
    { offset, limit }: Page,
  ): Promise<{ readonly roadmaps: readonly RoadmapRepresentation[]; readonly size: number }> => {
    const project = await reading.projects.requireAccess(viewer, projectId)
    const roadmaps = await readRoadmaps(reading.db.kysely, projectId)
    if (roadmaps.length === 0) return { roadmaps: [], size: 0 }
    const visibleTrackers = await findVisibleTrackers(reading, viewer, project)
    const seen = roadmaps.filter(roadmap => isSeen(reading, viewer, roadmap, visibleTrackers))
    return {
      roadmaps: await represent(reading, viewer, seen.slice(offset, offset + limit), { project, visibleTrackers }),
      size: seen.length,
    }
  }

/** GET /roadmaps/{id}. */
export const getRoadmap =
  (reading: RoadmapReading) =>
  async (viewer: Viewer, id: number): Promise<ReadRoadmap> =>
    answerOf(reading, viewer, await requireRoadmap(reading, viewer, id))

const answerOf = async (
  reading: RoadmapReading,
  viewer: Viewer,
  { roadmap, ...place }: RoadmapPlace,
): Promise<ReadRoadmap> => {
  const [shown] = await represent(reading, viewer, [roadmap], place)
  if (!shown) throw noSuchRoadmap()
  return { roadmap: shown, ...(reading.projects.isAdmin(viewer, place.project.id) && { etag: etagOf(roadmap) }) }
}

/** Independent of the order of the members. */
const etagOf = ({ id, title, trackerIds, reportId, level1TrackerId, level2TrackerId, timeScale }: Roadmap): string =>
  stateEtag([id, title, trackerIds, reportId, level1TrackerId, level2TrackerId, timeScale])

const represent = async (
  { trackers, artifacts }: RoadmapReading,
  viewer: Viewer,
  roadmaps: readonly Roadmap[],
  { project, visibleTrackers }: Omit<RoadmapPlace, 'roadmap'>,
): Promise<RoadmapRepresentation[]> => {
  const reports = await findPublicReports(
    artifacts,
    viewer,
    roadmaps.flatMap(({ reportId }) => reportId ?? []),
  )
  const reference = (id: number | null) => {
    const tracker = id === null ? undefined : visibleTrackers.get(id)
    return tracker ? trackers.representReference(tracker, project) : null
  }
  return roadmaps.map(roadmap => {
    const report = roadmap.reportId === null ? undefined : reports.get(roadmap.reportId)
    return {
      id: roadmap.id,
      uri: `roadmaps/${roadmap.id}`,
      title: roadmap.title,
      project: representProjectReference(project),
      trackers: roadmap.trackerIds.flatMap(id => reference(id) ?? []),
      report: report ? { id: report.id, uri: `tracker_reports/${report.id}`, label: report.name } : null,
      level_1_tracker: reference(roadmap.level1TrackerId),
      level_2_tracker: reference(roadmap.level2TrackerId),
      default_time_scale: roadmap.timeScale,
    }
  })
}

const requireAdministered = ({ projects }: RoadmapReading, viewer: Viewer, project: Project): void => {
  if (!projects.isAdmin(viewer, project.id))
    throw new Forbidden('Only administrators of the project change its roadmaps', { reason: 'permission.admin' })
  projects.requireWritable(project)
}

/** POST /projects/{id}/roadmaps. */
export const createRoadmap =
  (reading: RoadmapReading) =>
  async (viewer: Viewer, projectId: number, input: RoadmapInput): Promise<ReadRoadmap> => {
    const project = await reading.projects.requireAccess(viewer, projectId)
    requireAdministered(reading, viewer, project)
    const visibleTrackers = await findVisibleTrackers(reading, viewer, project)
    const wanted = await readInput(reading, viewer, project, visibleTrackers, input)
    const roadmap = await inTransaction(reading.db, async tx => {
      await lockProject(tx, projectId)
      if ((await readRoadmaps(tx, projectId)).length >= MAX_ROADMAPS)
        throw refused(`A project has ${MAX_ROADMAPS} roadmaps at the most`)
      const [made] = await insertRoadmaps(tx, [wanted])
      if (!made) throw new Error('the roadmap was not inserted')
      await announce(tx, viewer, projectId)
      return made
    })
    return answerOf(reading, viewer, { roadmap, project, visibleTrackers })
  }

/** PUT /roadmaps/{id}. */
export const changeRoadmap =
  (reading: RoadmapReading) =>
  async (viewer: Viewer, id: number, input: RoadmapInput, precondition: Precondition): Promise<ReadRoadmap> => {
    const { project, visibleTrackers } = await requireRoadmap(reading, viewer, id)
    requireAdministered(reading, viewer, project)
    const wanted = await readInput(reading, viewer, project, visibleTrackers, input)
    const roadmap = { ...wanted, id }
    await inTransaction(reading.db, async tx => {
      await requireUnchanged(tx, id, precondition)
      await updateRoadmap(tx, roadmap)
      await announce(tx, viewer, project.id)
    })
    return answerOf(reading, viewer, { roadmap, project, visibleTrackers })
  }

/** DELETE /roadmaps/{id}: artifacts stay. */
export const deleteRoadmap =
  (reading: RoadmapReading) =>
  async (viewer: Viewer, id: number, precondition: Precondition): Promise<void> => {
    const { project } = await requireRoadmap(reading, viewer, id)
    requireAdministered(reading, viewer, project)
    await inTransaction(reading.db, async tx => {
      await requireUnchanged(tx, id, precondition)
      await removeRoadmap(tx, id)
      await announce(tx, viewer, project.id)
    })
  }

const requireUnchanged = async (tx: Tx, id: number, precondition: Precondition): Promise<void> => {
  const before = await lockRoadmap(tx, id)
  if (!before) throw noSuchRoadmap()
  requireSame(precondition, etagOf(before))
}

const announce = async (tx: Tx, viewer: Viewer, projectId: number): Promise<void> =>
  appendEvents(tx, [
    {
      kind: 'project.roadmaps_changed',
      actorId: viewer.userId,
      means: viewer.means,
      projectId,
      payload: { roadmaps: (await readRoadmaps(tx, projectId)).map(({ title }) => title) },
    },
  ])

const refused = (told: string): Invalid => new Invalid(told, { reason: 'parameter.range' })

const readInput = async (
  { artifacts }: RoadmapReading,
  viewer: Viewer,
  project: Project,
  visibleTrackers: ReadonlyMap<number, Tracker>,
  input: RoadmapInput,
): Promise<NewRoadmap> => {
  const requireTracker = (id: number): number => {
    if (!visibleTrackers.has(id)) throw refused(`The project has no tracker ${id}`)
    return id
  }
  const requireOptional = (id: number | null | undefined): number | null =>
    id === null || id === undefined ? null : requireTracker(id)
  const title = input.title.trim()
  if (title === '') throw refused('A roadmap needs a title')
  const trackerIds = [...new Set(input.tracker_ids.map(requireTracker))]
  const level1TrackerId = requireOptional(input.level_1_tracker_id)
  const level2TrackerId = requireOptional(input.level_2_tracker_id)
  const reportId = input.report_id ?? null
  if (reportId !== null) {
    if (trackerIds.length > 1) throw refused('A report filters a roadmap of one tracker')
    const report = Number.isSafeInteger(reportId)
      ? (await findPublicReports(artifacts, viewer, [reportId])).get(reportId)
      : undefined
    if (!report || report.trackerId !== trackerIds[0]) throw refused(`The tracker has no public report ${reportId}`)
  }
  return {
    projectId: project.id,
    title,
    trackerIds,
    reportId,
    level1TrackerId,
    level2TrackerId,
    timeScale: input.default_time_scale,
  }
}
