import { done, type Route, type RouteShape } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { VALUE_REASONS } from '../artifacts/index.ts'
import { route, type Viewer } from '../users/index.ts'
import {
  ItemListPatch,
  MilestonesPatch,
  NewBacklogItem,
  OrderedIds,
  TopBacklogPatch,
} from './model/planning-writes.schema.ts'
import type { addToBacklog, changeBacklog, orderBacklog } from './write/change-backlog.ts'
import type { addInnerMilestones, changeChildren, replaceInnerMilestones } from './write/change-children.ts'
import type { changeContent, replaceContent } from './write/change-content.ts'
import type { changeTopBacklog, orderTopBacklog } from './write/change-top-backlog.ts'

/** Operations that the routes of this file call. */
export interface PlanningChanges {
  readonly orderTopBacklog: ReturnType<typeof orderTopBacklog>
  readonly changeTopBacklog: ReturnType<typeof changeTopBacklog>
  readonly replaceContent: ReturnType<typeof replaceContent>
  readonly changeContent: ReturnType<typeof changeContent>
  readonly addToBacklog: ReturnType<typeof addToBacklog>
  readonly orderBacklog: ReturnType<typeof orderBacklog>
  readonly changeBacklog: ReturnType<typeof changeBacklog>
  readonly replaceInnerMilestones: ReturnType<typeof replaceInnerMilestones>
  readonly addInnerMilestones: ReturnType<typeof addInnerMilestones>
  readonly changeChildren: ReturnType<typeof changeChildren>
}

const common = {
  access: 'protected',
  scope: 'write:tracker',
  tag: 'Planning',
  idempotency: 'answer',
  errors: [400, 401, 403, 404, 409, 503],
  reasons: [...VALUE_REASONS, 'permission.tracker'],
} as const
const milestoneParams = idParams('Id of the milestone.')
const projectParams = idParams('Id of the project.')

type Described = Pick<RouteShape, 'path' | 'operationId' | 'summary' | 'spec' | 'allow'>

/** A route that takes the ids of a whole list. */
const putList = ({
  write,
  ...described
}: Described & {
  readonly params: ReturnType<typeof idParams>
  readonly write: (viewer: Viewer, id: number, ids: readonly number[]) => Promise<void>
}): Route<Viewer> =>
  route({
    ...common,
    ...described,
    method: 'PUT',
    body: OrderedIds,
    bodyName: 'ids',
    responses: { 200: null },
    handler: async ({ viewer, params, body }) => {
      await write(viewer, params.id, body)
      return done()
    },
  })

/** A route that adds to a list and moves within it. */
const patchList = ({
  write,
  ...described
}: Described & {
  readonly params: ReturnType<typeof idParams>
  readonly write: PlanningChanges['changeContent']
}): Route<Viewer> =>
  route({
    ...common,
    ...described,
    method: 'PATCH',
    body: ItemListPatch,
    responses: { 200: null },
    handler: async ({ viewer, params, body }) => {
      await write(viewer, params.id, body)
      return done()
    },
  })

export const planningChangesRoutes = (planning: PlanningChanges): Route<Viewer>[] => [
  putList({
    path: '/projects/{id}/backlog',
    operationId: 'orderBacklog',
    summary: 'Order the top backlog of a project.',
    spec: 'agile.md §4.2',
    params: projectParams,
    write: planning.orderTopBacklog,
  }),

  route({
    ...common,
    method: 'PATCH',
    path: '/projects/{id}/backlog',
    operationId: 'changeBacklog',
    summary: 'Change the top backlog of a project: what comes, the order, what leaves.',
    spec: 'agile.md §4.2',
    params: projectParams,
    body: TopBacklogPatch,
    responses: { 200: null },
    handler: async ({ viewer, params, body }) => {
      await planning.changeTopBacklog(viewer, params.id, body)
      return done()
    },
  }),

  putList({
    path: '/milestones/{id}/content',
    operationId: 'replaceMilestoneContent',
    summary: 'Plan exactly these artifacts in a milestone, in this order.',
    spec: 'agile.md §4.3',
    params: milestoneParams,
    write: planning.replaceContent,
  }),

  patchList({
    path: '/milestones/{id}/content',
    operationId: 'changeMilestoneContent',
    summary: 'Plan artifacts in a milestone, and move them within it.',
    spec: 'agile.md §4.3',
    params: milestoneParams,
    write: planning.changeContent,
  }),

  route({
    ...common,
    method: 'POST',
    path: '/milestones/{id}/backlog',
    operationId: 'addToMilestoneBacklog',
    summary: 'Put an artifact at the end of the backlog of a milestone.',
    spec: 'agile.md §4.4',
    params: milestoneParams,
    body: NewBacklogItem,
    responses: { 201: null },
    handler: async ({ viewer, params, body }) => {
      await planning.addToBacklog(viewer, params.id, body.artifact.id)
      return { status: 201 }
    },
  }),

  putList({
    path: '/milestones/{id}/backlog',
    operationId: 'orderMilestoneBacklog',
    summary: 'Order the backlog of a milestone.',
    spec: 'agile.md §4.4',
    params: milestoneParams,
    write: planning.orderBacklog,
  }),

  patchList({
    path: '/milestones/{id}/backlog',
    operationId: 'changeMilestoneBacklog',
    summary: 'Add artifacts to the backlog of a milestone, and move them within it.',
    spec: 'agile.md §4.4',
    params: milestoneParams,
    write: planning.changeBacklog,
  }),

  putList({
    path: '/milestones/{id}/milestones',
    operationId: 'replaceInnerMilestones',
    summary: 'Put exactly these milestones inside a milestone.',
    spec: 'agile.md §4.1',
    params: milestoneParams,
    // agile.md §2: PATCH is not named.
    allow: ['GET', 'PUT'],
    write: planning.replaceInnerMilestones,
  }),

  route({
    ...common,
    method: 'PATCH',
    path: '/milestones/{id}/milestones',
    operationId: 'addInnerMilestones',
    summary: 'Put more milestones inside a milestone.',
    spec: 'agile.md §4.1',
    params: milestoneParams,
    body: MilestonesPatch,
    responses: { 200: null },
    handler: async ({ viewer, params, body }) => {
      await planning.addInnerMilestones(
        viewer,
        params.id,
        body.add.map(({ id }) => id),
      )
      return done()
    },
  }),

  patchList({
    path: '/backlog_items/{id}/children',
    operationId: 'changeBacklogItemChildren',
    summary: 'Give an artifact children, and move them among each other.',
    spec: 'agile.md §4.5',
    params: idParams('Id of the artifact.'),
    write: planning.changeChildren,
  }),
]
