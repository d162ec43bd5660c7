import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { afterFile } from '../harness/after-file.ts'
import { listen, testApp, type TestApp, type TestRequest } from '../harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../harness/fixture.ts'
import { givenRepository, isSvnMissing, SVN_NEEDS } from '../harness/svn.ts'
import { givenDeclaration, send, tus } from '../harness/uploads.ts'

let crocus: TestApp
let ann: Account
let mine: FixtureProject
let other: FixtureProject
let foreign: FixtureProject
let bug: { mine: number; other: number }
let group: { mine: string; other: string }
const keys = { all: '', narrow: '', reads: '', narrowReads: '', admin: '' }
type KeyName = keyof typeof keys
interface RefusalBody {
  readonly error: { readonly details: { readonly reason: string } }
}

const makeKey = async (as: Account['as'], json: object): Promise<string> => {
  const made = await crocus.request('POST', '/api/access_keys', { as, json })
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
  return made.json<{ identifier: string }>().identifier
}
const by = (key: KeyName, method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, path, { ...request, headers: { 'x-auth-accesskey': keys[key], ...request.headers } })
const statusBy = async (key: KeyName, method: string, path: string, json?: unknown) =>
  (await by(key, method, path, json === undefined ? {} : { json })).status

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  await givenAccount(crocus, 'bob')
  mine = await givenProject(crocus, 'mine', { as: ann.as, isPublic: false, members: ['bob'] })
  other = await givenProject(crocus, 'other', { as: ann.as })
  foreign = await givenProject(crocus, 'foreign')
  const artifact = (project: FixtureProject) =>
    givenArtifact(crocus, project.tracker('bug'), `Of ${project.id}`, { as: ann.as })
  bug = { mine: await artifact(mine), other: await artifact(other) }
  const newGroup = async (project: FixtureProject): Promise<string> => {
    const json = { project_id: project.id, short_name: 'friends' }
    const { id } = (await crocus.request('POST', '/api/user_groups', { as: ann.as, json })).json<{ id: string }>()
    const user_references = [{ id: ann.id }]
    expectDone(await crocus.request('PUT', `/api/user_groups/${id}/users`, { as: ann.as, json: { user_references } }))
    return id
  }
  group = { mine: await newGroup(mine), other: await newGroup(other) }
  const projects = [mine.id]
  keys.all = await makeKey(ann.as, {})
  keys.narrow = await makeKey(ann.as, { projects })
  keys.reads = await makeKey(ann.as, { scopes: ['read:rest'] })
  keys.narrowReads = await makeKey(ann.as, { projects, scopes: ['read:rest'] })
  keys.admin = await makeKey(crocus.admin, { projects: [foreign.id] })
})

describe('an access key with narrower rights: its making', () => {
  const post = (json: object, as = ann.as) => crocus.request('POST', '/api/access_keys', { as, json })

  it('is told what it may be good for', async () => {
    const scopes = (await crocus.request('GET', '/api/access_key_scopes')).json<{ identifier: string }[]>()
    expect(scopes.map(({ identifier }) => identifier)).toEqual(['read:rest', 'write:rest', 'write:svn'])
  })

  it('names projects that the owner may not see as unknown', async () => {
    const closed = await givenProject(crocus, 'closed', { isPublic: false })
    const refused = await post({ projects: [mine.id, closed.id, 99_999, 2 ** 60] })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(`${closed.id}, 99999`)
    expect(refused.text).not.toContain(`${mine.id},`)
    expect((await post({ projects: [] })).status).toBe(400)
    expect((await post({ projects: ['x'] })).status).toBe(400)
    expect((await post({ projects: null })).status).toBe(201)
  })

  it('is shown with its projects, to itself alone, in XML too', async () => {
    const self = (await by('narrow', 'GET', '/api/access_keys/self')).json<{ id: number; projects: object[] }>()
    expect(self).toMatchObject({
      projects: [{ id: mine.id, shortname: 'mine' }],
      scopes: [{ identifier: 'write:rest' }],
    })
    expect((await by('all', 'GET', '/api/access_keys/self')).json()).toMatchObject({ projects: null })
    expect((await by('narrow', 'GET', '/api/users/self/access_keys')).json()).toMatchObject([{ id: self.id }])
    expect((await by('all', 'GET', '/api/users/self/access_keys')).json<object[]>().length).toBeGreaterThan(3)
    const all = (await by('all', 'GET', '/api/access_keys/self')).json<{ id: number }>().id
    expect(await statusBy('narrow', 'GET', `/api/access_keys/${all}`)).toBe(404)
    expect(await statusBy('narrow', 'DELETE', `/api/access_keys/${all}`)).toBe(403)
    const xml = await by('narrow', 'GET', '/api/access_keys/self', { headers: { accept: 'application/xml' } })
    expect(xml.text).toContain(`<projects><item><id>${mine.id}</id>`)
    const made = await crocus.request('POST', '/api/access_keys', {
      as: ann.as,
      xml: `<request><projects><item>${mine.id}</item></projects><scopes><item>read:rest</item></scopes></request>`,
    })
    expect(made.status).toBe(201)
    const key = /<identifier>(.*)<\/identifier>/.exec(made.text)?.[1] ?? made.json<{ identifier: string }>().identifier
    const shown = await crocus.request('GET', '/api/access_keys/self', { headers: { 'x-auth-accesskey': key } })
    expect(shown.json()).toMatchObject({ projects: [{ id: mine.id }], scopes: [{ identifier: 'read:rest' }] })
  })

  it('never makes a key that opens more or for longer', async () => {
    const make = (json: object) => statusBy('narrow', 'POST', '/api/access_keys', json)
    expect(await make({})).toBe(403)
    expect(await make({ projects: [mine.id, other.id] })).toBe(403)
    expect(await make({ projects: [mine.id], scopes: ['write:svn'] })).toBe(403)
    expect(await make({ projects: [mine.id] })).toBe(201)
    expect(await make({ projects: [mine.id], scopes: ['read:rest'] })).toBe(201)
    expect(await statusBy('narrowReads', 'POST', '/api/access_keys', { projects: [mine.id] })).toBe(403)
    const expiration_date = new Date(crocus.clock.now().getTime() + 86_400_000).toISOString().slice(0, 19) + 'Z'
    const ending = await makeKey(ann.as, { projects: [mine.id], expiration_date })
    const json = { projects: [mine.id] }
    const headers = { 'x-auth-accesskey': ending }
    expect((await crocus.request('POST', '/api/access_keys', { headers, json })).status).toBe(403)
    const same = { ...json, expiration_date }
    expect((await crocus.request('POST', '/api/access_keys', { headers, json: same })).status).toBe(201)
    // An unlimited key creates keys for any projects.
    expect(await statusBy('all', 'POST', '/api/access_keys', { projects: [other.id] })).toBe(201)
  })

  it('never makes a key with other scopes or a later end, limited to projects or not', async () => {
    const end = '2090-01-01T00:00:00+00:00'
    const key = await makeKey(ann.as, { scopes: ['write:rest'], expiration_date: end })
    const make = async (json: object) => {
      const made = await crocus.request('POST', '/api/access_keys', { headers: { 'x-auth-accesskey': key }, json })
      return [made.status, made.status === 201 ? '' : made.json<RefusalBody>().error.details.reason]
    }
    expect(await make({})).toEqual([403, 'parameter.range'])
    expect(await make({ expiration_date: '2090-01-01T00:00:01+00:00' })).toEqual([403, 'parameter.range'])
    expect(await make({ scopes: ['write:svn'], expiration_date: end })).toEqual([403, 'scope.missing'])
    expect(await make({ scopes: ['write:rest', 'write:svn'], expiration_date: end })).toEqual([403, 'scope.missing'])
    expect(await make({ expiration_date: end })).toEqual([201, ''])
    expect(await make({ scopes: ['read:rest'], projects: [mine.id], expiration_date: end })).toEqual([201, ''])
    // A caller without an access key creates any key.
    await makeKey(ann.as, { scopes: ['write:svn'] })
  })
})

describe('a key that only reads', () => {
  it('reads all, and is told why it changes nothing', async () => {
    for (const id of [bug.mine, bug.other]) expect(await statusBy('reads', 'GET', `/api/artifacts/${id}`)).toBe(200)
    expect((await by('reads', 'HEAD', `/api/artifacts/${bug.mine}`)).status).toBe(200)
    const refused = await by('reads', 'POST', '/api/artifacts', { json: { tracker: { id: mine.tracker('bug').id } } })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('write:rest')])
    for (const [method, path] of [
      ['PUT', `/api/artifacts/${bug.mine}`],
      ['DELETE', `/api/artifacts/${bug.mine}`],
      ['PATCH', `/api/artifacts/${bug.mine}`],
      ['PATCH', '/api/users/self/preferences'],
      ['POST', '/api/projects'],
    ] as const)
      expect(await statusBy('reads', method, path, {})).toBe(403)
    // Also if a header overrides the method.
    const hidden = await by('reads', 'POST', `/api/artifacts/${bug.mine}`, {
      headers: { 'x-http-method-override': 'PUT' },
    })
    expect(hidden.status).toBe(403)
  })

  it('sends no files', async () => {
    const fieldId = mine.tracker('bug').fields.find(({ type }) => type === 'file')?.field_id ?? 0
    const upload = await givenDeclaration(crocus, { as: ann.as, fieldId })
    const headers = { 'x-auth-accesskey': keys.reads }
    expect((await tus(crocus, 'HEAD', upload, { headers })).status).toBe(204)
    expect((await send(crocus, upload, 'glass', { headers })).status).toBe(403)
    expect((await tus(crocus, 'DELETE', upload, { headers })).status).toBe(403)
  })
})

describe('a key that is limited to a project', () => {
  const reading = (project: FixtureProject, artifact: number, groupId: string): string[] => [
    `/api/projects/${project.id}`,
    ...['trackers', 'user_groups', 'svn', 'project_services', 'heartbeats', 'labels', '3rd_party_integration_data'].map(
      part => `/api/projects/${project.id}/${part}`,
    ),
    `/api/artifacts/${artifact}`,
    ...['changesets', 'links', 'subscription'].map(part => `/api/artifacts/${artifact}/${part}`),
    `/api/trackers/${project.tracker('bug').id}`,
    ...[
      'artifacts',
      'tracker_reports',
      'definition',
      'definition_versions',
      'rules',
      'used_artifact_links',
      'webhooks',
    ].map(part => `/api/trackers/${project.tracker('bug').id}/${part}`),
    `/api/user_groups/${groupId}`,
    `/api/user_groups/${groupId}/users`,
    `/api/user_groups/${project.id}_3/users`,
  ]

  it('reads all of it and nothing of others, whatever is open to its owner', async () => {
    for (const path of reading(mine, bug.mine, group.mine)) {
      expect([path, await statusBy('narrow', 'GET', path)]).toEqual([path, 200])
      expect([path, await statusBy('narrowReads', 'GET', path)]).toEqual([path, 200])
    }
    for (const path of reading(other, bug.other, group.other)) {
      expect([path, await statusBy('all', 'GET', path)]).toEqual([path, 200])
      const status = await statusBy('narrow', 'GET', path)
      expect([path, status === 403 || status === 404]).toEqual([path, true])
    }
    const refused = await by('narrow', 'GET', `/api/projects/${other.id}`)
    expect(refused.text).toContain('limited to other projects')
    // A key gets the same refusals as its owner, and a 404 for unknown projects.
    expect(await statusBy('narrow', 'GET', '/api/projects/99999')).toBe(404)
  })

  it('changes it, and nothing of others', async () => {
    const values = (project: FixtureProject) => [{ field_id: project.tracker('bug').field('title'), value: 'New' }]
    const writing = (
      project: FixtureProject,
      artifact: number,
      groupId: string,
    ): [string, string, object, number][] => [
      ['PUT', `/api/artifacts/${artifact}`, { values: values(project) }, 200],
      ['POST', '/api/artifacts', { tracker: { id: project.tracker('bug').id }, values: values(project) }, 201],
      ['PUT', `/api/projects/${project.id}/banner`, { message: 'Hello' }, 200],
      ['PUT', `/api/user_groups/${groupId}/users`, { user_references: [{ id: ann.id }] }, 200],
      ['POST', '/api/user_groups', { project_id: project.id, short_name: `again${project.id}` }, 201],
      ['POST', '/api/invitations', { emails: ['new@example.net'], project_id: project.id }, 201],
      ['POST', `/api/tracker_fields/${project.tracker('bug').field('attachments')}/files`, FILE, 200],
    ]
    for (const [method, path, json, status] of writing(mine, bug.mine, group.mine))
      expect([path, await statusBy('narrow', method, path, json)]).toEqual([path, status])
    for (const [method, path, json, status] of writing(other, bug.other, group.other)) {
      const refused = await statusBy('narrow', method, path, json)
      expect([path, refused === 403 || refused === 404]).toEqual([path, true])
      expect([path, await statusBy('all', method, path, json)]).toEqual([path, status])
    }
  })
  const FILE = { name: 'a.txt', file_size: 3, file_type: 'text/plain' }

  it('is in no list with others', async () => {
    const ids = async (key: KeyName, path: string) =>
      (await by(key, 'GET', path)).json<{ id: number }[]>().map(p => p.id)
    expect(await ids('all', '/api/projects')).toEqual([mine.id, other.id, foreign.id])
    const list = await by('narrow', 'GET', '/api/projects')
    expect(list.json<{ id: number }[]>().map(({ id }) => id)).toEqual([mine.id])
    expect(list.headers['x-pagination-size']).toBe('1')
    for (const query of ['{"is_member_of":true}', '{"is_admin_of":true}', '{"is_tracker_admin":true}'])
      expect(await ids('narrow', `/api/projects?query=${encodeURIComponent(query)}`)).toEqual([mine.id])
    expect(await ids('narrow', `/api/projects?query=${encodeURIComponent('{"shortname":"other"}')}`)).toEqual([])

    const own = `/api/users/self/artifacts?query=${encodeURIComponent('{"submitted_by":true}')}`
    expect(await ids('narrow', own)).toContain(bug.mine)
    expect(await ids('narrow', own)).not.toContain(bug.other)
    expect(await ids('all', own)).toContain(bug.other)

    const membership = '/api/users/self/membership?scope=project&format=id'
    expect((await by('narrow', 'GET', membership)).json()).toEqual([`${mine.id}_3`, `${mine.id}_4`, group.mine])
    expect((await by('all', 'GET', membership)).json()).toContain(group.other)

    await crocus.work()
    const history = await by('narrow', 'GET', `/api/users/${ann.id}/history`)
    const projects = history.json<{ entries: { project: { id: number } }[] }>().entries.map(({ project }) => project.id)
    expect(new Set(projects)).toEqual(new Set([mine.id]))

    const both = encodeURIComponent(JSON.stringify({ id: [bug.mine, bug.other] }))
    const found = (await by('narrow', 'GET', `/api/artifacts?query=${both}`)).json<{ collection: { id: number }[] }>()
    expect(found.collection.map(({ id }) => id)).toEqual([bug.mine])
  })

  it('sees links to it, not to others, also where an answer was kept for another key', async () => {
    const linked = { values: [{ field_id: mine.tracker('bug').fields.find(f => f.type === 'art_link')?.field_id }] }
    const json = { values: [{ ...linked.values[0], links: [{ id: bug.other, type: '' }] }] }
    expect((await by('narrow', 'PUT', `/api/artifacts/${bug.mine}`, { json })).status).toBe(400)
    expect((await by('all', 'PUT', `/api/artifacts/${bug.mine}`, { json })).status).toBe(200)
    const shows = async (key: KeyName) =>
      (await by(key, 'GET', `/api/artifacts/${bug.mine}`)).text.includes(`"artifacts/${bug.other}"`)
    for (let turn = 0; turn < 2; turn++) {
      expect(await shows('all')).toBe(true)
      expect(await shows('narrow')).toBe(false)
    }
    const links = `/api/artifacts/${bug.mine}/linked_artifacts?direction=forward&nature=`
    expect((await by('all', 'GET', links)).json<{ collection: object[] }>().collection).toHaveLength(1)
    expect((await by('narrow', 'GET', links)).json<{ collection: object[] }>().collection).toEqual([])
  })

  it('creates no project and touches nothing of the whole account', async () => {
    const project = { shortname: 'newone', label: 'A new one', is_public: true, template_id: 100 }
    const refused: [string, string, object?][] = [
      ['POST', '/api/projects', project],
      ['GET', '/api/project_fields'],
      ['POST', '/api/invitations', { emails: ['new@example.net'] }],
      ['DELETE', '/api/tokens'],
      ['GET', '/api/users/self/sessions'],
      ['DELETE', '/api/users/self/sessions'],
      ['DELETE', '/api/sessions/1'],
      ['DELETE', '/api/tokens/abc'],
      ['PATCH', '/api/users/self/preferences', { key: 'a', value: 'b' }],
      ['DELETE', '/api/users/self/preferences?key=a'],
      ['POST', '/api/user_dashboards', { name: 'Mine' }],
      ['GET', '/api/account/second_factors'],
      ['POST', '/api/account/second_factors', { name: 'Phone', current_password: 'a guess' }],
      ['POST', '/api/account/second_factors/1/confirmation', { code: '000000' }],
      ['POST', '/api/account/second_factors/1/removal', { code: '000000' }],
      ['POST', '/api/account/recovery_codes', { code: '000000' }],
      ['GET', '/api/users/self/inbox'],
      ['PATCH', '/api/users/self/inbox', { ids: [], state: 'read' }],
      ['PUT', `/api/users/${ann.id}/history`, []],
      ['GET', '/api/artifact_temporary_files'],
      ['POST', '/api/artifact_temporary_files', { name: 'a', mimetype: 'text/plain', content: 'YQ==' }],
    ]
    for (const [method, path, json] of refused) {
      expect([path, await statusBy('narrow', method, path, json)]).toEqual([path, 403])
    }
    expect(await statusBy('all', 'POST', '/api/projects', project)).toBe(201)
    expect(await statusBy('all', 'GET', '/api/artifact_temporary_files')).toBe(200)
  })

  it('opens uploads of its projects only, before and after they are sent', async () => {
    const headers = { 'x-auth-accesskey': keys.narrow }
    for (const [project, open] of [
      [mine, true],
      [other, false],
    ] as const) {
      const fieldId = project.tracker('bug').field('attachments')
      const upload = await givenDeclaration(crocus, { as: ann.as, fieldId, name: 'pane.txt' })
      expect((await tus(crocus, 'HEAD', upload, { headers })).status).toBe(open ? 204 : 404)
      expect((await send(crocus, upload, 'glass', { headers })).status).toBe(open ? 204 : 404)
      if (!open) expect((await send(crocus, upload, 'glass', { as: ann.as })).status).toBe(204)
      const read = await crocus.request('GET', upload.download_href, { headers })
      expect(read.status).toBe(open ? 200 : 404)
      expect((await crocus.request('GET', upload.download_href, { as: ann.as })).status).toBe(200)
    }
  })

  it('does not attach what came by the older interface', async () => {
    const json = { name: 'old.txt', mimetype: 'text/plain', content: Buffer.from('old').toString('base64') }
    const { id } = (await by('all', 'POST', '/api/artifact_temporary_files', { json })).json<{ id: number }>()
    const values = [{ field_id: mine.tracker('bug').field('attachments'), value: [id] }]
    expect(await statusBy('narrow', 'PUT', `/api/artifacts/${bug.mine}`, { values })).toBe(404)
    expect(await statusBy('all', 'PUT', `/api/artifacts/${bug.mine}`, { values })).toBe(200)
  })

  it('is no administrator of the platform', async () => {
    for (const path of [
      '/api/site/users',
      '/api/site/settings',
      '/api/site/health',
      '/api/system_event',
      '/api/users_memberships?query=with_ssh_key',
    ])
      expect([path, await statusBy('admin', 'GET', path)]).toEqual([path, 403])
    expect(await statusBy('admin', 'PATCH', `/api/users/${ann.id}`, { real_name: 'X' })).toBe(403)
    expect(await statusBy('admin', 'GET', `/api/projects/${mine.id}`)).toBe(403)
    expect(await statusBy('admin', 'GET', `/api/projects/${other.id}`)).toBe(403)
    expect(await statusBy('admin', 'GET', `/api/projects/${foreign.id}`)).toBe(200)
    expect(await statusBy('admin', 'PATCH', `/api/projects/${foreign.id}`, { status: 'suspended' })).toBe(403)
    // The right to manage users, granted through a group, also applies to the whole platform.
    await crocus.app.modules.auth.grantSitePermission('managers', 'user_management', 'ann', {
      userId: 101,
      means: 'command',
    })
    expect(await statusBy('all', 'GET', '/api/site/users')).toBe(200)
    expect(await statusBy('narrow', 'GET', '/api/site/users')).toBe(403)
  })

  it('answers from memory when it is warm', async () => {
    const path = `/api/artifacts/${bug.mine}`
    const roundTrips = () => crocus.servers.reduce((sum, { db }) => sum + db.roundTrips(), 0)
    for (const _server of crocus.servers) await by('narrow', 'GET', path)
    const roundTripsOfOne = async () => {
      const before = roundTrips()
      expect(await statusBy('narrow', 'GET', path)).toBe(200)
      return roundTrips() - before
    }
    // Work in the background, such as a late invalidation, adds some to one of the calls.
    await expect.poll(roundTripsOfOne).toBe(1)
  })

  it('is as narrow on every process, and follows the memberships of its owner', async () => {
    const db = openDatabase(crocus.databaseUrl)
    const { config, clock } = crocus
    const second = await createApp({ config, db, clock, log: pino({ level: 'silent' }) })
    afterFile(async () => {
      await second.close()
      await db.close()
    })
    const bob = ['bob', 'the password of bob'] as const
    const key = await makeKey(bob, { projects: [mine.id] })
    const headers = { 'x-auth-accesskey': key }
    const there = async (id: number) =>
      (await second.fastify.inject({ url: `/api/projects/${id}`, headers })).statusCode
    expect([await there(mine.id), await there(other.id)]).toEqual([200, 403])
    const user_references = [{ id: ann.id }]
    expectDone(await by('all', 'PUT', `/api/user_groups/${mine.id}_3/users`, { json: { user_references } }))
    await expect.poll(() => there(mine.id)).toBe(403)
    const self = await crocus.request('GET', '/api/access_keys/self', { headers })
    expect(self.json()).toMatchObject({ projects: [] })
  })
})

describe.skipIf(isSvnMissing)(`a key that is limited to a project, for Subversion (${SVN_NEEDS})`, () => {
  it('opens repositories of its projects only', { timeout: 60_000 }, async () => {
    for (const { id } of [mine, other]) await givenRepository(crocus, id, 'code')
    const address = await listen(crocus)
    const svn = await makeKey(ann.as, { projects: [mine.id], scopes: ['write:svn'] })
    const wide = await makeKey(ann.as, { scopes: ['write:svn'] })
    const rest = await makeKey(ann.as, { projects: [mine.id] })
    const statusOf = async (project: string, password: string): Promise<number> => {
      const authorization = `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`
      const url = `${address}/svnplugin/${project}/code/`
      const response = await fetch(url, { method: 'OPTIONS', headers: { authorization } })
      await response.arrayBuffer()
      return response.status
    }
    expect([await statusOf('mine', svn), await statusOf('other', svn)]).toEqual([200, 403])
    expect([await statusOf('mine', wide), await statusOf('other', wide)]).toEqual([200, 200])
    expect(await statusOf('mine', rest)).toBe(401)
    expect((await crocus.request('GET', '/api/users/self', { headers: { 'x-auth-accesskey': svn } })).status).toBe(401)
  })
})

describe('routes that are about the whole account', () => {
  // A route outside of these paths does not belong to one project: for a new route this list must say whether a limited key opens it.
  const ofProjects =
    /^\/(projects|artifacts|artifact_files|trackers|tracker_\w+|svn|user_groups|project_services|project_ownership)(\/|$)/
  const open = new Set([
    'GET /banner',
    'PUT /banner',
    'DELETE /banner',
    'GET /system_event',
    'POST /invitations',
    'GET /project_fields',
    'GET /account',
    'GET /users',
    'GET /users/{id}',
    'PATCH /users/{id}',
    'GET /users/{id}/preferences',
    'GET /users/{id}/dashboards',
    'GET /users/{id}/history',
    'GET /users/{id}/artifacts',
    'GET /users/{id}/membership',
    'GET /users_memberships',
    'GET /users/{id}/access_keys',
    'POST /access_keys',
    'GET /access_keys/{id}',
    'DELETE /access_keys/{id}',
    'GET /changes',
    'GET /changes/snapshot',
    'GET /events',
    // Each artifact is judged by its project.
    'POST /batch',
    'GET /trash/{id}',
    'POST /trash/{id}/restore',
    'DELETE /trash/{id}',
    // Each project is judged for itself.
    'GET /project_activity',
    'GET /search',
    // A planning is judged by its project, and so is each artifact that it plans.
    'GET /plannings/{id}/milestones',
    'GET /roadmaps/{id}',
    'PUT /roadmaps/{id}',
    'DELETE /roadmaps/{id}',
    'GET /roadmaps/{id}/tasks',
    'GET /roadmaps/{id}/iterations',
    'GET /roadmap_tasks/{id}/subtasks',
    'GET /milestones/{id}',
    'GET /milestones/{id}/milestones',
    'GET /milestones/{id}/siblings',
    'GET /milestones/{id}/burndown',
    'GET /milestones/{id}/burnup',
    'GET /milestones/{id}/content',
    'GET /milestones/{id}/backlog',
    'PUT /milestones/{id}/milestones',
    'PATCH /milestones/{id}/milestones',
    'PUT /milestones/{id}/content',
    'PATCH /milestones/{id}/content',
    'POST /milestones/{id}/backlog',
    'PUT /milestones/{id}/backlog',
    'PATCH /milestones/{id}/backlog',
    'PATCH /backlog_items/{id}/children',
    'GET /backlog_items/{id}',
    'GET /backlog_items/{id}/children',
    'GET /milestones/{id}/cardwall',
    'PUT /cards/{id}',
    'GET /taskboard/{id}/cards',
    'GET /taskboard/{id}/columns',
    'GET /taskboard_cards/{id}',
    'GET /taskboard_cards/{id}/children',
    'PATCH /taskboard_cards/{id}',
    'PATCH /taskboard_cells/{swimlane_id}/column/{column_id}',
    'GET /v2/projects/{id}/backlog',
    // A kanban is judged by the project of its tracker, and so is each artifact on it.
    'GET /kanban/{id}/cumulative_flow',
    'PATCH /kanban/{id}/archive',
    'PATCH /kanban/{id}/backlog',
    'PATCH /kanban/{id}/items',
    'POST /kanban_items',
    'POST /kanban/{id}/columns',
    'PUT /kanban/{id}/columns',
    'PATCH /kanban_columns/{id}',
    'DELETE /kanban_columns/{id}',
    'PUT /kanban/{id}/tracker_reports',
    'GET /kanban/{id}',
    'GET /kanban/{id}/archive',
    'GET /kanban/{id}/backlog',
    'GET /kanban/{id}/items',
    'GET /kanban_items/{id}',
    'DELETE /kanban/{id}',
    'PATCH /kanban/{id}',
    // Each import is judged by its project.
    'GET /imports/{id}',
    'DELETE /imports/{id}',
    'POST /imports/{id}/undo',
    // Each webhook is judged by the project of its place.
    'GET /webhooks',
    'POST /webhooks',
    'GET /webhooks/{id}',
    'PUT /webhooks/{id}',
    'DELETE /webhooks/{id}',
    'POST /webhooks/{id}/test',
    'POST /webhooks/{id}/pause',
    'POST /webhooks/{id}/resume',
    'POST /webhooks/{id}/replay',
    'POST /webhooks/{id}/secret',
    'GET /webhooks/{id}/deliveries',
    'POST /webhooks/{id}/deliveries/{delivery_id}/retry',
  ])

  it('say so, or look at the projects of the key themselves', () => {
    const unclear = crocus.app.routes
      .filter(({ access, isWholeAccount, path }) => access !== 'public' && !isWholeAccount && !ofProjects.test(path))
      // Rights on the platform as a whole are none of a limited key.
      .filter(({ path }) => !path.startsWith('/site/') && !path.startsWith('/oauth2_apps'))
      .map(({ method, path }) => `${method} ${path}`)
      .filter(name => !open.has(name))
    expect(unclear).toEqual([])
  })
})
