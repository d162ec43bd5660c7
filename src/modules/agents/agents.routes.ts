import { Type } from 'typebox'
import { paginated, paginationQuery, type Page } from '../../platform/http/routes/pagination.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { Choice, idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { Decision } from './approvals/decide-approval.ts'
import type { ApprovalPage, SeenApproval } from './approvals/see-approvals.ts'
import { APPROVAL_STATES, type ApprovalState } from './model/approval.ts'
import type { Policy } from './model/policy.ts'
import {
  ACCESS_KEYS,
  ApprovalSchema,
  DecisionBody,
  PolicyBody,
  policyParams,
  PolicySchema,
  userParams,
  type ApprovalRepresentation,
} from './model/agents.schema.ts'
import type { PolicyOfAgent } from './policies/policies.ts'

const MAX_APPROVALS = 50
const tag = 'Agents'
const spec = 'integrators.md §14'

/** The operations that these routes call. */
export interface AgentOperations {
  listPolicies(viewer: Viewer, user: number | 'self'): Promise<PolicyOfAgent[]>
  setPolicy(viewer: Viewer, user: number | 'self', appId: number | null, policy: Policy): Promise<PolicyOfAgent>
  listApprovals(viewer: Viewer, state: ApprovalState | undefined, page: Page): Promise<ApprovalPage>
  getApproval(viewer: Viewer, id: number): Promise<SeenApproval>
  decide(viewer: Viewer, id: number, decision: Decision, ip: string): Promise<SeenApproval>
  represent(viewer: Viewer, approvals: readonly SeenApproval[]): Promise<ApprovalRepresentation[]>
}

const representPolicy = ({ app, policy, isDefault }: PolicyOfAgent) => ({
  app: app && { id: app.id, name: app.name },
  mode: policy.mode,
  project_ids: policy.projectIds,
  tracker_ids: policy.trackerIds,
  tools: policy.tools,
  writes_per_hour: policy.writesPerHour,
  is_default: isDefault,
})

const policyOf = (body: PolicyBody): Policy => ({
  mode: body.mode,
  projectIds: body.project_ids,
  trackerIds: body.tracker_ids,
  tools: body.tools,
  writesPerHour: body.writes_per_hour,
})

export const agentsRoutes = (agents: AgentOperations): Route<Viewer>[] => [
  ...policyRoutes(agents),
  ...approvalRoutes(agents),
]

const policyRoutes = (agents: AgentOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/users/{id}/agent_policies',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'listAgentPolicies',
    summary: 'Lists what programs may change for the caller over MCP',
    description: 'One policy for all access keys, and one for each application that the caller allowed to act.',
    spec,
    tag,
    params: userParams,
    responses: { 200: Type.Array(PolicySchema, { description: 'Access keys first.' }) },
    errors: [400, 401, 403],
    handler: async ({ viewer, params }) => ok((await agents.listPolicies(viewer, params.id)).map(representPolicy)),
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/users/{id}/agent_policies/{agent}',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'setAgentPolicy',
    summary: 'Sets what a program may change for the caller over MCP',
    description: 'In a session of a browser only, so that no agent frees itself.',
    spec,
    tag,
    params: policyParams,
    body: PolicyBody,
    responses: { 200: PolicySchema },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => {
      const appId = params.agent === ACCESS_KEYS ? null : Number(params.agent)
      return ok(representPolicy(await agents.setPolicy(viewer, params.id, appId, policyOf(body))))
    },
  }),
]

const approvalRoutes = (agents: AgentOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/approvals',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'listApprovals',
    summary: 'Lists writes of agents that the caller decides, or decided',
    description: 'Newest first. Those of the last 90 days whose place the caller sees.',
    spec,
    tag,
    query: Type.Object(
      {
        state: Type.Optional(Choice(APPROVAL_STATES, { description: 'Only approvals in this state.' })),
        ...paginationQuery({ default: MAX_APPROVALS, max: MAX_APPROVALS, min: 1 }),
      },
      { description: 'Which of them.' },
    ),
    responses: { 200: Type.Array(ApprovalSchema, { description: 'The approvals.' }) },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const { approvals, size } = await agents.listApprovals(viewer, query.state, query)
      return paginated(await agents.represent(viewer, approvals), query, size, MAX_APPROVALS)
    },
  }),
  route({
    method: 'GET',
    path: '/approvals/{id}',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'getApproval',
    summary: 'Reads a write of an agent that waits for a decision',
    description: 'For the account that decides. Administrators of the tracker may look.',
    spec,
    tag,
    params: idParams('Id of the approval.'),
    responses: { 200: ApprovalSchema },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) =>
      ok((await agents.represent(viewer, [await agents.getApproval(viewer, params.id)]))[0]),
  }),
  route({
    method: 'POST',
    path: '/approvals/{id}',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'decideApproval',
    summary: 'Allows a write of an agent, or refuses it',
    description:
      'In a session of a browser only, by the account itself, since its rights are used. Allowed means done now, with the rights of now, ' +
      'if the artifact is as it was in the report; otherwise `state` is `failed`, and `failure` has the reason.',
    spec,
    tag,
    params: idParams('Id of the approval.'),
    body: DecisionBody,
    responses: { 200: ApprovalSchema },
    errors: [400, 401, 403, 404, 409, 410],
    reasons: ['approval.decided', 'approval.expired', 'approval.withdrawn'],
    handler: async ({ viewer, params, body, ip }) => {
      const decision = { isAllowed: body.decision === 'allow', comment: body.comment ?? '' }
      return ok((await agents.represent(viewer, [await agents.decide(viewer, params.id, decision, ip)]))[0])
    },
  }),
]
