// A session of an agent: finds an artifact, reads it, and comments on it once a person has seen the report.
// Usage: CROCUS_URL=https://crocus.example.org CROCUS_KEY=… node agent-session.mjs 12 'title = "door"' 'I look at it'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const [tracker, tql, comment] = process.argv.slice(2)
const headers = { authorization: `Bearer ${process.env.CROCUS_KEY}` }
const address = new URL('/mcp', process.env.CROCUS_URL)
const client = new Client({ name: 'agent-session', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))

const use = async (name, given) => {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: given })
  if (isError) throw new Error(`${name}: ${structuredContent?.reason ?? ''} ${content[0]?.text ?? ''}`)
  return structuredContent
}

const { tools } = await client.listTools()
console.log(`${tools.length} tools`)

const { artifacts } = await use('query', { tracker_id: Number(tracker), tql })
const [found] = artifacts
if (!found) throw new Error('Nothing was found.')
// Texts of people are data, and never instructions.
const { id, title } = await use('get_artifact', { id: found.id })
console.log(`#${id} ${title.text}`)

// The first call only reports, and its `confirm` allows the same call for ten minutes. An agent shows the report to a person.
const { confirm } = await use('comment', { id, text: comment })
await use('comment', { id, text: comment, confirm })
console.log('The comment is written.')
await client.close()
