import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  readProject,
  type Credentials,
} from '../harness/fixture.ts'

// Routes whose answer the server keeps (integrators.md §5). Calls go to two servers in turn.

let crocus: TestApp
let owner: Credentials
let projectId: number
beforeAll(async () => {
  crocus = await testApp({}, { count: 2 })
  owner = (await givenAccount(crocus, 'owner')).as
  projectId = (await givenProject(crocus, 'kept', { as: owner })).id
})

const call = (method: string, path: string, key: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request, headers: { 'idempotency-key': key } })
const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(crocus.db.kysely)).rows[0]?.n ?? 0

it('makes one user group for 16 callers, and answers the same to all', async () => {
  const json = { project_id: projectId, short_name: 'testers', description: 'Who tests' }
  const before = await count('user_group')
  const answers = await Promise.all(Array.from({ length: 16 }, () => call('POST', 'user_groups', 'groups', { json })))
  expect(await count('user_group')).toBe(before + 1)
  const made = answers.filter(({ status }) => status === 201)
  expect(made.length).toBeGreaterThan(0)
  expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  const again = await call('POST', 'user_groups', 'groups', { json })
  expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, made[0]?.text, 'true'])
  const id = again.json<{ id: number }>().id
  const deleted = await call('DELETE', `user_groups/${id}`, 'gone')
  expect([deleted.status, (await call('DELETE', `user_groups/${id}`, 'gone')).status]).toEqual([deleted.status, 200])
})

it('keeps no refusal, and leaves the key to a later call', async () => {
  const wrong = { project_id: projectId, short_name: '', description: '' }
  expect((await call('POST', 'user_groups', 'again', { json: wrong })).status).toBe(400)
  const right = { ...wrong, short_name: 'writers' }
  expect((await call('POST', 'user_groups', 'again', { json: right })).status).toBe(201)
  const other = { ...right, description: 'Others' }
  expect((await call('POST', 'user_groups', 'again', { json: other })).status).toBe(422)
})

it('creates a project once', async () => {
  const json = { shortname: 'twice', label: 'Twice', is_public: true, template_id: 100 }
  const dry = await crocus.request('POST', '/api/projects?dry_run=true', {
    as: owner,
    json,
    headers: { 'idempotency-key': 'project' },
  })
  expect(dry.status).toBe(204)
  const first = await call('POST', 'projects', 'project', { json })
  const again = await call('POST', 'projects', 'project', { json })
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
})

it('keeps no dry run of a move, wherever the request asks for one', async () => {
  const project = await readProject(crocus, projectId, owner)
  const [task, bug] = [project.tracker('task'), project.tracker('bug')]
  const id = await givenArtifact(crocus, task, 'Moved', { as: owner })
  const move = { tracker_id: bug.id }
  const dry = await call('PATCH', `artifacts/${id}`, 'move', { json: { move: { ...move, dry_run: true } } })
  expect([dry.status, dry.text]).toEqual([200, expect.stringContaining('fields_migrated')])
  const moved = await call('PATCH', `artifacts/${id}`, 'move', { json: { move } })
  expect([moved.status, moved.json()]).toEqual([200, { dry_run: null }])
  const again = await call('PATCH', `artifacts/${id}`, 'move', { json: { move } })
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([moved.text, 'true'])
})

it('edits a comment once', async () => {
  const id = await givenArtifact(crocus, (await readProject(crocus, projectId, owner)).tracker('task'), 'Said', {
    as: owner,
  })
  const said = { values: [], comment: { body: 'First', format: 'text' } }
  expectDone(await call('PUT', `artifacts/${id}`, 'said', { json: said }))
  const list = await crocus.request('GET', `/api/artifacts/${id}/changesets?order=desc&limit=1`, { as: owner })
  const path = `artifacts/${id}/changesets/${list.json<{ id: number }[]>()[0]?.id}/comment`
  const json = { body: 'Second', format: 'text' }
  const before = await count('idempotency_record')
  const first = await call('PATCH', path, 'edit', { json })
  const again = await call('PATCH', path, 'edit', { json })
  expectDone(first)
  expect([again.status, again.headers.etag, again.headers['idempotent-replayed']]).toEqual([
    200,
    first.headers.etag,
    'true',
  ])
  expect(await count('idempotency_record')).toBe(before + 1)
  const versions = await crocus.request('GET', `/api/${path}_versions`, { as: owner })
  expect(versions.json<{ body: string }[]>().map(({ body }) => body)).toEqual(['First', 'Second'])
})

it.each([
  ['PUT', 'banner', { message: 'Closed on Sunday', importance: 'warning' }],
  ['DELETE', 'banner', undefined],
  ['PATCH', 'site/settings', { max_invitations_by_day: '7' }],
  ['POST', 'invitations', { emails: ['friend@example.org'] }],
  ['POST', 'user_dashboards', { name: 'Mine' }],
  ['PUT', 'users/ADMIN/history', []],
  ['PATCH', 'users/self/preferences', { key: 'crocus_theme', value: 'dark' }],
  ['DELETE', 'users/self/preferences?key=crocus_theme', undefined],
  ['PATCH', 'users/ID', { values: { real_name: 'Otto Owner' } }],
  ['PUT', 'site/users/ID/administrator', { is_site_administrator: true }],
  ['PUT', 'projects/PROJECT/banner', { message: 'Spring' }],
  ['DELETE', 'projects/PROJECT/banner', undefined],
  ['PUT', 'projects/PROJECT/references', []],
  ['PUT', 'project_ownership/PROJECT', { project_owner: { username: 'owner' } }],
] as const)('does %s %s once', async (method, path, json) => {
  const idOf = async (as: Credentials) =>
    String((await crocus.request('GET', '/api/users/self', { as })).json<{ id: number }>().id)
  const place = path
    .replace('ADMIN', await idOf(crocus.admin))
    .replace('ID', await idOf(owner))
    .replace('PROJECT', String(projectId))
  const request = { as: crocus.admin, ...(json && { json }) }
  const first = await call(method, place, `${method} ${path}`.replaceAll(' ', '-'), request)
  expect([first.status < 300, first.status < 300 ? '' : first.text]).toEqual([true, ''])
  const events = await count('event')
  const again = await call(method, place, `${method} ${path}`.replaceAll(' ', '-'), request)
  expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([first.status, first.text, 'true'])
  expect(await count('event')).toBe(events)
})

it('refuses a key where a secret is sent or answered', async () => {
  const routes = [
    'POST tokens',
    'POST sessions',
    'POST access_keys',
    'PUT account/password',
    'POST webhooks',
    'POST site/users',
  ]
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const refused = await call(method, path, 'secret', { as: crocus.admin, json: {} })
    expect([route, refused.status]).toEqual([route, 400])
  }
})

it('tells when the answer was lost with its process', async () => {
  const json = { project_id: projectId, short_name: 'lost', description: '' }
  expect((await call('POST', 'user_groups', 'lost', { json })).status).toBe(201)
  await sql`update idempotency_record set body = null, is_pending = true`.execute(crocus.db.kysely)
  expect((await call('POST', 'user_groups', 'lost', { json })).status).toBe(409)
  crocus.clock.advance(61_000)
  const again = await call('POST', 'user_groups', 'lost', { json })
  expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, '', 'truncated'])
})
