import { Type } from 'typebox'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { Choice, idParams } from '../../platform/http/schemas/schema.ts'
import { burndownMembers, burnupMembers } from '../fields/index.ts'
import { route, type Viewer } from '../users/index.ts'
import type { listPlannings } from './read/list-plannings.ts'
import type {
  getBurndown,
  getBurnup,
  getMilestone,
  listInnerMilestones,
  listMilestoneSiblings,
  listMilestonesOfPlanning,
  listTopMilestones,
  MilestoneListInput,
} from './read/list-milestones.ts'
import { planningRead } from './model/planning-route.ts'
import { Milestone, MilestoneInfo, PlanningSchema } from './model/planning.schema.ts'

const MAX_LIMIT = 100
const MAX_SHORT_LIMIT = 50
const MAX_SIBLINGS = 10

/** Operations that the routes of this file call. */
export interface MilestoneOperations {
  readonly listPlannings: ReturnType<typeof listPlannings>
  readonly listMilestonesOfPlanning: ReturnType<typeof listMilestonesOfPlanning>
  readonly listTopMilestones: ReturnType<typeof listTopMilestones>
  readonly listInnerMilestones: ReturnType<typeof listInnerMilestones>
  readonly listMilestoneSiblings: ReturnType<typeof listMilestoneSiblings>
  readonly getMilestone: ReturnType<typeof getMilestone>
  readonly getBurndown: ReturnType<typeof getBurndown>
  readonly getBurnup: ReturnType<typeof getBurnup>
}

const milestoneParams = idParams('Id of the milestone.')
const projectParams = idParams('Id of the project.')

const queryText = (forms: string) => Type.String({ default: '', description: `Limits the list: ${forms}.` })
const STATUS_FORMS = '`{"status":"open"}` or `{"status":"closed"}`'

const listQuery = {
  fields: Choice(['all', 'slim'], {
    default: 'all',
    description: '`slim`: without parent, counts and numbers of days.',
  }),
  order: Choice(['asc', 'desc'], { default: 'asc', description: 'Order by id.' }),
}

const inputOf = (query: {
  readonly limit: number
  readonly offset: number
  readonly query: string
  readonly fields: string
  readonly order: string
}): MilestoneListInput => ({
  page: query,
  query: query.query,
  isSlim: query.fields === 'slim',
  isDescending: query.order === 'desc',
})

const milestones = Type.Array(Milestone, { description: 'Milestones of the page.' })

export const planningRoutes = (planning: MilestoneOperations): Route<Viewer>[] => [
  route({
    ...planningRead,
    scope: 'read:project',
    path: '/projects/{id}/plannings',
    operationId: 'listPlannings',
    summary: 'Which trackers plan the content of which others.',
    spec: 'trackers.md §10',
    params: projectParams,
    query: Type.Object(paginationQuery({ max: MAX_SHORT_LIMIT }), { description: 'Which page.' }),
    responses: { 200: Type.Array(PlanningSchema, { description: 'Plannings of the page.' }) },
    handler: async ({ viewer, params, query }) => {
      const { plannings, size } = await planning.listPlannings(viewer, params.id, query)
      return paginated(plannings, query, size, MAX_SHORT_LIMIT)
    },
  }),

  route({
    ...planningRead,
    scope: 'read:project',
    path: '/plannings/{id}/milestones',
    operationId: 'listMilestonesOfPlanning',
    summary: 'List the milestones of a planning that the caller sees, by id.',
    spec: 'agile.md §4.1',
    params: idParams('Id of the planning.'),
    query: Type.Object(paginationQuery({ max: MAX_LIMIT }), { description: 'Which page.' }),
    responses: { 200: Type.Array(MilestoneInfo, { description: 'Milestones of the page.' }) },
    handler: async ({ viewer, params, query }) => {
      const { milestones, size } = await planning.listMilestonesOfPlanning(viewer, params.id, query)
      return paginated(milestones, query, size, MAX_LIMIT)
    },
  }),

  route({
    ...planningRead,
    path: '/projects/{id}/milestones',
    operationId: 'listMilestones',
    summary: 'List the milestones of the root planning of a project, by id.',
    spec: 'agile.md §4.1',
    params: projectParams,
    query: Type.Object(
      {
        ...paginationQuery({ max: MAX_SHORT_LIMIT }),
        query: queryText(`${STATUS_FORMS}, \`{"period":"current"}\` or \`{"period":"future"}\``),
        ...listQuery,
      },
      { description: 'Which milestones.' },
    ),
    responses: { 200: milestones },
    handler: async ({ viewer, params, query }) => {
      const { milestones, size } = await planning.listTopMilestones(viewer, params.id, inputOf(query))
      return paginated(milestones, query, size, MAX_SHORT_LIMIT)
    },
  }),

  route({
    ...planningRead,
    path: '/milestones/{id}',
    operationId: 'getMilestone',
    summary: 'Read a milestone.',
    spec: 'agile.md §3.2',
    params: milestoneParams,
    responses: { 200: Milestone },
    responseHeaders: ['Last-Modified'],
    handler: async ({ viewer, params }) => {
      const { milestone, modifiedAt } = await planning.getMilestone(viewer, params.id)
      return ok(milestone, { 'Last-Modified': modifiedAt.toUTCString() })
    },
  }),

  route({
    ...planningRead,
    path: '/milestones/{id}/milestones',
    operationId: 'listInnerMilestones',
    summary: 'List the milestones inside a milestone, by id.',
    spec: 'agile.md §4.1',
    params: milestoneParams,
    query: Type.Object(
      {
        limit: Type.Integer({
          minimum: 0,
          default: 10,
          description: 'Number of elements; more than 100 count as 100.',
        }),
        offset: Type.Integer({ minimum: 0, default: 0, description: 'Index of the first element, from 0.' }),
        query: queryText(STATUS_FORMS),
        ...listQuery,
      },
      { description: 'Which milestones.' },
    ),
    responses: { 200: milestones },
    handler: async ({ viewer, params, query }) => {
      const page = { ...query, limit: Math.min(query.limit, MAX_LIMIT) }
      const { milestones, size } = await planning.listInnerMilestones(viewer, params.id, inputOf(page))
      return paginated(milestones, page, size, MAX_LIMIT)
    },
  }),

  route({
    ...planningRead,
    path: '/milestones/{id}/siblings',
    operationId: 'listMilestoneSiblings',
    summary: 'List the milestones with the same parent, the newest first, without counts.',
    spec: 'agile.md §4.1',
    params: milestoneParams,
    query: Type.Object(
      { ...paginationQuery({ min: 1, max: MAX_SIBLINGS }), query: queryText(STATUS_FORMS) },
      { description: 'Which milestones.' },
    ),
    responses: { 200: milestones },
    handler: async ({ viewer, params, query }) => {
      const { milestones, size } = await planning.listMilestoneSiblings(viewer, params.id, query.query, query)
      return paginated(milestones, query, size, MAX_LIMIT)
    },
  }),

  route({
    ...planningRead,
    path: '/milestones/{id}/burndown',
    operationId: 'getMilestoneBurndown',
    summary: 'Read the burndown of a milestone.',
    spec: 'agile.md §4.6',
    params: milestoneParams,
    responses: {
      200: Type.Object(burndownMembers, { description: 'Value of the burndown field (fields.md §3.15).' }),
    },
    handler: async ({ viewer, params }) => ok(await planning.getBurndown(viewer, params.id)),
  }),
  route({
    ...planningRead,
    path: '/milestones/{id}/burnup',
    operationId: 'getMilestoneBurnup',
    summary: 'Read the burnup of a milestone.',
    spec: 'agile.md §4.6',
    params: milestoneParams,
    responses: {
      200: Type.Object(
        {
          ...burnupMembers,
          drawn: Choice(['effort', 'count'], { description: 'Which of its figures the project draws.' }),
        },
        { description: 'Value of the burnup field (fields.md §3.15).' },
      ),
    },
    handler: async ({ viewer, params }) => ok(await planning.getBurnup(viewer, params.id)),
  }),
]
