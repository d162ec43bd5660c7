import { Type } from 'typebox'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { listMilestonesOfPlanning } from './list-milestones.ts'
import { MilestoneInfo } from './planning.schema.ts'

const MAX_LIMIT = 100

/** Operations that the routes of this file call. */
export interface PlanningOperations {
  readonly listMilestonesOfPlanning: ReturnType<typeof listMilestonesOfPlanning>
}

export const planningRoutes = (planning: PlanningOperations): Route<Viewer>[] => [
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
