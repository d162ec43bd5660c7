import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone, givenAccount, type Credentials } from '../../../test/harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../../../test/harness/planning.ts'

interface Column {
  readonly id: number
  readonly label: string
  readonly color: string
}
interface Card {
  readonly id: string
  readonly label: string
  readonly column_id: number | null
  readonly allowed_column_ids: readonly number[]
  readonly values: readonly { readonly field_id: number; readonly label: string }[]
}
interface Wall {
  readonly columns: readonly Column[]
  readonly swimlanes: readonly { readonly cards: readonly Card[] }[]
}
interface TaskboardCard {
  readonly id: number
  readonly label: string
  readonly rank: number
  readonly mapped_list_value: { readonly label: string } | null
  readonly remaining_effort: object | null
  readonly has_children: boolean
  readonly is_collapsed: boolean
}
interface Settings {
  readonly plannings: readonly {
    readonly id: number
    readonly cardwall: { readonly columns: readonly Column[] } | null
  }[]
}

let crocus: TestApp
let team: ScrumTeam
let reader: Credentials

const sprint = () => team.id('sprint')
const planningId = async (): Promise<number> =>
  (await team.get(`milestones/${sprint()}`)).json<{ planning: { id: number } }>().planning.id
const wall = async (as?: Credentials): Promise<Wall> => {
  const found = await team.get(`milestones/${sprint()}/cardwall`, as)
  expect(found.status, found.text).toBe(200)
  return found.json<Wall>()
}
const column = async (label: string): Promise<number> => {
  const found = (await wall()).columns.find(one => one.label === label)
  if (!found) throw new Error(`there is no column ${label}`)
  return found.id
}
/** Labels of the columns of each card, by its label. */
const places = async (as?: Credentials): Promise<Record<string, readonly [string | null, readonly string[]]>> => {
  const { columns, swimlanes } = await wall(as)
  const labelOf = (id: number | null) => columns.find(one => one.id === id)?.label ?? null
  return Object.fromEntries(
    swimlanes
      .flatMap(({ cards }) => cards)
      .map(card => [card.label, [labelOf(card.column_id), card.allowed_column_ids.map(id => labelOf(id) ?? '')]]),
  )
}
const card = async (label: string): Promise<Card> => {
  const found = (await wall()).swimlanes.flatMap(({ cards }) => cards).find(one => one.label === label)
  if (!found) throw new Error(`there is no card ${label}`)
  return found
}
const put = (id: string, json: unknown, as: Credentials = team.member) =>
  crocus.request('PUT', `/api/cards/${id}`, { as, json })
const cards = async (uri: string, as?: Credentials): Promise<readonly TaskboardCard[]> => {
  const found = await team.get(uri, as)
  expect(found.status, found.text).toBe(200)
  expect(found.headers['x-pagination-limit-max']).toBe('100')
  return found.json<readonly TaskboardCard[]>()
}
const move = (lane: number, columnId: number, json: unknown, as: Credentials = team.member) =>
  crocus.request('PATCH', `/api/taskboard_cells/${lane}/column/${columnId}`, { as, json })
const statusOf = async (name: string): Promise<string> =>
  (await team.get(`backlog_items/${team.id(name)}`)).json<{ full_status: { value: string } }>().full_status.value
const historyOf = async (name: string): Promise<number> =>
  (await team.get(`artifacts/${team.id(name)}/changesets?limit=50`)).json<readonly object[]>().length
const children = async () =>
  (await cards(`taskboard_cards/${team.id('parent')}/children?milestone_id=${sprint()}`)).map(({ label }) => label)

/** Tasks go from To do to On going to Done and back from there, but not from To do to Done. */
const givenWorkflow = async (): Promise<void> => {
  const tracker = team.project.tracker('task')
  const change = async (rules: object) => {
    const query = encodeURIComponent(JSON.stringify({ workflow: { set_transitions_rules: rules } }))
    expect(
      (await crocus.request('PATCH', `/api/trackers/${tracker.id}?query=${query}`, { as: team.owner })).status,
    ).toBe(200)
  }
  await change({ field_id: tracker.field('status') })
  for (const [from, to] of [
    [null, 'To do'],
    ['To do', 'On going'],
    ['On going', 'To do'],
    ['On going', 'Done'],
    ['Done', 'On going'],
  ] as const) {
    const from_id = from === null ? 0 : tracker.value('status', from)
    const json = { tracker_id: tracker.id, from_id, to_id: tracker.value('status', to) }
    expect((await crocus.request('POST', '/api/tracker_workflow_transitions', { as: team.owner, json })).status).toBe(
      201,
    )
  }
  await change({ is_used: true })
}

const givenCardFields = async (itemName: string, ...fields: readonly string[]): Promise<void> => {
  const uri = `/api/trackers/${team.project.tracker(itemName).id}/definition`
  const read = await crocus.request('GET', uri, { as: team.owner })
  const { semantics, ...definition } = read.json<{ semantics: object }>()
  const json = { ...definition, semantics: { ...semantics, card_fields: { fields, background_color: null } } }
  const written = await crocus.request('PUT', uri, {
    as: team.owner,
    json,
    headers: { 'if-match': String(read.headers['etag']) },
  })
  expect(written.status, written.text).toBe(200)
}

beforeAll(async () => {
  crocus = await testApp()
  team = await givenScrumTeam(crocus, 'wall')
  reader = (await givenAccount(crocus, 'wall-reader')).as
  await crocus.app.modules.auth.grantSitePermission('readers', 'rest_read_only_admin', 'wall-reader', {
    userId: null,
    means: 'command',
  })
  await givenCardFields('story', 'initial_effort', 'assigned_to')
  await givenCardFields('task', 'remaining_effort')
  const effort = (tracker: string, field: string, value: number) => ({
    field_id: team.project.tracker(tracker).field(field),
    value,
  })
  for (const name of ['one', 'two', 'three']) await team.make(name, 'task', [effort('task', 'remaining_effort', 5)])
  await team.make('dropped', 'task', [team.status('task', 'Dropped')])
  const CHILD = '_is_child'
  await team.make('parent', 'story', [
    team.links('story', ['one', CHILD], ['two', CHILD], ['three', CHILD], ['dropped', CHILD]),
    effort('story', 'initial_effort', 8),
  ])
  await team.make('solo', 'story', [effort('story', 'initial_effort', 3)])
  await team.make('given up', 'story', [team.status('story', 'Dropped')])
  await team.make('elsewhere', 'story')
  await team.make('sprint', 'sprint', [team.links('sprint', ['parent'], ['solo'], ['given up'])])
  await team.make('release', 'rel')
  await givenWorkflow()
})

describe('the cardwall of a milestone (agile.md §6)', () => {
  it('is named by milestones of a planning that has one', async () => {
    const uri = `milestones/${sprint()}`
    expect((await team.get(uri)).json()).toMatchObject({
      cardwall_uri: `${uri}/cardwall`,
      resources: { cardwall: { uri: `${uri}/cardwall` } },
    })
    expect((await team.get(`milestones/${team.id('release')}`)).json()).toMatchObject({
      cardwall_uri: null,
      resources: { cardwall: null },
    })
    expect((await team.get(`milestones/${team.id('release')}/cardwall`)).status).toBe(404)
    expect((await team.get(`milestones/${team.id('solo')}/cardwall`)).status).toBe(404)
    expect((await team.get(`${uri}/cardwall`, team.stranger)).status).toBe(403)
    expect((await crocus.request('GET', `/api/${uri}/cardwall`)).status).toBe(401)
    const allowed = async (path: string) => (await crocus.request('OPTIONS', `/api/${path}`)).headers['allow']
    expect([await allowed('cards'), await allowed('cards/1_2'), await allowed(`${uri}/cardwall`)]).toEqual([
      'OPTIONS',
      'OPTIONS, PUT',
      'OPTIONS, GET',
    ])
  })

  it('shows children in the columns of their status, and says where the workflow lets them go', async () => {
    const { columns, swimlanes } = await wall()
    expect(columns.map(({ label }) => label)).toEqual(['To do', 'Ready', 'On going', 'In review', 'Done'])
    expect(swimlanes.map(lane => lane.cards.map(({ label }) => label))).toEqual([
      ['parent', 'one', 'two', 'three'],
      ['solo'],
      ['given up'],
    ])
    expect(await places()).toEqual({
      parent: [null, []],
      one: ['To do', ['To do', 'On going']],
      two: ['To do', ['To do', 'On going']],
      three: ['To do', ['To do', 'On going']],
      solo: ['To do', ['To do', 'Ready', 'On going', 'In review', 'Done']],
      'given up': [null, ['To do', 'Ready', 'On going', 'In review', 'Done']],
    })
    const id = await planningId()
    expect(swimlanes[1]?.cards[0]).toMatchObject({
      id: `${id}_${team.id('solo')}`,
      uri: `cards/${id}_${team.id('solo')}`,
      planning_id: id,
      status: 'Open',
      accent_color: null,
      project: { id: team.project.id },
      artifact: { id: team.id('solo'), tracker: { id: team.project.tracker('story').id } },
      values: [{ label: 'Initial effort', value: 3 }, { label: 'Assigned to' }],
    })
  })

  it('takes a card back as it was read, and changes nothing', async () => {
    const before = await historyOf('solo')
    const shown = await card('solo')
    expectDone(await put(shown.id, shown))
    expect(await historyOf('solo')).toBe(before)
  })

  it('renames and moves a card in one changeset', async () => {
    const [shown, before] = [await card('two'), await historyOf('two')]
    const effort = team.project.tracker('task').field('remaining_effort')
    const json = {
      ...shown,
      label: 'second',
      column_id: await column('On going'),
      values: [{ field_id: effort, value: 2 }],
    }
    expectDone(await put(shown.id, json))
    expect(await historyOf('two')).toBe(before + 1)
    expect(await card('second')).toMatchObject({ column_id: await column('On going'), values: [{ value: 2 }] })
    expectDone(await put(shown.id, { ...shown, column_id: null }))
    expect((await places())['two']?.[0]).toBe('On going')
    expectDone(await put(shown.id, shown))
    expect((await places())['two']?.[0]).toBe('To do')
  })

  it('lets the values of a card count more than its title and column', async () => {
    const status = team.project.tracker('story').field('status')
    await givenCardFields('story', 'title', 'status', 'initial_effort')
    const shown = await card('solo')
    const ready = team.project.tracker('story').value('status', 'Ready')
    const values = [{ field_id: status, bind_value_ids: [ready] }]
    expectDone(await put(shown.id, { label: 'solo', column_id: await column('Done'), values }))
    expect(await statusOf('solo')).toBe('Ready')
    expectDone(await put(shown.id, shown))
    expect(await statusOf('solo')).toBe('To do')
    await givenCardFields('story', 'initial_effort', 'assigned_to')
  })

  it('refuses what is no card, what the workflow forbids, and others', async () => {
    const shown = await card('one')
    const done = { ...shown, column_id: await column('Done') }
    const refused = await put(shown.id, done)
    expect([refused.status, refused.json<{ error: { details: { reason: string } } }>().error.details.reason]).toEqual([
      400,
      'workflow.transition',
    ])
    expectDone(await put(shown.id, { ...shown, column_id: 99_999_999 }))
    expectDone(await put(shown.id, { ...shown, column_id: await column('Ready') }))
    const id = await planningId()
    const wrong: readonly (readonly [string, unknown, number, Credentials?])[] = [
      ['41', shown, 400],
      ['2_x', shown, 400],
      [`99999_${team.id('one')}`, shown, 404],
      [`${id}_99999999`, shown, 404],
      [`${id}_${sprint()}`, shown, 404],
      [shown.id, { label: 'one' }, 400],
      [shown.id, { ...shown, values: [{ value: 3 }] }, 400],
      [shown.id, { ...shown, values: [{ field_id: team.project.tracker('task').field('title'), value: 'x' }] }, 404],
      [shown.id, { ...shown, label: '' }, 400],
      [shown.id, shown, 403, team.stranger],
      [shown.id, shown, 404, reader],
    ]
    for (const [uri, json, status, as] of wrong)
      expect([uri, json, (await put(uri, json, as)).status]).toEqual([uri, json, status])
    expect((await places())['one']?.[0]).toBe('To do')
    expect((await wall(reader)).swimlanes).toHaveLength(3)
  })
})

describe('the taskboard of a milestone (agile.md §7)', () => {
  const board = () => `taskboard/${sprint()}`

  it('has the columns of the cardwall', async () => {
    expect((await team.get(`${board()}/columns`)).json<readonly object[]>()[2]).toEqual({
      id: await column('On going'),
      label: 'On going',
      header_color: 'clockwork-orange',
    })
    for (const uri of ['columns', 'cards'])
      for (const id of [team.id('release'), team.id('solo'), 99_999_999, 0])
        expect((await team.get(`taskboard/${id}/${uri}`)).status).toBe(404)
    expect((await team.get(`${board()}/cards`, team.stranger)).status).toBe(404)
    expect((await crocus.request('GET', `/api/${board()}/cards`)).status).toBe(404)
    for (const limit of [0, 101]) expect((await team.get(`${board()}/cards?limit=${limit}`)).status).toBe(400)
  })

  it('lists the content with efforts, people and children', async () => {
    const [parent, solo, givenUp] = await cards(`${board()}/cards`)
    expect(parent).toEqual({
      id: team.id('parent'),
      tracker_id: team.project.tracker('story').id,
      label: 'parent',
      xref: `story #${team.id('parent')}`,
      rank: expect.any(Number) as unknown,
      color: 'acid-green',
      background_color: '',
      artifact_html_uri: `/plugins/tracker/?aid=${team.id('parent')}&planning%5Btaskboard%5D%5B${await planningId()}%5D=${sprint()}`,
      has_children: true,
      assignees: [],
      mapped_list_value: { id: team.project.tracker('story').value('status', 'To do'), label: 'To do' },
      initial_effort: 8,
      remaining_effort: { value: 15, can_update: true },
      is_open: true,
      is_collapsed: false,
    })
    expect([solo?.has_children, givenUp?.mapped_list_value?.label]).toEqual([false, 'Dropped'])
    expect(parent && solo && parent.rank < solo.rank).toBe(true)
    expect((await cards(`${board()}/cards?limit=1&offset=1`)).map(({ label }) => label)).toEqual(['solo'])
  })

  it('tells one card and its children for a milestone', async () => {
    const uri = `taskboard_cards/${team.id('parent')}`
    const of = async (path: string, as?: Credentials) => (await team.get(path, as)).status
    expect((await team.get(`${uri}?milestone_id=${sprint()}`)).json()).toMatchObject({ label: 'parent' })
    expect(await children()).toEqual(['one', 'two', 'three', 'dropped'])
    for (const path of [uri, `${uri}/children`]) {
      expect([await of(path), await of(`${path}?milestone_id=`)]).toEqual([400, 400])
      expect([await of(`${path}?milestone_id=0`), await of(`${path}?milestone_id=${team.id('release')}`)]).toEqual([
        404, 404,
      ])
      expect(await of(`${path}?milestone_id=${sprint()}`, team.stranger)).toBe(404)
    }
    expect(await of(`taskboard_cards/99999999?milestone_id=${sprint()}`)).toBe(404)
  })

  it('remembers for each account which lanes are folded', async () => {
    const json = { key: `plugin_taskboard_collapse_${sprint()}_${team.id('parent')}`, value: '1' }
    expectDone(await crocus.request('PATCH', '/api/users/self/preferences', { as: team.member, json }))
    const folded = async (as: Credentials) =>
      (await cards(`${board()}/cards`, as)).filter(one => one.is_collapsed).map(({ label }) => label)
    expect([await folded(team.member), await folded(team.owner)]).toEqual([['parent'], []])
  })

  it('changes a remaining effort, a computed one to a manual value', async () => {
    const patch = (name: string, json: unknown, as = team.member, headers: Record<string, string> = {}) =>
      crocus.request('PATCH', `/api/taskboard_cards/${team.id(name)}`, { as, json, headers })
    const effort = async (name: string) =>
      (await team.get(`taskboard_cards/${team.id(name)}?milestone_id=${sprint()}`)).json<TaskboardCard>()
        .remaining_effort
    expectDone(await patch('one', { remaining_effort: 13 }))
    const before = await historyOf('one')
    expectDone(await patch('one', { remaining_effort: 13 }))
    expect([await effort('one'), await historyOf('one')]).toEqual([{ value: 13, can_update: true }, before])
    expect((await patch('one', { remaining_effort: 14 }, team.member, { 'if-match': '"old"' })).status).toBe(412)
    const etag = String((await team.get(`artifacts/${team.id('one')}`)).headers['etag'])
    expectDone(await patch('one', { remaining_effort: 5 }, team.member, { 'if-match': etag }))
    expectDone(await patch('parent', { remaining_effort: 21 }))
    expect(await effort('parent')).toMatchObject({ can_update: true })
    expect((await patch('release', { remaining_effort: 1 })).status).toBe(400)
    expect([(await patch('one', {})).status, (await patch('one', { remaining_effort: 'much' })).status]).toEqual([
      400, 400,
    ])
    expect((await patch('one', { remaining_effort: 1 }, team.stranger)).status).toBe(404)
  })

  it('moves a solo card to another column, in one changeset', async () => {
    const before = await historyOf('solo')
    const done = await column('Done')
    expectDone(await move(team.id('solo'), done, { add: team.id('solo') }))
    expectDone(await move(team.id('solo'), done, { add: team.id('solo') }))
    expect([await statusOf('solo'), await historyOf('solo')]).toEqual(['Done', before + 1])
  })

  it('orders the children of a lane, and moves one of them at the same time', async () => {
    const [one, two, three] = [team.id('one'), team.id('two'), team.id('three')]
    const [lane, todo, ongoing] = [team.id('parent'), await column('To do'), await column('On going')]
    expectDone(await move(lane, todo, { order: { ids: [three, one], direction: 'before', compared_to: two } }))
    expect(await children()).toEqual(['three', 'one', 'two', 'dropped'])
    expectDone(await move(lane, ongoing, { add: two, order: { ids: [two], direction: 'before', compared_to: three } }))
    expect([await children(), await statusOf('two')]).toEqual([['two', 'three', 'one', 'dropped'], 'On going'])
    const both = { add: three, order: { ids: [three], direction: 'before', compared_to: team.id('solo') } }
    expect((await move(lane, ongoing, both)).status).toBe(400)
    expect([await children(), await statusOf('three')]).toEqual([['two', 'three', 'one', 'dropped'], 'To do'])
    const refused = { add: three, order: { ids: [three], direction: 'before', compared_to: two } }
    expect((await move(lane, await column('Done'), refused)).status).toBe(400)
    expect(await children()).toEqual(['two', 'three', 'one', 'dropped'])
  })

  it('refuses cells, cards and orders that do not belong together', async () => {
    const [lane, todo] = [team.id('parent'), await column('To do')]
    const one = team.id('one')
    const order = (ids: readonly number[], compared_to = team.id('two')) => ({
      order: { ids, direction: 'after', compared_to },
    })
    const wrong: readonly (readonly [number, number, unknown, number, Credentials?])[] = [
      [99_999_999, todo, { add: one }, 404],
      [lane, 99_999_999, { add: one }, 404],
      [lane, todo, { add: one }, 404, team.stranger],
      [lane, todo, { add: one }, 404, reader],
      [team.id('release'), todo, { add: one }, 404],
      [lane, todo, {}, 400],
      [lane, todo, { ids: [one] }, 400],
      [lane, todo, { add: 99_999_999 }, 400],
      [lane, todo, { add: team.id('solo') }, 400],
      [lane, todo, { add: lane }, 400],
      [lane, await column('Ready'), { add: one }, 400],
      [lane, await column('Done'), { add: one }, 400],
      [lane, todo, order([one, one]), 400],
      [lane, todo, order([team.id('solo')]), 400],
      [lane, todo, order([one], one), 400],
    ]
    for (const [swimlane, columnId, json, status, as] of wrong) {
      const answer = await move(swimlane, columnId, json, as)
      expect([json, answer.status]).toEqual([json, status])
    }
  })
})

describe('columns of the settings (agile.md §8.4)', () => {
  const uri = () => `projects/${team.project.id}/planning_settings`
  const read = async () => (await team.get(uri(), team.owner)).json<Settings>()
  const write = async (cardwall: unknown) => {
    const settings = await read()
    const plannings = settings.plannings.map((planning, index) => (index === 1 ? { ...planning, cardwall } : planning))
    return crocus.request('PUT', `/api/${uri()}`, { as: team.owner, json: { ...settings, plannings } })
  }

  it('map values of a list, the first that the workflow allows', async () => {
    const task = team.project.tracker('task')
    const value = (label: string) => task.value('status', label)
    const { plannings } = await read()
    const [first] = plannings[1]?.cardwall?.columns ?? []
    const mapped = {
      columns: [
        { label: 'Finished', value_ids: [value('Done'), value('On going')] },
        { id: first?.id, label: 'Open', color: '#a0b0c0', value_ids: [value('To do')] },
      ],
      mappings: [{ tracker: { id: task.id }, field: { id: task.field('status') } }],
    }
    const answer = await write(mapped)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json<Settings>().plannings.map(({ cardwall }) => cardwall)).toMatchObject([
      null,
      {
        columns: [
          { label: 'Finished', color: '#F8F8F8', value_ids: [value('Done'), value('On going')] },
          { id: first?.id, label: 'Open', color: '#A0B0C0' },
        ],
        mappings: [{ tracker: { id: task.id }, field: { id: task.field('status'), label: 'Status' } }],
      },
    ])
    expect(await places()).toEqual({
      parent: [null, []],
      one: ['Open', ['Finished', 'Open']],
      two: ['Finished', ['Finished', 'Open']],
      three: ['Open', ['Finished', 'Open']],
      solo: [null, []],
      'given up': [null, []],
    })
    expectDone(await move(team.id('parent'), await column('Finished'), { add: team.id('one') }))
    expect(await statusOf('one')).toBe('On going')
    expect((await write((await read()).plannings[1]?.cardwall)).json()).toEqual(await read())
  })

  it('refuse what is no column and no mapping, and go away with the cardwall', async () => {
    const task = team.project.tracker('task')
    const mapping = (field: number, tracker = task.id) => ({ tracker: { id: tracker }, field: { id: field } })
    const column = { label: 'A' }
    const status = mapping(task.field('status'))
    const todo = task.value('status', 'To do')
    const wrong: readonly unknown[] = [
      { columns: [{ label: '' }] },
      { columns: [{ label: 'A', color: 'mauve' }] },
      { columns: [{ label: 'A', id: 99_999_999 }] },
      { columns: [column], mappings: [mapping(task.field('title'))] },
      { columns: [column], mappings: [mapping(task.field('status'), team.project.tracker('story').id)] },
      { columns: [column], mappings: [mapping(1, 99_999_999)] },
      { columns: [column], mappings: [status, status] },
      { columns: [{ label: 'A', value_ids: [todo] }] },
      {
        columns: [
          { label: 'A', value_ids: [todo] },
          { label: 'B', value_ids: [todo] },
        ],
        mappings: [status],
      },
      {
        columns: [column],
        mappings: [mapping(team.project.tracker('sprint').field('status'), team.project.tracker('sprint').id)],
      },
    ]
    const before = await read()
    for (const cardwall of wrong) expect([cardwall, (await write(cardwall)).status]).toEqual([cardwall, 400])
    expect(await read()).toEqual(before)
    expect((await write(null)).status).toBe(200)
    expect((await team.get(`milestones/${sprint()}/cardwall`)).status).toBe(404)
    expect((await team.get(`taskboard/${sprint()}/cards`)).status).toBe(404)
    expect((await put(`${await planningId()}_${team.id('one')}`, { label: 'one', values: [] })).status).toBe(404)
  })
})
