import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { DEFAULT_URL } from '../api.ts'
import { CommandFailed, EXIT_USAGE, example, type CliContext } from '../context.ts'

export const register = (program: Command, context: CliContext): void => {
  program
    .command('mcp')
    .description('Connects an agent that speaks MCP over standard input and output with a server.')
    .addHelpText(
      'after',
      `\nThe address comes from CROCUS_URL, or is ${DEFAULT_URL}. The access key comes from CROCUS_KEY. The server does the work at /mcp.`,
    )
    .addHelpText('after', example('CROCUS_URL=https://crocus.example CROCUS_KEY=tlp-k1-… crocus mcp'))
    .action(
      context.plain(async () => {
        const { CROCUS_KEY: key, CROCUS_URL: address } = context.environment
        if (!key) throw new CommandFailed('CROCUS_KEY is missing: an access key.', EXIT_USAGE)
        const url = new URL('/mcp', address || DEFAULT_URL)
        const running = new Set<Promise<void>>()
        for await (const line of createInterface({ input: context.stdin })) {
          if (line.trim() === '') continue
          const forwarded = forward(url, key, line, text => context.print(text)).finally(() =>
            running.delete(forwarded),
          )
          running.add(forwarded)
        }
        await Promise.all(running)
      }),
    )
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly _meta?: Readonly<Record<string, unknown>>
    readonly name?: unknown
    readonly uri?: unknown
  }
}

/** Sends a message to the server and prints its answer. Messages have no order: an answer names its question. */
const forward = async (url: URL, key: string, line: string, print: (text: string) => void): Promise<void> => {
  let message: Message
  try {
    message = JSON.parse(line) as Message
  } catch {
    return print(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This is no JSON' } }))
  }
  const fail = (text: string): void => {
    if (message.id === undefined) return
    print(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: text } }))
  }
  try {
    const response = await fetch(url, { method: 'POST', headers: headersOf(message, key), body: line })
    const text = await response.text()
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true)
      for (const [, data = ''] of text.matchAll(/^data: ?(.+)$/gm)) print(data)
    else if (text !== '' && text.includes('"jsonrpc"')) print(text)
    else if (!response.ok) fail(`The server answered ${response.status}: ${text.slice(0, 500)}`)
  } catch (error) {
    fail(`No connection to ${url.origin}: ${(error as Error).message}`)
  }
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** Newer revisions of the protocol repeat version and method in headers. */
const headersOf = ({ method, params }: Message, key: string): Record<string, string> => {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const version = params?._meta?.[VERSION]
  if (typeof version !== 'string') return headers
  const name = params?.name ?? params?.uri
  return {
    ...headers,
    'mcp-protocol-version': version,
    ...(method !== undefined && { 'mcp-method': method }),
    ...(typeof name === 'string' && { 'mcp-name': name }),
  }
}
