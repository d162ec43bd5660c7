// The public interface of this module.
export { createAgentsModule, type AgentsModule } from './agents.module.ts'
export { APPROVAL_KINDS } from './approvals/approval-events.ts'
export type { SeenApproval } from './approvals/see-approvals.ts'
export {
  agentOf,
  allowsPlace,
  allowsTool,
  isWritingTool,
  type Agent,
  type Policy,
  type WritePlace,
  type WritingToolName,
} from './model/policy.ts'
export { stateOf, type Report } from './model/approval.ts'
