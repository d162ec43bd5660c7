import { expect, it } from 'vitest'
import { listen, testApp } from '../../../test/harness/app.ts'
import { runCommand } from '../../../test/harness/command.ts'
import { givenAccessKey, givenAccount, givenProject } from '../../../test/harness/fixture.ts'

it('connects standard input and output with the server', async () => {
  const crocus = await testApp()
  const url = await listen(crocus)
  const ann = await givenAccount(crocus, 'ann')
  const { id } = await givenProject(crocus, 'lighthouse', { as: ann.as })
  const key = await givenAccessKey(crocus, ann.as)
  const lines = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'get_project', arguments: { project: 'lighthouse' } },
    },
  ]
  const input = lines.map(line => JSON.stringify(line)).join('\n')
  const { code, stdout, stderr } = await runCommand({ CROCUS_URL: url, CROCUS_KEY: key }, ['mcp'], input)
  expect([code, stderr]).toEqual([0, ''])
  const answers = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { id: number; result: Record<string, unknown> })
    .sort((a, b) => a.id - b.id)
  expect(answers).toMatchObject([
    { id: 1, result: { serverInfo: { name: 'Crocus' } } },
    { id: 2, result: { structuredContent: { id, shortname: 'lighthouse' } } },
  ])
  expect((await runCommand({ CROCUS_URL: url }, ['mcp'], '')).code).toBe(2)
  const refused = await runCommand({ CROCUS_URL: url, CROCUS_KEY: 'tlp-k1-1.00' }, ['mcp'], JSON.stringify(lines[0]))
  expect(JSON.parse(refused.stdout)).toMatchObject({
    id: 1,
    error: { message: expect.stringContaining('401') as string },
  })
})
