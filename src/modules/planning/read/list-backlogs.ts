import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { parseObject } from '../../../platform/json-object.ts'
import type { Outline } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import { isPlanner } from '../model/planners.ts'
import type { BacklogItemRepresentation, TopBacklogRepresentation } from '../model/planning.schema.ts'
import { listBacklog, listChildren, listContent, listTopBacklog } from './list-contents.ts'
import { findRoot, requireMilestone, requireViewable, type PlanningReading } from './planning-reader.ts'
import { representItems } from './represent-items.ts'
import { acceptOf } from './represent-milestones.ts'

export interface ItemPage {
  readonly items: readonly BacklogItemRepresentation[]
  /** Number of all items that the viewer sees. */
  readonly size: number
}

const represented = async (
  reading: PlanningReading,
  viewer: Viewer,
  outlines: readonly Outline[],
  { offset, limit }: Page,
): Promise<ItemPage> => {
  const ids = outlines.slice(offset, offset + limit).map(({ id }) => id)
  return { items: await representItems(reading, viewer, ids), size: outlines.length }
}

const open = (outlines: readonly Outline[]): Outline[] => outlines.filter(({ isOpen }) => isOpen)

/** GET /projects/{id}/backlog: open artifacts; none without a root planning that the viewer sees. */
export const getTopBacklog =
  (reading: PlanningReading) =>
  async (viewer: Viewer, projectId: number, page: Page): Promise<ItemPage> => {
    const { place } = await findRoot(reading, viewer, projectId)
    return place
      ? represented(reading, viewer, open(await listTopBacklog(reading, viewer, place)), page)
      : { items: [], size: 0 }
  }

/** GET /api/v2/projects/{id}/backlog. */
export const getTopBacklogV2 =
  (reading: PlanningReading) =>
  async (
    viewer: Viewer,
    projectId: number,
    page: Page,
  ): Promise<{ readonly backlog: TopBacklogRepresentation; readonly size: number }> => {
    const { project, place } = await findRoot(reading, viewer, projectId)
    if (!place) throw new NotFound('The project has no planning')
    const { items, size } = await represented(reading, viewer, open(await listTopBacklog(reading, viewer, place)), page)
    return {
      backlog: {
        content: items.map(
          ({ full_status: _full, background_color_name: _background, remaining_effort: _remaining, ...item }) => item,
        ),
        accept: acceptOf(reading, viewer, place, place.plan.backlogTrackers),
        has_user_priority_change_permission: isPlanner(viewer, project, place.plans, place.plan),
      },
      size,
    }
  }

/** GET /milestones/{id}/content: open and closed artifacts. */
export const getContent =
  (reading: PlanningReading) =>
  async (viewer: Viewer, id: number, page: Page): Promise<ItemPage> => {
    const place = await requireMilestone(reading, viewer, id)
    return represented(reading, viewer, await listContent(reading, viewer, place), page)
  }

export interface BacklogFilter {
  readonly query: string
  readonly include: 'unplanned' | 'planned_and_not_planned'
}

/** GET /milestones/{id}/backlog. */
export const getBacklog =
  (reading: PlanningReading) =>
  async (viewer: Viewer, id: number, filter: BacklogFilter, page: Page): Promise<ItemPage> => {
    const place = await requireMilestone(reading, viewer, id)
    const hasClosed = parseStatusQuery(filter.query)
    const hasPlanned = filter.include === 'planned_and_not_planned'
    if (hasPlanned && filter.query.trim() !== '')
      throw new Invalid('`query` and `include` cannot be used together', { reason: 'parameter.range' })
    const { all, unplanned } = await listBacklog(reading, viewer, place)
    const shown = hasPlanned ? all : hasClosed ? unplanned : open(unplanned)
    return represented(reading, viewer, shown, page)
  }

/** Whether closed artifacts are wanted. */
const parseStatusQuery = (text: string): boolean => {
  if (text.trim() === '') return false
  const query = parseObject(text)
  const entries = query && Object.entries(query)
  if (entries?.length === 0) return false
  if (entries?.length === 1 && query?.['status'] === 'all') return true
  throw new Invalid('`query` must be {"status":"all"}', { reason: 'parameter.range', parameter: 'query' })
}

/** GET /backlog_items/{id}: any artifact that the viewer sees. */
export const getItem =
  (reading: PlanningReading) =>
  async (viewer: Viewer, id: number): Promise<BacklogItemRepresentation> => {
    await requireViewable(reading.artifacts, viewer, id)
    const [item] = await representItems(reading, viewer, [id])
    if (!item) throw new NotFound('Artifact does not exist')
    return item
  }

/** GET /backlog_items/{id}/children. */
export const getChildren =
  (reading: PlanningReading) =>
  async (viewer: Viewer, id: number, page: Page): Promise<ItemPage> => {
    await requireViewable(reading.artifacts, viewer, id)
    return represented(reading, viewer, await listChildren(reading, viewer, id), page)
  }
