import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp } from '../../test/harness/app.ts'
import { runCommand } from '../../test/harness/command.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject } from '../../test/harness/fixture.ts'
import { startProcess, testFolder } from '../../test/harness/process.ts'
import { tcpProxy } from '../../test/harness/tcp-proxy.ts'
import { until } from '../../test/harness/until.ts'

describe('crocus api', () => {
  let server: TestApp
  let environment: Record<string, string>
  beforeAll(async () => {
    server = await testApp()
    const { as } = await givenAccount(server, 'ana')
    environment = { CROCUS_URL: await listen(server), CROCUS_KEY: await givenAccessKey(server, as) }
  })
  const crocus = (...args: string[]) => runCommand(environment, ['api', ...args])

  it.each(['/users/self', 'users/self', '/api/users/self', '/api/v1/users/self'])(
    'prints the answer to GET %s',
    async path => {
      const { code, stdout, stderr } = await crocus('get', path)
      expect([code, stderr]).toEqual([0, ''])
      expect(JSON.parse(stdout)).toMatchObject({ username: 'ana' })
    },
  )

  it('is anonymous without a key', async () => {
    const { code, stderr } = await runCommand({ ...environment, CROCUS_KEY: '' }, ['api', 'GET', '/users/self'])
    expect([code, JSON.parse(stderr.split('\n')[0] ?? '')]).toMatchObject([1, { error: { code: 401 } }])
  })

  it('sends a body as text, from a file and from standard input', async () => {
    const file = join(await testFolder(), 'project.json')
    const project = (name: string): string =>
      JSON.stringify({ shortname: name, label: `The ${name}`, description: '', is_public: true, template_id: 100 })
    await writeFile(file, project('filed'))
    const created = await crocus('POST', '/projects', '--data', project('typed'))
    expect([created.code, created.stderr]).toEqual([0, ''])
    expect(JSON.parse(created.stdout)).toMatchObject({ shortname: 'typed' })
    expect((await crocus('POST', '/projects', '--data', `@${file}`)).stdout).toContain('"filed"')
    const piped = await runCommand(environment, ['api', 'POST', '/projects', '--data', '-'], project('piped'))
    expect(piped.stdout).toContain('"piped"')
  })

  it('sends headers', async () => {
    const { code, stdout } = await crocus('GET', '/users/self', '--header', 'Accept: application/xml')
    expect([code, stdout]).toEqual([0, expect.stringContaining('<username>ana</username>')])
  })

  it('puts a refusal on standard error and ends with 1', async () => {
    const { code, stdout, stderr } = await crocus('GET', '/projects/99999')
    expect([code, stdout]).toEqual([1, ''])
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 404 } })
  })

  it.each([
    ['an unknown method', ['FETCH', '/projects'], /one of GET/],
    ['a body that is no JSON', ['POST', '/projects', '--data', '{'], /--data is no JSON/],
    ['a file that is not there', ['POST', '/projects', '--data', '@/nowhere.json'], /no such file/],
    ['a body of GET', ['GET', '/projects', '--data', '{}'], /GET\/HEAD/],
    ['a header without a colon', ['GET', '/projects', '--header', 'Accept'], /Name: value/],
    ['an address without a protocol', ['GET', '/projects', '--url', 'crocus'], /no address such as/],
  ])('ends with 2 on %s', async (_, args, said) => {
    const { code, stdout, stderr } = await crocus(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(said)
  })

  it('follows the feed, a line for each change, through a lost connection', async () => {
    const project = await givenProject(server, 'watched', { isPublic: true })
    const proxy = await tcpProxy([{ host: '127.0.0.1', port: Number(new URL(environment['CROCUS_URL'] ?? '').port) }])
    const settings = { ...environment, CROCUS_URL: `http://127.0.0.1:${proxy.port}` }
    const watching = startProcess(
      'src/cli/main.ts',
      ['api', 'GET', '/changes?kinds=artifact.created', '--watch'],
      settings,
    )
    try {
      // The feed begins when the command has asked for it.
      await until(() => proxy.connections().length > 0)
      const told = () =>
        watching
          .stdout()
          .split('\n')
          .filter(line => line !== '')
          .map(line => JSON.parse(line) as { kind: string; artifact_id: number })
      const make = (title: string) => givenArtifact(server, project.tracker('bug'), title, { as: server.admin })
      let first = 0
      await until(async () => {
        first = await make('Weeds')
        return told().length > 0
      })
      proxy.connections().forEach(connection => connection.reset())
      const last = await make('Snails')
      await until(() => told().some(({ artifact_id }) => artifact_id === last))
      const ids = told().map(({ artifact_id }) => artifact_id)
      expect(ids).toEqual([...new Set(ids)])
      expect([ids.includes(first), ids.at(-1)]).toEqual([true, last])
      expect(proxy.counts.accepted).toBeGreaterThan(1)
    } finally {
      watching.child.kill()
      await watching.exit
      await proxy.close()
    }
  }, 60_000)

  it('watches the feed only', async () => {
    const { code, stderr } = await crocus('GET', '/projects', '--watch')
    expect([code, stderr]).toEqual([2, expect.stringContaining('--watch follows GET /changes')])
    expect((await crocus('GET', '/changes?since=yesterday', '--watch')).code).toBe(1)
  })

  describe('with a server that fails', () => {
    const keys: (string | undefined)[] = []
    const failing = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'] as string | undefined)
      const isFirst = keys.length === 1
      response.writeHead(isFirst ? 503 : 500, { 'Retry-After': '0' }).end(isFirst ? '' : '{"error":{"code":500}}')
    })
    let url: string
    beforeAll(async () => {
      await new Promise<void>(resolve => failing.listen(0, '127.0.0.1', resolve))
      url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`
    })
    afterAll(() => void failing.close())

    it('repeats a write with the same key, then ends with 2', async () => {
      const { code, stderr } = await crocus('PUT', '/artifacts/12', '--data', '{}', '--url', url)
      expect([code, stderr]).toEqual([2, '{"error":{"code":500}}\n'])
      expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
    })

    it('ends with 3 without a connection', async () => {
      const { code, stdout, stderr } = await crocus('GET', '/projects', '--url', 'http://127.0.0.1:1')
      expect([code, stdout]).toEqual([3, ''])
      expect(stderr).toMatch(/No connection to http:\/\/127.0.0.1:1/)
    })
  })
})
