import { randomUUID } from 'node:crypto'
import { docOf, type Reason } from '../../platform/reasons.ts'
import {
  agentOf,
  allowsPlace,
  allowsTool,
  type Agent,
  type AgentsModule,
  type Policy,
  type Report,
} from '../agents/index.ts'
import type { Viewer } from '../users/index.ts'
import { asToolRefusal, ToolRefusal, wrongArgument, type ApiAnswer, type CallApi } from './model/call-api.ts'
import type { Confirmation, ConfirmedCall, Confirmations } from './model/confirmations.ts'
import { fitObject } from './model/wrap-texts.ts'
import type { PlannedWrite, WritingTool } from './tools/tool.ts'

export interface WritingDependencies {
  readonly agents: Pick<AgentsModule, 'getPolicy' | 'countWrite' | 'askApproval'>
  readonly confirmations: Confirmations
  readonly publicUrl: () => string
}

/** The program that calls a tool. */
export interface ToolCaller {
  readonly viewer: Viewer
  readonly write: CallApi
}

interface GivenArguments {
  readonly confirm?: string
  readonly if_match?: string
}

/** A call of a writing tool, on its way through the policy of its agent. */
interface WriteRequest {
  readonly agent: Agent
  readonly policy: Policy
  readonly call: CallApi
  readonly tool: WritingTool
  readonly arguments: Omit<GivenArguments, 'confirm'>
  readonly planned: PlannedWrite
}

type Members = Record<string, unknown>

/**
 * Runs a writing tool by the policy that the account gave the agent: at once, after a report that the agent has seen (`confirm`), or after
 * the account allowed it.
 */
export const runWritingTool = async (
  deps: WritingDependencies,
  tool: WritingTool,
  { viewer, write: call }: ToolCaller,
  given: GivenArguments,
): Promise<Members> => {
  const { confirm, ...rest } = given
  const agent = agentOf(viewer)
  const confirmedCall = { accountId: agent.userId, tool: tool.name, arguments: rest }
  const known = confirm === undefined ? undefined : readConfirmation(deps, confirm, confirmedCall)
  const policy = await deps.agents.getPolicy(agent)
  if (!allowsTool(policy, tool.name))
    throw outside('agent.tool', `The account does not let this agent use ${tool.name}`)
  const planned = await tool.plan(call, rest as never)
  if (!allowsPlace(policy, planned)) throw outside('agent.place', 'The account does not let this agent write here')
  const request = { agent, policy, call, tool, arguments: rest, planned }
  if (policy.mode === 'approval') {
    if (known) throw wrongArgument('confirm', 'The account wants to allow each write now: call without `confirm`')
    return askPerson(deps, request)
  }
  if (known) return writeConfirmed(deps, request, known)
  if (policy.mode === 'free') return write(deps, request, randomUUID(), planned.version)
  return { ...fitObject(await rehearse(request, planned.version)), ...issue(deps, request, planned.version) }
}

const readConfirmation = (
  { confirmations }: WritingDependencies,
  confirm: string,
  confirmedCall: ConfirmedCall,
): Confirmation => {
  const known = confirmations.read(confirm, confirmedCall)
  if (known) return known
  throw wrongArgument('confirm', '`confirm` is of another call, or older than ten minutes: call without it first')
}

const outside = (reason: Reason, message: string): ToolRefusal =>
  new ToolRefusal(403, message, { reason, doc: docOf(reason) })

const conditionOf = (version: string | null): Record<string, string> =>
  version === null ? {} : { 'if-match': version }

const rehearse = async (
  { call, planned: { method, path, body } }: WriteRequest,
  version: string | null,
): Promise<object> =>
  (await call({ method, path, body, query: { dry_run: true }, headers: conditionOf(version) })).body as object

const issue = (
  { confirmations }: WritingDependencies,
  { agent, tool, arguments: given }: WriteRequest,
  version: string | null,
): { readonly confirm: string } => ({
  confirm: confirmations.issue({ accountId: agent.userId, tool: tool.name, arguments: given }, version),
})

/** Writes under a key, with which it happens once; a repetition gets the answer of the first. */
const write = async (
  { agents }: WritingDependencies,
  { agent, policy, call, planned: { method, path, body } }: WriteRequest,
  key: string,
  version: string | null,
): Promise<Members> => {
  const takeBack = await agents.countWrite(agent, policy, key).catch((error: unknown) => {
    throw asToolRefusal(error)
  })
  const headers = { ...conditionOf(version), 'idempotency-key': key }
  const done = await call({ method, path, body, headers }).catch(async (error: unknown) => {
    if (error instanceof ToolRefusal && error.status < 500) await takeBack()
    throw error
  })
  return writtenMembers(done)
}

const writtenMembers = ({ headers, body }: ApiAnswer): Members => {
  const etag = headers['etag']
  return {
    done: true,
    ...(headers['idempotent-replayed'] !== undefined && { was_done_before: true }),
    ...(etag !== undefined && { etag: String(etag) }),
    ...(typeof body === 'object' && body !== null && fitObject(body)),
  }
}

/** If the artifact changed since the report, the refusal has a new report. */
const writeConfirmed = async (
  deps: WritingDependencies,
  request: WriteRequest,
  { key, version }: Confirmation,
): Promise<Members> => {
  try {
    return await write(deps, request, key, version)
  } catch (error) {
    if (!(error instanceof ToolRefusal) || error.details.reason !== 'precondition.changed') throw error
    const { status, message, details } = error
    throw new ToolRefusal(status, message, details, await newReport(deps, request, details.etag))
  }
}

const newReport = async (
  deps: WritingDependencies,
  request: WriteRequest,
  etag: string | undefined,
): Promise<Members> => {
  const { arguments: given } = request
  const version = etag ?? request.planned.version
  try {
    const report = fitObject(await rehearse(request, version))
    // A call that names a version names the new one from now on.
    const named = given.if_match !== undefined && version !== null ? { ...given, if_match: version } : given
    const again = issue(deps, { ...request, arguments: named }, version)
    return { report, ...(named !== given && { if_match: version }), ...again }
  } catch (error) {
    if (error instanceof ToolRefusal) return {}
    throw error
  }
}

/** Files the write for a decision of the account. It counts as a write, so that an agent cannot ask without end. */
const askPerson = async ({ agents, publicUrl }: WritingDependencies, request: WriteRequest): Promise<Members> => {
  const { agent, policy, tool, arguments: given, planned } = request
  const { method, path, body, version, ...place } = planned
  const { would } = (await rehearse(request, version)) as { readonly would: Report }
  const report = { changed_fields: would.changed_fields, is_change: would.is_change }
  const key = randomUUID()
  try {
    const takeBack = await agents.countWrite(agent, policy, key)
    const asked = await agents
      .askApproval(agent, {
        ...place,
        tool: tool.name,
        arguments: given,
        call: { method, path, body },
        version,
        report,
      })
      .catch(async (error: unknown) => {
        await takeBack()
        throw error
      })
    if (!asked.isNew) await takeBack()
    return { approval_id: asked.id, state: 'waiting', url: `${publicUrl()}/approvals/${asked.id}` }
  } catch (error) {
    throw asToolRefusal(error)
  }
}
