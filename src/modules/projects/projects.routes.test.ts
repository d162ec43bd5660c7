import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { invalidate, inTransaction, statement } from '../../platform/db/db.ts'
import { hashPassword, type SitePermission, type UserStatus } from '../users/index.ts'

const PASSWORD = 'a password of tests'
const as = (login: string) => [login, PASSWORD] as const
const command = { userId: null, means: 'command' } as const
const ids = new Map<string, number>()
const idOf = (login: string): number => ids.get(login) ?? 0

interface Project {
  id: number
  shortname: string
  label: string
  status: string
  access: string
  is_member_of: boolean
  additional_fields: { name: string; value: string }[]
  additional_informations: unknown
  resources: { type: string; uri: string }[]
}
interface ErrorBody {
  error: { code: number; message: string; i18n_error_message?: string; i18n_error_messages?: string[] }
}

let t: TestApp

/** For data that no route writes or shows. */
const query = <Row>(text: string, ...values: unknown[]): Promise<Row[]> => t.db.query(statement<Row>('', text), values)

const account = async (login: string, status: UserStatus = 'A'): Promise<number> => {
  const passwordHash = await hashPassword(PASSWORD)
  const id = await inTransaction(t.db, tx =>
    t.app.modules.users.create(
      tx,
      { login, realName: login, email: `${login}@example.org`, status, passwordHash },
      command,
    ),
  )
  ids.set(login, id)
  return id
}

const grant = (login: string, permission: SitePermission) =>
  query(
    `
    with made as (insert into site_group (name) values ($1) returning id),
      allowed as (insert into site_group_permission select id, $2 from made)
    insert into site_group_member select id, $3 from made`,
    permission,
    permission,
    idOf(login),
  )

const setMode = (mode: string) => t.app.modules.settings.set('access_mode', mode, { actorId: null, means: 'command' })

beforeAll(async () => {
  t = await testApp()
  for (const login of ['ann', 'ben', 'carl', 'manager', 'looker']) await account(login)
  await account('rita', 'R')
  await account('sue', 'S')
  await grant('manager', 'rest_project_management')
  await grant('looker', 'retrieve_user_membership')
})

let counter = 0
const payload = (changes: Record<string, unknown> = {}) => ({
  shortname: `project-${++counter}`,
  label: `Project ${counter}`,
  is_public: true,
  template_id: 100,
  ...changes,
})
const create = async (login: string, changes: Record<string, unknown> = {}): Promise<Project> => {
  const response = await t.request('POST', '/api/projects', { as: as(login), json: payload(changes) })
  expect(response.text).toContain('"id"')
  expect(response.status).toBe(201)
  return response.json<Project>()
}
const message = (response: { json<T>(): T }): string => response.json<ErrorBody>().error.message

describe('POST /projects (projects.md §3)', () => {
  it('makes a project of the site template, with its services and trackers, and its creator as owner', async () => {
    const project = await create('ann', { shortname: 'Harbour', description: 'Ships' })
    expect(project).toMatchObject({
      uri: `projects/${project.id}`,
      shortname: 'harbour',
      status: 'active',
      access: 'public',
      is_member_of: true,
      description: 'Ships',
      additional_informations: [],
      icon: '',
    })
    const trackers = await t.app.modules.trackers.listOfProject(project.id)
    expect(trackers.map(tracker => tracker.itemName).sort()).toEqual(['bug', 'story', 'task', 'test_case'])
    const owner = await t.request('GET', `/api/project_ownership/${project.id}`, { as: t.admin })
    expect(owner.json()).toMatchObject({ project_owner: { id: idOf('ann') } })
    const read = await t.request('GET', `/api/projects/${project.id}`, { as: as('ann') })
    expect(read.json()).toEqual(project)
  })

  it('takes XML too', async () => {
    const response = await t.request('POST', '/api/projects', {
      as: as('ann'),
      xml: '<request><shortname>by-xml</shortname><label>By XML</label><is_public>false</is_public><template_id>100</template_id></request>',
      headers: { accept: 'application/xml' },
    })
    expect(response.status).toBe(201)
    expect(response.text).toContain('<shortname>by-xml</shortname>')
    expect(response.text).toContain('<access>private</access>')
  })

  it.each([
    ['-abc', 'must start with an alphanumeric character'],
    ['a_b c', 'cannot contain an underscore or a dot'],
    ['a.bc', 'cannot contain an underscore or a dot'],
    ['a bc', 'cannot contain a space'],
    ['a+bc', 'contains an illegal character'],
    ['ab', 'is too short'],
    ['a'.repeat(31), 'is too long'],
    ['fine-Name7', undefined],
    ['WWW7', 'is reserved'],
    ['nobody', 'is reserved'],
    ['Site-Template', 'already exists'],
    ['BEN', 'already exists'],
  ])('judges the short name %s: %s', async (shortname, reason) => {
    const response = await t.request('POST', '/api/projects?dry_run=true', {
      as: as('ann'),
      json: payload({ shortname }),
    })
    if (reason === undefined) return expect(response.status).toBe(204)
    expect(response.status).toBe(400)
    const [text] = response.json<ErrorBody>().error.i18n_error_messages ?? []
    expect(text).toMatch(/^Project shortname is invalid\. The reason is: Short name /)
    return expect(text).toContain(reason)
  })

  it('collects one message a subject in a dry run and creates nothing; otherwise tells the first alone', async () => {
    const wrong = payload({
      shortname: 'ab',
      label: 'x',
      is_public: true,
      allow_restricted: true,
      fields: [{ field_id: 999, value: 'v' }],
    })
    const dry = await t.request('POST', '/api/projects', { as: as('ann'), json: { ...wrong, dry_run: true } })
    expect(dry.status).toBe(400)
    expect(dry.json<ErrorBody>().error.i18n_error_messages).toHaveLength(4)
    const real = await t.request('POST', '/api/projects', { as: as('ann'), json: wrong })
    expect(real.status).toBe(400)
    expect(message(real)).toBe(
      'Bad Request: Project shortname is invalid. The reason is: Short name is too short: it needs at least 3 characters.',
    )
    const fine = await t.request('POST', '/api/projects?dry_run=1', {
      as: as('ann'),
      json: payload({ shortname: 'not-there' }),
    })
    expect(fine.status).toBe(204)
    expect(fine.text).toBe('')
    expect(await t.app.modules.projects.findByShortName('not-there')).toBeUndefined()
  })

  it('tells a fault of the template alone in a dry run', async () => {
    const response = await t.request('POST', '/api/projects?dry_run=true', {
      as: as('ann'),
      json: payload({ shortname: 'x', template_id: 99999 }),
    })
    expect(response.json<ErrorBody>().error.i18n_error_messages).toHaveLength(1)
  })

  it('refuses templates that are unknown, not active, or not for the caller', async () => {
    const own = await create('ann')
    const template = await create('ann')
    const hidden = await create('ann', { is_public: false })
    await t.app.modules.projects.change(command, template.id, { isTemplate: true })
    await t.app.modules.projects.change(command, hidden.id, { isTemplate: true })
    const status = async (template_id: number, login = 'ben') =>
      (await t.request('POST', '/api/projects', { as: as(login), json: payload({ template_id }) })).status
    expect(await status(99999)).toBe(400)
    expect(await status(own.id)).toBe(400)
    expect(await status(own.id, 'ann')).toBe(201)
    expect(await status(template.id)).toBe(201)
    expect(await status(hidden.id)).toBe(400)
    await t.app.modules.projects.change(command, template.id, { status: 'suspended' })
    expect(await status(template.id, 'ann')).toBe(400)
    expect(
      (await t.request('POST', '/api/projects', { as: as('ann'), json: { ...payload(), template_id: undefined } }))
        .status,
    ).toBe(400)
  })

  it('makes projects of built-in templates: `empty` has administration alone', async () => {
    const project = await create('ann', { template_id: undefined, xml_template_name: 'empty' })
    expect([...((await t.app.modules.projects.get(project.id))?.enabledServices ?? [])].sort()).toEqual([
      'admin',
      'summary',
    ])
    const unknown = await t.request('POST', '/api/projects', {
      as: as('ann'),
      json: payload({ template_id: undefined, xml_template_name: 'waterfall' }),
    })
    expect(unknown.status).toBe(400)
    expect(message(unknown)).toContain('waterfall')
  })

  it('cannot try an archive by a dry run', async () => {
    const json = payload({ template_id: undefined, from_archive: { file_name: 'a.zip', file_size: 3 } })
    const dry = await t.request('POST', '/api/projects?dry_run=true', { as: as('ann'), json })
    expect(dry.status).toBe(400)
    expect(dry.json<ErrorBody>().error.i18n_error_message).toBeTypeOf('string')
  })

  it('refuses anonymous callers, and everybody but site administrators when registration is closed', async () => {
    expect((await t.request('POST', '/api/projects', { json: payload() })).status).toBe(401)
    const settings = t.app.modules.settings
    await settings.set('sys_use_project_registration', '0', { actorId: null, means: 'command' })
    expect((await t.request('POST', '/api/projects', { as: as('ann'), json: payload() })).status).toBe(403)
    const dry = await t.request('POST', '/api/projects?dry_run=true', { as: as('ann'), json: payload({ label: 'x' }) })
    expect(dry.status).toBe(400)
    expect(dry.json<ErrorBody>().error.i18n_error_messages).toEqual(['Only site administrators can create projects.'])
    expect((await t.request('GET', '/api/project_fields', { as: as('ann') })).status).toBe(403)
    expect((await t.request('POST', '/api/projects', { as: t.admin, json: payload() })).status).toBe(201)
    await settings.set('sys_use_project_registration', '1', { actorId: null, means: 'command' })
  })

  it.each([
    [true, true, 'unrestricted'],
    [true, false, 'public'],
    [true, null, 'public'],
    [false, false, 'private-wo-restr'],
    [false, true, 'private'],
    [false, undefined, 'private'],
  ])(
    'gives is_public %s, allow_restricted %s the access %s on a platform with restricted users',
    async (is_public, allow_restricted, access) => {
      await setMode('restricted')
      expect((await create('ann', { is_public, allow_restricted })).access).toBe(access)
      await setMode('anonymous')
      const response = await t.request('POST', '/api/projects', {
        as: as('ann'),
        json: payload({ is_public, allow_restricted }),
      })
      expect(response.status).toBe(access === 'public' || access === 'private' ? 201 : 400)
    },
  )

  it('copies static groups with their people, and makes them members in a private project (§6)', async () => {
    const template = await create('ann')
    const group = await inTransaction(t.db, async tx => {
      const { projects } = t.app.modules
      const id = await projects.createUserGroup(tx, template.id, { name: 'crew', description: 'On board' }, command)
      await projects.addUserGroupMembers(tx, template.id, id, [idOf('ben')], command)
      await projects.setBanner(tx, template.id, 'Ahoy', command)
      return id
    })
    const open = await create('ann', { template_id: template.id })
    const [copy] = await t.app.modules.projects.userGroups(open.id)
    expect(copy).toMatchObject({ name: 'crew', description: 'On board' })
    expect(copy?.id).not.toBe(group)
    expect((await t.app.modules.projects.get(open.id))?.banner).toBe('Ahoy')
    expect(await t.app.modules.projects.groupMembers(open.id, copy?.id ?? 0)).toEqual([idOf('ben')])
    expect(await t.app.modules.projects.groupMembers(open.id, 3)).toEqual([idOf('ann')])
    const closed = await create('ann', { template_id: template.id, is_public: false })
    expect(await t.app.modules.projects.groupMembers(closed.id, 3)).toEqual([idOf('ann'), idOf('ben')])
    // Changed rights apply at once, although caches held the former rights.
    expect((await t.request('GET', `/api/projects/${closed.id}`, { as: as('ben') })).status).toBe(200)
  })

  it('makes one of several that ask for one name at the same time', async () => {
    const json = payload({ shortname: 'only-one' })
    const answers = await Promise.all(
      ['ann', 'ben', 'carl', 'ann'].map(login => t.request('POST', '/api/projects', { as: as(login), json })),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 400, 400, 400])
    const refused = answers.filter(answer => answer.status === 400).map(message)
    for (const text of refused) expect(text).toContain('The reason is: Short name already exists')
  })
})

describe('categories and custom fields', () => {
  it('asks for mandatory fields, knows no others, and shows the values (§3.6)', async () => {
    const { projects } = t.app.modules
    const id = await projects.createField(command, {
      name: 'Sponsor',
      description: 'Who pays',
      rank: 1,
      type: 'line',
      isRequired: true,
    })
    const missing = await t.request('POST', '/api/projects', { as: as('ann'), json: payload() })
    expect(missing.status).toBe(400)
    expect(message(missing)).toContain('Sponsor')
    const unknown = await t.request('POST', '/api/projects', {
      as: as('ann'),
      json: payload({
        fields: [
          { field_id: id, value: 'Town' },
          { field_id: 4711, value: '' },
        ],
      }),
    })
    expect(message(unknown)).toContain('4711')
    const project = await create('ann', { fields: [{ field_id: id, value: 'Town' }] })
    expect(project.additional_fields).toEqual([{ name: 'Sponsor', value: 'Town' }])
    await projects.setFieldValue(command, project.id, id, 'Port')
    expect((await t.request('GET', `/api/projects/${project.id}`)).json<Project>().additional_fields[0]?.value).toBe(
      'Port',
    )
    const listed = await t.request('GET', '/api/project_fields?limit=500', { as: as('ann') })
    expect(listed.json()).toEqual({
      project_fields_representation: [
        { id, name: 'Sponsor', rank: 1, is_required: true, description: 'Who pays', type: 'line' },
      ],
      total_size: 1,
    })
    expect(listed.headers['x-pagination-limit']).toBe('100')
    await query(`update project_field set is_required = false`)
    await inTransaction(t.db, tx => invalidate(tx, 'project_field', id))
    await expect.poll(async () => (await projects.fields())[0]?.isRequired).toBe(false)
  })

  it('refuses categories that are no roots, no values of theirs, or too many (§3.5)', async () => {
    const rows = await query<{ id: number }>(`
      insert into category (parent_id, name, nb_max_values) values (null, 'Topic', 1) returning id`)
    const root = rows[0]?.id ?? 0
    const values = await query<{ id: number }>(
      `
      insert into category (parent_id, name) values ($1, 'Sea'), ($2, 'Land') returning id`,
      root,
      root,
    )
    const [sea, land] = values.map(row => row.id)
    const status = async (categories: unknown) =>
      (await t.request('POST', '/api/projects', { as: as('ann'), json: payload({ categories }) })).status
    expect(await status([{ category_id: sea, value_id: land }])).toBe(400)
    expect(await status([{ category_id: root, value_id: root }])).toBe(400)
    expect(
      await status([
        { category_id: root, value_id: sea },
        { category_id: root, value_id: land },
      ]),
    ).toBe(400)
    expect(await status([{ category_id: root, value_id: sea }])).toBe(201)
    await query(`update category set is_mandatory = true where id = $1`, root)
    expect(await status([])).toBe(400)
    await query(`delete from category where id = $1`, root)
  })
})

describe('GET /projects (§4)', () => {
  let open: Project
  let closed: Project
  beforeAll(async () => {
    open = await create('carl', { shortname: 'list-open' })
    closed = await create('carl', { shortname: 'list-closed', is_public: false })
  })
  const list = async (query: unknown, login?: string) => {
    const text = typeof query === 'string' ? query : JSON.stringify(query)
    const response = await t.request(
      'GET',
      `/api/projects?limit=50&query=${encodeURIComponent(text)}`,
      login === undefined ? {} : { as: as(login) },
    )
    return {
      status: response.status,
      size: response.headers['x-pagination-size'],
      ids: response.status === 200 ? response.json<Project[]>().map(each => each.id) : [],
    }
  }

  it('shows everybody public projects, members theirs, and never the platform’s own', async () => {
    const all = (await t.request('GET', '/api/projects?limit=50')).json<Project[]>().map(each => each.id)
    expect(all).toContain(open.id)
    expect(all).not.toContain(closed.id)
    expect(all).not.toContain(100)
    expect(all).toEqual([...all].sort((a, b) => a - b))
    expect((await list({ shortname: 'LIST-closed' }, 'carl')).ids).toEqual([closed.id])
    expect((await list({ shortname: 'list-closed' }, 'ben')).ids).toEqual([])
  })

  it('counts and pages in the database', async () => {
    const page = await t.request('GET', '/api/projects?limit=1&offset=1', { as: as('carl') })
    const size = Number(page.headers['x-pagination-size'])
    expect(page.json<Project[]>()).toHaveLength(1)
    expect(size).toBeGreaterThan(2)
    const beyond = await t.request('GET', '/api/projects?limit=1&offset=9999', { as: as('carl') })
    expect(beyond.json()).toEqual([])
    expect(beyond.headers['x-pagination-size']).toBe(String(size))
    expect((await t.request('GET', '/api/projects?limit=51')).status).toBe(400)
    expect((await t.request('GET', '/api/projects?offset=-1')).status).toBe(400)
    expect((await t.request('GET', '/api/projects?limit=0')).json()).toEqual([])
  })

  it('answers criteria, in their order of precedence', async () => {
    expect((await list({ is_member_of: true }, 'carl')).ids).toEqual(expect.arrayContaining([open.id, closed.id]))
    expect((await list({ is_admin_of: true }, 'carl')).ids).toEqual(expect.arrayContaining([open.id, closed.id]))
    expect((await list({ is_member_of: true })).ids).toEqual([])
    expect((await list({ is_tracker_admin: true }, 'carl')).ids).toEqual(expect.arrayContaining([open.id, closed.id]))
    expect((await list({ is_member_of: true, shortname: 'list-open' }, 'ben')).ids).toEqual([open.id])
  })

  it('finds the templates that the caller sees', async () => {
    await t.app.modules.projects.change(command, open.id, { isTemplate: true })
    await t.app.modules.projects.change(command, closed.id, { isTemplate: true })
    expect((await list({ is_template: true }, 'carl')).ids).toEqual([open.id, closed.id])
    expect((await list({ is_template: true }, 'ben')).ids).toEqual([open.id])
    await t.app.modules.projects.change(command, open.id, { isTemplate: false })
    expect((await list({ is_template: true }, 'carl')).ids).toEqual([closed.id])
    await t.app.modules.projects.change(command, closed.id, { isTemplate: false })
  })

  it.each([
    ['text'],
    ['{x}'],
    ['{}'],
    ['{"other":1}'],
    ['{"is_member_of":false}'],
    ['{"is_tracker_admin":false}'],
    ['{"is_template":false}'],
    ['{"shortname":7}'],
    ['{"with_status":"lost"}'],
    ['{"shortname":"\\u0000"}'],
  ])('refuses the query %s', async query => {
    expect((await list(query, 'ann')).status).toBe(400)
  })

  it('lists by status for those who manage projects', async () => {
    const gone = await create('carl')
    await t.app.modules.projects.change(command, gone.id, { status: 'suspended' })
    expect((await list({ with_status: 'suspended' }, 'carl')).status).toBe(403)
    expect((await list({ with_status: 'suspended' })).status).toBe(403)
    expect((await list({ with_status: 'suspended' }, 'manager')).ids).toContain(gone.id)
    expect((await list({ with_status: 'system' }, 'manager')).ids).toEqual([1, 100])
  })

  it('asks anonymous callers of a closed platform to sign in', async () => {
    await setMode('regular')
    expect((await t.request('GET', '/api/projects')).status).toBe(401)
    await setMode('anonymous')
  })

  it('shows a restricted user only what is theirs or unrestricted, and counts before that', async () => {
    await setMode('restricted')
    const unrestricted = await create('carl', { allow_restricted: true })
    const found = await t.request('GET', '/api/projects?limit=50', { as: as('rita') })
    expect(found.json<Project[]>().every(each => each.access === 'unrestricted')).toBe(true)
    expect(found.json<Project[]>().map(each => each.id)).toContain(unrestricted.id)
    expect(Number(found.headers['x-pagination-size'])).toBeGreaterThan(found.json<Project[]>().length)
    expect((await t.request('POST', '/api/projects', { as: as('rita'), json: payload() })).status).toBe(403)
    await setMode('anonymous')
  })

  it('costs one query when the caches are warm, and none for one project', async () => {
    await t.request('GET', '/api/projects?limit=50', { as: as('carl') })
    await expect
      .poll(async () => {
        const before = t.db.roundTrips()
        await t.request('GET', '/api/projects?limit=50', { as: as('carl') })
        return t.db.roundTrips() - before
      })
      .toBe(1)
    await expect
      .poll(async () => {
        const before = t.db.roundTrips()
        await t.request('GET', `/api/projects/${open.id}`)
        return t.db.roundTrips() - before
      })
      .toBe(0)
  })

  it('speaks XML', async () => {
    const response = await t.request('GET', `/api/projects/${open.id}.xml`)
    expect(response.status).toBe(200)
    expect(response.text).toContain('<shortname>list-open</shortname>')
  })
})

describe('GET and PATCH /projects/{id} (§5)', () => {
  it('refuses by the table of §1', async () => {
    const closed = await create('carl', { is_public: false })
    const status = async (id: number | string, login?: string) =>
      (await t.request('GET', `/api/projects/${id}`, login === undefined ? {} : { as: as(login) })).status
    expect(await status(closed.id)).toBe(403)
    expect(await status(closed.id, 'ben')).toBe(403)
    expect(await status(closed.id, 'carl')).toBe(200)
    expect(await status(closed.id, 'manager')).toBe(200)
    expect(await status(100, 'ben')).toBe(404)
    expect(await status(987654, 'ben')).toBe(404)
    expect(await status('abc', 'ben')).toBe(400)
    expect(await status('99999999999999999999', 'ben')).toBe(404)
    expect((await t.request('GET', '/api/projects/100', { as: t.admin })).status).toBe(200)
  })

  it('suspends and reactivates, for those who manage projects, and writes it down', async () => {
    const project = await create('carl')
    const patch = async (login: string, status: unknown, id = project.id) =>
      (await t.request('PATCH', `/api/projects/${id}`, { as: as(login), json: { status } })).status
    expect(await patch('carl', 'suspended')).toBe(403)
    expect(await patch('manager', 'deleted')).toBe(400)
    expect(await patch('manager', 'suspended')).toBe(200)
    expect((await t.request('GET', `/api/projects/${project.id}`, { as: as('carl') })).status).toBe(403)
    expect((await t.request('GET', `/api/projects/${project.id}/user_groups`, { as: t.admin })).status).toBe(200)
    expect(await patch('manager', 'active')).toBe(200)
    expect((await t.request('GET', `/api/projects/${project.id}`, { as: as('carl') })).status).toBe(200)
    expect(await patch('manager', 'active', 100)).toBe(403)
    expect(await patch('manager', 'active', 987654)).toBe(404)
    await t.app.modules.projects.change(command, project.id, { status: 'deleted' })
    expect(await patch('manager', 'active')).toBe(403)
    expect((await t.request('GET', `/api/projects/${project.id}`, { as: as('carl') })).status).toBe(403)
    const rows = await query<{ kind: string }>(
      `
      select kind from event where project_id = $1 and kind like 'project.%' order by seq`,
      project.id,
    )
    expect(rows.map(row => row.kind)).toEqual([
      'project.created',
      'project.suspended',
      'project.reactivated',
      'project.deleted',
    ])
  })

  it('hides a project that waits for its archive from every caller', async () => {
    const project = await create('carl')
    await query(`update project set status = 'archive' where id = $1`, project.id)
    await inTransaction(t.db, tx => invalidate(tx, 'project', project.id))
    for (const who of [t.admin, as('manager'), as('carl')]) {
      const path = `/api/projects/${project.id}`
      expect((await t.request('GET', path, { as: who })).status).toBe(404)
      expect((await t.request('PATCH', path, { as: who, json: { status: 'active' } })).status).toBe(404)
      expect((await t.request('GET', `/api/project_ownership/${project.id}`, { as: who })).status).toBe(404)
    }
    await expect(t.app.modules.projects.change(command, project.id, { status: 'active' })).rejects.toThrow(/not exist/)
  })

  it('says which methods there are', async () => {
    for (const path of ['/api/projects', '/api/projects/123456']) {
      const response = await t.request('OPTIONS', path)
      expect(response.status).toBe(200)
      expect(response.headers['allow']).toBe('OPTIONS, GET, POST, PATCH')
    }
  })
})

describe('services (§8)', () => {
  interface Service {
    id: number
    name: string
    is_enabled: boolean
    is_custom: boolean
    service_url: string
  }
  it('lists the catalogue in its order and switches services', async () => {
    const project = await create('carl', { shortname: 'Switches' })
    const list = async () =>
      (await t.request('GET', `/api/projects/${project.id}/project_services?limit=50`)).json<Service[]>()
    const services = await list()
    expect(services.map(service => service.name)).toEqual([
      'summary',
      'admin',
      'docman',
      'plugin_svn',
      'file',
      'plugin_baseline',
      'plugin_tracker',
      'plugin_agiledashboard',
      'plugin_program_management',
      'plugin_kanban',
      'plugin_mediawiki_standalone',
      'hudson',
      'plugin_git',
      'plugin_testmanagement',
    ])
    expect(services.filter(service => service.is_enabled).map(service => service.name)).toEqual([
      'summary',
      'admin',
      'plugin_svn',
      'plugin_tracker',
    ])
    const idOfService = (name: string) => services.find(service => service.name === name)?.id ?? 0
    const put = async (login: string | undefined, name: string, json: unknown) =>
      (await t.request('PUT', `/api/project_services/${idOfService(name)}`, { ...(login && { as: as(login) }), json }))
        .status
    expect(await put('ben', 'plugin_git', { is_enabled: true })).toBe(403)
    expect(await put(undefined, 'plugin_git', { is_enabled: true })).toBe(403)
    expect(await put('carl', 'absent', { is_enabled: true })).toBe(404)
    expect(await put('carl', 'plugin_git', {})).toBe(400)
    expect(await put('carl', 'admin', { is_enabled: false })).toBe(400)
    expect(await put('carl', 'plugin_git', { is_enabled: true })).toBe(200)
    expect((await list()).find(service => service.name === 'plugin_git')?.is_enabled).toBe(true)
    expect((await t.app.modules.projects.get(project.id))?.enabledServices.has('plugin_git')).toBe(true)
    const page = await t.request('GET', `/api/projects/${project.id}/project_services`)
    expect(page.json()).toHaveLength(10)
    expect(page.headers['x-pagination-size']).toBe('14')
  })

  it('adapts custom links to the copy of a template', async () => {
    const template = await create('carl')
    await inTransaction(t.db, tx =>
      t.app.modules.projects.setServices(
        tx,
        template.id,
        {
          states: new Map([['plugin_svn', false]]),
          custom: [
            {
              label: 'Site',
              description: '',
              url: 'https://example.org/$projectname',
              isEnabled: true,
              opensInNewTab: false,
            },
          ],
          others: 'kept',
        },
        command,
      ),
    )
    const copy = await create('carl', { template_id: template.id, shortname: 'Linked' })
    const services = (await t.request('GET', `/api/projects/${copy.id}/project_services?limit=50`)).json<Service[]>()
    expect(services.at(-1)).toMatchObject({ name: '', is_custom: true, service_url: 'https://example.org/linked' })
    expect(services.find(service => service.name === 'plugin_svn')?.is_enabled).toBe(false)
  })
})

describe('user groups (§6)', () => {
  interface Group {
    id: string
    short_name: string
    label: string
    additional_information: unknown
    project?: { id: number }
  }
  const get = (path: string, login?: string) =>
    t.request('GET', `/api${path}`, login === undefined ? {} : { as: as(login) })

  it('lists them by number; those of the platform on demand', async () => {
    const project = await create('carl')
    const groups = (await get(`/projects/${project.id}/user_groups`)).json<Group[]>()
    expect(groups.map(group => group.id)).toEqual([3, 4, 11, 14].map(id => `${project.id}_${id}`))
    expect(groups.map(group => group.additional_information)).toEqual([{ ldap: null }, [], [], []])
    const all = await get(
      `/projects/${project.id}/user_groups?query=${encodeURIComponent('{"with_system_user_groups":true}')}`,
    )
    expect(
      all
        .json<Group[]>()
        .map(group => group.short_name)
        .slice(0, 3),
    ).toEqual(['all_users', 'registered_users', 'project_members'])
    const bad = await get(`/projects/${project.id}/user_groups?query=x`)
    expect(bad.status).toBe(400)
    expect(bad.json<ErrorBody>().error.i18n_error_message).toBeTypeOf('string')
  })

  it('creates static ones, for administrators of the project', async () => {
    const project = await create('carl')
    const post = (login: string, json: unknown) => t.request('POST', '/api/user_groups', { as: as(login), json })
    const made = await post('carl', { project_id: project.id, short_name: 'Deck-hands', description: 'x' })
    expect(made.status).toBe(201)
    const group = made.json<Group>()
    expect(group).toMatchObject({
      short_name: 'Deck-hands',
      label: 'Deck-hands',
      key: 'Deck-hands',
      additional_information: { ldap: null },
      project: { id: project.id },
    })
    expect((await post('ben', { project_id: project.id, short_name: 'x' })).status).toBe(403)
    expect((await post('carl', { project_id: project.id, short_name: 'deck-HANDS' })).status).toBe(400)
    expect((await post('carl', { project_id: project.id, short_name: 'a b' })).status).toBe(400)
    expect((await post('carl', { project_id: project.id, short_name: 'project_members' })).status).toBe(400)
    expect((await post('carl', { project_id: project.id })).status).toBe(400)
    expect((await post('carl', { project_id: 987654, short_name: 'x' })).status).toBe(404)
    expect((await get(`/user_groups/${group.id}`)).json()).toEqual(group)
    expect((await get(`/user_groups/${project.id}_${group.id}`)).json()).toEqual(group)
    expect((await get(`/user_groups/${project.id + 1}_${group.id}`)).status).toBe(404)
    await t.app.modules.projects.change(command, project.id, { status: 'suspended' })
    expect((await post('carl', { project_id: project.id, short_name: 'y' })).status).toBe(403)
    expect(
      (await t.request('POST', '/api/user_groups', { as: t.admin, json: { project_id: project.id, short_name: 'y' } }))
        .status,
    ).toBe(403)
  })

  it('reads one; hidden projects are unknown here', async () => {
    const closed = await create('carl', { is_public: false })
    expect((await get(`/user_groups/${closed.id}_3`, 'carl')).json()).toMatchObject({
      id: `${closed.id}_3`,
      key: 'ugroup_project_members_name_key',
    })
    expect((await get(`/user_groups/${closed.id}_3`, 'ben')).status).toBe(404)
    expect((await get('/user_groups/2')).json()).toMatchObject({
      id: '2',
      short_name: 'registered_users',
      additional_information: [],
    })
    for (const [id, status] of [
      ['x', 400],
      ['3', 400],
      ['101_2', 400],
      ['101_7', 404],
      ['987654_3', 404],
      ['987654', 404],
      ['1_2_3', 400],
    ] as const)
      expect([id, (await get(`/user_groups/${id}`, 'carl')).status]).toEqual([id, status])
    await t.app.modules.projects.change(command, closed.id, { status: 'suspended' })
    expect((await get(`/user_groups/${closed.id}_3`, 'carl')).status).toBe(403)
  })
})

describe('members of user groups (§6)', () => {
  const put = (login: string, group: string, json: unknown) =>
    t.request('PUT', `/api/user_groups/${group}/users`, { as: as(login), json })
  const logins = async (group: string, login = 'ann', query = '') => {
    const response = await t.request('GET', `/api/user_groups/${group}/users${query}`, { as: as(login) })
    return response.status === 200
      ? response.json<{ username: string }[]>().map(user => user.username)
      : response.status
  }

  it('replaces members, keeps administrators, and takes those removed out of static groups', async () => {
    const project = await create('ann', { is_public: false })
    const members = `${project.id}_3`
    expect((await put('ann', members, { user_references: [{ username: 'BEN' }, { username: 'carl' }] })).status).toBe(
      200,
    )
    expect(await logins(members)).toEqual(['ann', 'ben', 'carl'])
    const { id: group } = (
      await t.request('POST', '/api/user_groups', { as: as('ann'), json: { project_id: project.id, short_name: 'g' } })
    ).json<{ id: string }>()
    expect((await put('ann', group, [{ id: idOf('ben') }, { id: idOf('manager') }])).status).toBe(200)
    // In a private project every member of a static group becomes a member of the project.
    expect(await logins(members)).toEqual(['ann', 'ben', 'carl', 'manager'])
    expect((await t.request('GET', `/api/projects/${project.id}`, { as: as('ben') })).status).toBe(200)
    expect((await put('ann', members, [{ username: 'carl' }])).status).toBe(200)
    expect(await logins(members)).toEqual(['ann', 'carl'])
    expect(await logins(group)).toEqual([])
    expect((await t.request('GET', `/api/projects/${project.id}`, { as: as('ben') })).status).toBe(403)
  })

  it('takes XML too', async () => {
    const project = await create('ann')
    const response = await t.request('PUT', `/api/user_groups/${project.id}_3/users`, {
      as: as('ann'),
      xml: `<request><user_references><item><id>${idOf('ben')}</id></item></user_references></request>`,
    })
    expect(response.status).toBe(200)
    expect(await logins(`${project.id}_3`)).toEqual(['ann', 'ben'])
  })

  it('makes administrators members, and keeps the owner and the last one', async () => {
    const project = await create('ann')
    const admins = `${project.id}_4`
    expect((await put('ann', admins, [{ username: 'ann' }, { username: 'ben' }])).status).toBe(200)
    expect(await logins(`${project.id}_3`)).toEqual(['ann', 'ben'])
    const owner = await put('ann', admins, [{ username: 'ben' }])
    expect(owner.status).toBe(400)
    expect(message(owner)).toContain('owner')
    expect(
      (
        await t.request('PUT', `/api/project_ownership/${project.id}`, {
          as: t.admin,
          json: { project_owner: { username: 'ben' } },
        })
      ).status,
    ).toBe(200)
    expect((await put('ann', admins, [{ username: 'ben' }])).status).toBe(200)
    // The next request does not have the removed rights.
    expect((await put('ann', admins, [{ username: 'ann' }])).status).toBe(403)
    await query(`update project set owner_id = null where id = $1`, project.id)
    expect((await put('ben', admins, [])).status).toBe(400)
    expect(await logins(admins, 'ben')).toEqual(['ben'])
  })

  it.each([
    ['a text', ['ben']],
    ['two keys', [{ id: 1, username: 'ben' }]],
    ['no known key', [{ name: 'ben' }]],
    ['mixed kinds', [{ id: 101 }, { username: 'ben' }]],
    ['an unknown user', [{ username: 'no-such-user' }]],
    ['an unknown id', [{ id: 2147483648000 }]],
  ])('refuses %s among the references, and changes nothing', async (_name, references) => {
    const project = await create('ann')
    expect((await put('ann', `${project.id}_3`, references)).status).toBe(400)
    expect(await logins(`${project.id}_3`)).toEqual(['ann'])
    // Rights are checked first.
    expect((await put('carl', `${project.id}_3`, references)).status).toBe(403)
  })

  it('takes no forgotten list for an empty one', async () => {
    const project = await create('ann')
    const group = `${project.id}_3`
    expect((await put('ann', group, [{ username: 'ben' }])).status).toBe(200)
    for (const body of [{}, { users: [] }, { user_references: null }])
      expect(message(await put('ann', group, body))).toContain('`user_references` is required')
    expect(await logins(group)).toEqual(['ann', 'ben'])
    expect((await put('ann', group, { user_references: [] })).status).toBe(200)
    expect(await logins(group)).toEqual(['ann'])
  })

  it('leaves no project with administrators who cannot sign in only', async () => {
    const project = await create('ann')
    await query(
      `insert into project_member (project_id, user_id, is_admin) values ($1, $2, true)`,
      project.id,
      idOf('sue'),
    )
    await query(`update project set owner_id = null where id = $1`, project.id)
    expect((await put('ann', `${project.id}_4`, [{ username: 'sue' }])).status).toBe(400)
    expect((await put('ann', `${project.id}_4`, [{ username: 'ann' }])).status).toBe(200)
  })

  it('makes no restricted user a site administrator (users.md §4)', async () => {
    const refused = await t.request('PUT', '/api/user_groups/1_4/users', {
      as: t.admin,
      json: [{ username: 'admin' }, { username: 'rita' }],
    })
    expect(refused.status).toBe(400)
    expect(message(refused)).toContain('rita')
  })

  it('refuses groups whose members are not replaced, and the platform’s own', async () => {
    const project = await create('ann')
    expect((await put('ann', `${project.id}_11`, [])).status).toBe(400)
    expect((await put('ann', '2', [])).status).toBe(404)
    expect((await put('ann', '987654', [])).status).toBe(404)
    expect((await put('ann', 'x', [])).status).toBe(400)
    expect((await t.request('PUT', `/api/user_groups/${project.id}_3/users`, { json: [] })).status).toBe(401)
  })

  it('refuses every write into a suspended project (§9)', async () => {
    const project = await create('ann')
    await t.app.modules.projects.change(command, project.id, { status: 'suspended' })
    const path = `/api/user_groups/${project.id}_3/users`
    expect((await t.request('PUT', path, { as: t.admin, json: [{ username: 'ben' }] })).status).toBe(403)
    expect((await t.request('GET', path, { as: t.admin })).json()).toMatchObject([{ username: 'ann' }])
    const banner = { as: t.admin, json: { message: 'x' } }
    expect((await t.request('PUT', `/api/projects/${project.id}/banner`, banner)).status).toBe(403)
  })

  it('lists groups and members as XML', async () => {
    const project = await create('ann')
    const groups = await t.request('GET', `/api/projects/${project.id}/user_groups.xml`)
    expect(groups.text).toContain(`<item><id>${project.id}_3</id>`)
    const members = await t.request('GET', `/api/user_groups/${project.id}_3/users.xml`, { as: as('ann') })
    expect(members.text).toContain('<username>ann</username>')
    const refused = await t.request('GET', `/api/user_groups/${project.id}_3/users.xml`, { as: as('ben') })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('<error><code>403</code>')
  })

  it('leaves accounts that are not in use outside, and refuses restricted ones where none may be', async () => {
    const project = await create('ann')
    expect((await put('ann', `${project.id}_3`, [{ username: 'sue' }])).status).toBe(200)
    expect(await logins(`${project.id}_3`)).toEqual(['ann'])
    await setMode('restricted')
    const sealed = await create('ann', { is_public: false, allow_restricted: false })
    expect((await put('ann', `${sealed.id}_3`, [{ username: 'rita' }])).status).toBe(400)
    await setMode('anonymous')
  })

  it('lists for administrators only; one member by login or address', async () => {
    const project = await create('ann')
    const group = `${project.id}_3`
    const identifier = (value: string) => `?query=${encodeURIComponent(JSON.stringify({ identifier: value }))}`
    expect(await logins(group, 'ben')).toBe(403)
    expect(await logins(group, 'ann', identifier('ann@example.org'))).toEqual(['ann'])
    expect(await logins(group, 'ann', identifier('ben'))).toEqual([])
    expect(await logins(group, 'ann', identifier('no-one'))).toBe(400)
    expect(await logins(group, 'ann', '?limit=51')).toBe(400)
    expect(await logins('2', 'ann')).toBe(404)
    expect((await t.request('GET', `/api/user_groups/${group}/users`)).status).toBe(401)
    const full = (await t.request('GET', `/api/user_groups/${group}/users`, { as: as('ann') })).json<
      { email: string; status: string }[]
    >()
    expect(full[0]).toMatchObject({ email: 'ann@example.org', status: 'A' })
  })

  it('does not lose one of two changes made at the same time', async () => {
    const project = await create('ann')
    const { id: group } = (
      await t.request('POST', '/api/user_groups', { as: as('ann'), json: { project_id: project.id, short_name: 'g' } })
    ).json<{ id: string }>()
    const answers = await Promise.all([
      put('ann', group, [{ username: 'ben' }]),
      put('ann', group, [{ username: 'carl' }]),
    ])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(await logins(group)).toHaveLength(1)
  })
})

describe('memberships (users.md §5)', () => {
  const get = (path: string, login: string) => t.request('GET', `/api${path}`, { as: as(login) })

  it('lists the groups of an account, in four forms', async () => {
    await account('mia')
    const project = await create('mia', { shortname: 'Mias-Own' })
    const { id: group } = (
      await t.request('POST', '/api/user_groups', { as: as('mia'), json: { project_id: project.id, short_name: 'g' } })
    ).json<{ id: string }>()
    await t.request('PUT', `/api/user_groups/${group}/users`, { as: as('mia'), json: [{ username: 'mia' }] })
    const texts = ['mias-own_project_members', 'mias-own_project_admin', `ug_${group}`]
    expect((await get('/users/self/membership', 'mia')).json()).toEqual(['site_active', ...texts])
    expect((await get(`/users/${idOf('mia')}/membership?scope=project`, 'looker')).json()).toEqual(texts)
    expect((await get('/users/self/membership?scope=project&format=id', 'mia')).json()).toEqual([
      `${project.id}_3`,
      `${project.id}_4`,
      group,
    ])
    const full = (await get('/users/self/membership?scope=project&format=full', 'mia')).json<
      { id: string; project: { id: number } }[]
    >()
    expect(full.map(each => [each.id, each.project.id])).toEqual([
      [`${project.id}_3`, project.id],
      [`${project.id}_4`, project.id],
      [group, project.id],
    ])
    await t.app.modules.projects.change(command, project.id, { status: 'suspended' })
    expect((await get('/users/self/membership', 'mia')).json()).toEqual(['site_active'])
  })

  it('counts a site administrator as allowed in every project (§5)', async () => {
    const project = await create('ann', { is_public: false })
    const [group] = await query<{ id: number }>(
      `insert into user_group (project_id, name, description) values ($1, 'watchers', '') returning id`,
      project.id,
    )
    for (const userId of [101, idOf('ben')]) {
      await query(`insert into user_group_member (user_group_id, user_id) values ($1, $2)`, group?.id, userId)
      await inTransaction(t.db, tx => invalidate(tx, 'membership', userId))
    }
    const of = async (id: number) =>
      (await t.request('GET', `/api/users/${id}/membership`, { as: t.admin })).json<string[]>()
    expect(await of(101)).toContain(`ug_${group?.id}`)
    expect(await of(idOf('ben'))).not.toContain(`ug_${group?.id}`)
  })

  it('is for oneself and for those who may look', async () => {
    expect((await get(`/users/${idOf('ann')}/membership`, 'ben')).status).toBe(403)
    expect((await get('/users/987654/membership', 'looker')).status).toBe(404)
    expect((await get('/users/abc/membership', 'looker')).status).toBe(400)
    expect((await get('/users/self/membership?format=id', 'ben')).status).toBe(400)
    expect((await get('/users/self/membership?scope=site', 'ben')).status).toBe(400)
    expect((await get('/users/self/membership?scope=project&format=long', 'ben')).status).toBe(400)
    expect((await t.request('GET', '/api/users/self/membership')).status).toBe(401)
    expect((await get(`/users/${idOf('sue')}/membership`, 'looker')).json()).toEqual([])
  })

  it('lists accounts with an SSH key', async () => {
    await query(`update users set ssh_keys = array['ssh-ed25519 AAAA ann'] where id = $1`, idOf('ann'))
    const response = await get('/users_memberships?query=with_ssh_key', 'looker')
    expect(response.status).toBe(200)
    const entries = response.json<{ username: string; user_groups: string[] }[]>()
    expect(entries.map(entry => entry.username)).toEqual(['ann'])
    expect(entries[0]?.user_groups[0]).toBe('site_active')
    expect((await get('/users_memberships?query=other', 'looker')).status).toBe(400)
    expect((await get('/users_memberships', 'looker')).status).toBe(400)
    expect((await get('/users_memberships?query=with_ssh_key', 'ann')).status).toBe(403)
    expect((await get('/users_memberships?query=with_ssh_key&limit=1001', 'looker')).status).toBe(400)
  })
})

describe('banner, header, labels and lists of absent components (§5)', () => {
  it('lets administrators of the project set and remove the banner', async () => {
    const project = await create('ann')
    const path = `/api/projects/${project.id}/banner`
    expect((await t.request('GET', path)).status).toBe(404)
    expect((await t.request('PUT', path, { as: as('ben'), json: { message: 'x' } })).status).toBe(403)
    expect((await t.request('PUT', path, { as: as('ann'), json: { message: ' ' } })).status).toBe(400)
    expect((await t.request('PUT', path, { as: as('ann'), json: { message: 'Low tide' } })).status).toBe(200)
    expect((await t.request('GET', path)).json()).toEqual({ message: 'Low tide' })
    expect((await t.request('DELETE', path, { as: as('ann') })).status).toBe(200)
    expect((await t.request('GET', path)).status).toBe(404)
    expect((await t.request('OPTIONS', path)).headers['allow']).toBe('OPTIONS, GET, PUT, DELETE')
    const background = `/api/projects/${project.id}/header_background`
    expect((await t.request('PUT', background, { as: as('ann'), json: { identifier: 'led-light' } })).status).toBe(200)
    expect((await t.request('PUT', background, { as: as('ann'), json: { identifier: 'moon' } })).status).toBe(400)
    expect((await t.request('PUT', background, { as: as('ben'), json: { identifier: 'led-light' } })).status).toBe(403)
    expect((await t.request('DELETE', background, { as: as('ann') })).status).toBe(200)
  })

  it('finds labels by a part of their text', async () => {
    const project = await create('ann')
    await query(
      `insert into project_label (project_id, name, color) values ($1, 'Urgent', 'fiesta-red'), ($2, 'Later', 'deep-blue')`,
      project.id,
      project.id,
    )
    const list = async (query: string) => t.request('GET', `/api/projects/${project.id}/labels${query}`)
    expect((await list('')).json<{ labels: unknown[] }>().labels).toHaveLength(2)
    expect((await list('?query=URG')).json()).toMatchObject({
      labels: [{ label: 'Urgent', is_outline: true, color: 'fiesta-red' }],
    })
    expect((await list('?query=%25')).json()).toEqual({ labels: [] })
    expect((await list('?limit=0')).status).toBe(400)
  })

  it('answers empty lists for components that are not there, behind the access check', async () => {
    const project = await create('ann', { is_public: false })
    for (const [name, body] of [
      ['git', { repositories: [] }],
      ['milestones', []],
      ['backlog', []],
      ['docman_metadata', []],
      ['docman_service', { permissions_for_groups: null, root_item: null }],
      ['phpwiki', { pages: [] }],
    ] as const) {
      const path = `/api/projects/${project.id}/${name}`
      expect((await t.request('GET', path, { as: as('ann') })).json()).toEqual(body)
      expect((await t.request('GET', path, { as: as('ben') })).status).toBe(403)
    }
  })

  it('shows and sets owners, for those who manage projects (§7)', async () => {
    const project = await create('ann')
    const path = `/api/project_ownership/${project.id}`
    expect((await t.request('GET', path, { as: as('ann') })).status).toBe(403)
    expect((await t.request('GET', path, { as: as('manager') })).json()).toMatchObject({
      project_owner: { username: 'ann' },
    })
    expect(
      (await t.request('PUT', path, { as: as('manager'), json: { project_owner: { username: 'ben' } } })).status,
    ).toBe(400)
    expect(
      (await t.request('PUT', path, { as: as('manager'), json: { project_owner: { username: 'nobody-at-all' } } }))
        .status,
    ).toBe(400)
    expect((await t.request('GET', '/api/project_ownership/987654', { as: as('manager') })).status).toBe(404)
  })
})
