import { Type } from 'typebox'
import { paginated, paginationQuery, type Page } from '../../platform/http/routes/pagination.ts'
import { ok, type Route, type RouteShape } from '../../platform/http/routes/route.ts'
import { Choice, idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import { planningRead } from './model/planning-route.ts'
import { BacklogItem, TopBacklog } from './model/planning.schema.ts'
import type {
  getBacklog,
  getChildren,
  getContent,
  getItem,
  getTopBacklog,
  getTopBacklogV2,
  ItemPage,
} from './read/list-backlogs.ts'

const MAX_LIMIT = 100
const MAX_SHORT_LIMIT = 50

/** Operations that the routes of this file call. */
export interface BacklogOperations {
  readonly getTopBacklog: ReturnType<typeof getTopBacklog>
  readonly getTopBacklogV2: ReturnType<typeof getTopBacklogV2>
  readonly getContent: ReturnType<typeof getContent>
  readonly getBacklog: ReturnType<typeof getBacklog>
  readonly getItem: ReturnType<typeof getItem>
  readonly getChildren: ReturnType<typeof getChildren>
}

const page = Type.Object(paginationQuery({ max: MAX_LIMIT }), { description: 'Which page.' })
const items = Type.Array(BacklogItem, { description: 'Artifacts of the page, by rank.' })

/** A route that lists artifacts of a project, a milestone or another artifact. */
const itemList = ({
  list,
  ...described
}: Pick<RouteShape, 'path' | 'operationId' | 'summary' | 'spec'> & {
  readonly params: ReturnType<typeof idParams>
  readonly list: (viewer: Viewer, id: number, page: Page) => Promise<ItemPage>
}): Route<Viewer> =>
  route({
    ...planningRead,
    ...described,
    query: page,
    responses: { 200: items },
    handler: async ({ viewer, params, query }) => {
      const found = await list(viewer, params.id, query)
      return paginated(found.items, query, found.size, MAX_LIMIT)
    },
  })

export const backlogRoutes = (planning: BacklogOperations): Route<Viewer>[] => [
  itemList({
    path: '/projects/{id}/backlog',
    operationId: 'listBacklog',
    summary: 'List the open artifacts of the top backlog of a project.',
    spec: 'agile.md §4.2',
    params: idParams('Id of the project.'),
    list: planning.getTopBacklog,
  }),

  route({
    ...planningRead,
    path: '/v2/projects/{id}/backlog',
    operationId: 'getTopBacklog',
    summary: 'Read the top backlog of a project, with the trackers whose artifacts it takes.',
    spec: 'agile.md §4.2',
    params: idParams('Id of the project.'),
    query: Type.Object(paginationQuery({ max: MAX_SHORT_LIMIT }), { description: 'Which page.' }),
    responses: { 200: TopBacklog },
    handler: async ({ viewer, params, query }) => {
      const { backlog, size } = await planning.getTopBacklogV2(viewer, params.id, query)
      return paginated(backlog, query, size, MAX_SHORT_LIMIT)
    },
  }),

  itemList({
    path: '/milestones/{id}/content',
    operationId: 'listMilestoneContent',
    summary: 'List what a milestone plans, open and closed.',
    spec: 'agile.md §4.3',
    params: idParams('Id of the milestone.'),
    list: planning.getContent,
  }),

  route({
    ...planningRead,
    path: '/milestones/{id}/backlog',
    operationId: 'listMilestoneBacklog',
    summary: 'List what can be planned in the milestones inside a milestone.',
    spec: 'agile.md §4.4',
    params: idParams('Id of the milestone.'),
    query: Type.Object(
      {
        ...paginationQuery({ max: MAX_LIMIT }),
        query: Type.String({ default: '', description: '`{"status":"all"}`: closed ones too.' }),
        include: Choice(['unplanned', 'planned_and_not_planned'], {
          default: 'unplanned',
          description: 'Whether planned and closed ones are listed, too.',
        }),
      },
      { description: 'Which artifacts.' },
    ),
    responses: { 200: items },
    handler: async ({ viewer, params, query }) => {
      const found = await planning.getBacklog(viewer, params.id, query, query)
      return paginated(found.items, query, found.size, MAX_LIMIT)
    },
  }),

  route({
    ...planningRead,
    path: '/backlog_items/{id}',
    operationId: 'getBacklogItem',
    summary: 'Read an artifact as plannings show it.',
    spec: 'agile.md §4.5',
    params: idParams('Id of the artifact.'),
    responses: { 200: BacklogItem },
    handler: async ({ viewer, params }) => ok(await planning.getItem(viewer, params.id)),
  }),

  itemList({
    path: '/backlog_items/{id}/children',
    operationId: 'listBacklogItemChildren',
    summary: 'List the children of an artifact, by rank.',
    spec: 'agile.md §4.5',
    params: idParams('Id of the artifact.'),
    list: planning.getChildren,
  }),
]
