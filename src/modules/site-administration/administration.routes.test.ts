import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from '../../../test/harness/after-file.ts'
import { testApp, type TestApp, type TestRequest } from '../../../test/harness/app.ts'
import { factsOf } from '../../../test/harness/events.ts'
import { expectDone, givenAccount, givenArtifact, givenProject, type Account } from '../../../test/harness/fixture.ts'
import { createApp, type App } from '../../app.ts'
import { inTransaction, openDatabase } from '../../platform/db/db.ts'
import { enqueueJobs } from '../../platform/jobs/jobs.store.ts'

let crocus: TestApp
let ada: Account
let reader: Account
let manager: Account
const actor = { userId: 101, means: 'command' } as const
beforeAll(async () => {
  crocus = await testApp()
  ada = await givenAccount(crocus, 'ada', { realName: 'Ada L' })
  reader = await givenAccount(crocus, 'reader')
  manager = await givenAccount(crocus, 'manager')
  await crocus.app.modules.auth.grantSitePermission('readers', 'rest_read_only_admin', 'reader', actor)
  await crocus.app.modules.auth.grantSitePermission('managers', 'user_management', 'manager', actor)
})

const get = (path: string, as = crocus.admin) => crocus.request('GET', path, { as })
const send = (method: string, path: string, json?: unknown, as = crocus.admin) =>
  crocus.request(method, path, { as, ...(json !== undefined && { json }) })

describe('the rights for /site', () => {
  const routes: [string, string, object | undefined, { manager: number; reader: number }][] = [
    ['GET', '/api/site/users', undefined, { manager: 200, reader: 200 }],
    ['POST', '/api/site/users', {}, { manager: 400, reader: 400 }],
    ['PUT', '/api/site/users/101/administrator', { is_site_administrator: true }, { manager: 403, reader: 403 }],
    ['GET', '/api/site/projects', undefined, { manager: 403, reader: 200 }],
    ['PATCH', '/api/site/projects/999', { is_template: true }, { manager: 403, reader: 403 }],
    ['GET', '/api/site/settings', undefined, { manager: 403, reader: 200 }],
    ['PATCH', '/api/site/settings', {}, { manager: 403, reader: 403 }],
    ['GET', '/api/site/deletions', undefined, { manager: 403, reader: 200 }],
    ['GET', '/api/site/jobs', undefined, { manager: 403, reader: 200 }],
    ['POST', '/api/site/jobs/1/retry', undefined, { manager: 403, reader: 403 }],
    ['DELETE', '/api/site/jobs/1', undefined, { manager: 403, reader: 403 }],
    ['GET', '/api/site/health', undefined, { manager: 403, reader: 200 }],
  ]
  it.each(routes)('%s %s', async (method, path, json, expected) => {
    const request = (as?: TestRequest['as']) =>
      crocus.request(method, path, { ...(json && { json }), ...(as && { as }) }).then(({ status }) => status)
    expect(await request()).toBe(401)
    // The server decodes bodies before it checks rights.
    const ordinary = json && Object.keys(json).length === 0 && method === 'POST' ? 400 : 403
    expect(await request(ada.as)).toBe(ordinary)
    expect(await request(manager.as)).toBe(expected.manager)
    expect(await request(reader.as)).toBe(expected.reader)
  })

  it('lets only user managers create an account', async () => {
    const json = { username: 'nobody1', email: 'n@example.org', password: 'long enough 1' }
    for (const { as } of [ada, reader]) expect((await send('POST', '/api/site/users', json, as)).status).toBe(403)
  })
})

interface ListedAccount {
  readonly id: number
  readonly username: string
}

describe('/site/users', () => {
  it('lists accounts of any status by words and status', async () => {
    await givenAccount(crocus, 'asleep', { realName: 'Zed Ada', status: 'S' })
    const names = async (query: string) =>
      (await get(`/api/site/users${query}`)).json<ListedAccount[]>().map(({ username }) => username)
    expect(await names('')).toEqual(['ada', 'admin', 'asleep', 'manager', 'reader'])
    expect(await names('?query=ada')).toEqual(['ada', 'asleep'])
    expect(await names('?query=ada+zed')).toEqual(['asleep'])
    expect(await names('?query=READER@example')).toEqual(['reader'])
    expect(await names('?query=%25')).toEqual([])
    expect(await names('?status=S')).toEqual(['asleep'])
    const page = await get('/api/site/users?limit=1&offset=1')
    expect(page.json<ListedAccount[]>()).toMatchObject([{ username: 'admin' }])
    expect(page.headers['x-pagination-size']).toBe('5')
    expect((await get('/api/site/users?status=X')).status).toBe(400)
  })

  it('shows rights and the last use of a key, in XML too', async () => {
    const find = async (login: string) => (await get(`/api/site/users?query=${login}`)).json<object[]>()[0]
    expect(await find('admin@')).toBeUndefined()
    expect((await get('/api/site/users?query=admin')).json<object[]>()).toMatchObject([
      { username: 'admin', is_site_administrator: true, site_permissions: [], last_access_on: null },
    ])
    const key = await crocus.app.modules.auth.createAccessKey(
      { userId: manager.id, description: '', scopes: ['write:rest'], expiration: null },
      actor,
    )
    await crocus.request('GET', '/api/version', { headers: { 'x-auth-accesskey': key } })
    expect(await find('manager')).toMatchObject({ last_access_on: null })
    await crocus.request('GET', '/api/users/self', { headers: { 'x-auth-accesskey': key } })
    expect(await find('manager')).toMatchObject({
      is_site_administrator: false,
      site_permissions: ['user_management'],
      last_access_on: expect.stringContaining('T') as string,
    })
    const xml = await crocus.request('GET', '/api/site/users?query=manager', {
      as: crocus.admin,
      headers: { accept: 'application/xml' },
    })
    expect(xml.text).toContain('<site_permissions><item>user_management</item></site_permissions>')
  })

  it('makes an account that can sign in', async () => {
    const json = { username: 'newbie', real_name: 'New', email: 'new@example.org', password: 'brand new 77' }
    const made = await send('POST', '/api/site/users', json, manager.as)
    expect(made.status).toBe(201)
    expect(made.json()).toMatchObject({ username: 'newbie', status: 'A', is_site_administrator: false })
    expect(made.text).not.toContain('brand new')
    const self = await get('/api/users/self', ['newbie', 'brand new 77'])
    expect(self.json()).toMatchObject({ username: 'newbie', email: 'new@example.org' })
    const xml = await crocus.request('POST', '/api/site/users', {
      as: crocus.admin,
      xml: '<request><username>xena</username><email>x@example.org</email><password>warrior 12</password><status>S</status></request>',
    })
    expect(xml.json()).toMatchObject({ username: 'xena', status: 'S', real_name: '' })
  })

  it('mails a link to choose a password to an account that is made without one', async () => {
    const json = { username: 'mailed', email: 'mailed@example.org' }
    expect((await send('POST', '/api/site/users', json)).status).toBe(201)
    await crocus.work()
    const text = crocus.mails.find(mail => mail.to.address === 'mailed@example.org')?.text ?? ''
    const token = /\/reset-password\/(\w+)/.exec(text)?.[1] ?? ''
    expectDone(
      await crocus.request('PUT', `/api/password_resets/${token}`, { json: { new_password: 'chosen by me 1' } }),
    )
    expect((await get('/api/users/self', ['mailed', 'chosen by me 1'])).status).toBe(200)
  })

  it('tells everything that is wrong with a new account, and makes none', async () => {
    const refused = await send('POST', '/api/site/users', { username: 'ADA', email: 'no address', password: 'short' })
    expect(refused.status).toBe(400)
    for (const word of ['already used', 'email', '8 characters']) expect(refused.text).toContain(word)
    const account = { username: 'second', email: 's@example.org', password: 'long enough 1' }
    for (const wrong of [
      { status: 'R' },
      { is_restricted: true },
      { status: 'A', is_restricted: true },
      { status: 'D' },
    ])
      expect((await send('POST', '/api/site/users', { ...account, ...wrong })).status).toBe(400)
    expect((await get('/api/site/users?query=second')).json()).toEqual([])
  })

  it('gives and takes the administration of the platform, but never from the last one', async () => {
    const path = (id: number) => `/api/site/users/${id}/administrator`
    const last = await send('PUT', path(101), { is_site_administrator: false })
    expect([last.status, last.text]).toEqual([400, expect.stringContaining('last site administrator')])
    expect((await send('PATCH', '/api/users/101', { status: 'S' })).text).toContain('last site administrator')
    expect((await send('PATCH', '/api/users/101', { status: 'D' }, manager.as)).status).toBe(403)

    expect((await send('PUT', path(ada.id), { is_site_administrator: true })).text).toBe('true')
    expect((await send('PUT', path(ada.id), { is_site_administrator: true })).text).toBe('false')
    expect((await get('/api/site/health', ada.as)).status).toBe(200)
    expect((await send('PATCH', `/api/users/${ada.id}`, { status: 'S' })).text).toBe('true')
    // An administrator who may not sign in does not count.
    expect((await send('PUT', path(101), { is_site_administrator: false })).status).toBe(400)
    await send('PATCH', `/api/users/${ada.id}`, { status: 'A' })
    expect((await send('PUT', path(ada.id), { is_site_administrator: false })).text).toBe('true')
    expect((await get('/api/site/health', ada.as)).status).toBe(403)
    for (const id of [99_999, 2 ** 60])
      expect((await send('PUT', path(id), { is_site_administrator: true })).status).toBe(404)
    expect((await send('PUT', path(100), { is_site_administrator: true })).status).toBe(400)
  })

  it('leaves one administrator when two take each other away at once', async () => {
    await send('PUT', `/api/site/users/${ada.id}/administrator`, { is_site_administrator: true })
    const answers = await Promise.all([
      send('PUT', '/api/site/users/101/administrator', { is_site_administrator: false }),
      send('PATCH', `/api/users/${ada.id}`, { status: 'S' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const administrators = await crocus.app.modules.auth.siteAdministratorIds()
    if (!administrators.has(101)) {
      await send('PUT', '/api/site/users/101/administrator', { is_site_administrator: true }, ada.as)
    }
    await send('PATCH', `/api/users/${ada.id}`, { status: 'A' })
    await send('PUT', `/api/site/users/${ada.id}/administrator`, { is_site_administrator: false })
  })
})

describe('GET /site/projects', () => {
  it('lists projects of any status and visibility, with their members', async () => {
    const hidden = await givenProject(crocus, 'hidden', { as: ada.as, isPublic: false, members: ['reader'] })
    const closed = await givenProject(crocus, 'closed')
    expectDone(await send('PATCH', `/api/projects/${closed.id}`, { status: 'suspended' }))
    const list = await get('/api/site/projects?query=THE')
    expect(list.json()).toMatchObject([
      { id: hidden.id, access: 'private', status: 'active', members_count: 2, project_owner: { username: 'ada' } },
      { id: closed.id, status: 'suspended', members_count: 1 },
    ])
    expect(list.headers['x-pagination-size']).toBe('2')
    expect((await get('/api/site/projects?status=suspended')).json()).toMatchObject([{ id: closed.id }])
    await crocus.app.modules.auth.grantSitePermission('project managers', 'rest_project_management', 'ada', actor)
    expect((await get('/api/site/projects?status=suspended', ada.as)).status).toBe(200)
    await crocus.app.modules.auth.revokeSitePermission('project managers', { login: 'ada' }, actor)
  })
})

describe('PATCH /site/projects/{id}', () => {
  it('suspends, activates, makes a template, and deletes for good', async () => {
    const { id } = await givenProject(crocus, 'dock')
    const path = `/api/site/projects/${id}`
    const listed = async () => (await get('/api/site/projects?query=dock')).json<object[]>()[0]
    expectDone(await send('PATCH', path, { status: 'suspended', is_template: true }))
    expect(await listed()).toMatchObject({ status: 'suspended', is_template: true })
    expectDone(await send('PATCH', path, { status: 'active' }))
    expect(await listed()).toMatchObject({ status: 'active', is_template: true })
    expectDone(await send('PATCH', path, { status: 'deleted' }))
    expect(await listed()).toMatchObject({ status: 'deleted' })
    expect((await send('PATCH', path, { status: 'active' })).status).toBe(403)
  })

  it('reports missing and invalid values', async () => {
    expect((await send('PATCH', '/api/site/projects/100', {})).text).toContain('Say what changes')
    expect((await send('PATCH', '/api/site/projects/100', { status: 'suspended' })).status).toBe(403)
    expect((await send('PATCH', '/api/site/projects/999', { status: 'suspended' })).status).toBe(404)
    expect((await send('PATCH', '/api/site/projects/100', { status: 'pending' })).status).toBe(400)
  })

  it('leaves deleting to site administrators', async () => {
    const { id } = await givenProject(crocus, 'pier')
    await crocus.app.modules.auth.grantSitePermission('project managers', 'rest_project_management', 'ada', actor)
    expectDone(await send('PATCH', `/api/site/projects/${id}`, { status: 'suspended' }, ada.as))
    expect((await send('PATCH', `/api/site/projects/${id}`, { status: 'deleted' }, ada.as)).status).toBe(403)
    await crocus.app.modules.auth.revokeSitePermission('project managers', { login: 'ada' }, actor)
  })
})

interface Setting {
  readonly name: string
  readonly value: string
  readonly default: string
  readonly is_default: boolean
}

describe('/site/settings', () => {
  const settings = async () =>
    new Map((await get('/api/site/settings')).json<Setting[]>().map(setting => [setting.name, setting]))

  it('changes several at once, on every process, and puts them back', async () => {
    const db = openDatabase(crocus.databaseUrl)
    const { config, clock } = crocus
    const other: App = await createApp({ config, db, clock, log: pino({ level: 'silent' }) })
    afterFile(async () => {
      await other.close()
      await db.close()
    })
    const json = { platform_name: 'Meadow', max_invitations_by_day: '7' }
    const changed = await send('PATCH', '/api/site/settings', json)
    expect(changed.status).toBe(200)
    const value = (name: string) => changed.json<Setting[]>().find(setting => setting.name === name)
    expect(value('platform_name')).toMatchObject({ value: 'Meadow', default: 'Crocus', is_default: false })
    await expect.poll(() => other.modules.settings.get('platform_name')).toBe('Meadow')
    const events = await sql<{ payload: string }>`
      select payload from event where kind = 'setting.changed' order by seq`.execute(crocus.db.kysely)
    expect(events.rows.map(({ payload }) => factsOf({ payload: JSON.parse(payload) as object }))).toEqual([
      { name: 'platform_name', value: 'Meadow', before: null },
      { name: 'max_invitations_by_day', value: '7', before: null },
    ])
    const reset = await send('PATCH', '/api/site/settings', { platform_name: null, max_invitations_by_day: null })
    expect(reset.status).toBe(200)
    expect((await settings()).get('platform_name')).toMatchObject({ value: 'Crocus', is_default: true })
    await expect.poll(() => other.modules.settings.get('platform_name')).toBe('Crocus')
  })

  it('names each fault and then changes nothing', async () => {
    const json = { platform_name: 'Meadow', timezone: 'Mars/Base', access_mode: 'open', nonsense: '1' }
    const refused = await send('PATCH', '/api/site/settings', json)
    expect(refused.status).toBe(400)
    for (const word of ['Mars/Base', '`access_mode`', '`nonsense`']) expect(refused.text).toContain(word)
    expect((await settings()).get('platform_name')).toMatchObject({ is_default: true })
  })

  it('takes XML', async () => {
    const xml = '<request><platform_name>Heath</platform_name></request>'
    expect((await crocus.request('PATCH', '/api/site/settings', { as: crocus.admin, xml })).status).toBe(200)
    expect((await settings()).get('platform_name')).toMatchObject({ value: 'Heath' })
  })
})

describe('GET /site/deletions (artifacts.md §7)', () => {
  it('lists the number of deletions by account, and when each may delete again', async () => {
    await crocus.app.modules.settings.set('artifacts_deletion_limit', '2', { actorId: 101, means: 'command' })
    const project = await givenProject(crocus, 'shed', { as: ada.as })
    const bug = project.tracker('bug')
    expect((await get('/api/site/deletions')).json()).toEqual({ limit: 2, window_hours: 24, total: 0, accounts: [] })
    const start = crocus.clock.now()
    const remove = async () => {
      const id = await givenArtifact(crocus, bug, 'Gone', { as: ada.as })
      expect((await crocus.request('DELETE', `/api/artifacts/${id}`, { as: ada.as })).status).toBe(200)
      crocus.clock.advance(3_600_000)
    }
    await remove()
    const deletions = async () => (await get('/api/site/deletions')).json<{ accounts: Record<string, string>[] }>()
    expect(await deletions()).toMatchObject({
      total: 1,
      accounts: [{ user: { username: 'ada' }, deletions: 1, remaining: 1, next_free_on: null }],
    })
    await remove()
    const full = await deletions()
    expect(full).toMatchObject({ total: 2, accounts: [{ deletions: 2, remaining: 0 }] })
    expect(new Date(full.accounts[0]?.['oldest_on'] ?? '')).toEqual(start)
    expect(new Date(full.accounts[0]?.['next_free_on'] ?? '').getTime()).toBe(start.getTime() + 24 * 3_600_000)
    crocus.clock.advance(22.5 * 3_600_000)
    expect(await deletions()).toMatchObject({ total: 1, accounts: [{ remaining: 1, next_free_on: null }] })
  })
})

interface Jobs {
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly jobs: { readonly id: number; readonly task: string; readonly state: string; readonly last_error: string }[]
}

describe('/site/jobs', () => {
  const jobs = async (query = '') => (await get(`/api/site/jobs${query}`)).json<Jobs>()
  const later = new Date('2100-01-01T00:00:00Z')
  const queued = async (name: string): Promise<number> => {
    await inTransaction(crocus.db, tx => enqueueJobs(tx, [{ name, runAt: later, maxAttempts: 3 }]))
    const { rows } = await sql<{ id: number }>`select max(id) as id from graphile_worker.jobs`.execute(crocus.db.kysely)
    return (rows[0] as { id: number }).id
  }
  const set = (id: number, values: string) =>
    sql`update graphile_worker._private_jobs set ${sql.raw(values)} where id = ${id}`.execute(crocus.db.kysely)

  it('lists waiting, running and failed jobs, failed ones first', async () => {
    await crocus.work()
    const before = await jobs()
    const waiting = await queued('tidy_outbox')
    const failed = await queued('sweep_floor')
    await set(failed, "attempts = 3, last_error = 'the broom broke'")
    const running = await queued('water_flowers')
    await set(running, "locked_at = now(), locked_by = 'somebody'")
    const after = await jobs()
    expect([after.waiting - before.waiting, after.running, after.failed]).toEqual([1, 1, 1])
    expect(after.jobs[0]).toMatchObject({ id: failed, task: 'sweep_floor', attempts: 3, last_error: 'the broom broke' })
    expect(after.jobs[1]).toMatchObject({ id: running, state: 'running', max_attempts: 3, last_error: null })
    expect((await jobs('?state=waiting')).jobs.map(({ id }) => id)).toContain(waiting)
    expect((await jobs('?state=failed')).jobs).toHaveLength(1)
    expect((await get('/api/site/jobs?state=lost')).status).toBe(400)

    expect((await send('POST', `/api/site/jobs/${running}/retry`)).status).toBe(409)
    expect((await send('DELETE', `/api/site/jobs/${running}`)).status).toBe(409)
    expectDone(await send('POST', `/api/site/jobs/${failed}/retry`))
    expect((await jobs()).jobs.find(({ id }) => id === failed)).toMatchObject({ state: 'waiting', attempts: 0 })
    for (const id of [failed, waiting]) expectDone(await send('DELETE', `/api/site/jobs/${id}`))
    await set(running, 'locked_at = null, locked_by = null')
    expectDone(await send('DELETE', `/api/site/jobs/${running}`))
    expect((await send('DELETE', `/api/site/jobs/${failed}`)).status).toBe(404)
    expect((await send('POST', `/api/site/jobs/${2 ** 60}/retry`)).status).toBe(404)
  })
})

describe('GET /site/health', () => {
  it('tells versions, room, and how far consumers are behind', async () => {
    const { status, ...answer } = await get('/api/site/health')
    expect(status).toBe(200)
    expect(answer.json()).toMatchObject({
      svn: expect.stringMatching(/^o(n|ff: )/) as string,
      versions: {
        crocus: expect.stringMatching(/^\d+\.\d+/) as string,
        node: process.versions.node,
        postgresql: expect.stringMatching(/^\d+(\.\d+)*$/) as string,
      },
      database: { size_bytes: expect.any(Number) as number },
      data_folder: { free_bytes: expect.any(Number) as number },
      shared_folder: null,
      processes: 1,
    })
    interface Lag {
      readonly consumer: string
      readonly waiting: number
      readonly lag_seconds: number
      readonly failures: number
    }
    const lags = async () => (await get('/api/site/health')).json<{ event_log: Lag[] }>().event_log
    expect((await lags()).every(({ waiting }) => waiting > 0)).toBe(true)
    await crocus.work()
    expect((await lags()).map(({ waiting, failures }) => waiting + failures)).toEqual((await lags()).map(() => 0))
  })
})
