import type { Page } from '../../platform/http/routes/pagination.ts'
import type { Viewer } from '../users/index.ts'
import { htmlUrl, lastDayOf } from './represent-tasks.ts'
import { invalid, requireDrawable, requireRoadmap, type RoadmapReading } from './roadmaps-reader.ts'
import type { RoadmapIterationRepresentation } from './roadmaps.schema.ts'

/** GET /roadmaps/{id}/iterations: those with a title and a period, by id. */
export const listIterations =
  (reading: RoadmapReading) =>
  async (
    viewer: Viewer,
    id: number,
    level: 1 | 2,
    { offset, limit }: Page,
  ): Promise<{ readonly iterations: readonly RoadmapIterationRepresentation[]; readonly size: number }> => {
    const { roadmap, visibleTrackers } = await requireRoadmap(reading, viewer, id)
    const trackerId = level === 1 ? roadmap.level1TrackerId : roadmap.level2TrackerId
    const tracker = trackerId === null ? undefined : visibleTrackers.get(trackerId)
    if (!tracker) throw invalid(`The roadmap has no iterations of level ${level} that you may see`)
    await requireDrawable(reading, viewer, [tracker])
    const { artifacts, settings } = reading
    const outlines = await artifacts.outlines.ofTrackers(viewer, [tracker.id])
    const ids = outlines.map(outline => outline.id).toSorted((one, other) => one - other)
    const visible = await artifacts.findVisible(viewer, ids)
    const timeframes = await artifacts.timeframesOf(viewer, visible)
    const dates = settings.datesIn(viewer.timezone)
    const iterations = visible.flatMap(iteration => {
      const title = artifacts.summaryOf(viewer, iteration).title ?? ''
      const timeframe = timeframes.get(iteration.artifact.id)
      const startDay = timeframe?.startDay ?? null
      const endDay = lastDayOf(timeframe)
      if (title === '' || startDay === null || endDay === null || endDay < startDay) return []
      return [
        {
          id: iteration.artifact.id,
          html_url: htmlUrl(iteration.artifact.id),
          title,
          start: dates.isoDay(startDay),
          end: dates.isoDay(endDay),
        },
      ]
    })
    return { iterations: iterations.slice(offset, offset + limit), size: iterations.length }
  }
