// A program that speaks the Model Context Protocol, by the client of the library.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { afterFile } from './after-file.ts'

/** Connects with an access key or an access token. */
export const connectAgent = async (
  origin: string,
  secret: string,
  header: 'bearer' | 'own' = 'bearer',
): Promise<Client> => {
  const headers: Record<string, string> =
    header === 'bearer' ? { authorization: `Bearer ${secret}` } : { 'x-auth-accesskey': secret }
  const client = new Client({ name: 'a test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }))
  afterFile(() => client.close())
  return client
}

export interface ToolAnswer {
  readonly isError: boolean
  readonly members: Record<string, unknown>
}

export const useTool = async (client: Client, name: string, given: Record<string, unknown>): Promise<ToolAnswer> => {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: given })
  const members = (structuredContent ?? {}) as Record<string, unknown>
  // Programs that know no structured content read the same as text.
  const [text] = content as { text?: string }[]
  if (isError !== true || structuredContent) expect(JSON.parse(text?.text ?? '{}')).toEqual(members)
  return { isError: isError === true, members }
}

/** The members of a result that is no refusal. */
export const toolDone = async (
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const { isError, members } = await useTool(client, name, given)
  expect([name, isError ? members : {}]).toEqual([name, {}])
  return members
}
