import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { testFolder } from '../harness/process.ts'
import { givenAccount, givenProject, type Account, type Credentials, type FixtureProject } from '../harness/fixture.ts'
import { changeSettings, givenRepository, isSvnMissing, SVN_NEEDS, svnClient } from '../harness/svn.ts'

const SECRET = 'the plans of beta'

describe.skipIf(isSvnMissing)(`the gateway to repositories (${SVN_NEEDS})`, { timeout: 60_000 }, () => {
  let crocus: TestApp
  let address: string
  let client: ReturnType<typeof svnClient>
  let alpha: FixtureProject
  let alice: Account
  let mallory: Account

  beforeAll(async () => {
    crocus = await testApp()
    alice = await givenAccount(crocus, 'alice')
    mallory = await givenAccount(crocus, 'mallory')
    alpha = await givenProject(crocus, 'alpha', { members: ['alice', 'mallory'] })
    const beta = await givenProject(crocus, 'beta', { isPublic: false, members: ['alice'] })
    await givenRepository(crocus, alpha.id, 'main', { layout: ['trunk'] })
    await givenRepository(crocus, alpha.id, 'other', {
      accessFile: { text: '[/]\n* =\n@members =\nalice = rw', hasDefaultPermissions: true },
    })
    await givenRepository(crocus, beta.id, 'secret')
    address = await listen(crocus)
    client = svnClient(await testFolder())
    for (const place of ['alpha/other', 'beta/secret'])
      await client.svn(alice.as, 'mkdir', `${address}/svnplugin/${place}/${SECRET}`, '-m', SECRET)
  })

  /** Sends a request byte by byte, in a form that no HTTP library sends. */
  const send = (
    as: Credentials | undefined,
    line: string,
    headers: readonly string[] = [],
    body = '',
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(address)
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
      socket.on('error', reject).on('close', () => resolve({ status: Number(text.split(' ')[1]), text }))
      const credentials = as ? [`Authorization: Basic ${Buffer.from(as.join(':')).toString('base64')}`] : []
      const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
      const all = [`Host: ${hostname}:${port}`, 'Connection: close', ...credentials, ...length, ...headers]
      socket.write(`${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`, 'latin1')
    })

  it('outlives clients that leave, whatever is being done for them', async () => {
    const { hostname, port } = new URL(address)
    const authorization = `Authorization: Basic ${Buffer.from(alice.as.join(':')).toString('base64')}`
    const body =
      '<?xml version="1.0"?><D:merge xmlns:D="DAV:"><D:source><D:href>/svnplugin/alpha/main/!svn/txn/0-0</D:href></D:source></D:merge>'
    for (let attempt = 0; attempt < 100; attempt++) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      const head = ['MERGE /svnplugin/alpha/main HTTP/1.1', `Host: ${hostname}`, authorization]
      socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      await sleep(attempt / 8)
      socket.resetAndDestroy()
    }
    // An unhandled error would end the process, and with it the test run.
    expect(await client.svn(alice.as, 'list', `${address}/svnplugin/alpha/main`)).toContain('trunk/')
  })

  it.each([
    '/svnplugin/alpha/main/../../beta/secret/',
    '/svnplugin/alpha/main/../other/',
    '/svnplugin/alpha/main/%2e%2e/other/',
    '/svnplugin/alpha/main/%2e%2e/%2e%2e/beta/secret/',
    '/svnplugin/alpha/main/.%2e/other/',
    '/svnplugin/alpha/main/..%2fother/',
    '/svnplugin/alpha/main/trunk/..%5c..%5cother',
    '//svnplugin/beta/secret/',
    '/svnplugin//beta/secret/',
    '/svnplugin/alpha/main//../../beta/secret/',
    '/svnplugin/alpha/main/;/../../other/',
    '/svnplugin/alpha/main/%00/../other/',
    '/svnplugin/alpha/main/%c0%ae%c0%ae/other/',
    '/svnplugin/alpha/main/%ff',
    '/svnplugin/alpha/main/%',
    '/svnplugin/alpha/main?../../beta/secret',
    '/svnplugin/alpha/',
    '/svnplugin/alpha',
    '/svnplugin/',
    '/SVNPLUGIN/beta/secret/',
    '/svnplugin/alpha/MAIN/',
    '/svnplugin/alpha/main/hooks/pre-commit',
    '/svnplugin/alpha/main/db/format',
    '/svnplugin/alpha/main/../main/authz/access',
    '/svnplugin/beta/secret/',
    '/svnplugin/beta/nothing/',
    '/svnplugin/nothing/main/',
    '/svnplugin/alpha/other/',
    '/ready',
  ])('shows nothing of others under %s', async path => {
    for (const method of ['GET', 'PROPFIND', 'OPTIONS']) {
      const { status, text } = await send(mallory.as, `${method} ${path}`, ['Depth: 1'])
      // Paths that a file of the repository itself could have.
      const isOwn = /hooks|db|%5c/.test(path)
      expect(isOwn ? [200, 404] : [400, 403, 404]).toContain(status)
      expect(text).not.toContain(SECRET)
    }
  })

  it('does not tell a project that is closed from one that is not there', async () => {
    const [closed, absent] = await Promise.all(
      ['beta/secret', 'absent/secret'].map(place => send(mallory.as, `OPTIONS /svnplugin/${place}/`)),
    )
    const body = (text = ''): string => text.slice(text.indexOf('\r\n\r\n'))
    expect([closed?.status, body(closed?.text)]).toEqual([403, body(absent?.text)])
  })

  it.each([
    ['COPY', '/svnplugin/alpha/other/stolen'],
    ['COPY', '/svnplugin/beta/secret/stolen'],
    ['MOVE', '/svnplugin/alpha/main/../other/stolen'],
    ['COPY', 'http://elsewhere.example/svnplugin/alpha/other/stolen'],
  ])('%s leads to no other repository: %s', async (method, destination) => {
    const answer = await send(alice.as, `${method} /svnplugin/alpha/main/trunk`, [`Destination: ${destination}`])
    expect(answer.status).toBe(403)
  })

  it('commits no transaction of another repository', async () => {
    const begun = await send(
      alice.as,
      'POST /svnplugin/alpha/other/!svn/me',
      ['Content-Type: application/vnd.svn-skel'],
      '( create-txn )',
    )
    const transaction = /SVN-Txn-Name: (\S+)/.exec(begun.text)?.[1] ?? ''
    expect([begun.status, transaction]).toEqual([201, expect.stringMatching(/^\d+-/)])
    const merge = (name: string): string =>
      `<?xml version="1.0" encoding="utf-8"?><D:merge xmlns:D="DAV:"><D:source><D:href>` +
      `/svnplugin/alpha/${name}/!svn/txn/${transaction}</D:href></D:source><D:no-auto-merge/></D:merge>`
    const commit = (at: string, of: string) =>
      send(alice.as, `MERGE /svnplugin/alpha/${at}`, ['Content-Type: text/xml'], merge(of))
    expect((await commit('main', 'other')).status).toBe(403)
    expect((await commit('other', 'other')).status).toBe(200)
  })

  it('believes nothing that a client says about itself', async () => {
    const forged = ['X-Svn-Gateway: 0', 'X-Remote-User: alice', 'X-Forwarded-User: alice', 'Cookie: a=b']
    expect((await send(mallory.as, 'PROPFIND /svnplugin/alpha/other', forged)).status).toBe(403)
    expect((await send(undefined, 'PROPFIND /svnplugin/alpha/main', forged)).status).toBe(401)
    const smuggled = ['Content-Length: 4', 'Transfer-Encoding: chunked']
    expect((await send(mallory.as, 'PROPFIND /svnplugin/alpha/main', smuggled)).status).toBe(400)
  })

  it('asks for a password, also for what everybody may read', async () => {
    const answer = await send(undefined, 'GET /svnplugin/alpha/main/')
    expect(answer.status).toBe(401)
    expect(answer.text).toMatch(/^WWW-Authenticate: Basic realm="/im)
    expect((await send(['alice', 'wrong'], 'GET /svnplugin/alpha/main/')).status).toBe(401)
  })

  it('serves files so that no browser runs them', async () => {
    const { status, text } = await send(alice.as, 'GET /svnplugin/alpha/main/trunk/')
    expect(status).toBe(200)
    expect(text).toMatch(/^X-Content-Type-Options: nosniff$/im)
    expect(text).toMatch(/^Content-Disposition: attachment$/im)
    expect(text).toMatch(/^Cache-Control: private$/im)
  })

  it.each(['PATCH', 'TRACE', 'SEARCH', 'BIND', 'PURGE'])('%s is not possible', async method => {
    const { status, text } = await send(alice.as, `${method} /svnplugin/alpha/main/`)
    expect([status, /^Allow: (.*)$/im.test(text)]).toEqual([405, true])
  })

  it('takes an access key for Subversion, until it is revoked', async () => {
    const made = await crocus.request('POST', '/api/access_keys', {
      as: alice.as,
      json: { description: 'svn', scopes: ['write:svn'] },
    })
    expect(made.status).toBe(201)
    const key = made.json<{ identifier: string }>()
    const url = `${address}/svnplugin/beta/secret`
    expect(await client.svn(['alice', key.identifier], 'list', url)).toContain(SECRET)
    expect(await client.refused(['mallory', key.identifier], 'list', url)).toMatch(/authentication/i)
    const rest = await crocus.request('POST', '/api/access_keys', { as: alice.as, json: { description: 'rest' } })
    const restKey = rest.json<{ identifier: string }>().identifier
    expect(await client.refused(['alice', restKey], 'list', url)).toMatch(/authentication/i)
    const deleted = await crocus.request('DELETE', `/api/access_keys/${/^tlp-k1-(\d+)/.exec(key.identifier)?.[1]}`, {
      as: alice.as,
    })
    expect([deleted.status, deleted.text]).toEqual([200, ''])
    expect(await client.refused(['alice', key.identifier], 'list', url)).toMatch(/authentication/i)
  })

  it('refuses a removed group member, a removed member and a suspended account at the next request', async () => {
    const carol = await givenAccount(crocus, 'carol')
    const project = await givenProject(crocus, 'gamma', { isPublic: false, members: ['carol', 'alice'] })
    const group = await crocus.request('POST', '/api/user_groups', {
      as: crocus.admin,
      json: { project_id: project.id, short_name: 'writers' },
    })
    expect(group.status).toBe(201)
    const { id: groupId } = group.json<{ id: string }>()
    const setMembers = async (id: string, names: string[]): Promise<void> => {
      const json = { user_references: names.map(username => ({ username })) }
      const done = await crocus.request('PUT', `/api/user_groups/${id}/users`, { as: crocus.admin, json })
      expect(done.status).toBe(200)
    }
    await setMembers(groupId, ['carol'])
    const repository = await givenRepository(crocus, project.id, 'main')
    await changeSettings(crocus, repository, {
      accessFile: { text: '[/]\n@members = r\n@writers = rw', hasDefaultPermissions: true },
    })
    const url = `${address}/svnplugin/gamma/main`
    await client.svn(carol.as, 'mkdir', `${url}/a`, '-m', 'Writers write')
    await setMembers(groupId, ['alice'])
    expect(await client.refused(carol.as, 'mkdir', `${url}/b`, '-m', 'No more')).toMatch(/forbidden/i)
    expect(await client.svn(carol.as, 'list', url)).toBe('a/\n')
    await client.svn(alice.as, 'mkdir', `${url}/c`, '-m', 'I do')
    await setMembers(`${project.id}_3`, ['admin', 'alice'])
    expect(await client.refused(carol.as, 'list', url)).toMatch(/forbidden/i)

    expect(await client.svn(alice.as, 'list', url)).toBe('a/\nc/\n')
    const { auth, projects } = crocus.app.modules
    await auth.changeAccount(alice.id, { status: 'S' }, { userId: 101, means: 'command' })
    expect(await client.refused(alice.as, 'list', url)).toMatch(/authentication/i)
    await auth.changeAccount(alice.id, { status: 'A' }, { userId: 101, means: 'command' })
    expect(await client.svn(alice.as, 'list', url)).toBe('a/\nc/\n')

    const suspended = await crocus.request('PATCH', `/api/projects/${project.id}`, {
      as: crocus.admin,
      json: { status: 'suspended' },
    })
    expect(suspended.status).toBe(200)
    expect(await client.refused(alice.as, 'list', url)).toMatch(/forbidden/i)
    expect((await projects.get(project.id))?.status).toBe('suspended')
  })

  it('says what it serves on /health', async () => {
    const health = await crocus.request('GET', '/health')
    expect(health.json<{ svn: string }>().svn).toBe('on')
  })
})
