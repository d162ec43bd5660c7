// The script of docs/first-steps.md does what the page says, pasted into bash as one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { afterFile } from '../harness/after-file.ts'
import { testDatabaseUrl } from '../harness/database.ts'
import { startServerProcess, testFolder } from '../harness/process.ts'

const PAGE = join(import.meta.dirname, '../../docs/first-steps.md')
const PASSWORD = 'first steps of a reader'

describe('docs/first-steps.md', { timeout: 120_000 }, () => {
  it('creates, changes and deletes an artifact in a new installation', async () => {
    const server = await startServerProcess({
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: PASSWORD,
    })
    afterFile(() => void server.child.kill())
    const script = [...(await readFile(PAGE, 'utf8')).matchAll(/^```sh\n([^]*?)^```/gm)]
      .map(([, block = '']) => block)
      .find(block => block.includes('curl'))
    const { status, stdout, stderr } = spawnSync('bash', ['-eu', '-o', 'pipefail', '-s'], {
      input: script,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], API: `${server.address}/api`, PASSWORD },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const [account = '', trackers, json, xml, ...lines] = stdout.trim().split(/\n(?!<response)/)
    expect(JSON.parse(account)).toMatchObject({ username: 'admin' })
    expect(trackers).toContain('"label":"Bugs"')
    expect(json).toContain('The lamp flickers')
    expect(xml).toContain('<title>The lamp flickers</title>')
    expect([...lines.slice(0, 2), ...lines.slice(-2)]).toEqual(['200', '412', '200', '404'])
    expect(lines.slice(2, -2).join('\n')).toContain('It is the *relay*.')
  })
})
