import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  readProject,
  type Account,
  type FixtureTracker,
} from '../harness/fixture.ts'
import { expectSameInXml, readXml, requestXml } from '../harness/xml.ts'

// A project from its creation to its suspension: base.md §2.5, §4.7a, §4.7b, projects.md §3.

interface ProjectBody {
  readonly id: number
  readonly [member: string]: unknown
}

let crocus: TestApp
let keeper: Account
let mia: Account

beforeAll(async () => {
  crocus = await testApp()
  keeper = await givenAccount(crocus, 'keeper')
  mia = await givenAccount(crocus, 'mia')
})

const errorOf = (text: string) =>
  (JSON.parse(text) as { error: { message: string; i18n_error_messages?: string[] } }).error

describe.each(['JSON', 'XML'] as const)('a project that is asked for in %s', format => {
  const shortname = `garden-${format.toLowerCase()}`
  const wanted = {
    shortname,
    label: 'Garden & <Orchard>',
    description: 'Where things grow',
    is_public: true,
    template_id: 100,
    categories: [],
    fields: [],
  }
  const post = (body: object, path = '/api/projects') =>
    crocus.request('POST', path, {
      as: keeper.as,
      ...(format === 'XML' ? { xml: requestXml(body), headers: { accept: 'application/xml' } } : { json: body }),
    })
  let id: number

  it('can be tried first: nothing is created, and all faults are reported at once', async () => {
    const dry = await post(wanted, '/api/projects?dry_run=true')
    expect([dry.status, dry.text]).toEqual([204, ''])
    const wrong = await crocus.request('POST', '/api/projects?dry_run=true', {
      as: keeper.as,
      json: {
        ...wanted,
        shortname: 'a_b',
        label: 'x',
        allow_restricted: true,
        fields: [{ field_id: 9_999, value: 'x' }],
      },
    })
    expect(wrong.status).toBe(400)
    expect(errorOf(wrong.text).i18n_error_messages).toHaveLength(4)
    const found = await crocus.request(
      'GET',
      `/api/projects?query=${encodeURIComponent(JSON.stringify({ shortname }))}`,
    )
    expect(found.json()).toEqual([])
  })

  it('is there at once, with its creator as member and administrator, and its four trackers', async () => {
    const created = await post(wanted)
    expect(created.status).toBe(201)
    id = format === 'XML' ? Number(readXml(created.text).say('id')) : created.json<ProjectBody>().id
    const read = await crocus.request('GET', `/api/projects/${id}`, { as: keeper.as })
    const project = read.json<ProjectBody>()
    expect(project).toMatchObject({
      id,
      uri: `projects/${id}`,
      label: 'Garden & <Orchard>',
      shortname,
      status: 'active',
      access: 'public',
      is_template: false,
      is_member_of: true,
      description: 'Where things grow',
      additional_informations: [],
    })
    const xml = await crocus.request('GET', `/api/v1/projects/${id}`, {
      as: keeper.as,
      headers: { accept: 'application/xml' },
    })
    expectSameInXml(project, readXml(xml.text), 'project')
    for (const group of ['3', '4']) {
      const members = await crocus.request('GET', `/api/user_groups/${id}_${group}/users`, { as: keeper.as })
      expect(members.json<{ username: string }[]>().map(user => user.username)).toEqual(['keeper'])
    }
    const owner = await crocus.request('GET', `/api/project_ownership/${id}`, { as: crocus.admin })
    expect(owner.json()).toMatchObject({ project_owner: { username: 'keeper' } })

    const list = await crocus.request('GET', `/api/projects/${id}/trackers`, { as: keeper.as })
    const trackers = list.json<{ item_name: string; semantics: object; workflow: { is_used: string } }[]>()
    expect(trackers.map(tracker => tracker.item_name).sort()).toEqual(['bug', 'story', 'task', 'test_case'])
    for (const { semantics, workflow } of trackers) {
      expect(Object.keys(semantics).sort()).toEqual(['contributor', 'description', 'status', 'title'])
      expect(workflow.is_used).toBe('')
    }
  })

  it('has trackers with every writable kind of field, of which only the title is required (projects.md §3.7)', async () => {
    const project = await readProject(crocus, id, keeper.as)
    const kinds = ['bug', 'story', 'task', 'test_case'].map(
      name => new Set(project.tracker(name).fields.map(field => field.type)),
    )
    for (const kind of ['string', 'text', 'sb', 'file', 'art_link'])
      for (const set of kinds) expect(set).toContain(kind)
    const all = new Set(kinds.flatMap(set => [...set]))
    for (const kind of ['msb', 'int', 'float', 'date', 'rb', 'cb', 'tbl', 'perm', 'computed', 'ttmstepdef'])
      expect([...all]).toContain(kind)
    for (const name of ['bug', 'story', 'task', 'test_case'])
      await givenArtifact(crocus, project.tracker(name), 'Nothing but a title', { as: keeper.as })
    const xml = await crocus.request('GET', `/api/trackers/${project.tracker('bug').id}`, {
      as: keeper.as,
      headers: { accept: 'application/xml' },
    })
    const json = await crocus.request('GET', `/api/trackers/${project.tracker('bug').id}`, { as: keeper.as })
    expectSameInXml(json.json(), readXml(xml.text), 'tracker')
  })

  it('takes its name away from others, in any case, and from users', async () => {
    for (const name of [
      shortname,
      shortname.toUpperCase(),
      'keeper',
      'git',
      'forge__x',
      'a_b',
      'ab',
      'a b',
      '-abc',
      'x'.repeat(31),
    ]) {
      const refused = await crocus.request('POST', '/api/projects', {
        as: mia.as,
        json: { ...wanted, shortname: name },
      })
      expect([name, refused.status]).toEqual([name, 400])
      expect(errorOf(refused.text).message).toMatch(
        /^Bad Request: [Pp]roject shortname is invalid\. The reason is: Short name/,
      )
    }
  })

  it('lets people in: members write, others read', async () => {
    const bug = (await readProject(crocus, id, keeper.as)).tracker('bug')
    const write = () =>
      crocus.request('POST', '/api/artifacts', {
        as: mia.as,
        json: { tracker: { id: bug.id }, values: [{ field_id: bug.field('title'), value: 'By mia' }] },
      })
    expect((await write()).status).toBe(403)
    const members = (users: string[], as = keeper.as) =>
      crocus.request('PUT', `/api/user_groups/${id}_3/users`, {
        as,
        json: { user_references: users.map(username => ({ username })) },
      })
    expect((await members(['keeper', 'mia'], mia.as)).status).toBe(403)
    expectDone(await members(['keeper', 'mia']))
    expect((await write()).status).toBe(201)
    expectDone(await members(['keeper']))
    expect((await write()).status).toBe(403)
  })

  it('serves as template of the next one for its administrator', async () => {
    const group = await crocus.request('POST', '/api/user_groups', {
      as: keeper.as,
      json: { project_id: id, short_name: 'diggers' },
    })
    expect(group.status).toBe(201)
    const next = { ...wanted, shortname: `${shortname}-2`, template_id: id }
    expect(
      (await crocus.request('POST', '/api/projects', { as: mia.as, json: { ...next, shortname: 'not-mine' } })).status,
    ).toBe(400)
    const created = await crocus.request('POST', '/api/projects', { as: keeper.as, json: next })
    expect(created.status).toBe(201)
    const copy = await readProject(crocus, created.json<ProjectBody>().id, keeper.as)
    const original = await readProject(crocus, id, keeper.as)
    for (const name of ['bug', 'story', 'task', 'test_case']) {
      const plain = ({ fields }: FixtureTracker) =>
        fields.map(({ name, type, values }) => [
          name,
          type,
          // In values of permissions, groups of the project differ.
          type === 'perm' ? [] : (values ?? []).map(value => value.label),
        ])
      expect(copy.tracker(name).id).not.toBe(original.tracker(name).id)
      expect(plain(copy.tracker(name))).toEqual(plain(original.tracker(name)))
      const artifacts = await crocus.request('GET', `/api/trackers/${copy.tracker(name).id}/artifacts`, {
        as: keeper.as,
      })
      expect(artifacts.headers['x-pagination-size']).toBe('0')
    }
    const groups = await crocus.request('GET', `/api/projects/${copy.id}/user_groups`, { as: keeper.as })
    expect(groups.json<{ short_name: string }[]>().map(one => one.short_name)).toContain('diggers')
  })

  it('can be suspended by the platform, and then takes nothing (§3)', async () => {
    const status = (as: Account['as'], value: string) =>
      crocus.request('PATCH', `/api/projects/${id}`, { as, json: { status: value } })
    expect((await status(keeper.as, 'suspended')).status).toBe(403)
    expect((await status(crocus.admin, 'deleted')).status).toBe(400)
    expectDone(await status(crocus.admin, 'suspended'))
    expect((await crocus.request('GET', `/api/projects/${id}`, { as: keeper.as })).status).toBe(403)
    const group = await crocus.request('POST', '/api/user_groups', {
      as: keeper.as,
      json: { project_id: id, short_name: 'late' },
    })
    expect(group.status).toBe(403)
    expectDone(await status(crocus.admin, 'active'))
    expect((await crocus.request('GET', `/api/projects/${id}`, { as: keeper.as })).status).toBe(200)
  })
})

describe('the right to create projects (projects.md §3)', () => {
  it('is everybody with an account, or site administrators alone when the platform says so', async () => {
    const json = { shortname: 'by-anybody', label: 'Anybody', is_public: false, template_id: 100 }
    expect((await crocus.request('POST', '/api/projects', { json })).status).toBe(401)
    const set = (value: string) =>
      crocus.app.modules.settings.set('sys_use_project_registration', value, { actorId: 101, means: 'command' })
    await set('0')
    expect((await crocus.request('POST', '/api/projects', { as: mia.as, json })).status).toBe(403)
    const dry = await crocus.request('POST', '/api/projects?dry_run=true', { as: mia.as, json })
    expect([dry.status, errorOf(dry.text).i18n_error_messages?.length]).toEqual([400, 1])
    expect((await crocus.request('POST', '/api/projects', { as: crocus.admin, json })).status).toBe(201)
    await set('1')
    const created = await crocus.request('POST', '/api/projects', {
      as: mia.as,
      json: { ...json, shortname: 'by-mia' },
    })
    expect([created.status, created.json<ProjectBody>()['access']]).toEqual([201, 'private'])
  })

  it('tells what the platform asks of each project, and must tell what it requires (projects.md §3.6)', async () => {
    const json = { shortname: 'with-fields', label: 'With fields', is_public: true, template_id: 100 }
    const create = (more: object) => crocus.request('POST', '/api/projects', { as: mia.as, json: { ...json, ...more } })
    expect((await create({ categories: [{ category_id: 1, value_id: 2 }] })).status).toBe(400)
    expect((await create({ fields: [{ field_id: 1, value: 'x' }] })).status).toBe(400)
    const actor = { userId: 101, means: 'command' } as const
    const field = { name: 'Cost centre', description: 'Who pays', rank: 1, type: 'line', isRequired: true } as const
    const field_id = await crocus.app.modules.projects.createField(actor, field)
    const list = await crocus.request('GET', '/api/project_fields', { as: mia.as })
    const { isRequired: is_required, ...told } = field
    expect(list.json()).toEqual({
      project_fields_representation: [{ id: field_id, ...told, is_required }],
      total_size: 1,
    })
    const missing = await create({})
    expect([missing.status, missing.text.includes('Cost centre')]).toEqual([400, true])
    const created = await create({ fields: [{ field_id, value: 'Garden 7' }] })
    expect([created.status, created.json<ProjectBody>()['additional_fields']]).toEqual([
      201,
      [{ name: 'Cost centre', value: 'Garden 7' }],
    ])
  })
})
