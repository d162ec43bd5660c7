// `tql` of GET /trackers/{id}/artifacts: what it finds beyond `expert_query`, and what it keeps secret.
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  givenAccount,
  givenProject,
  readProject,
  type Account,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { TQL_COMPLEXITY } from './check-tql.ts'

let crocus: TestApp
let ann: Account
let bob: Account
let bugs: FixtureTracker
let bare: FixtureTracker
const ids: Record<string, number> = {}

const ask = (parameters: Readonly<Record<string, string>>, as: Account['as'] = ann.as, tracker = bugs) =>
  crocus.request('GET', `/api/trackers/${tracker.id}/artifacts?${new URLSearchParams(parameters).toString()}`, { as })

/** Titles of the artifacts that the query finds, by id, in one word. */
const found = async (tql: string, as?: Account['as'], more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const response = await ask({ ...more, tql }, as)
  if (response.status !== 200) return response.text
  const listed = response.json<{ id: number }[]>().map(({ id }) => Object.keys(ids).find(name => ids[name] === id))
  expect(response.headers['x-pagination-size']).toBe(String(listed.length))
  return listed.join('')
}

const message = async (parameters: Readonly<Record<string, string>>, as?: Account['as'], tracker?: FixtureTracker) => {
  const response = await ask(parameters, as, tracker)
  expect(response.status).toBe(400)
  return response.json<{ error: { message: string } }>().error.message
}

const forAll = { read: [1], submit: [2], update: [2] }
const forAdmins = { read: [4], submit: [2], update: [4] }

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  const project = await givenProject(crocus, 'queries', { members: ['ann', 'bob'] })
  const states = [aValue('new', { label: 'New' }), aValue('done', { label: 'Done' })]
  await createTrackersOf(
    crocus,
    aTracker(project.id, 'flaw', {
      elements: [
        anElement('string', 'title', { permissions: forAll }),
        anElement('text', 'story', { permissions: forAll }),
        anElement('string', 'secret', { permissions: forAdmins }),
        anElement('sb', 'state', {
          permissions: forAll,
          bind: { type: 'static', isRankAlpha: false, values: states },
        }),
        anElement('sb', 'who', {
          permissions: forAll,
          bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
        }),
        anElement('tbl', 'tags', {
          permissions: forAll,
          bind: { type: 'static', isRankAlpha: false, values: [aValue('red', { label: 'Red' })] },
        }),
        anElement('tbl', 'teams', { permissions: forAll, bind: { type: 'ugroups', values: [] } }),
        anElement('perm', 'only', { permissions: forAll }),
        anElement('computed', 'effort', { permissions: forAll }),
        anElement('aid', 'id', { permissions: { read: [1] } }),
        anElement('atid', 'number', { permissions: { read: [1] } }),
        anElement('priority', 'rank', { permissions: { read: [1] } }),
      ],
      semantics: {
        title: { field: 'title' },
        status: { field: 'state', openValues: ['new'] },
        contributor: { field: 'who' },
      },
      permissions: { full: [1] },
    }),
    // Its status is for administrators only, and it has no title and no contributor.
    aTracker(project.id, 'bare', {
      elements: [
        anElement('sb', 'bstate', {
          permissions: forAdmins,
          bind: { type: 'static', isRankAlpha: false, values: [aValue('bnew', { label: 'New' })] },
        }),
      ],
      semantics: { status: { field: 'bstate', openValues: ['bnew'] } },
      permissions: { full: [1] },
    }),
  )
  const scene = await readProject(crocus, project.id, crocus.admin)
  bugs = scene.tracker('flaw')
  bare = scene.tracker('bare')
  const value = (name: string, content: unknown) => ({ field_id: bugs.field(name), value: content })
  const chosen = (name: string, id: number) => ({ field_id: bugs.field(name), bind_value_ids: [id] })
  const objects = (name: string, ...listed: object[]) => value(name, { bind_value_objects: listed })
  const given = async (name: string, title: string, ...values: object[]) => {
    const response = await crocus.request('POST', '/api/artifacts', {
      as: crocus.admin,
      json: { tracker: { id: bugs.id }, values: [value('title', title), ...values] },
    })
    expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
    ids[name] = response.json<{ id: number }>().id
  }
  await given('a', 'Broken lamp', value('story', 'It never "shines" and has a \\ in it'), value('secret', 'password'))
  await given(
    'b',
    'Loud door',
    chosen('state', bugs.value('state', 'New')),
    chosen('who', ann.id),
    objects('tags', { label: 'Red' }, { label: 'Typed' }),
  )
  await given(
    'c',
    'Lamp and door',
    chosen('state', bugs.value('state', 'Done')),
    { field_id: bugs.field('effort'), is_autocomputed: false, manual_value: 5 },
    objects('teams', { id: `${project.id}_3` }),
  )
  await given(
    'd',
    'For members',
    value('only', { granted_groups: [`${project.id}_3`] }),
    objects('tags', { label: 'Red' }),
  )
  await given('e', 'For administrators', value('only', { granted_groups: [`${project.id}_4`] }))
  const commented = await crocus.request('PUT', `/api/artifacts/${ids['b']}`, {
    as: crocus.admin,
    json: { values: [], comment: { body: 'the hinge needs oil', format: 'text' } },
  })
  expect(commented.status).toBe(200)
}, 60_000)

describe('tql finds', () => {
  it.each([
    // open lists, by the label of a bound or typed value
    ['tags = "red"', 'bd'],
    ['tags = "typed"', 'b'],
    ['tags != "Red"', 'ac'],
    ['tags IN ("Typed", "unknown")', 'b'],
    ['tags NOT IN ("Typed")', 'acd'],
    ['tags = ""', 'ac'],
    ['teams = "Project members"', 'c'],
    ['teams = "Membres du projet"', 'c'],
    // numbers of the artifact
    ['number BETWEEN (2, 3)', 'bc'],
    ['number > 1 AND number <= 2', 'b'],
    ['number != 1', 'bcd'],
    ['id = ""', ''],
    ['id != ""', 'abcd'],
    ['rank >= 0', 'abcd'],
    // manual values of computed fields
    ['effort > 4', 'c'],
    ['effort = ""', 'abd'],
    // groups that may see the artifact
    ['only = "Project members"', 'd'],
    ['only = ""', 'abc'],
    ['only != ""', 'd'],
    ['only NOT IN ("Project members", "Project administrators")', 'abc'],
    // metadata
    ['@title = "lamp"', 'ac'],
    ['@Title != "lamp"', 'bd'],
    ['@assigned_to = MYSELF()', 'b'],
    ['@assigned_to = ""', 'acd'],
    ['@status = OPEN()', 'b'],
    ['@status != OPEN()', 'acd'],
    ['@status IN ("Done")', 'c'],
    ['@text = "lamp"', 'ac'],
    ['@text = "LAMP door"', 'c'],
    ['@text = "door oil"', 'b'],
    ['@text = "shines"', 'a'],
    ['@text != "lamp"', 'bd'],
    ['@comments = "oil" OR @text = "never"', 'ab'],
    // a backslash makes the next character ordinary
    [String.raw`story = "\"shines\""`, 'a'],
    [String.raw`story = "a \\ in"`, 'a'],
    [
      'title = "lamp" AND NOT_A_FIELD = 1',
      expect.stringContaining('Unknown fields: position 20, NOT_A_FIELD') as string,
    ],
  ])('%s', async (tql, expected) => {
    expect(await found(tql)).toEqual(expected)
  })

  it('the artifact with this id', async () => {
    expect(await found(`id = ${ids['c']}`)).toBe('c')
    expect(await found(`id < ${ids['c']}`)).toBe('ab')
  })

  it('what it says, whatever the other parameters say', async () => {
    expect(await found('@title = "door"', ann.as, { query: '{"title":"lamp"}', expert_query: 'title = "For"' })).toBe(
      'bc',
    )
    expect(await found('', ann.as, { query: '{"title":"lamp"}' })).toBe('ac')
    expect(await found('@title = "door"', ann.as, { order_by: '-id' })).toBe('cb')
  })

  it('artifacts of more comparisons than expert_query takes', async () => {
    const long = (count: number) => Array.from({ length: count }, () => 'title = "lamp"').join(' OR ')
    expect(await message({ expert_query: long(20) })).toContain('too complex')
    expect(await found(long(20))).toBe('ac')
    expect(await message({ tql: long(TQL_COMPLEXITY) })).toContain(`at most ${TQL_COMPLEXITY}`)
  })
})

describe('tql refuses', () => {
  it.each([
    [
      '@nothing = 1',
      'Unknown metadata (there are @assigned_to, @comments, @status, @text, @title): position 1, @nothing',
    ],
    ['@constructor = 1', 'Unknown metadata'],
    ['@text = " "', 'At position 9, " ": @text needs at least one word'],
    ['@text > "a"', '> is not possible with @text, which takes =, !='],
    ['@text = NOW()', '@text: NOW() cannot be compared with texts'],
    ['@text = "1 2 3 4 5 6 7 8 9 10 11"', 'at most 10 words, not 11'],
    ['@status > OPEN()', 'OPEN() is possible with = and != only'],
    ['@status IN (OPEN(), "New")', 'OPEN() is possible with = and != only'],
    ['state = OPEN()', 'OPEN() is not possible'],
    ['@assigned_to = OPEN()', 'OPEN() is not possible'],
    ['tags = "no such"', 'the list has no value "no such"'],
    ['only = "no such"', 'the list has no value "no such"'],
    ['number = "one"', '"one" is not a number'],
  ])('%s: %s', async (tql, reason) => {
    expect(await message({ tql })).toContain(reason)
  })

  it('what expert_query refuses, only there', async () => {
    for (const query of ['tags = "red"', 'id = 1', 'effort > 1', 'only = "Project members"'])
      expect(await message({ expert_query: query })).toContain('cannot be searched with this language')
    for (const query of ['@text = "lamp"', '@title = "lamp"', '@status = OPEN()'])
      expect(await message({ expert_query: query })).toContain('Unknown metadata (there is @comments only)')
  })
})

describe('tql keeps secrets', () => {
  it('searches no text that the viewer may not read', async () => {
    expect(await found('@text = "password"', crocus.admin)).toBe('a')
    expect(await found('@text = "password"')).toBe('')
    expect(await found('@text != "password"')).toBe('abcd')
  })

  it('finds no artifact that the viewer may not see', async () => {
    expect(await found('only = "Project administrators"', crocus.admin)).toBe('e')
    expect(await found('only = "Project administrators"')).toBe('')
    expect(await found('only = "Project administrators"', bob.as)).toBe('')
    expect(await found('@text = "administrators"')).toBe('')
  })

  it('knows no status of an unreadable field, as in a tracker without one', async () => {
    const unknown = 'Unknown metadata (there are @comments, @text): position 1, '
    expect(await message({ tql: '@status = OPEN()' }, ann.as, bare)).toContain(`${unknown}@status`)
    expect(await message({ tql: '@title = "x"' }, ann.as, bare)).toContain(`${unknown}@title`)
    expect((await ask({ tql: '@status = OPEN()' }, crocus.admin, bare)).status).toBe(200)
  })
})
