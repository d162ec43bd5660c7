import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  readProject,
  type Account,
  type Credentials,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'

interface Group {
  readonly keys: readonly { readonly id: number | string | null; readonly label: string | null }[]
  readonly count: number
  readonly measures: Readonly<Record<string, number | null>>
}
interface Aggregates {
  readonly total: number
  readonly measures: Readonly<Record<string, number | null>>
  readonly groups: readonly Group[]
  readonly is_complete: boolean
}

let crocus: TestApp
let ann: Account
let ben: Account
let stranger: Credentials
let task: FixtureTracker

const list = (...labels: string[]) =>
  ({ type: 'static', isRankAlpha: false, values: labels.map(label => aValue(label)) }) as const
const chosen = (name: string, ...labels: string[]) => ({
  field_id: task.field(name),
  bind_value_ids: labels.map(label => task.value(name, label)),
})
const value = (name: string, entry: unknown) => ({ field_id: task.field(name), value: entry })

beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann', { realName: 'Ann Archer' })
  ben = await givenAccount(crocus, 'ben', { realName: 'Ben Baker' })
  stranger = (await givenAccount(crocus, 'stranger')).as
  const project = await givenProject(crocus, 'mill', { as: ann.as, members: ['ben'] })
  const secret = { read: [4], submit: [4], update: [4] }
  await createTrackersOf(
    crocus,
    aTracker(project.id, 'chore', {
      elements: [
        anElement('string', 'title'),
        anElement('sb', 'state', { bind: list('new', 'busy', 'done') }),
        anElement('msb', 'parts', { bind: list('wheel', 'stone') }),
        anElement('sb', 'doer', { bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] } }),
        anElement('sb', 'team', {
          bind: { type: 'ugroups', values: [{ key: 'team.members', groupId: 3, isHidden: false, isDefault: false }] },
        }),
        anElement('tbl', 'words', { bind: list('known') }),
        anElement('date', 'due', { settings: { default_value_type: 1 } }),
        anElement('date', 'meeting', { settings: { display_time: 1, default_value_type: 1 } }),
        anElement('int', 'effort'),
        anElement('float', 'price', { permissions: secret }),
        anElement('perm', 'readers'),
      ],
      semantics: { title: { field: 'title' } },
    }),
  )
  task = (await readProject(crocus, project.id, ann.as)).tracker('chore')
  const given = (title: string, ...values: object[]) => givenArtifact(crocus, task, title, { as: ann.as, values })
  await given('One', chosen('state', 'new'), chosen('parts', 'wheel', 'stone'), value('effort', 3), value('price', 1.5))
  await given('Two', chosen('state', 'new'), chosen('parts', 'wheel'), value('effort', 4), value('due', '2026-11-23'))
  await given('Three', chosen('state', 'busy'), value('due', '2026-11-29'), {
    field_id: task.field('doer'),
    bind_value_ids: [ben.id],
  })
  await given('Four', value('due', '2026-12-01'), value('meeting', '2026-12-01T00:30:00+01:00'), {
    field_id: task.field('words'),
    value: { bind_value_objects: [{ label: 'fresh' }, { label: 'known' }] },
  })
  await given('Five', chosen('state', 'done'), value('effort', 5), {
    field_id: task.field('readers'),
    value: { is_used_by_default: true, granted_groups: [`${project.id}_4`] },
  })
})

const read = async (query: Record<string, string>, as: Credentials = ann.as): Promise<Aggregates> => {
  const response = await crocus.request(
    'GET',
    `/api/trackers/${task.id}/aggregates?${new URLSearchParams(query).toString()}`,
    { as },
  )
  expect(response.status, response.text).toBe(200)
  return response.json<Aggregates>()
}
const refused = async (query: Record<string, string>, as: Credentials = ann.as) => {
  const response = await crocus.request(
    'GET',
    `/api/trackers/${task.id}/aggregates?${new URLSearchParams(query).toString()}`,
    { as },
  )
  expect(response.status, response.text).toBe(400)
  return response.json<{ error: { message: string; details: { reason: string } } }>().error
}
const counts = ({ groups }: Aggregates) =>
  groups.map(({ keys, count }) => [keys.map(({ label }) => label).join(' / '), count])

describe('GET /trackers/{id}/aggregates (web-trackers.md §3)', () => {
  it('counts all artifacts, and figures of their numbers', async () => {
    expect(await read({ measures: 'count,sum:effort,avg:effort,min:effort,max:price' })).toEqual({
      total: 5,
      measures: { 'sum:effort': 12, 'avg:effort': 4, 'min:effort': 3, 'max:price': 1.5 },
      groups: [],
      is_complete: true,
    })
    expect(await read({ tql: 'state = "busy"', measures: 'sum:effort' })).toMatchObject({
      total: 1,
      measures: { 'sum:effort': null },
    })
    expect((await read({ tql: 'title = "nowhere"' })).total).toBe(0)
  })

  it('counts groups by one list and by two, with those that have no value', async () => {
    const byState = await read({ group_by: 'state', measures: 'sum:effort' })
    expect(byState.groups).toEqual([
      { keys: [{ id: task.value('state', 'new'), label: 'new' }], count: 2, measures: { 'sum:effort': 7 } },
      ...byState.groups.slice(1),
    ])
    expect(Object.fromEntries(counts(byState))).toEqual({ new: 2, busy: 1, done: 1, '': 1 })
    expect(byState.groups.find(({ keys }) => keys[0]?.id === null)?.keys).toEqual([{ id: null, label: null }])
    const byBoth = await read({ group_by: 'state,parts', tql: 'state = "new"' })
    // An artifact with two parts is in two groups, and counts once in the total.
    expect([byBoth.total, counts(byBoth)]).toEqual([
      2,
      [
        ['new / wheel', 2],
        ['new / stone', 1],
      ],
    ])
  })

  it('names people, groups and values of open lists', async () => {
    expect(Object.fromEntries(counts(await read({ group_by: 'doer' })))).toEqual({ 'Ben Baker': 1, '': 4 })
    expect(Object.fromEntries(counts(await read({ group_by: 'words' })))).toEqual({ fresh: 1, known: 1, '': 4 })
    expect(counts(await read({ group_by: 'team' }))).toEqual([['', 5]])
  })

  it('groups dates by day, week, month and year, points in time in the zone of the reader', async () => {
    expect(counts(await read({ group_by: 'due:week', tql: 'due >= "2026-01-01"' }))).toEqual([
      ['2026-11-23', 2],
      ['2026-11-30', 1],
    ])
    expect(counts(await read({ group_by: 'due:month', tql: 'due >= "2026-01-01"' }))).toEqual([
      ['2026-11-01', 2],
      ['2026-12-01', 1],
    ])
    expect(counts(await read({ group_by: 'due:year', tql: 'due >= "2026-01-01"' }))).toEqual([['2026-01-01', 3]])
    const days = async (timezone: string) => {
      await crocus.app.modules.settings.set('timezone', timezone, { actorId: null, means: 'command' })
      return counts(await read({ group_by: 'meeting', tql: 'meeting >= "2026-01-01"' }))
    }
    expect(await days('Europe/Paris')).toEqual([['2026-12-01', 1]])
    expect(await days('UTC')).toEqual([['2026-11-30', 1]])
  })

  it('sees only what the reader sees', async () => {
    expect((await read({}, stranger)).total).toBe(4)
    expect(Object.fromEntries(counts(await read({ group_by: 'state' }, ben.as)))).toEqual({ new: 2, busy: 1, '': 1 })
    // A field that the reader may not read is as unknown as one that does not exist.
    const hidden = await refused({ measures: 'sum:price' }, ben.as)
    const absent = await refused({ measures: 'sum:prize' }, ben.as)
    expect(hidden.message.replace('price', 'prize')).toBe(absent.message)
    expect(hidden.details.reason).toBe('field.unknown')
  })

  it('refuses what has no groups or figures, and too much of it', async () => {
    for (const [query, words] of [
      [{ group_by: 'title' }, 'have no groups'],
      [{ group_by: 'effort' }, 'have no groups'],
      [{ group_by: 'state:week' }, 'only dates have periods'],
      [{ group_by: 'due:decade' }, 'a period is one of day, week, month, year'],
      [{ group_by: 'state,parts,doer' }, 'at most 2'],
      [{ measures: 'sum:state' }, 'have no sum'],
      [{ measures: 'median:effort' }, 'a measure is count'],
      [{ measures: Array.from({ length: 11 }, () => 'sum:effort').join(',') }, 'at most 10'],
      [{ tql: 'state = ' }, ''],
    ] as const)
      expect((await refused(query)).message).toContain(words)
    const missing = await crocus.request('GET', '/api/trackers/999999/aggregates', { as: ann.as })
    expect(missing.status).toBe(404)
  })
})
