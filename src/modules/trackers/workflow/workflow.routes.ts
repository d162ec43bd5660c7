import { Type } from 'typebox'
import { answerOrRehearse, outcomeSchema } from '../../../platform/http/routes/rehearsal.ts'
import { created, done, ok, type Route } from '../../../platform/http/routes/route.ts'
import { idParams } from '../../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../../users/index.ts'
import { parseActions } from './parse-actions.ts'
import type { WorkflowOperations } from './workflow.operations.ts'
import { CompleteTracker } from '../model/trackers.schema.ts'
import {
  CreatedTransition,
  NewTransition,
  NewTransitionActions,
  Transition,
  TransitionActions,
  TransitionConditions,
  VisibleTransitions,
} from './workflow.schema.ts'

const TAG = 'Workflows'
const name = 'transition'
const TransitionOutcome = outcomeSchema(name, 'The transition after the write.')
const ALLOW = ['GET', 'POST', 'PATCH', 'DELETE'] as const
const transitionParams = idParams('Id of the transition.')
const trackerParams = idParams('Id of the tracker.')

export const workflowRoutes = (workflows: WorkflowOperations): Route<Viewer>[] => [
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/trackers/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'changeTrackerWorkflow',
    summary: 'Creates, deletes or switches the workflow of a tracker.',
    description:
      '`query` is `{"workflow": {…}}` with one of `"set_transitions_rules": {"field_id": …}` (creates one, in simple mode), ' +
      '`"set_transitions_rules": {"is_used": true}`, `"delete_transitions_rules": true`, `"is_legacy": false`, `"is_advanced": true`.',
    spec: 'trackers.md §6.1',
    tag: TAG,
    allow: ['GET', 'PATCH'],
    params: trackerParams,
    query: Type.Object(
      { query: Type.String({ description: 'The change, as JSON text.' }) },
      { description: 'The change.' },
    ),
    dryRun: outcomeSchema('tracker', 'Null: the tracker is described when it is changed.'),
    responses: { 200: CompleteTracker },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, query, isDryRun }) =>
      answerOrRehearse(isDryRun, { name: 'tracker' }, async () => {
        await workflows.changeWorkflow(viewer, params.id, query.query)
        if (isDryRun) return done()
        const { tracker, project } = await workflows.requireTracker(viewer, params.id)
        return ok(await workflows.representComplete(viewer, tracker, project))
      }),
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/transitions',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listTransitions',
    summary: 'Lists the steps of the workflow of a tracker, and which of them are open to the requester.',
    spec: 'trackers.md §6.4',
    tag: TAG,
    params: trackerParams,
    responses: { 200: VisibleTransitions },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok(await workflows.listTransitions(viewer, params.id)),
  }),

  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/tracker_workflow_transitions',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'createTransition',
    summary: 'Adds a transition to a workflow.',
    description: 'In simple mode it gets the conditions and actions of the other transitions to the same state.',
    spec: 'trackers.md §6.2',
    tag: TAG,
    allow: ALLOW,
    body: NewTransition,
    dryRun: TransitionOutcome,
    responses: { 201: CreatedTransition },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, body, isDryRun }) =>
      answerOrRehearse(isDryRun, { name, shown: () => ({ id: null, uri: null }) }, async () => {
        const id = await workflows.createTransition(viewer, {
          trackerId: body.tracker_id,
          fromId: body.from_id,
          toId: body.to_id,
        })
        return created({ id, uri: `tracker_workflow_transitions/${id}` })
      }),
  }),

  route({
    method: 'GET',
    path: '/tracker_workflow_transitions/{id}',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'getTransition',
    summary: 'A transition with its conditions.',
    spec: 'trackers.md §6.2',
    tag: TAG,
    allow: ALLOW,
    params: transitionParams,
    responses: { 200: Transition },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok(await workflows.getTransition(viewer, params.id)),
  }),

  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/tracker_workflow_transitions/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'updateTransition',
    summary: 'Changes the conditions of a transition.',
    description: 'In simple mode those of all transitions to the same state.',
    spec: 'trackers.md §6.2',
    tag: TAG,
    allow: ALLOW,
    params: transitionParams,
    body: TransitionConditions,
    dryRun: TransitionOutcome,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, body, isDryRun }) =>
      answerOrRehearse(isDryRun, { name }, async () => {
        await workflows.updateTransition(viewer, params.id, {
          authorizedUserGroupIds: body.authorized_user_group_ids,
          notEmptyFieldIds: body.not_empty_field_ids,
          isCommentRequired: body.is_comment_required,
        })
        return done()
      }),
  }),

  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/tracker_workflow_transitions/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'deleteTransition',
    summary: 'Takes a transition out of its workflow.',
    spec: 'trackers.md §6.2',
    tag: TAG,
    allow: ALLOW,
    params: transitionParams,
    dryRun: TransitionOutcome,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, isDryRun }) =>
      answerOrRehearse(isDryRun, { name }, async () => {
        await workflows.deleteTransition(viewer, params.id)
        return done()
      }),
  }),

  route({
    method: 'GET',
    path: '/tracker_workflow_transitions/{id}/actions',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'listTransitionActions',
    summary: 'Reads the actions of a transition.',
    spec: 'trackers.md §6.3',
    tag: TAG,
    params: transitionParams,
    responses: { 200: TransitionActions },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok(await workflows.getActions(viewer, params.id)),
  }),

  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/tracker_workflow_transitions/{id}/actions',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'replaceTransitionActions',
    summary: 'Replaces what happens when a transition is taken.',
    description:
      'In simple mode for all transitions to the same state. Actions set values whatever the rights of who takes the transition; a job is ' +
      'started after the change is saved, and tried again when it cannot be reached.',
    spec: 'trackers.md §6.3',
    tag: TAG,
    params: transitionParams,
    body: NewTransitionActions,
    dryRun: TransitionOutcome,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, body, origin, isDryRun }) =>
      answerOrRehearse(isDryRun, { name }, async () => {
        await workflows.replaceActions(viewer, params.id, parseActions(body.post_actions, origin))
        return done()
      }),
  }),
]
