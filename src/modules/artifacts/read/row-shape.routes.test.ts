// `fields` and `with` of GET /trackers/{id}/artifacts: rows of a table with only the parts that it shows.
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, givenTracker } from '../../../../test/harness/trackers.ts'
import { aStep, aWorkflow } from '../../../../test/harness/workflows.ts'
import { expectSameInXml, readXml } from '../../../../test/harness/xml.ts'

let crocus: TestApp
let ann: Account
let reader: Account
let trackerId: number
let projectId: number
let field: (name: string) => number
let valueIds: ReadonlyMap<string, number>
const ids: number[] = []

interface Row {
  readonly id: number
  readonly title: string
  readonly assignees: readonly { readonly username: string }[]
  readonly values: readonly { readonly field_id: number; readonly value?: unknown }[] | null
  readonly values_by_field: unknown
  readonly etag?: string
  readonly can_update?: boolean
  readonly can_delete?: boolean
}

type Parameters = Readonly<Record<string, string>>
const ask = (parameters: Parameters, as: Account['as'] | null = ann.as, headers: Record<string, string> = {}) =>
  crocus.request('GET', `/api/trackers/${trackerId}/artifacts?${new URLSearchParams(parameters).toString()}`, {
    ...(as && { as }),
    headers,
  })
const rows = async (parameters: Parameters, as?: Account['as'] | null): Promise<Row[]> => {
  const response = await ask(parameters, as)
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<Row[]>()
}
const message = async (parameters: Parameters, as?: Account['as']) => {
  const response = await ask(parameters, as)
  expect(response.status).toBe(400)
  return response.json<{ error: { message: string; details: { reason: string } } }>().error
}
const namesIn = ({ values }: Row): string[] =>
  (values ?? []).map(
    ({ field_id }) => ['title', 'secret', 'state', 'who', 'sum'].find(name => field(name) === field_id) ?? '?',
  )

const roundTripsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = crocus.db.roundTrips()
  await work()
  return crocus.db.roundTrips() - before
}

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  reader = await givenAccount(crocus, 'zoe')
  projectId = (await givenProject(crocus, 'rows', { members: ['ann'] })).id
  const members = { read: [1], submit: [3], update: [3] }
  const made = await givenTracker(
    crocus,
    aTracker(projectId, 'row', {
      elements: [
        anElement('string', 'title', { permissions: members }),
        anElement('string', 'secret', { permissions: { read: [4], submit: [4], update: [4] } }),
        anElement('sb', 'state', {
          permissions: { read: [1], submit: [3], update: [4] },
          bind: { type: 'static', isRankAlpha: false, values: [aValue('new'), aValue('busy')] },
        }),
        anElement('sb', 'who', {
          permissions: { read: [1], submit: [3], update: [4] },
          bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
        }),
        anElement('art_link', 'links', { permissions: { read: [1], submit: [3], update: [4] } }),
        anElement('computed', 'sum', { permissions: { read: [1] } }),
      ],
      semantics: { title: { field: 'title' }, contributor: { field: 'who' } },
      // Members may change only the title. The workflow freezes the title of busy artifacts.
      workflow: aWorkflow(
        [
          aStep(null, 'new'),
          aStep(null, 'busy', { actions: [{ type: 'frozen_fields', fields: ['title'] }] }),
          aStep('new', 'busy', { actions: [{ type: 'frozen_fields', fields: ['title'] }] }),
        ],
        { isAdvanced: false },
      ),
      permissions: { full: [1] },
    }),
  )
  trackerId = made.tracker.id
  field = made.field
  valueIds = made.made.valueIds
  for (const [title, state] of [
    ['First', 'new'],
    ['Second', 'busy'],
  ] as const) {
    const created = await crocus.request('POST', '/api/artifacts', {
      as: crocus.admin,
      json: {
        tracker: { id: trackerId },
        values: [
          { field_id: field('title'), value: title },
          { field_id: field('secret'), value: 'password' },
          { field_id: field('state'), bind_value_ids: [valueIds.get(state)] },
          { field_id: field('who'), bind_value_ids: [ann.id] },
          { field_id: field('links'), links: ids.map(id => ({ id, type: '_is_child' })) },
        ],
      },
    })
    expect([created.status, created.text]).toEqual([201, expect.anything()])
    ids.push(created.json<{ id: number }>().id)
  }
}, 60_000)

describe('fields=', () => {
  it('answers only these values, in the order of the form', async () => {
    const [first] = await rows({ fields: 'State, title' })
    expect(first && namesIn(first)).toEqual(['title', 'state'])
    expect(first).toMatchObject({ title: 'First', values_by_field: null })
    expect(first?.assignees.map(({ username }) => username)).toEqual(['ann'])
    expect(first).not.toHaveProperty('etag')
    expect(first).not.toHaveProperty('can_update')
  })

  it('counts also beside `values`, and beside a query', async () => {
    const found = await rows({ fields: 'who', values: 'all', tql: 'title = "second"' })
    expect(found.map(row => [row.id, namesIn(row)])).toEqual([[ids[1], ['who']]])
  })

  it('refuses an unreadable field like an unknown one', async () => {
    expect(await message({ fields: 'title,nothing' })).toMatchObject({
      message: expect.stringContaining('`fields`: unknown field nothing') as string,
      details: { reason: 'field.unknown' },
    })
    expect((await message({ fields: 'secret' })).message).toContain('`fields`: unknown field secret')
    const [first] = await rows({ fields: 'secret' }, crocus.admin)
    expect(first && namesIn(first)).toEqual(['secret'])
  })

  it('loads no sums that the rows do not show', async () => {
    const list = (parameters: Parameters) => () => rows({ order_by: '-title', ...parameters })
    await list({ values: 'all' })()
    const whole = await roundTripsOf(list({ values: 'all' }))
    const some = await roundTripsOf(list({ fields: 'title,state,who', with: 'etag,permissions' }))
    expect(whole - some).toBeGreaterThan(0)
    // The search: begin, settings, total, page, commit. Then the rows, in one query.
    expect(some).toBe(7)
  })

  it('answers different rows to different columns, also from memory', async () => {
    for (let time = 0; time < 2; time++) {
      expect((await rows({ fields: 'title' })).map(namesIn)).toEqual([['title'], ['title']])
      expect((await rows({ fields: 'title,state' })).map(namesIn)).toEqual([
        ['title', 'state'],
        ['title', 'state'],
      ])
      expect((await rows({})).map(({ values }) => values)).toEqual([null, null])
    }
  })
})

describe('with=', () => {
  it('etag: the version for If-Match, the new one after each change', async () => {
    const [first] = await rows({ with: 'etag' })
    const head = await crocus.request('HEAD', `/api/artifacts/${ids[0]}`, { as: ann.as })
    expect(first?.etag).toBe(String(head.headers.etag).replaceAll('"', ''))
    expect(first?.values).toBeNull()
    const put = await crocus.request('PUT', `/api/artifacts/${ids[0]}`, {
      as: ann.as,
      headers: { 'if-match': `"${first?.etag}"` },
      json: { values: [{ field_id: field('title'), value: 'First again' }] },
    })
    expect(put.status).toBe(200)
    const [after] = await rows({ with: 'etag' })
    expect(after?.etag).not.toBe(first?.etag)
    expect(after?.etag).toBe(String(put.headers.etag).replaceAll('"', ''))
  })

  it('permissions: what the requester may do with each artifact now', async () => {
    const may = async (as?: Account['as'] | null) =>
      (await rows({ with: 'permissions' }, as)).map(row => [row.can_update, row.can_delete])
    for (let time = 0; time < 2; time++) {
      // The title of the second one is frozen, and members may change nothing else.
      expect(await may(ann.as)).toEqual([
        [true, false],
        [false, false],
      ])
      expect(await may(crocus.admin)).toEqual([
        [true, true],
        [true, true],
      ])
      expect(await may(reader.as)).toEqual([
        [false, false],
        [false, false],
      ])
      expect(await may(null)).toEqual([
        [false, false],
        [false, false],
      ])
    }
  })

  it('permissions: an administrator for reading only changes nothing', async () => {
    const { auth } = crocus.app.modules
    const by = { userId: null, means: 'command' } as const
    const auditor = await givenAccount(crocus, 'rob')
    await auth.grantSitePermission('Readers', 'rest_read_only_admin', 'rob', by)
    const parameters = { with: 'permissions', fields: 'secret' }
    expect((await rows(parameters, crocus.admin)).map(row => [row.can_update, namesIn(row)])).toEqual([
      [true, ['secret']],
      [true, ['secret']],
    ])
    expect((await rows(parameters, auditor.as)).map(row => [row.can_update, row.can_delete, namesIn(row)])).toEqual([
      [false, false, ['secret']],
      [false, false, ['secret']],
    ])
  })

  it('permissions: nobody deletes where deletions are switched off', async () => {
    const { settings } = crocus.app.modules
    const actor = { actorId: null, means: 'command' } as const
    await settings.set('artifacts_deletion_limit', '0', actor)
    expect((await rows({ with: 'permissions' }, crocus.admin)).map(row => row.can_delete)).toEqual([false, false])
    await settings.set('artifacts_deletion_limit', '10', actor)
    expect((await rows({ with: 'permissions' }, crocus.admin)).map(row => row.can_delete)).toEqual([true, true])
  })

  it('takes only these words', async () => {
    expect((await message({ with: 'etag,names' })).message).toContain('`with` takes etag, permissions, not names')
  })

  it('has the same content in XML', async () => {
    const parameters = { fields: 'title,state', with: 'etag,permissions' }
    const xml = await ask(parameters, ann.as, { accept: 'application/xml' })
    expectSameInXml(await rows(parameters), readXml(xml.text), 'list')
  })
})
