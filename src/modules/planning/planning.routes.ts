import { Type } from 'typebox'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { listMilestonesOfPlanning } from './read/list-milestones.ts'
import { MilestoneInfo, PlanningSchema } from './model/planning.schema.ts'
import type { listPlannings } from './read/list-plannings.ts'

const MAX_LIMIT = 100
const MAX_SHORT_LIMIT = 50

/** Operations that the routes of this file call. */
export interface PlanningOperations {
  readonly listPlannings: ReturnType<typeof listPlannings>
  readonly listMilestonesOfPlanning: ReturnType<typeof listMilestonesOfPlanning>
}

export const planningRoutes = (planning: PlanningOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/projects/{id}/plannings',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'listPlannings',
    summary: 'Which trackers plan the content of which others.',
    spec: 'trackers.md §10',
    tag: 'Planning',
    params: idParams('Id of the project.'),
    query: Type.Object(paginationQuery({ max: MAX_SHORT_LIMIT }), { description: 'Which page.' }),
    responses: { 200: Type.Array(PlanningSchema, { description: 'Plannings of the page.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { plannings, size } = await planning.listPlannings(viewer, params.id, query)
      return paginated(plannings, query, size, MAX_SHORT_LIMIT)
    },
  }),
  route({
    method: 'GET',
    path: '/plannings/{id}/milestones',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'listMilestonesOfPlanning',
    summary: 'List the milestones of a planning that the caller sees, by id.',
    spec: 'agile.md §4.1',
    tag: 'Planning',
    params: idParams('Id of the planning.'),
    query: Type.Object(paginationQuery({ max: MAX_LIMIT }), { description: 'Which page.' }),
    responses: { 200: Type.Array(MilestoneInfo, { description: 'Milestones of the page.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { milestones, size } = await planning.listMilestonesOfPlanning(viewer, params.id, query)
      return paginated(milestones, query, size, MAX_LIMIT)
    },
  }),
]
