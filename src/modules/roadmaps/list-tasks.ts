import { NotFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import { endDayOf } from '../fields/index.ts'
import type { Outline } from '../artifacts/index.ts'
import type { Viewer } from '../users/index.ts'
import { representTasks } from './represent-tasks.ts'
import type { Roadmap } from './roadmap.ts'
import {
  CHILD,
  findPublicReports,
  requireDrawable,
  requireRoadmap,
  selectDrawable,
  type RoadmapReading,
} from './roadmaps-reader.ts'
import type { RoadmapTaskRepresentation } from './roadmaps.schema.ts'

/** A page of tasks, and the number of all that the viewer sees. */
export interface TaskPage {
  readonly tasks: readonly RoadmapTaskRepresentation[]
  readonly size: number
}

/** GET /roadmaps/{id}/tasks (agile.md §8.1). */
export const listTasks =
  (reading: RoadmapReading) =>
  async (viewer: Viewer, id: number, page: Page): Promise<TaskPage> => {
    const { roadmap, visibleTrackers } = await requireRoadmap(reading, viewer, id)
    const all = roadmap.trackerIds.flatMap(trackerId => visibleTrackers.get(trackerId) ?? [])
    const trackerIds = (await requireDrawable(reading, viewer, all)).map(tracker => tracker.id)
    const found = await matchesOf(reading, viewer, roadmap)
    const { outlines } = reading.artifacts
    const shown = await outlines.ofTrackers(viewer, trackerIds, found && { ids: [...found] })
    const parents = await outlines.linksTo(
      viewer,
      shown.map(task => task.id),
      { types: [CHILD], trackerIds },
    )
    const children = new Set(
      parents.filter(({ source, target }) => source.id !== target.id).map(link => link.target.id),
    )
    const current = await withoutPast(
      reading,
      viewer,
      shown.filter(task => !children.has(task.id)),
    )
    return pageOf(reading, viewer, current, page)
  }

/** Artifacts that the report of the roadmap finds; undefined without a report, and if it is gone, private or of a hidden tracker. */
const matchesOf = async (
  { artifacts }: RoadmapReading,
  viewer: Viewer,
  { reportId }: Roadmap,
): Promise<ReadonlySet<number> | undefined> => {
  if (reportId === null || !(await findPublicReports(artifacts, viewer, [reportId])).has(reportId)) return undefined
  return artifacts.reports.match(viewer, reportId)
}

/** GET /roadmap_tasks/{id}/subtasks: the children of a task. */
export const listSubtasks =
  (reading: RoadmapReading) =>
  async (viewer: Viewer, id: number, page: Page): Promise<TaskPage> => {
    const { outlines } = reading.artifacts
    const [task] = await outlines.of(viewer, [id])
    if (!task) throw new NotFound('Task does not exist')
    const links = await outlines.linksFrom(viewer, [id], { types: [CHILD] })
    const children = new Map(links.map(({ target }) => [target.id, target]))
    const trackers = new Map([...children.values()].map(({ context: { tracker } }) => [tracker.id, tracker]))
    const drawable = await selectDrawable(reading, viewer, trackers.values())
    const shown = [...children.values()].filter(({ context: { tracker } }) => drawable.has(tracker.id))
    return pageOf(reading, viewer, shown, page)
  }

const pageOf = async (
  reading: RoadmapReading,
  viewer: Viewer,
  shown: readonly Outline[],
  { offset, limit }: Page,
): Promise<TaskPage> => {
  const sorted = shown.toSorted((one, other) => one.id - other.id)
  return { tasks: await representTasks(reading, viewer, sorted.slice(offset, offset + limit)), size: shown.length }
}

const DAYS = 365
const DAY = 86_400_000

/** Leaves out tasks that were closed more than a year ago, and closed ones that ended so long ago. */
const withoutPast = async (
  { artifacts, clock, settings }: RoadmapReading,
  viewer: Viewer,
  tasks: readonly Outline[],
): Promise<Outline[]> => {
  const oldest = new Date(clock.now().getTime() - DAYS * DAY)
  const closed = tasks.filter(({ isOpen }) => !isOpen)
  const closedOn = await artifacts.outlines.closedOn(closed)
  const recent = closed.filter(({ id }) => (closedOn.get(id) ?? oldest) >= oldest)
  const visible = await artifacts.findVisible(
    viewer,
    recent.map(({ id }) => id),
  )
  const timeframes = await artifacts.timeframesOf(viewer, visible)
  const oldestDay = settings.dates().dayOf(oldest)
  const kept = new Set(
    recent
      .filter(({ id }) => {
        const timeframe = timeframes.get(id)
        const endDay = timeframe ? endDayOf(timeframe) : null
        return endDay === null || endDay >= oldestDay
      })
      .map(({ id }) => id),
  )
  return tasks.filter(({ id, isOpen }) => isOpen || kept.has(id))
}
