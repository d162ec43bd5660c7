import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../harness/app.ts'
import { givenAccount, givenProject, type Credentials } from '../harness/fixture.ts'

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

it('tells when the answer was lost with its process', async () => {
  const json = { project_id: projectId, short_name: 'lost', description: '' }
  expect((await call('POST', 'user_groups', 'lost', { json })).status).toBe(201)
  await sql`update idempotency_record set body = null, is_pending = true`.execute(crocus.db.kysely)
  expect((await call('POST', 'user_groups', 'lost', { json })).status).toBe(409)
  crocus.clock.advance(61_000)
  const again = await call('POST', 'user_groups', 'lost', { json })
  expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, '', 'truncated'])
})
