// The secrets that a search must keep, its refusals, and the order of its results.
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
import { expectSameInXml, readXml } from '../../../../test/harness/xml.ts'

let crocus: TestApp
let ann: Account
let bob: Account
let stranger: Account
let open: FixtureTracker
let guarded: FixtureTracker
/** Ids by title, for all trackers. */
const ids: Record<string, number> = {}

type Parameters = Readonly<Record<string, string>>

const ask = (tracker: FixtureTracker, parameters: Parameters, as?: Account['as']) =>
  crocus.request(
    'GET',
    `/api/trackers/${tracker.id}/artifacts?${new URLSearchParams(parameters).toString()}`,
    as ? { as } : {},
  )

const titles = async (tracker: FixtureTracker, parameters: Parameters, as?: Account['as']): Promise<string> => {
  const response = await ask(tracker, parameters, as)
  if (response.status !== 200) return `${response.status}: ${response.text}`
  const found = response.json<{ id: number }[]>().map(({ id }) => Object.keys(ids).find(title => ids[title] === id))
  if (!('limit' in parameters)) expect(response.headers['x-pagination-size']).toBe(String(found.length))
  return found.join('')
}

const message = async (tracker: FixtureTracker, parameters: Parameters, as?: Account['as']): Promise<string> => {
  const response = await ask(tracker, parameters, as)
  expect(response.status).toBe(400)
  return response.json<{ error: { message: string } }>().error.message
}

const given = async (tracker: FixtureTracker, title: string, by: Account, values: readonly object[]): Promise<void> => {
  const request: TestRequest = {
    as: by.as,
    json: { tracker: { id: tracker.id }, values: [{ field_id: tracker.field('title'), value: title }, ...values] },
  }
  const response = await crocus.request('POST', '/api/artifacts', request)
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  ids[title] = response.json<{ id: number }>().id
  crocus.clock.advance(1_000)
}

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  stranger = await givenAccount(crocus, 'zoe')
  const project = await givenProject(crocus, 'rights', { members: ['ann', 'bob'] })
  const elements = [
    anElement('string', 'title', { permissions: { read: [1], submit: [2], update: [2] } }),
    anElement('string', 'secret', { permissions: { read: [4], submit: [2], update: [4] } }),
    anElement('int', 'size', { permissions: { read: [1], submit: [2], update: [2] } }),
    anElement('date', 'due', {
      settings: { display_time: 0, default_value_type: 1, default_value: '' },
      permissions: { read: [1], submit: [2], update: [2] },
    }),
    anElement('sb', 'state', {
      permissions: { read: [1], submit: [2], update: [2] },
      bind: { type: 'static', isRankAlpha: false, values: [aValue('Z'), aValue('A'), aValue('M')] },
    }),
    anElement('msb', 'who', {
      permissions: { read: [1], submit: [2], update: [2] },
      bind: { type: 'users', functions: ['ugroup_2'], defaultUserIds: [] },
    }),
    anElement('perm', 'only', { permissions: { read: [1], submit: [2], update: [2] } }),
    anElement('aid', 'id', { permissions: { read: [1] } }),
    anElement('subon', 'created', { permissions: { read: [1] } }),
    anElement('subby', 'author', { permissions: { read: [1] } }),
    anElement('art_link', 'links', { permissions: { read: [1], submit: [2], update: [2] } }),
    anElement('tbl', 'tags', {
      permissions: { read: [1], submit: [2], update: [2] },
      bind: { type: 'static', isRankAlpha: false, values: [aValue('one')] },
    }),
  ]
  // Keys are valid within one call: the second tracker has the same elements with other keys.
  const keyed = (prefix: string) =>
    elements.map(element => ({
      ...element,
      key: `${prefix}${element.key}`,
      ...(element.bind?.type === 'static' && {
        bind: {
          ...element.bind,
          values: element.bind.values.map(value => ({ ...value, key: `${prefix}${element.name}${value.key}` })),
        },
      }),
    }))
  await createTrackersOf(
    crocus,
    aTracker(project.id, 'open', {
      elements: keyed('o'),
      semantics: { title: { field: 'otitle' }, contributor: { field: 'owho' } },
      permissions: { full: [1] },
    }),
    aTracker(project.id, 'guarded', {
      elements: keyed('g'),
      semantics: { title: { field: 'gtitle' }, contributor: { field: 'gwho' } },
      // Members see artifacts that members submitted or are assigned to; other users see their own.
      permissions: { submitter: [3], assignee: [3], submitter_only: [2] },
    }),
  )
  const scene = await readProject(crocus, project.id, crocus.admin)
  open = scene.tracker('open')
  guarded = scene.tracker('guarded')
  const value = (tracker: FixtureTracker, name: string, content: unknown) => ({
    field_id: tracker.field(name),
    value: content,
  })
  const listed = (tracker: FixtureTracker, name: string, ...chosen: number[]) => ({
    field_id: tracker.field(name),
    bind_value_ids: chosen,
  })
  await given(open, 'a', ann, [
    value(open, 'secret', 'password'),
    value(open, 'size', 3),
    listed(open, 'state', open.value('state', 'Z')),
    listed(open, 'who', bob.id),
  ])
  await given(open, 'b', bob, [
    value(open, 'size', 1),
    value(open, 'due', '2026-01-05'),
    listed(open, 'state', open.value('state', 'A')),
    { field_id: open.field('tags'), value: { bind_value_objects: [{ label: 'two' }] } },
  ])
  await given(open, 'c', stranger, [
    value(open, 'size', 3),
    value(open, 'due', '2025-01-05'),
    listed(open, 'who', ann.id),
  ])
  await given(open, 'd', ann, [
    listed(open, 'state', open.value('state', 'M')),
    { field_id: open.field('only'), value: { granted_groups: [`${project.id}_4`] } },
  ])
  await given(guarded, 'k', ann, [value(guarded, 'size', 1)])
  await given(guarded, 'l', stranger, [value(guarded, 'size', 1)])
  await given(guarded, 'm', stranger, [value(guarded, 'size', 1), listed(guarded, 'who', bob.id)])
}, 60_000)

describe('a search finds only what its author may see', () => {
  it.each([
    ['{}', 'abc', 'abcd'],
    ['{"size":">0"}', 'abc', 'abc'],
  ])('%s', async (query, forAll, forAdmin) => {
    expect(await titles(open, { query })).toBe(forAll)
    expect(await titles(open, { query }, crocus.admin)).toBe(forAdmin)
  })

  it('without artifacts that are restricted to other groups, also in the total', async () => {
    expect(await titles(open, { expert_query: 'state = "M"' }, ann.as)).toBe('')
    expect(await titles(open, { expert_query: 'state = "M"' }, crocus.admin)).toBe('d')
    expect(await titles(open, { expert_query: 'state != "Z"' }, ann.as)).toBe('bc')
    expect(await titles(open, { order_by: '-id' }, ann.as)).toBe('cba')
  })

  it('by submitter, by assignee, or as their own', async () => {
    expect(await titles(guarded, { query: '{}' }, crocus.admin)).toBe('klm')
    expect(await titles(guarded, { query: '{}' }, ann.as)).toBe('km')
    expect(await titles(guarded, { expert_query: 'size = 1' }, bob.as)).toBe('km')
    expect(await titles(guarded, { query: '{"size":1}' }, stranger.as)).toBe('lm')
    expect(await titles(guarded, { expert_query: 'size != 5' }, stranger.as)).toBe('lm')
    expect((await ask(guarded, { query: '{}' })).status).toBe(404)
  })

  it('never by a field that they may not read', async () => {
    expect(await titles(open, { query: '{"secret":"password"}' }, crocus.admin)).toBe('a')
    expect(await titles(open, { query: '{"secret":"password"}' }, ann.as)).toBe('abc')
    expect(await titles(open, { query: '{"secret":"nothing"}' }, ann.as)).toBe('abc')
    expect(await titles(open, { expert_query: 'secret = "password"' }, crocus.admin)).toBe('a')
    expect(await message(open, { expert_query: 'secret = "password"' }, ann.as)).toContain(
      'Unknown fields: position 1, secret',
    )
    expect(await message(open, { order_by: 'secret' }, ann.as)).toContain('unknown field secret')
    expect(await titles(open, { order_by: 'secret' }, crocus.admin)).toBe('abcd')
  })
})

describe('criteria in JSON (trackers.md §4.1)', () => {
  it.each([
    ['[1]', 'must be a JSON object'],
    ['{', 'is not valid JSON'],
    ['{"nothing":1,"more":2,"title":"a"}', 'Unknown fields: nothing, more'],
    ['{"title":null}', '`title`: null is no criterion'],
    ['{"title":{"operator":"contains"}}', 'with both'],
    ['{"title":{"value":"a"}}', 'with both'],
    ['{"title":{"operator":"contains","value":null}}', 'with both'],
    ['{"title":{"operator":"is","value":"a"}}', 'the operator "is" is none of contains'],
    ['{"title":{"operator":"constructor","value":"a"}}', 'is none of contains'],
    ['{"size":{"operator":"<","value":1}}', 'the operator "<" is none of contains'],
    ['{"size":"many"}', 'is neither a number'],
    ['{"size":[1]}', 'a number is expected'],
    ['{"due":{"operator":"between","value":["2026-01-01"]}}', 'exactly two dates'],
    ['{"due":{"operator":"=","value":["2026-01-01","2026-01-02"]}}', 'one date is expected'],
    ['{"state":"Open"}', 'not an id of a value: "Open"'],
    ['{"state":[[1]]}', 'not an id of a value'],
    ['{"links":1}', 'fields of type art_link cannot be searched'],
    ['{"title":"/(/"}', 'regular expression'],
    ['{"title":{"operator":"contains","value":"/(a{1,200}){1,200}b/"}}', 'regular expression'],
    ['{"title":"!/(a{1,200}){1,200}b/"}', 'regular expression'],
  ])('%s is refused: %s', async (query, reason) => {
    expect(await message(open, { query })).toContain(reason)
  })

  it.each([
    ['{"due":"soon"}', 'abc'],
    ['{"due":{"operator":"between","value":["soon","later"]}}', 'abc'],
    ['{"state":[100]}', 'abc'],
    ['{"state":100,"size":3}', 'ac'],
    ['{"state":[999999]}', ''],
    ['{"state":99999999999999999999}', ''],
    ['{"TITLE":"A"}', 'a'],
    ['{"due":"2026-01-05"}', 'b'],
    ['{"due":{"operator":">","value":["2025-01-05"]}}', 'b'],
    ['{"due":{"operator":"between","value":["2025-01-05","2026-01-05"]}}', 'bc'],
    ['{"size":"1-2"}', 'b'],
    ['{"tags":"b999"}', ''],
  ])('%s finds %s', async (query, expected) => {
    expect(await titles(open, { query })).toBe(expected)
  })

  it('find by ids of fields, of the artifact, of accounts, of typed-in values', async () => {
    expect(await titles(open, { query: JSON.stringify({ [open.field('size')]: 1 }) })).toBe('b')
    expect(await titles(open, { query: JSON.stringify({ id: ids['b'] }) })).toBe('b')
    expect(await titles(open, { query: JSON.stringify({ id: `>${ids['a']}` }) })).toBe('bc')
    expect(await titles(open, { query: JSON.stringify({ author: [bob.id, stranger.id] }) })).toBe('bc')
    expect(await titles(open, { query: JSON.stringify({ who: { id: bob.id } }) })).toBe('a')
    const tracker = await crocus.app.modules.trackers.get(open.id)
    const bind = tracker?.fieldByName.get('tags')?.bind
    const two = bind?.type === 'static' ? bind.openValues.find(({ label }) => label === 'two')?.id : undefined
    expect(await titles(open, { query: JSON.stringify({ tags: `o${two}` }) })).toBe('b')
  })

  it('take precedence over a query in the other language; backslashes are removed', async () => {
    expect(await titles(open, { query: '{"title":"a"}', expert_query: 'title = "b"' })).toBe('a')
    expect(await titles(open, { query: '{\\"title\\":\\"b\\"}' })).toBe('b')
  })
})

describe('order_by', () => {
  it.each([
    ['title', 'abc'],
    ['-title', 'cba'],
    ['size', 'bac'],
    ['-size', 'cab'],
    ['-size,id', 'acb'],
    ['due', 'cba'],
    ['-due', 'bca'],
    // In the order of the values of the list; c has no value.
    ['state', 'abc'],
    ['-state', 'bac'],
    ['who', 'cab'],
    ['author', 'abc'],
    ['-author', 'cba'],
    ['-created', 'cba'],
    ['-id', 'cba'],
    [' Size , -Title ', 'bca'],
  ])('%s gives %s', async (order_by, expected) => {
    expect(await titles(open, { order_by })).toBe(expected)
  })

  it('works with queries and pages', async () => {
    expect(await titles(open, { order_by: '-size', query: '{"title":"/[ab]/"}' })).toBe('ab')
    expect(await titles(open, { order_by: 'size', limit: '1', offset: '1' })).toBe('a')
  })

  it.each([
    ['nothing', 'unknown field nothing'],
    ['links', 'fields of type art_link have no order'],
    [Array.from({ length: 11 }, () => 'size').join(), 'at most 10 fields'],
  ])('refuses %s', async (order_by, reason) => {
    expect(await message(open, { order_by })).toContain(reason)
  })
})

describe('in XML', () => {
  const path = (parameters: Parameters): string =>
    `/api/trackers/${open.id}/artifacts?${new URLSearchParams(parameters).toString()}`
  const headers = { accept: 'application/xml' }

  it.each<Parameters>([
    { query: '{"size":3}', values: 'all' },
    { expert_query: 'state = "Z" OR due > "2026-01-01"', values: 'all', order_by: '-title' },
    { expert_query: 'title = "no such"' },
    { query: '{}', limit: '1', offset: '1' },
  ])('%j has the same content as in JSON', async parameters => {
    const json = await crocus.request('GET', path(parameters), { as: bob.as })
    const xml = await crocus.request('GET', path(parameters), { as: bob.as, headers })
    expect([xml.status, xml.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    for (const name of ['x-pagination-size', 'x-pagination-limit', 'x-pagination-offset', 'x-pagination-limit-max'])
      expect([name, xml.headers[name]]).toEqual([name, json.headers[name]])
    expectSameInXml(json.json(), readXml(xml.text), 'list')
  })

  it.each<[Parameters, string]>([
    [{ query: '{"nothing":1}' }, 'Unknown fields: nothing'],
    [{ expert_query: 'title = <b>' }, 'position 9'],
    [{ order_by: 'links' }, 'fields of type art_link have no order'],
  ])('%j is refused in XML: %s', async (parameters, reason) => {
    const { status, text } = await crocus.request('GET', path(parameters), { as: bob.as, headers })
    expect([status, readXml(text).first('error')?.say('code')]).toEqual([400, '400'])
    expect(readXml(text).first('error')?.say('message')).toContain(reason)
  })
})
