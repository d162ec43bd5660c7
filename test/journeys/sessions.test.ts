// Sessions of browsers (auth.md §2.6): signing in and out, and what the cookie allows and does not allow.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { invalidate, inTransaction, openDatabase } from '../../src/platform/db/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject, type Account } from '../harness/fixture.ts'
import { cookieOf, ownScript, signIn, type Browser } from '../harness/sessions.ts'
import { givenDeclaration, givenUpload, send } from '../harness/uploads.ts'
import { expectSameInXml, readXml } from '../harness/xml.ts'

const day = 86_400_000
const command = { userId: 101, means: 'command' } as const
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

let crocus: TestApp
let mia: Account
beforeAll(async () => {
  crocus = await testApp()
  mia = await givenAccount(crocus, 'mia')
})

const messageOf = (response: TestResponse): string => response.json<{ error: { message: string } }>().error.message
const post = (username: string, password: string, headers: Record<string, string> = {}) =>
  crocus.request('POST', '/api/sessions', { json: { username, password }, headers })
const statusOf = async (browser: Browser): Promise<number> => (await browser.request('GET', '/api/account')).status
/** The same response in both formats. */
const expectXml = async (path: string, browser: Browser): Promise<void> => {
  const plain = await browser.request('GET', path)
  const xml = await browser.request('GET', path, { headers: { accept: 'application/xml' } })
  expectSameInXml(plain.json(), readXml(xml.text), path)
}
const changeAccount = (account: Account, values: object) =>
  crocus.app.modules.auth.changeAccount(account.id, values, command)

describe('signing in', () => {
  it('answers with the account, and a cookie that no script reads and no other host gets', async () => {
    const response = await post(...mia.as, ownScript)
    expect(response.status).toBe(201)
    expect(response.json()).toMatchObject({
      user: { username: 'mia', email: 'mia@example.org', status: 'A' },
      created_on: expect.any(String) as string,
      expires_on: expect.any(String) as string,
    })
    const [pair, ...attributes] = String(response.headers['set-cookie']).split('; ')
    expect(pair).toMatch(/^__Host-TULEAP_session_hash=\d+\.[0-9a-f]{64}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  it('keeps nothing that opens a session', async () => {
    const { cookie } = await signIn(crocus, mia.as)
    const secret = cookie.split('.').at(-1) ?? ''
    const rows = await crocus.db.kysely.selectFrom('session').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows.map(row => ({ ...row, secret_hash: row.secret_hash.toString('hex') })))).not.toContain(
      secret,
    )
  })

  it('takes the login in any case, also from a client that is no browser', async () => {
    expect((await post('MIA', mia.as[1])).status).toBe(201)
  })

  it('has one answer for a wrong password, an unknown account and one that may not sign in', async () => {
    const gone = await givenAccount(crocus, 'gone', { status: 'S' })
    const answers = await Promise.all([post('mia', 'wrong'), post('nobody', 'wrong'), post(...gone.as)])
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([401, answers[0].text])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await crocus.request('POST', '/api/sessions', { json: { username: 'mia' } })).status).toBe(400)
  })

  it('never takes over a number or secret that was there before (fixation)', async () => {
    const planted = await signIn(crocus, mia.as)
    const bob = await givenAccount(crocus, 'bob')
    const sent = { ...ownScript, cookie: planted.cookie }
    const response = await post(...bob.as, sent)
    expect(response.status).toBe(201)
    expect(cookieOf(response)).not.toBe(planted.cookie)
    // An attacker who planted the cookie gains nothing: its session has ended.
    expect(await statusOf(planted)).toBe(401)
    const invented = `__Host-TULEAP_session_hash=4711.${'ab'.repeat(32)}`
    const other = await post(...bob.as, { ...ownScript, cookie: invented })
    expect(cookieOf(other)).not.toBe(invented)
    expect((await crocus.request('GET', '/api/account', { headers: { ...ownScript, cookie: invented } })).status).toBe(
      401,
    )
  })

  it.each([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { referer: 'https://evil.test/form' },
  ])('is refused to a page of another site: %o', async headers => {
    const response = await crocus.request('POST', '/api/sessions', {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      bytes: Buffer.from(`username=mia&password=${encodeURIComponent(mia.as[1])}`),
    })
    expect(response.status).toBe(403)
    expect(response.headers['set-cookie']).toBeUndefined()
  })
})

describe('the cookie', () => {
  it('is who calls, before every other kind of credentials', async () => {
    const browser = await signIn(crocus, mia.as)
    const account = await browser.request('GET', '/api/account', { as: crocus.admin })
    expect(account.json()).toMatchObject({ user: { username: 'mia' }, auth: 'session' })
  })

  it('costs no query once it is known', async () => {
    const browser = await signIn(crocus, mia.as)
    for (let turn = 0; turn < 3; turn++) expect((await browser.request('GET', '/api/users/self')).status).toBe(200)
    const before = crocus.db.roundTrips()
    await browser.request('GET', '/api/users/self')
    expect(crocus.db.roundTrips() - before).toBe(0)
  })

  it('that names no session counts as none', async () => {
    const { cookie, sessionId } = await signIn(crocus, mia.as)
    for (const value of [
      cookie.replace(/.{8}$/, '00000000'),
      cookie.replace(String(sessionId), '999999'),
      '__Host-TULEAP_session_hash=',
      '__Host-TULEAP_session_hash=%',
      `__Host-TULEAP_session_hash=${'9'.repeat(40)}.${'0'.repeat(64)}`,
      '=;;=',
    ]) {
      const headers = { cookie: value }
      // Without a session the protection against cross-site calls does not apply.
      expect([value, (await crocus.request('GET', '/api/version', { headers })).status]).toEqual([value, 200])
      expect([value, (await crocus.request('GET', '/api/projects', { headers })).status]).toEqual([value, 200])
      expect([value, (await crocus.request('GET', '/api/users/self', { headers })).status]).toEqual([value, 401])
      expect((await crocus.request('GET', '/api/users/self', { headers, as: mia.as })).status).toBe(200)
    }
  })

  it('is found among others', async () => {
    const { cookie } = await signIn(crocus, mia.as)
    const headers = { ...ownScript, cookie: `theme=dark; x__Host-TULEAP_session_hash=1; ${cookie}; a=b` }
    expect((await crocus.request('GET', '/api/users/self', { headers })).status).toBe(200)
  })

  it('ends after 14 days, and is tidied away then', async () => {
    const browser = await signIn(crocus, mia.as)
    crocus.clock.advance(14 * day - 1000)
    expect(await statusOf(browser)).toBe(200)
    crocus.clock.advance(1000)
    expect(await statusOf(browser)).toBe(401)
    await crocus.app.modules.auth.removeExpired()
    const rows = await crocus.db.kysely.selectFrom('session').select('id').execute()
    expect(rows.map(row => row.id)).not.toContain(browser.sessionId)
  })
})

describe('the guard against other sites', () => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-origin' },
    { referer: 'https://evil.test/' },
    { referer: 'http://crocus.test.evil.test/' },
    { referer: 'http://crocus.test:8080/' },
    { referer: 'nonsense' },
    {},
  ] as Record<string, string>[]
  let browser: Browser
  let key: string
  beforeAll(async () => {
    browser = await signIn(crocus, mia.as)
    key = await givenAccessKey(crocus, mia.as)
  })

  it.each(foreign)('refuses every method, before it looks for the route: %o', async headers => {
    const sent = { ...headers, cookie: browser.cookie }
    for (const [method, path] of [
      ['POST', '/api/projects'],
      ['GET', '/api/projects'],
      ['HEAD', '/api/projects'],
      ['OPTIONS', '/api/projects'],
      ['DELETE', '/api/access_keys/1'],
      ['GET', '/api/version'],
      ['GET', '/api/no/such/thing'],
      ['PATCH', '/api/v1/users/x.xml'],
      ['GET', '/api'],
    ] as const) {
      const response = await crocus.request(method, path, { headers: sent })
      expect([method, path, response.status]).toEqual([method, path, 403])
    }
    const withKey = await crocus.request('GET', '/api/projects', { headers: { ...sent, 'x-auth-accesskey': key } })
    expect(withKey.status).toBe(403)
    expect(messageOf(withKey)).toContain('referrer')
    expect(withKey.headers['access-control-allow-origin']).toBe('*')
  })

  it.each([
    ownScript,
    { referer: 'http://crocus.test/projects' },
    { host: 'localhost:8080', referer: 'http://localhost:8080/projects' },
  ] as Record<string, string>[])('lets pages of the platform call: %o', async headers => {
    const response = await crocus.request('GET', '/api/users/self', { headers: { ...headers, cookie: browser.cookie } })
    expect(response.status).toBe(200)
  })

  it('does nothing without a session', async () => {
    for (const headers of foreign) {
      expect((await crocus.request('GET', '/api/version', { headers })).status).toBe(200)
      expect((await crocus.request('GET', '/api/users/self', { headers, as: mia.as })).status).toBe(200)
    }
  })

  it('leaves the description of the API to everybody', async () => {
    const headers = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', cookie: browser.cookie }
    for (const path of ['/api/explorer/', '/api/explorer/swagger.json', '/api/openapi.json'])
      expect([path, (await crocus.request('GET', path, { headers })).status]).toEqual([path, 200])
    expect((await crocus.request('GET', '/api/openapi.jsonx', { headers })).status).toBe(403)
  })

  it('lets a link lead to a file, and no foreign page show or change one', async () => {
    const project = await givenProject(crocus, 'herbs', { members: ['mia'], isPublic: false })
    const bug = project.tracker('bug')
    const file = await givenUpload(crocus, { as: mia.as, fieldId: bug.field('attachments'), name: 'leaf.txt' })
    await givenArtifact(crocus, bug, 'Leaf', {
      as: mia.as,
      values: [{ field_id: bug.field('attachments'), value: [file.id] }],
    })
    const path = file.download_href
    const get = (headers: Record<string, string>) =>
      crocus.request('GET', path, { headers: { ...headers, cookie: browser.cookie } })
    const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none'])
      expect([site, (await get({ 'sec-fetch-site': site, ...link })).status]).toEqual([site, 200])
    expect((await get({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' })).status).toBe(200)
    expect((await get({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).status).toBe(403)
    expect((await get({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).status).toBe(403)
    expect((await crocus.request('GET', path)).status).toBe(404)
  })
})

describe('uploads', () => {
  it('take the session of a page of ours, and refuse it to others', async () => {
    const browser = await signIn(crocus, mia.as)
    const project = await givenProject(crocus, 'roots', { members: ['mia'] })
    const fieldId = project.tracker('bug').field('attachments')
    const declared = await givenDeclaration(crocus, { as: mia.as, fieldId, content: 'glass' })
    const foreign = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', cookie: browser.cookie }
    expect((await send(crocus, declared, 'glass', { headers: foreign })).status).toBe(403)
    expect((await send(crocus, declared, 'glass', { headers: browser.headers })).status).toBe(204)
  })
})

describe('the sessions of an account', () => {
  it('are listed for their owner, last used first, with the device in words', async () => {
    const ada = await givenAccount(crocus, 'ada')
    const first = await signIn(crocus, ada.as, { 'user-agent': firefox })
    crocus.clock.advance(60_000)
    const second = await signIn(crocus, ada.as, { 'user-agent': 'curl/8.5.0' })
    const response = await first.request('GET', '/api/users/self/sessions')
    expect(response.status).toBe(200)
    expect(response.json()).toMatchObject([
      { id: second.sessionId, is_current: false, device: 'curl', user_agent: 'curl/8.5.0' },
      {
        id: first.sessionId,
        is_current: true,
        device: 'Firefox on Linux',
        user_agent: firefox,
        ip_address: '127.0.0.1',
      },
    ])
    expect(Object.keys(response.json<object[]>()[0] ?? {}).sort()).toEqual(
      ['id', 'is_current', 'device', 'user_agent', 'ip_address', 'created_on', 'last_used_on', 'expires_on'].sort(),
    )
    await expectXml(`/api/users/${ada.id}/sessions`, first)

    // The use is recorded once an hour.
    crocus.clock.advance(3_600_000)
    await first.request('GET', '/api/users/self')
    const later = await first.request('GET', '/api/users/self/sessions')
    expect(later.json<{ id: number }[]>().map(session => session.id)).toEqual([first.sessionId, second.sessionId])
  })

  it('are nothing for others, administrators included', async () => {
    const browser = await signIn(crocus, mia.as)
    for (const [method, path] of [
      ['GET', `/api/users/${mia.id}/sessions`],
      ['DELETE', `/api/users/${mia.id}/sessions?include_current=true`],
    ] as const)
      expect((await crocus.request(method, path, { as: crocus.admin })).status).toBe(403)
    const ended = await crocus.request('DELETE', `/api/sessions/${browser.sessionId}`, { as: crocus.admin })
    expect(ended.status).toBe(404)
    expect(await statusOf(browser)).toBe(200)
    for (const [method, path] of [
      ['GET', '/api/users/self/sessions'],
      ['DELETE', '/api/users/self/sessions'],
      ['DELETE', '/api/sessions/current'],
      ['GET', '/api/account'],
    ] as const)
      expect((await crocus.request(method, path)).status).toBe(401)
  })

  it('signing out ends this one, and takes the cookie away', async () => {
    const [one, other] = [await signIn(crocus, mia.as), await signIn(crocus, mia.as)]
    const response = await one.request('DELETE', '/api/sessions/current')
    expect([response.status, response.text]).toEqual([200, ''])
    expect(response.headers['set-cookie']).toMatch(/^__Host-TULEAP_session_hash=; Max-Age=0; Path=\/; Secure; /)
    expect([await statusOf(one), await statusOf(other)]).toEqual([401, 200])
    // A caller with other credentials has no session to end.
    expect((await crocus.request('DELETE', '/api/sessions/current', { as: mia.as })).status).toBe(404)
  })

  it('one of them is ended from another', async () => {
    const [one, other] = [await signIn(crocus, mia.as), await signIn(crocus, mia.as)]
    const response = await one.request('DELETE', `/api/sessions/${other.sessionId}`)
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined])
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 401])
    expect((await one.request('DELETE', `/api/sessions/${other.sessionId}`)).status).toBe(404)
    expect((await one.request('DELETE', '/api/sessions/other')).status).toBe(400)
    expect((await one.request('DELETE', '/api/sessions/99999999999999999999')).status).toBe(404)
    expect((await one.request('DELETE', '/api/sessions/-1')).status).toBe(404)
  })

  it('all others are ended at once, and the current one on request', async () => {
    const browsers = [await signIn(crocus, mia.as), await signIn(crocus, mia.as), await signIn(crocus, mia.as)] as const
    expect((await browsers[0].request('DELETE', '/api/users/self/sessions')).status).toBe(200)
    expect(await Promise.all(browsers.map(statusOf))).toEqual([200, 401, 401])
    const response = await browsers[0].request('DELETE', '/api/users/self/sessions?include_current=true')
    expect(response.headers['set-cookie']).toContain('Max-Age=0')
    expect(await statusOf(browsers[0])).toBe(401)
  })

  it('are at most a hundred: the one that was not used for the longest time ends', async () => {
    const busy = await givenAccount(crocus, 'busy')
    const first = await signIn(crocus, busy.as)
    for (let count = 1; count <= 100; count++) {
      crocus.clock.advance(1000)
      await signIn(crocus, busy.as)
    }
    expect(await statusOf(first)).toBe(401)
    const list = await crocus.request('GET', '/api/users/self/sessions', { as: busy.as })
    expect(list.json()).toHaveLength(100)
  })
})

describe('the end of sessions', () => {
  it('a new password ends the other sessions, by whatever channel it is set', async () => {
    const kai = await givenAccount(crocus, 'kai')
    const browsers = [await signIn(crocus, kai.as), await signIn(crocus, kai.as)]
    await changeAccount(kai, { password: 'quite another one' })
    expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 401])
  })

  it.each(['S', 'D', 'P'] as const)('an account that becomes %s has none, and gets none back', async status => {
    const eva = await givenAccount(crocus, `eva.${status.toLowerCase()}`)
    const browser = await signIn(crocus, eva.as)
    await crocus.request('PATCH', `/api/users/${eva.id}`, { as: crocus.admin, json: { values: { status } } })
    expect(await statusOf(browser)).toBe(401)
    // The cookie is ignored, not refused.
    expect((await browser.request('GET', '/api/projects')).status).toBe(200)
    await changeAccount(eva, { status: 'A' })
    expect(await statusOf(browser)).toBe(401)
  })

  it('a status that was changed behind our back does, too', async () => {
    const leo = await givenAccount(crocus, 'leo')
    const browser = await signIn(crocus, leo.as)
    await crocus.db.kysely.updateTable('users').set({ status: 'S' }).where('id', '=', leo.id).execute()
    await inTransaction(crocus.db, async tx => {
      await invalidate(tx, 'user', leo.id)
    })
    expect(await statusOf(browser)).toBe(401)
    const rows = await crocus.db.kysely.selectFrom('session').select('id').where('user_id', '=', leo.id).execute()
    expect(rows).toEqual([])
  })

  it('a second process refuses at once what the first has ended', async () => {
    const db = openDatabase(crocus.databaseUrl)
    const { config, clock } = crocus
    const other = await createApp({ config, db, clock, log: createLog('fatal') })
    try {
      await other.fastify.ready()
      const browser = await signIn(crocus, mia.as)
      const seen = async (): Promise<number> =>
        (await other.fastify.inject({ method: 'GET', url: '/api/account', headers: browser.headers })).statusCode
      expect([await seen(), await seen()]).toEqual([200, 200])
      await browser.request('DELETE', '/api/sessions/current')
      await vi.waitFor(async () => expect(await seen()).toBe(401), { timeout: 10_000, interval: 10 })
    } finally {
      await other.close()
      await db.close()
    }
  })
})

describe('settings', () => {
  it('name the cookie and say how long a session lasts', async () => {
    const by = { actorId: null, means: 'command' } as const
    const { settings } = crocus.app.modules
    const before = await signIn(crocus, mia.as)
    await settings.set('sys_cookie_prefix', 'GARDEN', by)
    await settings.set('session_days', '1', by)
    const browser = await signIn(crocus, mia.as)
    expect(browser.cookie).toMatch(/^__Host-GARDEN_session_hash=/)
    expect([await statusOf(browser), await statusOf(before)]).toEqual([200, 401])
    crocus.clock.advance(day)
    expect(await statusOf(browser)).toBe(401)
    await settings.set('sys_cookie_prefix', 'TULEAP', by)
    await settings.set('session_days', '14', by)
    for (const wrong of ['', 'a b', 'a;b', 'a=b'])
      await expect(settings.set('sys_cookie_prefix', wrong, by)).rejects.toMatchObject({ status: 400 })
  })
})

describe('GET /account and GET /platform', () => {
  it('tell pages what is possible', async () => {
    const plain = await (await signIn(crocus, mia.as)).request('GET', '/api/account')
    expect(plain.json()).toMatchObject({
      user: { id: mia.id, username: 'mia', email: 'mia@example.org' },
      is_site_administrator: false,
      site_permissions: [],
      can_create_projects: true,
      has_password: true,
      language: '',
      theme: 'system',
      auth: 'session',
    })
    const key = await givenAccessKey(crocus, crocus.admin)
    const admin = await crocus.request('GET', '/api/account', { headers: { 'x-auth-accesskey': key } })
    expect(admin.json()).toMatchObject({ is_site_administrator: true, auth: 'access_key' })
    await expectXml('/api/account', await signIn(crocus, mia.as))
  })

  it('a read-only administrator is none there', async () => {
    const rob = await givenAccount(crocus, 'rob')
    await crocus.app.modules.auth.grantSitePermission('Readers', 'rest_read_only_admin', 'rob', command)
    await crocus.app.modules.settings.set('sys_use_project_registration', '0', { actorId: null, means: 'command' })
    const account = await crocus.request('GET', '/api/account', { as: rob.as })
    expect(account.json()).toMatchObject({
      is_site_administrator: false,
      can_create_projects: false,
      site_permissions: ['rest_read_only_admin'],
      auth: 'password',
    })
    await crocus.app.modules.settings.set('sys_use_project_registration', '1', { actorId: null, means: 'command' })
  })

  it('the platform is described to every caller, in every access mode', async () => {
    await crocus.app.modules.settings.set('access_mode', 'regular', { actorId: null, means: 'command' })
    const response = await crocus.request('GET', '/api/platform')
    expect([response.status, response.json()]).toEqual([
      200,
      {
        name: 'Crocus',
        access_mode: 'regular',
        public_url: 'http://crocus.test',
        version: expect.any(String) as string,
        can_reset_password: true,
        languages: ['en', 'fr'],
        timezone: expect.any(String) as string,
      },
    ])
    await crocus.app.modules.settings.set('access_mode', 'anonymous', { actorId: null, means: 'command' })
  })
})
