import { NAMELESS_AGENT, type Viewer } from '../../users/index.ts'

/** Tools of agents that change something. */
export const WRITING_TOOLS = ['create_artifact', 'update_artifact', 'comment', 'link', 'undo'] as const
export type WritingToolName = (typeof WRITING_TOOLS)[number]
export const isWritingTool = (name: unknown): name is WritingToolName => WRITING_TOOLS.some(tool => tool === name)

/**
 * Conditions of a write. `free`: none, it is done at once. `dry_run_first`: after a report that it has seen. `approval`: after the account
 * allowed it.
 */
export const POLICY_MODES = ['free', 'dry_run_first', 'approval'] as const
export type PolicyMode = (typeof POLICY_MODES)[number]

/** Rules for the writes of an application, or of all access keys, of one account. Null: no limit. */
export interface Policy {
  readonly mode: PolicyMode
  readonly projectIds: readonly number[] | null
  readonly trackerIds: readonly number[] | null
  readonly tools: readonly WritingToolName[] | null
  readonly writesPerHour: number | null
}

export const DEFAULT_POLICY: Policy = {
  mode: 'dry_run_first',
  projectIds: null,
  trackerIds: null,
  tools: null,
  writesPerHour: null,
}

/** The program that acts: an application, or (null) an access key. */
export interface Agent {
  readonly userId: number
  readonly appId: number | null
  /** Name of the application, or label of the access key. */
  readonly name: string
}

export const agentOf = ({ userId, application, keyLabel }: Viewer): Agent => ({
  userId,
  appId: application?.id ?? null,
  name: application?.name ?? keyLabel ?? NAMELESS_AGENT,
})

/** Place of a write. */
export interface WritePlace {
  readonly projectId: number
  readonly trackerId: number
}

export const allowsTool = ({ tools }: Policy, tool: WritingToolName): boolean => tools === null || tools.includes(tool)

export const allowsPlace = ({ projectIds, trackerIds }: Policy, { projectId, trackerId }: WritePlace): boolean =>
  (projectIds === null || projectIds.includes(projectId)) && (trackerIds === null || trackerIds.includes(trackerId))
