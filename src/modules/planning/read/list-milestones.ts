import type { Static, TObject, TProperties } from 'typebox'
import { NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { burndownMembers, burnupMembers } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { parseMilestoneQuery } from '../model/milestone-query.ts'
import type { BurnupMode } from '../model/planning.ts'
import type { MilestoneInfoRepresentation, MilestoneRepresentation } from '../model/planning.schema.ts'
import { findProjectOfPlanning } from '../store/milestones.store.ts'
import {
  findRoot,
  readJson,
  requireMilestone,
  type MilestonePlace,
  type PlanningReading,
  type PlanPlace,
} from './planning-reader.ts'
import { representMilestones } from './represent-milestones.ts'
import { listInside, listOfPlan, listSiblings } from './select-milestones.ts'

/** A page of milestones, and the number of all that the viewer sees. */
export interface MilestonePage {
  readonly milestones: readonly MilestoneRepresentation[]
  readonly size: number
}

export interface MilestoneListInput {
  readonly page: Page
  readonly query: string
  readonly isSlim: boolean
  readonly isDescending: boolean
}

const pageOf = (ids: readonly number[], { offset, limit }: Page): number[] => ids.slice(offset, offset + limit)

/** GET /plannings/{id}/milestones: those that the viewer sees, by id. */
export const listMilestonesOfPlanning =
  (reading: PlanningReading) =>
  async (
    viewer: Viewer,
    planningId: number,
    page: Page,
  ): Promise<{ readonly milestones: MilestoneInfoRepresentation[]; readonly size: number }> => {
    const { db, settings, projects, trackers, artifacts, plans } = reading
    const projectId = await findProjectOfPlanning(db, planningId)
    const project = projectId === undefined ? undefined : await projects.get(projectId)
    const plan = project && (await plans.of(project.id)).all.find(({ id }) => id === planningId)
    const isSeen =
      project !== undefined &&
      plan !== undefined &&
      (project.status === 'active' || viewer.isSiteAdministrator) &&
      trackers.canViewTracker(viewer, project, plan.tracker)
    // A hidden tracker hides its planning too.
    if (!isSeen) throw new NotFound('Planning does not exist')
    const ids = await listOfPlan(reading, viewer, plan)
    const dates = settings.datesIn(viewer.timezone)
    const shown = await artifacts.findVisible(viewer, pageOf(ids, page))
    return {
      milestones: shown.map(milestone => ({
        id: milestone.artifact.id,
        label: artifacts.summaryOf(viewer, milestone).title ?? '',
        last_modified: dates.isoDate(milestone.artifact.updatedOn),
        uri: `milestones/${milestone.artifact.id}`,
      })),
      size: ids.length,
    }
  }

const represented = async (
  reading: PlanningReading,
  viewer: Viewer,
  place: PlanPlace,
  ids: readonly number[],
  { page, isSlim, isDescending }: MilestoneListInput,
): Promise<MilestonePage> => ({
  milestones: await representMilestones(reading, viewer, place, pageOf(isDescending ? ids.toReversed() : ids, page), {
    isSlim,
  }),
  size: ids.length,
})

/** GET /projects/{id}/milestones: those of the root planning; none if the viewer sees no root planning. */
export const listTopMilestones =
  (reading: PlanningReading) =>
  async (viewer: Viewer, projectId: number, input: MilestoneListInput): Promise<MilestonePage> => {
    const { place } = await findRoot(reading, viewer, projectId)
    const filter = parseMilestoneQuery(input.query, { hasPeriods: true })
    const ids = place ? await listOfPlan(reading, viewer, place.plan, filter) : []
    return place ? represented(reading, viewer, place, ids, input) : { milestones: [], size: 0 }
  }

/** GET /milestones/{id}/milestones. */
export const listInnerMilestones =
  (reading: PlanningReading) =>
  async (viewer: Viewer, id: number, input: MilestoneListInput): Promise<MilestonePage> => {
    const place = await requireMilestone(reading, viewer, id)
    const ids = await listInside(reading, viewer, place, parseMilestoneQuery(input.query, { hasPeriods: false }))
    return represented(reading, viewer, placeBelow(place), ids, input)
  }

const placeBelow = ({ project, plans, plan }: MilestonePlace): PlanPlace => ({
  project,
  plans,
  plan: plans.below(plan) ?? plan,
})

/** GET /milestones/{id}/siblings. */
export const listMilestoneSiblings =
  (reading: PlanningReading) =>
  async (viewer: Viewer, id: number, query: string, page: Page): Promise<MilestonePage> => {
    const place = await requireMilestone(reading, viewer, id)
    const ids = await listSiblings(reading, viewer, place, parseMilestoneQuery(query, { hasPeriods: false }))
    return represented(reading, viewer, place, ids, { page, query, isSlim: true, isDescending: false })
  }

/** GET /milestones/{id}, with the time of its last change. */
export const getMilestone =
  (reading: PlanningReading) =>
  async (
    viewer: Viewer,
    id: number,
  ): Promise<{ readonly milestone: MilestoneRepresentation; readonly modifiedAt: Date }> => {
    const place = await requireMilestone(reading, viewer, id)
    const [milestone] = await representMilestones(reading, viewer, place, [id], { isSlim: false })
    if (!milestone) throw new NotFound('Milestone does not exist')
    return { milestone, modifiedAt: place.milestone.artifact.updatedOn }
  }

type ChartJson<Members extends TProperties> = Static<TObject<Members>>

/** The value of the chart field of a milestone. Throws NotFound if the reader may read none. */
const chartOf = async (
  reading: PlanningReading,
  viewer: Viewer,
  id: number,
  type: 'burndown' | 'burnup',
): Promise<unknown> => {
  const values = (await readJson(reading, viewer, [id])).get(id)?.values
  const chart = values?.find(value => value.type === type)
  if (!chart) throw new NotFound(`The milestone has no ${type} that you may read`)
  return chart.value
}

/** GET /milestones/{id}/burndown: the value of its burndown field. */
export const getBurndown =
  (reading: PlanningReading) =>
  async (viewer: Viewer, id: number): Promise<ChartJson<typeof burndownMembers>> => {
    await requireMilestone(reading, viewer, id)
    return (await chartOf(reading, viewer, id, 'burndown')) as ChartJson<typeof burndownMembers>
  }

/** GET /milestones/{id}/burnup: the value of its burnup field, and which of its figures pages draw. */
export const getBurnup =
  (reading: PlanningReading) =>
  async (viewer: Viewer, id: number): Promise<ChartJson<typeof burnupMembers> & { readonly drawn: BurnupMode }> => {
    const { plans } = await requireMilestone(reading, viewer, id)
    const chart = (await chartOf(reading, viewer, id, 'burnup')) as ChartJson<typeof burnupMembers>
    return { ...chart, drawn: plans.burnupMode }
  }
