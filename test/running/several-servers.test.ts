// Three real servers that share a database, a bucket and a folder, behind a proxy that takes them in turn.
import { randomFillSync } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { exchange, givenApp, givenCode, authorizationParams, type TokenResponse } from '../harness/oauth.ts'
import { testDatabaseUrl } from '../harness/database.ts'
import { startServerProcess, testFolder } from '../harness/process.ts'
import { until } from '../harness/until.ts'
import {
  expectDone,
  givenAccessKey,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../harness/fixture.ts'
import { ADMIN_PASSWORD, requestsTo, startServers, type TestServers } from '../harness/servers.ts'
import { signIn } from '../harness/sessions.ts'
import { isSvnMissing, svnClient } from '../harness/svn.ts'
import { declare, send, tus, type DeclaredUpload } from '../harness/uploads.ts'
import { testApp, type TestApp, type TestRequest } from '../harness/app.ts'

const SERVERS = 3
/** Generous, for the slowest machine. The measured time is printed. */
const REFUSED_WITHIN_MS = 2_000

describe('three servers on one database', { timeout: 120_000 }, () => {
  let crocus: TestServers
  let all: TestApp
  let ann: Account
  let project: FixtureProject
  beforeAll(async () => {
    crocus = await startServers(SERVERS)
    all = crocus.all
    ann = await crocus.account('ann')
    project = await givenProject(all, 'optics', { isPublic: false, members: ['ann'] })
  })

  it('set an empty database up once, though they start at the same moment', async () => {
    const made = crocus.servers.filter(server => server.stdout().includes('First start'))
    expect(made).toHaveLength(1)
    for (const one of crocus.each) {
      expect((await one.request('GET', '/health')).json()).toMatchObject({ status: 'ok' })
      const trackers = await one.request('GET', '/api/projects/100/trackers?limit=50', { as: one.admin })
      expect(trackers.json<unknown[]>()).toHaveLength(4)
    }
  })

  it('show what one of them wrote, at once', async () => {
    const bug = project.tracker('bug')
    const id = await givenArtifact(all, bug, 'Crack', { as: ann.as })
    for (let round = 0; round < 2 * SERVERS; round++) {
      const values = [{ field_id: bug.field('title'), value: `Crack ${round}` }]
      expectDone(await all.request('PUT', `/api/artifacts/${id}`, { as: ann.as, json: { values } }))
      for (const one of crocus.each)
        expect((await one.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json()).toMatchObject({
          title: `Crack ${round}`,
        })
    }
  })

  it('take part in one session, and in one authorization', async () => {
    const browser = await signIn(all, ann.as)
    for (const one of crocus.each)
      expect((await one.request('GET', '/api/users/self', { headers: browser.headers })).status).toBe(200)
    const secure = { 'x-forwarded-proto': 'https' }
    const app = await givenApp(all, { projectId: project.id })
    // Question, decision, code and token: each by the next server.
    const code = await givenCode(all, ann, authorizationParams(app, 'read:project', { state: 'here' }))
    const answer = await exchange({ ...all, request: withHeaders(all, secure) }, app, code)
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    const headers = { authorization: `Bearer ${answer.json<TokenResponse>().access_token}` }
    for (const one of crocus.each)
      expect((await one.request('GET', `/api/projects/${project.id}`, { headers })).status).toBe(200)
    const again = await exchange({ ...all, request: withHeaders(all, secure) }, app, code)
    expect(again.status).toBe(400)
  })

  it('receive one upload, piece by piece', async () => {
    const content = randomFillSync(Buffer.alloc(300_007))
    const fieldId = project.tracker('bug').field('attachments')
    const file = { as: ann.as, fieldId, name: 'lens.bin', content }
    const upload = (await declare(all, file)).json<DeclaredUpload>()
    const size = Math.ceil(content.length / 4)
    for (let offset = 0; offset < content.length; offset += size) {
      const sent = await send(all, upload, content.subarray(offset, offset + size), { as: ann.as, offset })
      expect([sent.status, sent.text]).toEqual([204, ''])
      const head = await tus(all, 'HEAD', upload, { as: ann.as })
      const wanted = Math.min(offset + size, content.length)
      expect([head.status, head.headers['upload-offset'] ?? String(wanted)]).toEqual([head.status, String(wanted)])
    }
    const values = [{ field_id: fieldId, value: [upload.id] }]
    await givenArtifact(all, project.tracker('bug'), 'With a file', { as: ann.as, values })
    for (const one of crocus.each) {
      const got = await one.request('GET', upload.download_href, { as: ann.as })
      expect([got.status, got.bytes.equals(content)]).toEqual([200, true])
    }
  })

  it('do each job once', async () => {
    // Each changed password causes one mail, whichever server runs the job.
    const logins = ['dora', 'emil', 'finn', 'gina']
    for (const login of logins) {
      const { as } = await crocus.account(login)
      const json = { current_password: as[1], new_password: 'quite another one' }
      expectDone(await all.request('PUT', '/api/account/password', { as, json }))
    }
    const receivers = async (): Promise<string[]> => {
      const names = await readdir(join(crocus.sharedFolder, 'outbox')).catch(() => [])
      const mails = await Promise.all(names.map(name => readFile(join(crocus.sharedFolder, 'outbox', name), 'utf8')))
      return mails.flatMap(mail => /^To: .*?(dora|emil|finn|gina)@/m.exec(mail)?.[1] ?? []).sort()
    }
    await vi.waitFor(async () => expect(await receivers()).toEqual(logins), { timeout: 20_000, interval: 100 })
    const events = await all.request('GET', '/api/site/jobs?status=failed', { as: all.admin })
    expect([events.status, await receivers()]).toEqual([200, logins])
  })

  it.skipIf(isSvnMissing)('serve one repository', async () => {
    expectCreated(
      await all.request('POST', '/api/svn', {
        as: all.admin,
        json: { project_id: project.id, name: 'charts' },
      }),
    )
    const client = svnClient(await testFolder())
    const url = `${crocus.address}/svnplugin/optics/charts`
    await client.svn(ann.as, 'mkdir', `${url}/trunk`, '-m', 'A place')
    for (const [index, one] of crocus.servers.entries()) {
      const there = `${one.address}/svnplugin/optics/charts`
      await client.svn(ann.as, 'mkdir', `${there}/trunk/from-${index}`, '-m', `From ${index}`)
    }
    await client.svn(ann.as, 'checkout', url, 'wc')
    expect(await client.svn(ann.as, 'list', `${url}/trunk`)).toBe('from-0/\nfrom-1/\nfrom-2/\n')
    await client.svn(ann.as, 'mkdir', join('wc', 'trunk', 'last'))
    await client.svn(ann.as, 'commit', '-m', 'By whoever answers', 'wc')
    expect(await client.svn(ann.as, 'log', '-q', '-r', '5', url)).toContain('r5 | ann')
  })

  it('leave work to newer servers once one has migrated the database, and answer meanwhile', async () => {
    const client = new pg.Client({ connectionString: crocus.databaseUrl })
    await client.connect()
    try {
      await client.query(`insert into schema_migration (name, checksum) values ('9999_of_tomorrow.sql', '')`)
      const told = () =>
        crocus.servers.filter(server => `${server.stderr()}${server.stdout()}`.includes('no work in the background'))
      await vi.waitFor(() => expect(told()).toHaveLength(SERVERS), { timeout: 10_000, interval: 50 })
      const { as } = await crocus.account('hanna')
      const json = { current_password: as[1], new_password: 'quite another one' }
      for (const one of crocus.each) expect((await one.request('GET', '/health')).status).toBe(503)
      expectDone(await all.request('PUT', '/api/account/password', { as, json }))
      const mails = async () => {
        const names = await readdir(join(crocus.sharedFolder, 'outbox'))
        const texts = await Promise.all(names.map(name => readFile(join(crocus.sharedFolder, 'outbox', name), 'utf8')))
        return texts.filter(text => /^To: .*hanna@/m.test(text)).length
      }
      // Twice as long as they need when they work.
      await sleep(2_000)
      expect(await mails()).toBe(0)
      await client.query(`delete from schema_migration where name = '9999_of_tomorrow.sql'`)
      await vi.waitFor(async () => expect(await mails()).toBe(1), { timeout: 20_000, interval: 100 })
    } finally {
      await client.end()
    }
  })

  describe('refuse on all what was taken away on one', () => {
    const measured: string[] = []
    /** How long after the answer of the one the others still let in, in milliseconds. */
    const measure = async (
      word: string,
      take: (one: TestApp) => Promise<unknown>,
      path: string,
      request: TestRequest,
    ) => {
      const [one, ...others] = crocus.each as [TestApp, ...TestApp[]]
      for (const other of others) expect((await other.request('GET', path, request)).status).toBe(200)
      await take(one)
      const since = performance.now()
      const times = await Promise.all(
        others.map(async other => {
          // When the last request was sent that was still let in.
          let lastAllowed = 0
          for (;;) {
            const sentAt = performance.now() - since
            if ((await other.request('GET', path, request)).status !== 200) return lastAllowed
            lastAllowed = sentAt + 1
            if (sentAt > REFUSED_WITHIN_MS) return sentAt
          }
        }),
      )
      measured.push(`${word}: ${times.map(time => time.toFixed(0)).join(' and ')} ms`)
      expect(Math.max(...times)).toBeLessThan(REFUSED_WITHIN_MS)
    }
    const ok = async (answer: ReturnType<TestApp['request']>): Promise<void> => {
      const { status, text } = await answer
      expect([status < 300, status < 300 ? '' : text]).toEqual([true, ''])
    }

    it('and say so within milliseconds', async () => {
      const open = await givenProject(all, 'meadow')
      const bob = await crocus.account('bob')
      const carl = await crocus.account('carl')
      await ok(
        all.request('PUT', `/api/user_groups/${project.id}_3/users`, {
          as: all.admin,
          json: { user_references: ['admin', 'ann', 'bob', 'carl'].map(username => ({ username })) },
        }),
      )
      const withKey = { headers: { 'x-auth-accesskey': await givenAccessKey(all, bob.as) } }
      const keys = await all.request('GET', `/api/users/${bob.id}/access_keys`, { as: bob.as })
      const keyId = keys.json<{ id: number }[]>()[0]?.id
      const browser = await signIn(all, bob.as)
      const path = `/api/projects/${project.id}`
      await measure(
        'an access key',
        one => ok(one.request('DELETE', `/api/access_keys/${keyId}`, { as: bob.as })),
        path,
        withKey,
      )
      await measure(
        'a session',
        one => ok(one.request('DELETE', `/api/sessions/${browser.sessionId}`, { headers: browser.headers })),
        path,
        { headers: browser.headers },
      )
      await measure(
        'a membership',
        one => ok(one.request('DELETE', `/api/user_groups/${project.id}_3/members/${bob.id}`, { as: one.admin })),
        path,
        { as: bob.as },
      )
      await measure(
        'an account',
        one => ok(one.request('PATCH', `/api/users/${carl.id}`, { as: one.admin, json: { values: { status: 'S' } } })),
        path,
        { as: carl.as },
      )
      await measure(
        'the access mode',
        one => ok(one.request('PATCH', '/api/site/settings', { as: one.admin, json: { access_mode: 'regular' } })),
        `/api/projects/${open.id}`,
        {},
      )
      console.log(`Still allowed on the other servers after it was taken away – ${measured.join('; ')}`)
    })
  })
})

describe('a server without work in the background', { timeout: 60_000 }, () => {
  it('answers requests, and leaves what follows from them to the others', async () => {
    const folder = await testFolder()
    const databaseUrl = await testDatabaseUrl({ isEmpty: true })
    const start = async (name: string, background: string): Promise<TestApp> => {
      const server = await startServerProcess({
        CROCUS_DATA: join(folder, name),
        CROCUS_SHARED: join(folder, 'shared'),
        CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD,
        CROCUS_BACKGROUND: background,
        DATABASE_URL: databaseUrl,
      })
      onTestFinished(async () => {
        server.child.kill('SIGTERM')
        await server.exit
      })
      return requestsTo(server.address) as TestApp
    }
    const answering = await start('answering', 'off')
    const project = await givenProject(answering, 'optics', { as: answering.admin })
    const id = await givenArtifact(answering, project.tracker('bug'), 'Crack', { as: answering.admin })
    const self = await answering.request('GET', '/api/users/self', { as: answering.admin })
    const visited = async (): Promise<string> =>
      (await answering.request('GET', `/api/users/${self.json<{ id: number }>().id}/history`, { as: answering.admin }))
        .text
    // Longer than events wait to be looked at.
    await sleep(2_500)
    expect(await visited()).toBe('{"entries":[]}')
    await start('working', 'on')
    await until(async () => (await visited()).includes(`#${id}`))
  })
})

describe('a server whose database was migrated by a newer one', () => {
  it('is unready, and says why', async () => {
    const crocus = await testApp()
    expect((await crocus.request('GET', '/health')).status).toBe(200)
    await sql`insert into schema_migration (name, checksum) values ('9999_of_tomorrow.sql', '')`.execute(
      crocus.db.kysely,
    )
    const health = await crocus.request('GET', '/health')
    expect([health.status, health.json<{ database: string }>().database]).toEqual([
      503,
      'migrated by a newer Crocus (9999_of_tomorrow.sql): update this server and start it anew',
    ])
  })
})

const expectCreated = (answer: { status: number; text: string }): void =>
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
    answer.status < 300 ? answer.status : 200,
    '',
  ])

const withHeaders =
  (crocus: TestApp, headers: Readonly<Record<string, string>>): TestApp['request'] =>
  (method, path, request = {}) =>
    crocus.request(method, path, { ...request, headers: { ...request.headers, ...headers } })
