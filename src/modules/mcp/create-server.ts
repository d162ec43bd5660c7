import { fromJsonSchema, McpServer, ResourceTemplate, type CallToolResult } from '@modelcontextprotocol/server'
import type { Acting } from '../../platform/events/acting.ts'
import type { Viewer } from '../users/index.ts'
import { version } from '../../platform/version.ts'
import { ToolRefusal, type CallApi } from './model/call-api.ts'
import { runWritingTool, type WritingDependencies } from './run-tools.ts'
import { readingTools } from './tools/reading-tools.ts'
import { UNTRUSTED, type ReadingTool } from './tools/tool.ts'
import { writingTools } from './tools/writing-tools.ts'

/** One caller of the server. */
export interface McpCaller {
  readonly viewer: Viewer
  /** For the events of its calls. */
  readonly acting: Acting
  /** Calls the API with the rights of the caller to read. */
  readonly read: CallApi
  /** Calls the API with the rights of the caller to write; refused if the credentials only read. */
  readonly write: CallApi
  /** Throws if an access token has no scope to write. A key that only reads is refused by the tool. */
  requireScopeToWrite(): Promise<void>
  /** Tells the audit of a call. */
  record(tool: string, refused: ToolRefusal | undefined): Promise<void>
}

const OUTPUT = { type: 'object', additionalProperties: true } as const

const resultOf = (members: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(members) }],
  structuredContent: members,
})

const refusedResult = ({ status, message, details, members: more }: ToolRefusal): CallToolResult => {
  const members = { status, message, ...details, ...more }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(members) }], structuredContent: members }
}

/** A server for one request: it keeps nothing, so any process answers the next one. */
export const createMcpServer = (caller: McpCaller, writing: WritingDependencies): McpServer => {
  const server = new McpServer(
    { name: 'Crocus', version },
    {
      instructions: `Projects, trackers and artifacts of a Crocus server, with the rights of the account. ${UNTRUSTED}`,
    },
  )
  const recorded = async (tool: string, run: () => Promise<Record<string, unknown>>): Promise<CallToolResult> => {
    try {
      const members = await run()
      await caller.record(tool, undefined)
      return resultOf(members)
    } catch (error) {
      if (!(error instanceof ToolRefusal)) throw error
      await caller.record(tool, error)
      return refusedResult(error)
    }
  }
  const register = (
    { name, title, description, input }: Pick<ReadingTool, 'name' | 'title' | 'description' | 'input'>,
    hints: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean },
    run: (given: object) => Promise<Record<string, unknown>>,
  ): void =>
    void server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema(input as never),
        outputSchema: fromJsonSchema(OUTPUT),
        annotations: { ...hints, openWorldHint: false },
      },
      given => recorded(name, () => run(given as object)),
    )
  for (const tool of readingTools)
    register(tool, { readOnlyHint: true }, given => tool.run(caller.read, given as never))
  for (const tool of writingTools)
    register(tool, { readOnlyHint: false, destructiveHint: tool.isDestructive }, given =>
      runWritingTool(writing, tool, caller, given),
    )
  addResources(server, caller)
  addPrompts(server)
  return server
}

const TRACKER = { type: 'object', properties: { tracker_id: { type: 'string' } }, required: ['tracker_id'] } as const

const addPrompts = (server: McpServer): void => {
  const prompts = [
    {
      name: 'triage',
      title: 'Triage',
      text: (tracker: string) =>
        `Look at the newest artifacts of tracker ${tracker} with describe_tracker and query. Find doubles and missing values, and propose ` +
        'for each one who should do it and when. Change nothing before I agree.',
    },
    {
      name: 'release_notes',
      title: 'Release notes',
      text: (tracker: string) =>
        `Find what was done in tracker ${tracker} since the last release, with query and history, and write release notes for users: one ` +
        'line for each change, grouped, without internal names.',
    },
  ]
  for (const { name, title, text } of prompts)
    server.registerPrompt(
      name,
      { title, argsSchema: fromJsonSchema<{ tracker_id: string }>(TRACKER as never) },
      given => ({
        messages: [{ role: 'user', content: { type: 'text', text: text(given.tracker_id) } }],
      }),
    )
}

const addResources = (server: McpServer, { read }: McpCaller): void => {
  const resources = [
    { name: 'artifact', uri: 'crocus://artifact/{id}', tool: 'get_artifact', argument: 'id' },
    { name: 'tracker', uri: 'crocus://tracker/{id}', tool: 'describe_tracker', argument: 'tracker_id' },
  ]
  for (const { name, uri, tool: toolName, argument } of resources) {
    const tool = readingTools.find(each => each.name === toolName)
    if (!tool) continue
    server.registerResource(
      name,
      new ResourceTemplate(uri, { list: undefined }),
      { title: tool.title, mimeType: 'application/json' },
      async (address, { id }) => {
        const members = await tool.run(read, { [argument]: Number(id) } as never)
        return { contents: [{ uri: address.href, mimeType: 'application/json', text: JSON.stringify(members) }] }
      },
    )
  }
}
