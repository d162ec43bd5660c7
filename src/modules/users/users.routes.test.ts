import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/harness/database.ts'
import { factsOf } from '../../../test/harness/events.ts'
import { basic, identityOn, type Identity } from '../../../test/harness/identity.ts'
import type { Db } from '../../platform/db/db.ts'
import { listEvents } from '../../platform/events/event-log.store.ts'
import type { User } from './model/user.ts'

let db: Db
let one: Identity
const users: Record<string, User> = {}
beforeAll(async () => {
  db = await testDatabase()
  one = await identityOn(db)
  users.root1 = await one.administrator('root1')
  for (const [login, realName] of [
    ['ann', 'Ann Lee'],
    ['bob_b', 'Bob 100% Brown'],
    ['cleo', ''],
    ['dora', 'dora LEE'],
  ] as const)
    users[login] = await one.account(login, { realName, email: `${login}@example.org` })
  users.gone = await one.account('gone', { realName: 'Gone Lee', status: 'D', email: 'ANN@example.org' })
  users.limited = await one.account('limited', { realName: 'Limited Lee', status: 'R' })
  await one.account('manager')
  await one.auth.grantSitePermission('Managers', 'user_management', 'manager', { userId: null, means: 'command' })
  await one.account('reader')
  await one.auth.grantSitePermission('Readers', 'rest_read_only_admin', 'reader', { userId: null, means: 'command' })
})

interface TestResponse {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
  readonly body: never
}
const call = async (method: string, url: string, as?: string, body?: unknown, headers = {}): Promise<TestResponse> => {
  const response = await one.server.inject({
    method: method as 'GET',
    url: `/api${url}`,
    headers: { 'content-type': 'application/json', ...(as !== undefined && basic(as)), ...headers },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isJson = response.payload !== '' && String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: (isJson ? JSON.parse(response.payload) : undefined) as never,
  }
}
const search = (query: string, as?: string, page = '') =>
  call('GET', `/users?query=${encodeURIComponent(query)}${page}`, as)
const loginsOf = (answer: TestResponse) => (answer.body as { username: string }[]).map(user => user.username)

describe('GET /users/{id} (users.md §2)', () => {
  it('shows the full user to signed-in callers, the minimal one to anonymous callers', async () => {
    const full = await call('GET', `/users/${users.ann?.id}`, 'cleo')
    expect(full.body).toEqual(one.users.representFull(users.ann))
    const minimal = await call('GET', `/users/${users.ann?.id}`)
    expect(minimal.body).toEqual(one.users.representMinimal(users.ann))
    expect(Object.keys(minimal.body)).not.toContain('email')
  })
  it('shows the same in XML', async () => {
    const answer = await call('GET', `/users/${users.ann?.id}`, 'cleo', undefined, { accept: 'application/xml' })
    expect(answer.text).toContain('<display_name>Ann Lee (ann)</display_name>')
    expect(answer.text).toContain('<email>ann@example.org</email>')
  })
  it('takes self for the caller', async () => {
    expect((await call('GET', '/users/self', 'ann')).body).toMatchObject({ username: 'ann' })
    expect((await call('GET', '/users/self')).status).toBe(401)
  })
  it.each([
    ['abc', 400],
    ['1.5', 400],
    ['99999', 404],
    ['-1', 404],
    ['99999999999999999999999', 404],
  ])('answers %s with %i', async (id, status) => expect((await call('GET', `/users/${id}`)).status).toBe(status))
  it('reads accounts of any status', async () =>
    expect((await call('GET', `/users/${users.gone?.id}`, 'ann')).body).toMatchObject({ status: 'D' }))
  it('lists what the path allows', async () => {
    expect((await call('OPTIONS', '/users/1')).headers.allow).toBe('OPTIONS, GET, PATCH')
    expect((await call('OPTIONS', '/users')).headers.allow).toBe('OPTIONS, GET, PATCH')
    expect((await call('POST', '/users', 'root1', {})).status).toBe(405)
    expect([404, 405]).toContain((await call('DELETE', `/users/${users.ann?.id}`, 'root1')).status)
  })
})

describe('GET /users?query= (users.md §3)', () => {
  it('finds living accounts by any of the words, in login or real name, by login', async () => {
    expect(loginsOf(await search('lee'))).toEqual(['ann', 'dora', 'limited'])
    expect(loginsOf(await search('CLE  brown'))).toEqual(['bob_b', 'cleo'])
    expect(loginsOf(await search('xyz nobody'))).toEqual([])
  })
  it('takes signs of patterns for themselves', async () => {
    expect(loginsOf(await search('100%'))).toEqual(['bob_b'])
    expect(loginsOf(await search('b_b'))).toEqual(['bob_b'])
    expect(loginsOf(await search('%%%'))).toEqual([])
    expect(loginsOf(await search('a\\b'))).toEqual([])
  })
  it('does not find a word across login and real name', async () =>
    expect(loginsOf(await search('annann'))).toEqual([]))
  it('pages, and says so in the headers; bounds are kept silently (http.md §6)', async () => {
    const page = await search('lee', 'ann', '&limit=1&offset=1')
    expect(loginsOf(page)).toEqual(['dora'])
    expect(page.headers).toMatchObject({
      'x-pagination-limit': '1',
      'x-pagination-offset': '1',
      'x-pagination-size': '3',
      'x-pagination-limit-max': '50',
    })
    const beyond = await search('lee', 'ann', '&limit=1000&offset=10')
    expect(beyond.body).toEqual([])
    expect(beyond.headers).toMatchObject({ 'x-pagination-limit': '50', 'x-pagination-size': '3' })
    expect((await search('lee', 'ann', '&limit=-5&offset=-5')).body).toEqual([])
    expect((await search('lee', 'ann', '&limit=x')).status).toBe(400)
  })
  it('shows anonymous callers no addresses', async () =>
    expect(Object.keys((await search('ann')).body[0] ?? {})).not.toContain('email'))

  it('finds exactly by login, of any status, whatever the page', async () => {
    expect(loginsOf(await search('{"username":"GONE"}'))).toEqual(['gone'])
    expect(loginsOf(await search('{"loginname":"ann"}', 'ann', '&limit=0&offset=7'))).toEqual(['ann'])
    expect(loginsOf(await search('{"shortname":"ann"}', 'ann'))).toEqual(['ann'])
    expect(loginsOf(await search('{"username":"an"}'))).toEqual([])
  })
  it('finds all accounts of a list of logins, by login, in one answer', async () => {
    const logins = ['dora', 'ANN', 'nobody', 'gone', 'ann']
    expect(loginsOf(await search(JSON.stringify({ username: logins }), 'ann'))).toEqual(['ann', 'dora', 'gone'])
    const anonymous = await search('{"username":["ann"]}')
    expect(anonymous.body).toEqual([expect.not.objectContaining({ email: expect.anything() as unknown })])
    expect(loginsOf(await search('{"username":[]}'))).toEqual([])
    const many = Array.from({ length: 51 }, (_, index) => `login${index}`)
    expect((await search(JSON.stringify({ username: many }))).text).toMatch(/at most 50/)
    for (const wrong of ['{"username":["ann",12]}', '{"email":["ann@example.org"]}'])
      expect([wrong, (await search(wrong)).status]).toEqual([wrong, 400])
  })
  it('finds all accounts of an address', async () => {
    expect(loginsOf(await search('{"email":"ann@EXAMPLE.org"}'))).toEqual(['ann', 'gone'])
    expect(loginsOf(await search('{"email":""}'))).toEqual([])
  })
  it.each([
    ['ab', /query/],
    ['', /query/],
    ['{"username":"ann","loginname":"ann"}', /not by both/],
    ['{"username":"ann","shortname":"ann"}', /not by both/],
    ['{"name":"ann"}', /username/],
    ['{"username":12}', /text/],
    ['{"username":null}', /text/],
    ['{"username":"a}', /JSON/],
    ['{"username":"\\u0000"}', /Unicode/],
    ['{"email":"\\ud800"}', /Unicode/],
  ])('refuses %s', async (query, reason) => {
    const answer = await search(query)
    expect([answer.status, reason.test(answer.text)]).toEqual([400, true])
  })
  it('wants a query', async () => expect((await call('GET', '/users')).status).toBe(400))
})

describe('PATCH /users/{id} (users.md §4)', () => {
  let target: User
  beforeAll(async () => {
    target = await one.account('target', { realName: 'Before', email: 'before@example.org' })
  })
  const patch = (values: unknown, as = 'root1', id = target.id) => call('PATCH', `/users/${id}`, as, values)

  it('changes what is sent, answers true, and false when there is nothing to change', async () => {
    const changed = await patch({ values: { real_name: 'After', email: 'after@example.org', unknown: 1, status: 'X' } })
    expect([changed.status, changed.text]).toEqual([200, 'true'])
    expect((await call('GET', `/users/${target.id}`, 'ann')).body).toMatchObject({
      real_name: 'After',
      email: 'after@example.org',
      status: 'A',
    })
    expect((await patch({ real_name: 'After' })).text).toBe('false')
    expect((await patch({ real_name: 'Bare body' }, 'manager')).text).toBe('true')
  })
  it('forbids user managers to open accounts with rights on the platform to others', async () => {
    const other = await one.account('manager2')
    const idOf = async (login: string): Promise<number> => (await one.users.findByLogin(login))?.id ?? 0
    await one.auth.grantSitePermission('Managers', 'user_management', 'manager2', { userId: null, means: 'command' })
    for (const id of [await idOf('root1'), await idOf('manager'), await idOf('reader'), other.id]) {
      for (const values of [{ email: 'mine@example.org' }, { username: 'another' }, { status: 'S' }, { status: 'A' }])
        expect([values, (await patch(values, 'manager', id)).status]).toEqual([values, 403])
      expect((await patch({ real_name: 'Somebody' }, 'manager', id)).status).toBe(200)
    }
    expect((await patch({ email: 'm2@example.org', status: 'S' }, 'root1', other.id)).text).toBe('true')
    expect((await patch({ email: 'after@example.org' }, 'manager', 99_999)).status).toBe(404)
  })
  it('takes XML as well', async () => {
    const xml = { 'content-type': 'application/xml', accept: 'application/xml' }
    const body = '<request><values><real_name>By XML</real_name></values></request>'
    const answer = await call('PATCH', `/users/${target.id}`, 'root1', body, xml)
    expect(answer.status).toBe(200)
    expect((await one.users.get(target.id))?.realName).toBe('By XML')
  })
  it('refuses values that are no object', async () => expect((await patch({ values: 'x' })).status).toBe(400))
  it('is refused to all other callers, before the values are checked', async () => {
    for (const as of ['ann', 'target', 'reader'])
      expect((await patch({ values: { username: '!!' } }, as)).status).toBe(403)
    expect((await call('PATCH', `/users/${target.id}`, undefined, { values: {} })).status).toBe(401)
  })
  it('knows neither unknown ids nor self', async () => {
    expect((await patch({ real_name: 'x' }, 'root1', 99_999)).status).toBe(404)
    expect((await call('PATCH', '/users/self', 'root1', { real_name: 'x' })).status).toBe(400)
  })
  it.each(['ab', 'with blank', 'root', 'ANN', 'site-template', 'x'.repeat(31), ''])(
    'refuses the name %j',
    async username => {
      expect((await patch({ values: { username } })).status).toBe(400)
      expect((await one.users.get(target.id))?.login).toBe('target')
    },
  )
  it('renames, also in the case of letters only, and the old name signs nobody in any more', async () => {
    const user = await one.account('renamed')
    expect((await call('GET', '/users/self', 'renamed')).status).toBe(200)
    expect((await patch({ username: 'Renamed' }, 'root1', user.id)).text).toBe('true')
    expect((await patch({ username: 'renamed.anew' }, 'root1', user.id)).text).toBe('true')
    expect((await call('GET', '/users/self', 'renamed')).status).toBe(401)
    expect((await call('GET', '/users/self', 'renamed.anew')).status).toBe(200)
  })
  it('restricts in restricted mode only, and no site administrator', async () => {
    expect((await patch({ status: 'R' })).status).toBe(400)
    await one.setAccessMode('restricted')
    expect((await patch({ status: 'R' })).text).toBe('true')
    expect((await patch({ status: 'R' }, 'root1', users.root1?.id)).status).toBe(400)
    expect((await patch({ status: 'A' })).text).toBe('true')
    await one.setAccessMode('anonymous')
  })
  it('changes no account of the platform itself', async () => {
    expect((await patch({ real_name: 'x' }, 'root1', 100)).status).toBe(400)
    expect((await patch({ status: 'A' }, 'root1', 70)).status).toBe(400)
  })
  it('logs what changed, without what it was changed to', async () => {
    const user = await one.account('logged')
    await patch({ status: 'S', real_name: 'Secret Name' }, 'root1', user.id)
    await patch({ status: 'A' }, 'root1', user.id)
    const events = (await listEvents(db.kysely, '', 1000)).filter(event => event.payload.userId === user.id)
    expect(events.map(event => [event.kind, event.actorId, event.means, factsOf(event)])).toEqual([
      ['user.created', null, 'command', { userId: user.id, login: 'logged', status: 'A' }],
      ['user.activated', null, 'command', { userId: user.id, login: 'logged' }],
      ['user.updated', users.root1?.id, 'rest', { userId: user.id, changed: ['realName'] }],
      ['user.status_changed', users.root1?.id, 'rest', { userId: user.id, from: 'A', to: 'S' }],
      ['user.status_changed', users.root1?.id, 'rest', { userId: user.id, from: 'S', to: 'A' }],
      ['user.activated', users.root1?.id, 'rest', { userId: user.id, login: 'logged' }],
    ])
  })
})

describe('preferences (users.md §2)', () => {
  const path = (id: number | string = 'self', key?: string) => `/users/${id}/preferences${key ? `?key=${key}` : ''}`

  it('are set, read, set again and removed', async () => {
    expect((await call('GET', path('self', 'a_key'), 'ann')).body).toEqual({ key: 'a_key', value: false })
    for (const value of ['  kept as it is ', '']) {
      const set = await call('PATCH', path(users.ann?.id), 'ann', { key: 'a_key', value })
      expect([set.status, set.text]).toEqual([200, ''])
      expect((await call('GET', path(users.ann?.id, 'a_key'), 'ann')).body).toEqual({ key: 'a_key', value })
    }
    for (let count = 0; count < 2; count++)
      expect((await call('DELETE', path('self', 'a_key'), 'ann')).status).toBe(200)
    expect((await call('GET', path('self', 'a_key'), 'ann')).body).toEqual({ key: 'a_key', value: false })
  })
  it('belong to their owner, whoever calls', async () => {
    const id = users.ann?.id ?? 0
    for (const as of ['cleo', 'root1', 'reader']) {
      expect((await call('GET', path(id, 'k'), as)).status).toBe(403)
      expect((await call('PATCH', path(id), as, { key: 'k', value: 'v' })).status).toBe(403)
      expect((await call('DELETE', path(id, 'k'), as)).status).toBe(403)
    }
    expect((await call('GET', path(id, 'k'))).status).toBe(403)
    expect((await call('GET', path('self', 'k'))).status).toBe(401)
    expect((await call('PATCH', path('self'), undefined, { key: 'k', value: 'v' })).status).toBe(404)
  })
  it('need a key', async () => {
    expect((await call('GET', path(), 'ann')).status).toBe(400)
    expect((await call('DELETE', path(), 'ann')).status).toBe(400)
    expect((await call('PATCH', path(), 'ann', { value: 'v' })).status).toBe(400)
    expect((await call('PATCH', path(), 'ann', { key: 'k' })).status).toBe(400)
    expect((await call('PATCH', path(), 'ann', { key: 'k'.repeat(300), value: 'v' })).status).toBe(400)
  })
  it('say how names are shown, from the next request on (users.md §1)', async () => {
    const shown = async () =>
      ((await call('GET', `/users/${users.ann?.id}`, 'dora')).body as { display_name: string }).display_name
    expect(await shown()).toBe('Ann Lee (ann)')
    await call('PATCH', path(), 'dora', { key: 'username_display', value: '1' })
    expect(await shown()).toBe('ann (Ann Lee)')
    await call('DELETE', path('self', 'username_display'), 'dora')
    expect(await shown()).toBe('Ann Lee (ann)')
  })
  it('list what the path allows', async () =>
    expect((await call('OPTIONS', path())).headers.allow).toBe('OPTIONS, GET, PATCH, DELETE'))
})

describe('pictures (users.md §1)', () => {
  const picture = async (path: string) => {
    const route = one.users.pictures.find(each => new RegExp(`^${each.path.replace(':login', '([^/]+)')}$`).test(path))
    return route?.picture({ login: decodeURIComponent(path.split('/')[2] ?? '') })
  }
  it('has one of each account with a name, and the default one', async () => {
    const ann = await picture('/users/ann/avatar.png')
    const cleo = await picture('/users/cleo/avatar.png')
    const fallback = await picture('/themes/common/images/avatar_default.png')
    expect(ann?.headers['Content-Type']).toBe('image/png')
    expect(cleo).toEqual(fallback)
    expect(ann?.body.equals(fallback?.body as Buffer)).toBe(false)
    expect(await picture('/users/nobody.here/avatar.png')).toBeUndefined()
    expect(await picture('/users/%00/avatar.png')).toBeUndefined()
  })
})
