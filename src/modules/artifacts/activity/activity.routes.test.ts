import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { aTracker, anElement, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'

let crocus: TestApp
let ada: Account
let bob: Account
let lamps: FixtureProject
let bug: FixtureTracker
beforeAll(async () => {
  crocus = await testApp()
  ada = await givenAccount(crocus, 'ada')
  bob = await givenAccount(crocus, 'bob')
  lamps = await givenProject(crocus, 'lamps', { as: crocus.admin, members: ['ada', 'bob'] })
  bug = lamps.tracker('bug')
})

const get = (path: string, as: Account['as'] | undefined) => crocus.request('GET', path, as ? { as } : {})
const own = (query: string, as = ada.as, rest = '') =>
  get(`/api/users/self/artifacts?query=${encodeURIComponent(query)}${rest}`, as)
const put = (id: number, values: object[], as: Account['as']) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values } })
const closedLabel = (): string => {
  const status = bug.fields.find(field => field.name === 'status')
  return status?.values?.at(-1)?.label ?? ''
}

describe('GET /users/self/artifacts (artifacts.md §12)', () => {
  it('lists open artifacts of the caller, by id', async () => {
    const submitted = await givenArtifact(crocus, bug, 'Mine', { as: ada.as })
    const assigned = await givenArtifact(crocus, bug, 'For me', { as: bob.as })
    await givenArtifact(crocus, bug, 'Of bob', { as: bob.as })
    const closed = await givenArtifact(crocus, bug, 'Done', { as: ada.as })
    await put(assigned, [{ field_id: bug.field('assigned_to'), bind_value_ids: [ada.id] }], bob.as)
    const done = bug.value('status', closedLabel())
    await put(closed, [{ field_id: bug.field('status'), bind_value_ids: [done] }], ada.as)

    const ids = async (query: string): Promise<number[]> =>
      (await own(query)).json<{ id: number }[]>().map(({ id }) => id)
    expect(await ids('{"submitted_by":true}')).toEqual([submitted])
    expect(await ids('{"assigned_to":true}')).toEqual([assigned])
    expect(await ids('{"submitted_by":true,"assigned_to":true}')).toEqual([submitted, assigned])

    const page = await own('{"submitted_by":true,"assigned_to":true}', ada.as, '&limit=1&offset=1')
    expect(page.headers['x-pagination-size']).toBe('2')
    expect(page.json()).toEqual([
      {
        id: assigned,
        uri: `artifacts/${assigned}`,
        html_url: `/plugins/tracker/?aid=${assigned}`,
        title: 'For me',
        xref: `bug #${assigned}`,
        tracker: expect.objectContaining({ id: bug.id, cannot_create_reasons: null }) as object,
      },
    ])
  })

  it.each(['{}', '{"submitted_by":false}', '{"submitted_by":"yes"}', 'nonsense', '[true]', '{"submitted_by":1}'])(
    'refuses the query %s',
    async query => {
      expect((await own(query)).status).toBe(400)
    },
  )

  it('shows only the artifacts of the caller', async () => {
    const query = encodeURIComponent('{"submitted_by":true}')
    expect((await get(`/api/users/${ada.id}/artifacts?query=${query}`, ada.as)).status).toBe(403)
    expect((await get(`/api/users/self/artifacts?query=${query}`, undefined)).status).toBe(401)
  })
})

describe('a title and a status that the account may not read', () => {
  it('show in no list: an artifact counts as open, and has no title', async () => {
    const project = await givenProject(crocus, 'wells', { as: crocus.admin })
    const closed = { read: [4], submit: [1], update: [4] }
    const made = await createTrackersOf(
      crocus,
      aTracker(project.id, 'well', {
        elements: [
          anElement('string', 'title', { permissions: closed }),
          anElement('sb', 'state', {
            permissions: closed,
            bind: { type: 'static', isRankAlpha: false, values: [aValue('Open'), aValue('Dry')] },
          }),
        ],
        semantics: { title: { field: 'title' }, status: { field: 'state', openValues: ['Open'] } },
      }),
    )
    const post = async (as: Account['as']): Promise<number> => {
      const values = [
        { field_id: made.fieldIds.get('title'), value: 'Deep secret' },
        { field_id: made.fieldIds.get('state'), bind_value_ids: [made.valueIds.get('Dry')] },
      ]
      const json = { tracker: { id: made.trackerIds.get('well') }, values }
      const created = await crocus.request('POST', '/api/artifacts', { as, json })
      expect([created.status, created.status === 201 ? '' : created.text]).toEqual([201, ''])
      return created.json<{ id: number }>().id
    }
    const listOf = async (as: Account['as']) => {
      const query = encodeURIComponent('{"submitted_by":true}')
      return get(`/api/users/self/artifacts?query=${query}&limit=50`, as)
    }
    const [hers, theirs] = [await post(ada.as), await post(crocus.admin)]
    await crocus.work()
    expect((await listOf(ada.as)).json<{ id: number }[]>().map(({ id }) => id)).toContain(hers)
    // The administrator reads the status: a closed artifact is not listed.
    expect((await listOf(crocus.admin)).json<{ id: number }[]>().map(({ id }) => id)).not.toContain(theirs)
    const history = await get(`/api/users/${ada.id}/history`, ada.as)
    const heartbeats = await get(`/api/projects/${project.id}/heartbeats`, ada.as)
    expect([history.status, heartbeats.status]).toEqual([200, 200])
    expect(`${(await listOf(ada.as)).text} ${history.text} ${heartbeats.text}`).not.toMatch(/Deep secret|Dry/)
    expect((await get(`/api/projects/${project.id}/heartbeats`, crocus.admin)).text).toContain('Deep secret')
  })
})

interface Entry {
  readonly per_type_id: number
  readonly title: string
  readonly badges: { readonly label: string }[]
}

describe('GET /users/{id}/history (users.md §6)', () => {
  const history = async (): Promise<Entry[]> =>
    (await get(`/api/users/${bob.id}/history`, bob.as)).json<{ entries: Entry[] }>().entries

  it('shows the artifacts that the account worked on, newest first, and clears them on request', async () => {
    await crocus.request('PUT', `/api/users/${bob.id}/history`, { as: bob.as, json: [] })
    await crocus.work()
    await crocus.request('PUT', `/api/users/${bob.id}/history`, { as: bob.as, json: [] })
    const first = await givenArtifact(crocus, bug, 'First', { as: bob.as })
    const second = await givenArtifact(crocus, bug, 'Second', { as: bob.as })
    await crocus.work()
    expect((await history()).map(entry => entry.per_type_id)).toEqual([second, first])
    await put(first, [{ field_id: bug.field('title'), value: 'First of all' }], bob.as)
    await crocus.work()
    const entries = await history()
    expect(entries.map(entry => entry.title)).toEqual(['First of all', 'Second'])
    expect(entries[0]?.badges).toHaveLength(1)
    const cleared = await crocus.request('PUT', `/api/users/${bob.id}/history`, {
      as: bob.as,
      json: { history_entries: [] },
    })
    expect([cleared.status, cleared.text]).toEqual([200, ''])
    expect(await history()).toEqual([])
  })

  it('keeps the last thirty', async () => {
    for (let number = 0; number < 32; number++) await givenArtifact(crocus, bug, `No. ${number}`, { as: bob.as })
    await crocus.work()
    const entries = await history()
    expect(entries).toHaveLength(30)
    expect(entries[0]?.title).toBe('No. 31')
  })

  it('is private to the account', async () => {
    expect((await get(`/api/users/${bob.id}/history`, crocus.admin)).status).toBe(403)
    expect((await get(`/api/users/${bob.id}/history`, undefined)).status).toBe(403)
    expect((await get('/api/users/self/history', bob.as)).status).toBe(400)
    const put = (json: unknown) => crocus.request('PUT', `/api/users/${bob.id}/history`, { as: bob.as, json })
    expect((await put([{ visit_time: 'now' }])).status).toBe(403)
    expect((await put({ history_entries: 'all' })).status).toBe(400)
  })
})

describe('GET /projects/{id}/heartbeats (projects.md §5)', () => {
  it('shows the latest changes, as safe HTML', async () => {
    const project = await givenProject(crocus, 'vases', { as: crocus.admin, isPublic: false })
    const id = await givenArtifact(crocus, project.tracker('bug'), 'A <b>crack</b>', { as: crocus.admin })
    const answer = await get(`/api/projects/${project.id}/heartbeats`, crocus.admin)
    expect(answer.json()).toMatchObject({
      entries: [
        {
          html_message: `<a href="/plugins/tracker/?aid=${id}">bug #${id}</a> A &lt;b&gt;crack&lt;/b&gt;: created`,
          user: { username: 'admin' },
        },
      ],
      are_there_activities_user_cannot_see: false,
    })
    expect((await get(`/api/projects/${project.id}/heartbeats`, ada.as)).status).toBe(403)
    // For an account that sees all trackers, one list of latest changes is enough.
    const trips = async (): Promise<number> => {
      const before = crocus.db.roundTrips()
      await get(`/api/projects/${project.id}/heartbeats`, crocus.admin)
      return crocus.db.roundTrips() - before
    }
    // An invalidation that arrives late makes a request read a cached row again.
    await expect.poll(trips).toBe(2)
  })

  it('shows as many changes whatever else happens out of sight', async () => {
    const project = await givenProject(crocus, 'cellars', { as: crocus.admin })
    const titleOf = (key: string) => anElement('string', 'title', { key: `${key}.title` })
    const access = anElement('perm', 'access', { key: 'part.access' })
    const made = await createTrackersOf(
      crocus,
      aTracker(project.id, 'open', { elements: [titleOf('open')] }),
      aTracker(project.id, 'closed', { elements: [titleOf('closed')], permissions: { full: [4] } }),
      aTracker(project.id, 'part', { elements: [titleOf('part'), access] }),
    )
    const post = async (tracker: string, values: object[] = []) => {
      const title = { field_id: made.fieldIds.get(`${tracker}.title`), value: 'One' }
      const json = { tracker: { id: made.trackerIds.get(tracker) }, values: [title, ...values] }
      expect((await crocus.request('POST', '/api/artifacts', { as: crocus.admin, json })).status).toBe(201)
    }
    const told = async () => {
      const answer = await get(`/api/projects/${project.id}/heartbeats`, ada.as)
      return answer.json<{ entries: object[]; are_there_activities_user_cannot_see: boolean }>()
    }
    for (let count = 0; count < 3; count++) await post('open')
    const before = await told()
    expect([before.entries.length, before.are_there_activities_user_cannot_see]).toEqual([3, false])
    const hidden = [{ field_id: made.fieldIds.get('part.access'), value: { granted_groups: [`${project.id}_4`] } }]
    for (let count = 0; count < 20; count++) {
      await post('closed')
      await post('part', hidden)
    }
    expect(await told()).toEqual({ ...before, are_there_activities_user_cannot_see: true })
  })
})

describe('POST /projects/{id}/extract_references (projects.md §5)', () => {
  it('finds references in their order, with the word before', async () => {
    const text = 'See art #1, then fixes bug #22; nothing #3 and foo #4'
    const answer = await crocus.request('POST', `/api/projects/${lamps.id}/extract_references`, {
      as: ada.as,
      json: { text },
    })
    expect(answer.json()).toEqual([
      { text: 'art #1', link: `http://crocus.test/goto?key=art&val=1&group_id=${lamps.id}`, context: 'See' },
      { text: 'bug #22', link: `http://crocus.test/goto?key=bug&val=22&group_id=${lamps.id}`, context: 'fixes' },
    ])
  })

  it('finds nothing in an empty text', async () => {
    const answer = await crocus.request('POST', `/api/projects/${lamps.id}/extract_references`, {
      as: ada.as,
      json: { text: '' },
    })
    expect([answer.status, answer.json()]).toEqual([200, []])
  })
})

describe('POST /projects/{id}/previews', () => {
  const preview = (json: object, as: Account['as'] = ada.as) =>
    crocus.request('POST', `/api/projects/${lamps.id}/previews`, { as, json })

  it('renders Markdown as it will be stored, with its references', async () => {
    const answer = await preview({ text: '**Lamp** of art #1 <script>alert(1)</script>' })
    expect(answer.status).toBe(200)
    const body = answer.json<{ html: string; references: { text: string }[] }>()
    expect(body.html).toContain(
      '<strong>Lamp</strong> of <a href="/goto?key=art&amp;val=1" class="cross-reference">art #1</a>',
    )
    expect(body.html).not.toContain('<script')
    expect(body.references.map(({ text }) => text)).toEqual(['art #1'])
  })

  it('keeps plain text plain, and refuses unknown formats', async () => {
    expect((await preview({ text: '**a**\nb', format: 'text' })).json()).toEqual({
      html: '**a**<br />\nb',
      references: [],
    })
    expect((await preview({ text: 'a', format: 'rtf' })).status).toBe(400)
    expect(
      (await crocus.request('POST', '/api/projects/999999/previews', { as: ada.as, json: { text: 'a' } })).status,
    ).toBe(404)
  })
})

describe('GET /projects/{id}/3rd_party_integration_data (projects.md §5)', () => {
  it('shows project, services and caller', async () => {
    const url = `/api/projects/${lamps.id}/3rd_party_integration_data?currently_active_service=plugin_tracker`
    const body = (await get(url, ada.as)).json<{
      project_sidebar: { is_collapsed: boolean; config: string }
      styles: { content: string }
      references: { keyword: string }[]
    }>()
    const config = JSON.parse(body.project_sidebar.config) as {
      project: { name: string }
      user: object
      tools: { shortcut_id: string; is_active: boolean; href: string }[]
    }
    expect(config.user).toEqual({ is_logged_in: true, is_project_administrator: false })
    expect(config.tools.filter(tool => tool.is_active).map(tool => tool.shortcut_id)).toEqual(['plugin_tracker'])
    expect(config.tools.every(tool => tool.href.startsWith('http'))).toBe(true)
    expect(body.styles.content).not.toBe('')
    expect(body.references.map(reference => reference.keyword)).toContain('art')
  })
})

describe('dashboards (users.md §2)', () => {
  it('are added and listed by their owner', async () => {
    const add = (name: string, as = ada.as) => crocus.request('POST', '/api/user_dashboards', { as, json: { name } })
    const first = await add('Work')
    expect(first.status).toBe(201)
    expect((await add('Work')).status).toBe(400)
    expect((await add('Work', bob.as)).status).toBe(201)
    expect((await add('')).status).toBe(400)
    expect((await get(`/api/users/${ada.id}/dashboards`, ada.as)).json()).toEqual([first.json()])
    expect((await get('/api/users/self/dashboards', ada.as)).headers['x-pagination-size']).toBe('1')
    expect((await get(`/api/users/${ada.id}/dashboards`, crocus.admin)).status).toBe(403)
  })
})
