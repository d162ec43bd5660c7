import { endDayOf, type Timeframe } from '../fields/index.ts'
import { emptyAsArray } from '../../platform/http/schemas/schema.ts'
import { representProjectReference } from '../projects/index.ts'
import type { Outline, OutlinedLink, VisibleArtifact } from '../artifacts/index.ts'
import type { Viewer } from '../users/index.ts'
import { readProgress, type Progress } from './read-progress.ts'
import { selectDrawable, type RoadmapReading } from './roadmaps-reader.ts'
import type { RoadmapTaskRepresentation } from './roadmaps.schema.ts'

/** Tasks in the order of the outlines. */
export const representTasks = async (
  reading: RoadmapReading,
  viewer: Viewer,
  outlines: readonly Outline[],
): Promise<RoadmapTaskRepresentation[]> => {
  if (outlines.length === 0) return []
  const { artifacts } = reading
  const ids = outlines.map(({ id }) => id)
  const visible = await artifacts.findVisible(viewer, ids)
  const timeframes = await artifacts.timeframesOf(viewer, visible)
  const links = await artifacts.outlines.linksFrom(viewer, ids)
  const dependencies = await dependenciesOf(reading, viewer, links)
  const progress = await readProgress(reading, viewer, visible, links)
  const isOpen = new Map(outlines.map(outline => [outline.id, outline.isOpen]))
  return visible.map(task => {
    const { id } = task.artifact
    return {
      ...representTask(reading, viewer, task),
      ...datesOf(reading, viewer, task, timeframes.get(id)),
      ...representProgress(progress.get(id)),
      is_open: isOpen.get(id) ?? true,
      dependencies: emptyAsArray(Object.fromEntries(dependencies.get(id) ?? [])),
    }
  })
}

const representTask = ({ artifacts }: RoadmapReading, viewer: Viewer, task: VisibleArtifact) => {
  const { artifact, tracker, project } = task
  return {
    id: artifact.id,
    xref: `${tracker.itemName} #${artifact.id}`,
    html_url: htmlUrl(artifact.id),
    title: artifacts.summaryOf(viewer, task).title ?? '',
    color_name: tracker.color,
    subtasks_uri: `roadmap_tasks/${artifact.id}/subtasks`,
    project: representProjectReference(project),
  }
}

export const htmlUrl = (artifactId: number): string => `/plugins/tracker/?aid=${artifactId}`

const datesOf = (
  { settings }: RoadmapReading,
  viewer: Viewer,
  { tracker }: VisibleArtifact,
  timeframe: Timeframe | undefined,
): Pick<RoadmapTaskRepresentation, 'start' | 'end' | 'are_dates_implied' | 'time_period_error_message'> => {
  const dates = settings.datesIn(viewer.timezone)
  const startDay = timeframe?.startDay ?? null
  const endDay = lastDayOf(timeframe)
  const semantic = tracker.semantics.timeframe
  const areImplied = semantic !== undefined && 'impliedFromTrackerId' in semantic
  return {
    start: startDay === null ? null : dates.isoDay(startDay),
    end: endDay === null ? null : dates.isoDay(endDay),
    are_dates_implied: areImplied,
    time_period_error_message:
      areImplied && !timeframe
        ? 'No artifact that you see gives it dates'
        : startDay !== null && endDay !== null && endDay < startDay
          ? 'The end is before the start'
          : '',
  }
}

/** The last day of a period. A period can have a last day and no first day. */
export const lastDayOf = (timeframe: Timeframe | undefined): string | null =>
  !timeframe ? null : 'endDay' in timeframe ? timeframe.endDay : endDayOf(timeframe)

const representProgress = (
  progress: Progress | undefined,
): Pick<RoadmapTaskRepresentation, 'progress' | 'progress_error_message'> =>
  typeof progress === 'string'
    ? { progress: null, progress_error_message: progress }
    : { progress: progress ?? null, progress_error_message: '' }

/** Ids of the linked artifacts that can be tasks for the viewer, by type of the link, by id of the task. */
const dependenciesOf = async (
  reading: RoadmapReading,
  viewer: Viewer,
  links: readonly OutlinedLink[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, number[]>>> => {
  const trackers = new Map(links.map(({ target: { context } }) => [context.tracker.id, context.tracker]))
  const drawable = await selectDrawable(reading, viewer, trackers.values())
  const shown = links.filter(({ target }) => drawable.has(target.context.tracker.id))
  return new Map(
    [...Map.groupBy(shown, ({ source }) => source.id)].map(([id, own]) => [
      id,
      new Map(
        [...Map.groupBy(own, ({ type }) => type)].map(([type, ofType]) => [
          type,
          ofType.map(({ target }) => target.id).toSorted((one, other) => one - other),
        ]),
      ),
    ]),
  )
}
