import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { canReadFieldById, type ArtifactsModule, type ReportSummary } from '../artifacts/index.ts'
import type { Project, ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Tracker, TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { Roadmap } from './roadmap.ts'
import { findRoadmap } from './roadmaps.store.ts'

export interface RoadmapReading {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsModule, 'datesIn' | 'dates'>
  readonly projects: Pick<ProjectsModule, 'requireAccess' | 'requireWritable' | 'isAdmin'>
  readonly trackers: Pick<TrackersModule, 'getMany' | 'listOfProject' | 'canViewTracker' | 'representReference'>
  readonly artifacts: Pick<
    ArtifactsModule,
    | 'findVisible'
    | 'outlines'
    | 'readArtifactTexts'
    | 'reports'
    | 'requireViewable'
    | 'rightsIn'
    | 'summaryOf'
    | 'timeframesOf'
  >
}

/** Those of the reports that are public and whose trackers the viewer sees, by id. */
export const findPublicReports = async (
  { reports }: Pick<ArtifactsModule, 'reports'>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReportSummary>> => {
  const found = ids.length === 0 ? new Map<number, ReportSummary>() : await reports.find(viewer, ids)
  return new Map([...found].filter(([, { isPublic }]) => isPublic))
}

/** The type of the links from parents to their children. */
export const CHILD = '_is_child'

/** A roadmap in its project, with the trackers of the project that the viewer sees. */
export interface RoadmapPlace {
  readonly roadmap: Roadmap
  readonly project: Project
  readonly visibleTrackers: ReadonlyMap<number, Tracker>
}

export const noSuchRoadmap = (): NotFound => new NotFound('Roadmap does not exist')

export const findVisibleTrackers = async (
  { trackers }: RoadmapReading,
  viewer: Viewer,
  project: Project,
): Promise<ReadonlyMap<number, Tracker>> =>
  new Map(
    (await trackers.listOfProject(project.id))
      .filter(tracker => trackers.canViewTracker(viewer, project, tracker))
      .map(tracker => [tracker.id, tracker]),
  )

/**
 * Throws Forbidden if the viewer may not enter the project, and NotFound if they see none of the trackers. An administrator sees each roadmap
 * of the project: one whose trackers are gone must be removable.
 */
export const requireRoadmap = async (reading: RoadmapReading, viewer: Viewer, id: number): Promise<RoadmapPlace> => {
  const roadmap = await findRoadmap(reading.db.kysely, id)
  if (!roadmap) throw noSuchRoadmap()
  const project = await reading.projects.requireAccess(viewer, roadmap.projectId)
  const visibleTrackers = await findVisibleTrackers(reading, viewer, project)
  if (!isSeen(reading, viewer, roadmap, visibleTrackers)) throw noSuchRoadmap()
  return { roadmap, project, visibleTrackers }
}

export const isSeen = (
  { projects }: RoadmapReading,
  viewer: Viewer,
  { trackerIds, projectId }: Roadmap,
  visibleTrackers: ReadonlyMap<number, Tracker>,
): boolean => trackerIds.some(id => visibleTrackers.has(id)) || projects.isAdmin(viewer, projectId)

/** Whether the viewer reads the titles of the artifacts of the tracker. */
export const hasReadableTitle = (reading: RoadmapReading, viewer: Viewer, tracker: Tracker): boolean =>
  readsFields(reading, viewer, tracker, [tracker.semantics.title?.fieldId])

/** Of these trackers those whose artifacts have dates that the viewer reads, their own or those of another tracker. */
export const withReadableTimeframe = async (
  reading: RoadmapReading,
  viewer: Viewer,
  trackers: readonly Tracker[],
): Promise<Tracker[]> => {
  const impliedIds = trackers.flatMap(({ semantics: { timeframe } }) =>
    timeframe && 'impliedFromTrackerId' in timeframe ? [timeframe.impliedFromTrackerId] : [],
  )
  const implied = await reading.trackers.getMany(impliedIds)
  return trackers.filter(tracker => {
    const { timeframe } = tracker.semantics
    if (!timeframe) return false
    if (!('impliedFromTrackerId' in timeframe)) return readsOwnDates(reading, viewer, tracker)
    const from = implied.get(timeframe.impliedFromTrackerId)
    return from !== undefined && !from.isDeleted && readsOwnDates(reading, viewer, from)
  })
}

const readsOwnDates = (reading: RoadmapReading, viewer: Viewer, tracker: Tracker): boolean => {
  const { timeframe } = tracker.semantics
  if (!timeframe || 'impliedFromTrackerId' in timeframe) return false
  const last = 'endDateFieldId' in timeframe ? timeframe.endDateFieldId : timeframe.durationFieldId
  return readsFields(reading, viewer, tracker, [timeframe.startDateFieldId, last])
}

const readsFields = (
  { artifacts }: RoadmapReading,
  viewer: Viewer,
  tracker: Tracker,
  fieldIds: readonly (number | undefined)[],
): boolean => {
  const context = { tracker, rights: artifacts.rightsIn(viewer, tracker) }
  return fieldIds.every(id => id !== undefined && canReadFieldById(context, id))
}

export const invalid = (localised: string): Invalid => new Invalid(localised, { localised, reason: 'parameter.range' })

/** Of these trackers those whose artifacts can be tasks or iterations for the viewer. Throws Invalid if there is none. */
export const requireDrawable = async (
  reading: RoadmapReading,
  viewer: Viewer,
  trackers: readonly Tracker[],
): Promise<Tracker[]> => {
  const titled = trackers.filter(tracker => hasReadableTitle(reading, viewer, tracker))
  if (titled.length === 0) throw invalid('No tracker of the roadmap has a title that you may read')
  const drawable = await withReadableTimeframe(reading, viewer, titled)
  if (drawable.length === 0) throw invalid('No tracker of the roadmap has a timeframe that you may read')
  return drawable
}

/** Of these trackers those whose artifacts can be tasks for the viewer. */
export const selectDrawable = async (
  reading: RoadmapReading,
  viewer: Viewer,
  trackers: Iterable<Tracker>,
): Promise<ReadonlySet<number>> => {
  const titled = [...trackers].filter(tracker => hasReadableTitle(reading, viewer, tracker))
  return new Set((await withReadableTimeframe(reading, viewer, titled)).map(({ id }) => id))
}
