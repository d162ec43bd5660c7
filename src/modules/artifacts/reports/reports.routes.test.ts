import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../../../../test/harness/app.ts'
import {
  givenAccount,
  givenProject,
  readProject,
  type Account,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { expectSameInXml, readXml, requestXml } from '../../../../test/harness/xml.ts'

interface ReportBody {
  readonly id: number
  readonly label: string
  readonly is_public: boolean
  readonly is_default: boolean
  readonly expert_query: string | null
  readonly criteria: readonly { readonly name: string; readonly value: unknown }[]
  readonly renderers: readonly { readonly id: number; readonly columns: readonly { readonly name: string }[] }[]
}

let crocus: TestApp
let tracker: FixtureTracker
let ann: Account
let bob: Account
const imported: Record<string, number> = {}
const ids: number[] = []

const call = async <Body>(method: string, path: string, request: TestRequest, status: number): Promise<Body> => {
  const response = await crocus.request(method, `/api${path}`, request)
  expect([response.status, response.status === status ? '' : response.text]).toEqual([status, ''])
  return (response.text === '' ? undefined : response.json()) as Body
}

const run = async (id: number | undefined, parameters = '', as = ann.as) =>
  call<unknown[]>('GET', `/tracker_reports/${id}/artifacts?${parameters}`, { as }, 200)
const foundBy = async (id: number | undefined, as = ann.as): Promise<number[]> =>
  ((await run(id, '', as)) as { id: number }[]).map(artifact => ids.indexOf(artifact.id))
const refused = async (method: string, path: string, request: TestRequest, status: number): Promise<string> =>
  (await call<{ error: { message: string } }>(method, path, request, status)).error.message

const given = (title: string, state: string, size: number, due: string) =>
  call<{ id: number }>(
    'POST',
    '/artifacts',
    {
      as: ann.as,
      json: {
        tracker: { id: tracker.id },
        values: [
          { field_id: tracker.field('title'), value: title },
          { field_id: tracker.field('state'), bind_value_ids: [state === '' ? 100 : tracker.value('state', state)] },
          { field_id: tracker.field('size'), value: size },
          { field_id: tracker.field('due'), value: due },
        ],
      },
    },
    201,
  )

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  const project = await givenProject(crocus, 'boats', { members: ['ann', 'bob'] })
  const table = (key: string, ...columns: string[]) => ({
    key,
    type: 'table' as const,
    name: key,
    description: '',
    chunkSize: 15,
    isMultisort: false,
    columns: columns.map(field => ({ field })),
    sort: [],
  })
  const report = (key: string, rest: object) => ({
    key,
    name: key,
    description: '',
    isDefault: false,
    isQueryDisplayed: true,
    isInExpertMode: false,
    expertQuery: '',
    criteria: [],
    renderers: [],
    ...rest,
  })
  const made = await createTrackersOf(
    crocus,
    aTracker(project.id, 'boat', {
      elements: [
        anElement('string', 'title'),
        anElement('sb', 'state', {
          bind: {
            type: 'static',
            isRankAlpha: false,
            values: [aValue('Open'), aValue('Shut'), aValue('Semi;open')],
          },
        }),
        anElement('msb', 'crew', { bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] } }),
        anElement('int', 'size'),
        anElement('date', 'due', { settings: { display_time: 0, default_value_type: 1, default_value: '' } }),
        anElement('art_link', 'links'),
        anElement('string', 'secret', { permissions: { read: [4], submit: [3], update: [4] } }),
        anElement('subon', 'created'),
      ],
      semantics: { title: { field: 'title' }, contributor: { field: 'crew' } },
      reports: [
        report('Zoo', {
          criteria: [
            { field: 'title', isAdvanced: false, value: 'boat' },
            { field: 'state', isAdvanced: true, value: { none: true, values: ['Open'] } },
            { field: 'size', isAdvanced: false, value: '>=2' },
            { field: 'due', isAdvanced: false, value: null },
          ],
          renderers: [table('t1', 'title', 'size', 'links')],
        }),
        report('Main', { isDefault: true, renderers: [table('t2', 'title'), table('t3', 'size', 'state')] }),
        report('expert', { isInExpertMode: true, expertQuery: 'size > 1 AND state = "Shut"' }),
        report('hidden', {
          criteria: [{ field: 'secret', isAdvanced: false, value: 'x' }],
          renderers: [table('t4', 'secret', 'size')],
        }),
        report('broken', { isInExpertMode: true, expertQuery: 'secret = "x"' }),
      ],
    }),
  )
  for (const [key, id] of made.reportIds) imported[key] = id
  for (const [key, id] of made.rendererIds) imported[key] = id
  tracker = (await readProject(crocus, project.id, crocus.admin)).tracker('boat')
  for (const [title, state, size, due] of [
    ['Boat one', 'Open', 1, '2026-03-01'],
    ['Boat two', 'Open', 2, '2026-03-02'],
    ['Raft', 'Shut', 3, '2026-03-03'],
    ['Third boat', '', 4, '2026-03-04'],
    ['Last boat', 'Semi;open', 5, ''],
  ] as const)
    ids.push((await given(title, state, size, due)).id)
}, 60_000)

describe('GET /trackers/{id}/tracker_reports (trackers.md §5)', () => {
  it('lists the default report first, then the others by name, with the total', async () => {
    const response = await crocus.request('GET', `/api/trackers/${tracker.id}/tracker_reports?limit=3`)
    expect(response.json<ReportBody[]>().map(({ label }) => label)).toEqual(['Main', 'broken', 'expert'])
    expect(response.headers).toMatchObject({ 'x-pagination-size': '5', 'x-pagination-limit-max': '1000' })
    expect(response.json<unknown[]>()[0]).toEqual({
      id: imported['Main'],
      uri: `tracker_reports/${imported['Main']}`,
      label: 'Main',
      is_public: true,
      is_default: true,
      resources: [{ type: 'artifacts', uri: `tracker_reports/${imported['Main']}/artifacts` }],
    })
  })

  it('answers each report with its query on demand, as the report by itself', async () => {
    for (const as of [ann.as, crocus.admin]) {
      const listed = await call<ReportBody[]>(
        'GET',
        `/trackers/${tracker.id}/tracker_reports?with=query&limit=1000`,
        { as },
        200,
      )
      expect(listed.length).toBeGreaterThan(2)
      for (const report of listed)
        expect(report).toEqual(await call('GET', `/tracker_reports/${report.id}`, { as }, 200))
    }
    await refused('GET', `/trackers/${tracker.id}/tracker_reports?with=rows`, {}, 400)
  })

  it('answers 404 for an unknown tracker, 400 beyond the limits', async () => {
    await refused('GET', '/trackers/999999/tracker_reports', {}, 404)
    await refused('GET', `/trackers/${tracker.id}/tracker_reports?limit=1001`, {}, 400)
    await refused('GET', `/trackers/${tracker.id}/tracker_reports?limit=0`, {}, 400)
  })
})

describe('GET /tracker_reports/{id}/artifacts (trackers.md §5)', () => {
  it('applies the saved criteria, None among the values too', async () => {
    expect(await foundBy(imported['Zoo'])).toEqual([1, 3])
    expect(await foundBy(imported['Main'])).toEqual([0, 1, 2, 3, 4])
  })

  it('applies a query in the query language', async () => {
    expect(await foundBy(imported['expert'])).toEqual([2])
  })

  it('ignores criteria of fields that the requester may not read, and refuses queries with them', async () => {
    expect(await foundBy(imported['hidden'])).toEqual([0, 1, 2, 3, 4])
    expect(await foundBy(imported['hidden'], crocus.admin)).toEqual([])
    expect(await refused('GET', `/tracker_reports/${imported['broken']}/artifacts`, { as: ann.as }, 400)).toContain(
      'Unknown fields: position 1, secret',
    )
    expect(await foundBy(imported['broken'], crocus.admin)).toEqual([])
  })

  it('refuses a saved regular expression that is too large for PostgreSQL', async () => {
    const value = '/(a{1,200}){1,200}b/'
    const made = await createTrackersOf(
      crocus,
      aTracker((await crocus.app.modules.trackers.get(tracker.id))?.projectId ?? 0, 'dock', {
        elements: [anElement('string', 'name', { key: 'dock.name' })],
        reports: [
          {
            ...{ key: 'huge', name: 'Huge', description: '', expertQuery: '', renderers: [] },
            ...{ isDefault: false, isQueryDisplayed: true, isInExpertMode: false },
            criteria: [{ field: 'dock.name', isAdvanced: false, value }],
          },
        ],
      }),
    )
    const path = `/tracker_reports/${made.reportIds.get('huge')}/artifacts`
    expect(await refused('GET', path, { as: ann.as }, 400)).toContain('regular expression is too large')
    const json = {
      tracker: { id: made.trackerIds.get('dock') },
      label: 'Huge',
      criteria: [{ field_id: made.fieldIds.get('dock.name'), value }],
    }
    expect(await refused('POST', '/tracker_reports', { as: ann.as, json }, 400)).toContain('too large')
  })

  it('answers pages of 1 to 50 with the exact total', async () => {
    const response = await crocus.request('GET', `/api/tracker_reports/${imported['Main']}/artifacts?limit=2&offset=3`)
    expect(response.json<{ id: number }[]>().map(({ id }) => ids.indexOf(id))).toEqual([3, 4])
    expect(response.headers).toMatchObject({ 'x-pagination-size': '5', 'x-pagination-limit-max': '50' })
    await refused('GET', `/tracker_reports/${imported['Main']}/artifacts?limit=51`, {}, 400)
  })

  it('shows no values, all, or those of the columns of a table without links', async () => {
    type Shown = { values: { label: string }[] | null }[]
    const labels = async (id: number | undefined, parameters: string) =>
      ((await run(id, parameters)) as Shown)[0]?.values?.map(({ label }) => label) ?? null
    expect(await labels(imported['Zoo'], '')).toBeNull()
    expect(await labels(imported['Zoo'], 'values=all')).toEqual([
      'title',
      'state',
      'crew',
      'size',
      'due',
      'links',
      'created',
    ])
    expect(await labels(imported['Zoo'], 'values=from_table_renderer')).toEqual(['title', 'size'])
    expect(await labels(imported['Main'], `values=from_table_renderer&table_renderer_id=${imported['t3']}`)).toEqual([
      'state',
      'size',
    ])
    // A column that the requester may not read is left out.
    expect(await labels(imported['hidden'], 'values=from_table_renderer')).toEqual(['size'])
  })

  it('answers flat rows', async () => {
    const flat = await run(imported['Zoo'], 'values=from_table_renderer&output_format=flat')
    expect(flat).toEqual([
      { title: 'Boat two', size: 2 },
      { title: 'Third boat', size: 4 },
    ])
    const joined = await run(imported['expert'], 'values=all&output_format=flat_with_semicolon_string_array')
    expect(joined).toMatchObject([
      { title: 'Raft', state: 'Shut', crew: '', size: 3, due: '2026-03-03T00:00:00+00:00' },
    ])
  })

  it.each([
    ['Main', 'values=from_table_renderer', '`table_renderer_id` must name one of the tables'],
    ['Zoo', 'values=from_table_renderer&table_renderer_id=999999', '`table_renderer_id` must name one of the tables'],
    ['expert', 'values=from_table_renderer', 'The report has no table'],
    ['Zoo', 'output_format=flat', 'The flat formats need values'],
    ['Zoo', 'values=some', 'values'],
    ['Main', 'values=all&output_format=flat_with_semicolon_string_array', 'Semi;open'],
  ])('refuses %s?%s', async (name, parameters, reason) => {
    expect(await refused('GET', `/tracker_reports/${imported[name]}/artifacts?${parameters}`, {}, 400)).toContain(
      reason,
    )
  })

  it('answers 404 for an unknown report', async () => {
    await refused('GET', '/tracker_reports/999999', {}, 404)
    await refused('GET', '/tracker_reports/99999999999999999999/artifacts', {}, 404)
  })
})

describe('in XML', () => {
  const accept = 'application/xml'
  const expectSame = async (path: string, as = ann.as): Promise<void> => {
    const [json, xml] = [
      await crocus.request('GET', `/api${path}`, { as }),
      await crocus.request('GET', `/api${path}`, { as, headers: { accept } }),
    ]
    expect([path, xml.status, xml.headers['content-type']]).toEqual([path, 200, 'application/xml; charset=utf-8'])
    expect(xml.headers['x-pagination-size']).toBe(json.headers['x-pagination-size'])
    expectSameInXml(json.json(), readXml(xml.text), path)
  }

  it('lists, definitions, artifacts and flat rows have the same content as in JSON', async () => {
    await expectSame(`/trackers/${tracker.id}/tracker_reports`)
    for (const name of ['Main', 'Zoo', 'expert']) await expectSame(`/tracker_reports/${imported[name]}`)
    const artifacts = `/tracker_reports/${imported['Zoo']}/artifacts`
    await expectSame(artifacts)
    await expectSame(`${artifacts}?values=all`)
    await expectSame(`${artifacts}?values=from_table_renderer&output_format=flat`)
    await expectSame(
      `/tracker_reports/${imported['expert']}/artifacts?values=all&output_format=flat_with_semicolon_string_array`,
    )
  })

  it('refusals name the mistake', async () => {
    const { status, text } = await crocus.request(
      'GET',
      `/api/tracker_reports/${imported['Zoo']}/artifacts?output_format=flat`,
      {
        headers: { accept },
      },
    )
    expect([status, readXml(text).first('error')?.say('message')]).toEqual([
      400,
      'Bad Request: The flat formats need values: `values` must be all or from_table_renderer',
    ])
  })

  it('a report is saved, replaced and deleted', async () => {
    const body = (label: string, state: string) => ({
      tracker: { id: tracker.id },
      label,
      criteria: [{ field_id: tracker.field('state'), value: [tracker.value('state', state)] }],
      columns: [tracker.field('title'), tracker.field('size')],
    })
    const write = async (method: string, path: string, sent: object): Promise<number> => {
      const { status, text } = await crocus.request(method, `/api${path}`, {
        as: ann.as,
        xml: requestXml(sent),
        headers: { accept },
      })
      expect([status, status < 300 ? '' : text]).toEqual([method === 'POST' ? 201 : 200, ''])
      return Number(readXml(text).say('id'))
    }
    const id = await write('POST', '/tracker_reports', body('In XML', 'Shut'))
    expect(await foundBy(id)).toEqual([2])
    await write('PUT', `/tracker_reports/${id}`, body('Still in XML', 'Semi;open'))
    expect(await foundBy(id)).toEqual([4])
    await expectSame(`/tracker_reports/${id}`)
    await call('DELETE', `/tracker_reports/${id}`, { as: ann.as, headers: { accept } }, 204)
  })
})

describe('POST, PUT and DELETE /tracker_reports', () => {
  const create = (as: Account['as'], body: object, status = 201) =>
    call<ReportBody>(
      'POST',
      '/tracker_reports',
      { as, json: { tracker: { id: tracker.id }, label: 'Mine', ...body } },
      status,
    )
  const criteria = (...list: readonly [name: string, value: unknown, operator?: string][]) =>
    list.map(([name, value, operator]) => ({ field_id: tracker.field(name), value, ...(operator && { operator }) }))

  it('keep private searches that others do not see', async () => {
    const report = await create(ann.as, {
      criteria: criteria(['title', 'boat'], ['state', [tracker.value('state', 'Open'), 100]]),
      columns: [tracker.field('size'), tracker.field('title')],
    })
    expect(report).toMatchObject({ is_public: false, is_default: false, expert_query: null })
    expect(report.renderers[0]?.columns.map(({ name }) => name)).toEqual(['size', 'title'])
    expect(await foundBy(report.id)).toEqual([0, 1, 3])
    expect(await run(report.id, 'values=from_table_renderer&output_format=flat&limit=1')).toEqual([
      { title: 'Boat one', size: 1 },
    ])

    const labels = async (as: Account['as']) =>
      (await call<ReportBody[]>('GET', `/trackers/${tracker.id}/tracker_reports?limit=50`, { as }, 200)).map(
        ({ label }) => label,
      )
    expect(await labels(ann.as)).toContain('Mine')
    expect(await labels(bob.as)).not.toContain('Mine')
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/artifacts'],
      ['PUT', ''],
      ['DELETE', ''],
    ] as const)
      await refused(
        method,
        `/tracker_reports/${report.id}${path}`,
        { as: bob.as, ...(method === 'PUT' && { json: { label: 'His' } }) },
        404,
      )

    await call('DELETE', `/tracker_reports/${report.id}`, { as: ann.as }, 204)
    await refused('GET', `/tracker_reports/${report.id}`, { as: ann.as }, 404)
  })

  it('keep criteria of dates and people, and queries', async () => {
    const byDate = await create(ann.as, {
      criteria: criteria(['due', ['2026-03-02', '2026-03-03'], 'between'], ['size', '2-5']),
    })
    expect(await foundBy(byDate.id)).toEqual([1, 2])
    const byPerson = await create(ann.as, { criteria: criteria(['crew', [ann.id]]) })
    expect(await foundBy(byPerson.id)).toEqual([])
    const byQuery = await create(ann.as, { expert_query: 'title = "boat" AND size < 3' })
    expect(byQuery.expert_query).toBe('title = "boat" AND size < 3')
    expect(await foundBy(byQuery.id)).toEqual([0, 1])
    const byText = await create(ann.as, { expert_query: '@text = "boat" AND size < 3' })
    expect(await foundBy(byText.id)).toEqual([0, 1])
    const changed = await call<ReportBody>(
      'PUT',
      `/tracker_reports/${byQuery.id}`,
      { as: ann.as, json: { label: 'New', criteria: criteria(['size', 5]) } },
      200,
    )
    expect(changed).toMatchObject({
      label: 'New',
      expert_query: null,
      criteria: [{ name: 'size', value: '5' }],
      renderers: [],
    })
    expect(await foundBy(byQuery.id)).toEqual([4])
  })

  it('allow public reports to administrators of the tracker; one of them is the default', async () => {
    await refused(
      'POST',
      '/tracker_reports',
      { as: ann.as, json: { tracker: { id: tracker.id }, label: 'All', is_public: true } },
      403,
    )
    await refused('PUT', `/tracker_reports/${imported['Main']}`, { as: ann.as, json: { label: 'All' } }, 403)
    await refused('DELETE', `/tracker_reports/${imported['Main']}`, { as: ann.as }, 403)
    const report = await create(crocus.admin, { label: 'For all', is_public: true, is_default: true })
    const list = await call<ReportBody[]>('GET', `/trackers/${tracker.id}/tracker_reports`, { as: bob.as }, 200)
    expect(list.filter(({ is_default }) => is_default).map(({ label }) => label)).toEqual(['For all'])
    await call(
      'PUT',
      `/tracker_reports/${imported['Main']}`,
      { as: crocus.admin, json: { label: 'Main', is_public: true, is_default: true } },
      200,
    )
    await call('DELETE', `/tracker_reports/${report.id}`, { as: crocus.admin }, 204)
    await refused('POST', '/tracker_reports', { json: { tracker: { id: tracker.id }, label: 'X' } }, 401)
  })

  it('keep how they are shown: order, widths, figures, and the board with limits and folded columns', async () => {
    const view = {
      kind: 'board',
      sort: '-size,title',
      columns: [{ name: 'size', width: 120 }],
      totals: 'sum:size',
      group: 'state',
      lanes: 'due:month',
      board: {
        limits: [
          { value_id: tracker.value('state', 'Open'), limit: 4 },
          { value_id: null, limit: 2 },
        ],
        collapsed: [tracker.value('state', 'Shut')],
      },
      charts: [
        { title: '', kind: 'pie', group_by: 'state', measure: 'count' },
        { title: 'Load', kind: 'stacked', group_by: 'due:week,state', measure: 'sum:size' },
      ],
    }
    const body = { label: 'Shown', is_public: true, columns: [tracker.field('title'), tracker.field('size')], view }
    const made = await call<{ id: number; view: unknown }>(
      'POST',
      '/tracker_reports',
      { as: crocus.admin, json: { tracker: { id: tracker.id }, ...body } },
      201,
    )
    expect(made.view).toEqual(view)
    const path = `/tracker_reports/${made.id}`
    expect((await call<{ view: unknown }>('GET', path, { as: bob.as }, 200)).view).toEqual(view)

    // A definition writes it by names, and a change of the definition keeps it under a new name of the field.
    const definitionPath = `/trackers/${tracker.id}/definition`
    const definition = await call<{
      form: { name: string; previous_name?: string }[]
      reports: { name: string; view: unknown }[]
    }>('GET', definitionPath, { as: crocus.admin }, 200)
    expect(definition.reports.find(report => report.name === 'Shown')?.view).toEqual({
      kind: 'board',
      sort: [
        { field: 'size', is_descending: true },
        { field: 'title', is_descending: false },
      ],
      widths: [{ field: 'size', width: 120 }],
      totals: [{ field: 'size', kind: 'sum' }],
      group: { field: 'state', period: null },
      lanes: { field: 'due', period: 'month' },
      limits: [
        { value: 'Open', limit: 4 },
        { value: null, limit: 2 },
      ],
      folded: ['Shut'],
      charts: [
        { title: '', kind: 'pie', groups: [{ field: 'state', period: null }], measure: null },
        {
          title: 'Load',
          kind: 'stacked',
          groups: [
            { field: 'due', period: 'week' },
            { field: 'state', period: null },
          ],
          measure: { field: 'size', kind: 'sum' },
        },
      ],
    })
    const renamed = definition.form.map(each =>
      each.name === 'size' ? { ...each, name: 'length', previous_name: 'size' } : each,
    )
    await call('PUT', definitionPath, { as: crocus.admin, json: { form: renamed } }, 200)
    expect((await call<{ view: { sort: string } }>('GET', path, { as: bob.as }, 200)).view.sort).toBe('-length,title')
    await call(
      'PUT',
      definitionPath,
      {
        as: crocus.admin,
        json: {
          form: definition.form.map(each => (each.name === 'size' ? { ...each, previous_name: 'length' } : each)),
          reports: definition.reports,
        },
      },
      200,
    )
    expect((await call<{ view: unknown }>('GET', path, { as: bob.as }, 200)).view).toEqual(view)

    // Without one, a report is the usual table again.
    await call('PUT', path, { as: crocus.admin, json: { ...body, view: null } }, 200)
    expect((await call<{ view: unknown }>('GET', path, { as: bob.as }, 200)).view).toBeNull()
    await call('DELETE', path, { as: crocus.admin }, 204)
  })

  it('show no field of the presentation that the reader may not read', async () => {
    const view = {
      sort: 'secret,size',
      columns: [{ name: 'secret', width: 90 }],
      totals: '',
      board: { limits: [], collapsed: [] },
    }
    const { id } = await call<{ id: number }>(
      'POST',
      '/tracker_reports',
      { as: crocus.admin, json: { tracker: { id: tracker.id }, label: 'Half', is_public: true, view } },
      201,
    )
    expect(await call('GET', `/tracker_reports/${id}`, { as: bob.as }, 200)).toMatchObject({
      view: { kind: 'table', sort: 'size', columns: [], group: null },
    })
    await call('DELETE', `/tracker_reports/${id}`, { as: crocus.admin }, 204)
  })

  it.each([
    [{ sort: 'secret' }, 'view.sort`: unknown field secret'],
    [{ sort: 'links' }, 'fields of type art_link have no order: links'],
    [{ totals: 'sum:title' }, 'fields of type string have no sum: title'],
    [{ totals: 'most:size' }, 'a figure is one of sum, avg, min, max'],
    [{ kind: 'board', group: 'crew' }, 'fields of type msb have no columns of a board: crew'],
    [{ group: 'title' }, 'view.group`: fields of type string have no groups: title'],
    [{ group: 'secret' }, 'view.group`: unknown field secret'],
    [{ group: 'state,crew' }, '`view.group` is one field'],
    [{ lanes: 'due:age' }, 'view.lanes`: a period is one of'],
    [{ group: 'state', board: { limits: [{ value_id: 999, limit: 1 }], collapsed: [] } }, 'has no value 999'],
    [{ board: { limits: [{ value_id: null, limit: 0 }], collapsed: [] } }, 'the least value is 1'],
    [{ columns: [{ name: 'size', width: 5 }] }, 'the least value is 64'],
    [{ kind: 'heap' }, 'kind'],
    [{ charts: [{ kind: 'pie', group_by: 'secret' }] }, 'view.charts`: unknown field secret'],
    [{ charts: [{ kind: 'pie', group_by: 'title' }] }, 'fields of type string have no groups: title'],
    [{ charts: [{ kind: 'pie', group_by: ',' }] }, 'a chart of the kind pie has one field'],
    [{ group: ',' }, '`view.group` is one field'],
    [{ charts: [{ kind: 'stacked', group_by: 'state' }] }, 'a chart of the kind stacked has two fields'],
    [{ charts: [{ kind: 'bar', group_by: 'state', measure: 'sum:title' }] }, 'fields of type string have no sum'],
  ])('refuse a presentation that cannot be: %j', async (view, sentence) => {
    const json = { tracker: { id: tracker.id }, label: 'Never', view }
    expect(await refused('POST', '/tracker_reports', { as: ann.as, json }, 400)).toContain(sentence)
  })

  it('report all faults at once, and store nothing', async () => {
    const message = await refused(
      'POST',
      '/tracker_reports',
      {
        as: ann.as,
        json: {
          tracker: { id: tracker.id },
          label: 'x'.repeat(300),
          is_default: true,
          expert_query: 'size = 1',
          criteria: [
            ...criteria(['size', 'many'], ['secret', 'x'], ['due', '2026-01-01', 'near']),
            { field_id: 999_999 },
          ],
          columns: [tracker.field('secret')],
        },
      },
      400,
    )
    for (const part of [
      '`label` is longer than 255 characters',
      'the default one',
      'exclude each other',
      '`criteria[0]`: `size`: "many" is neither a number',
      `\`criteria[1]\`: unknown field ${tracker.field('secret')}`,
      '`criteria[2]`: `due`: the operator "near" is none of contains, =, <, >, between',
      '`criteria[3]`: unknown field 999999',
      '`columns[0]`: unknown field',
    ])
      expect(message).toContain(part)
    expect(
      await refused(
        'POST',
        '/tracker_reports',
        { as: ann.as, json: { tracker: { id: tracker.id }, label: 'X', expert_query: 'size =' } },
        400,
      ),
    ).toContain('Syntax error at position 7')
    await refused('POST', '/tracker_reports', { as: ann.as, json: { tracker: { id: 999_999 }, label: 'X' } }, 404)
  })
})
