import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import type { Credentials } from '../../../test/harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../../../test/harness/planning.ts'
import { inTransaction, invalidateMany } from '../../platform/db/db.ts'
import { PLANNINGS, writeExplicitBacklog } from './store/plannings.store.ts'

let crocus: TestApp
let team: ScrumTeam

const PROJECT_MEMBERS = 3
const PROJECT_ADMINS = 4

type Method = 'POST' | 'PUT' | 'PATCH'
const send = async (method: Method, uri: string, json: unknown, as: Credentials = team.member): Promise<number> => {
  const { status, text } = await crocus.request(method, `/api/${uri}`, { as, json })
  if (status < 300) expect(text).toBe('')
  return status
}
const ids = (...names: readonly string[]): number[] => names.map(name => team.id(name))
const item = (name: string, from?: string) => ({ id: team.id(name), ...(from && { remove_from: team.id(from) }) })
const order = (names: readonly string[], direction: 'before' | 'after', beside: string) => ({
  ids: ids(...names),
  direction,
  compared_to: team.id(beside),
})
const labels = (uri: string) => team.labels(uri)
const milestone = (name: string, list: string): string => `milestones/${team.id(name)}/${list}`
const versions = async (name: string): Promise<number> =>
  (await team.get(`artifacts/${team.id(name)}/changesets?limit=1`)).headers['x-pagination-size'] as unknown as number
const isExplicit = (value: boolean): Promise<void> =>
  inTransaction(crocus.db, tx => writeExplicitBacklog(tx, team.project.id, value))

beforeAll(async () => {
  crocus = await testApp()
})

const freshTeam = (shortname: string) => async (): Promise<void> => {
  team = await givenScrumTeam(crocus, shortname)
  const { make } = team
  for (const name of ['A', 'B', 'C']) await make(name, 'story')
  await make('release', 'rel')
  await make('release next', 'rel')
}

describe('the computed top backlog (agile.md §4.2)', () => {
  beforeAll(freshTeam('classic'))
  beforeAll(() => isExplicit(false))
  const top = () => `projects/${team.project.id}/backlog`

  it('is ordered by the whole list and by single moves, without a version of an artifact', async () => {
    const before = await versions('A')
    expect(await labels(top())).toEqual(['A', 'B', 'C'])
    expect(await send('PUT', top(), ids('C', 'A', 'B'))).toBe(200)
    expect(await labels(top())).toEqual(['C', 'A', 'B'])
    expect(await send('PUT', top(), { ids: ids('A', 'B') })).toBe(200)
    expect(await labels(top())).toEqual(['C', 'A', 'B'])
    expect(await send('PUT', top(), ids('B', 'C'))).toBe(200)
    expect(await labels(top())).toEqual(['A', 'B', 'C'])
    expect(await send('PATCH', top(), { order: order(['B'], 'before', 'A') })).toBe(200)
    expect(await labels(top())).toEqual(['B', 'A', 'C'])
    expect(await send('PATCH', top(), { order: order(['B'], 'after', 'A') })).toBe(200)
    expect(await send('PATCH', top(), {})).toBe(200)
    expect(await labels(top())).toEqual(['A', 'B', 'C'])
    expect(await versions('A')).toBe(before)
  })

  it('is changed by planners only, and by nobody with a wrong list', async () => {
    const move = { order: order(['B'], 'before', 'A') }
    expect(await send('PATCH', top(), move, team.stranger)).toBe(403)
    expect(await send('PUT', top(), ids('B', 'A', 'A'))).toBe(409)
    expect(await send('PUT', top(), ids('B', 'release'))).toBe(409)
    expect(await send('PATCH', top(), { order: { ...move.order, ids: [] } })).toBe(400)
    expect(await send('PATCH', top(), { order: { ...move.order, direction: 'over' } })).toBe(400)
    expect(await send('PATCH', top(), { order: order(['A'], 'before', 'A') })).toBe(400)
    expect(await send('PATCH', top(), { order: order(['B', 'B'], 'before', 'A') })).toBe(409)
    expect(await send('PATCH', top(), { remove: [item('A')] })).toBe(400)
    expect(await send('PATCH', top(), { add: [{ ...item('A'), remove_from: 999_999 }] })).toBe(400)
    expect(await send('PATCH', top(), { add: [item('release')] })).toBe(400)
    expect(await labels(top())).toEqual(['A', 'B', 'C'])
  })

  it('loses what a release plans, and gets it back', async () => {
    expect(await send('PATCH', milestone('release', 'content'), { add: [item('A'), item('B')] })).toBe(200)
    expect([await labels(top()), await labels(milestone('release', 'content'))]).toEqual([['C'], ['A', 'B']])
    expect(
      await send('PATCH', milestone('release next', 'content'), {
        add: [item('A', 'release'), item('B', 'release')],
        order: order(['B'], 'before', 'A'),
      }),
    ).toBe(200)
    expect([await labels(milestone('release', 'content')), await labels(milestone('release next', 'content'))]).toEqual(
      [[], ['B', 'A']],
    )
    const back = { add: [item('A', 'release next'), item('B', 'release next')], order: order(['C'], 'before', 'B') }
    expect(await send('PATCH', top(), back)).toBe(200)
    expect([await labels(top()), await labels(milestone('release next', 'content'))]).toEqual([['C', 'B', 'A'], []])
  })

  it('is ordered by many at the same time without losing anything', async () => {
    const moves = Array.from({ length: 30 }, (_, index) =>
      send('PATCH', top(), {
        order: order(['A', 'B', 'C'].slice(index % 3, (index % 3) + 1), 'before', 'CABC'[index % 3] ?? 'C'),
      }),
    )
    expect([...new Set(await Promise.all(moves))]).toEqual([200])
    expect((await labels(top())).toSorted()).toEqual(['A', 'B', 'C'])
  })

  it('tells its methods, and those of the places without a resource', async () => {
    const methods = async (uri: string) => (await crocus.request('OPTIONS', `/api/${uri}`)).headers['allow']
    expect(await methods(top())).toBe('OPTIONS, GET, PUT, PATCH')
    expect(await methods(milestone('release', 'milestones'))).toBe('OPTIONS, GET, PUT')
    expect(await methods(milestone('release', 'backlog'))).toBe('OPTIONS, GET, POST, PUT, PATCH')
    expect([await methods('milestones'), await methods('plannings')]).toEqual(['OPTIONS', 'OPTIONS'])
  })

  it('changes nothing of a request whose order is refused', async () => {
    const refused = { add: [item('A')], order: order(['C'], 'before', 'A') }
    expect(await send('PATCH', milestone('release', 'content'), refused)).toBe(409)
    expect(await labels(milestone('release', 'content'))).toEqual([])
  })
})

describe('the stored top backlog (agile.md §1.3)', () => {
  beforeAll(freshTeam('explicit'))
  const top = () => `projects/${team.project.id}/backlog`

  it('is filled and emptied by hand, and loses what a milestone plans', async () => {
    expect(await labels(top())).toEqual([])
    expect(await send('PATCH', top(), { add: [item('B'), item('A')], order: order(['B'], 'before', 'A') })).toBe(200)
    expect(await labels(top())).toEqual(['B', 'A'])
    expect(await send('PATCH', milestone('release', 'content'), { add: [item('A')] })).toBe(200)
    expect(await labels(top())).toEqual(['B'])
    expect(await send('PATCH', top(), { add: [item('A')] })).toBe(200)
    expect(await labels(top())).toEqual(['B'])
    expect(await send('PATCH', top(), { add: [item('A', 'release')] })).toBe(200)
    expect(await labels(top())).toEqual(['B', 'A'])
    expect(await send('PATCH', top(), { remove: [item('C')] })).toBe(400)
    expect(await send('PATCH', top(), { add: [item('C', 'A')] })).toBe(404)
    expect(await send('PATCH', top(), { remove: [item('A'), item('B')] })).toBe(200)
    expect(await labels(top())).toEqual([])
  })

  it('does not get back what leaves the content of a milestone', async () => {
    expect(await send('PATCH', top(), { add: [item('B'), item('C')] })).toBe(200)
    expect(await send('PUT', milestone('release', 'content'), ids('C', 'B'))).toBe(200)
    expect(await labels(milestone('release', 'content'))).toEqual(['C', 'B'])
    expect(await send('PUT', milestone('release', 'content'), ids('C', 'B'))).toBe(200)
    expect(await send('PUT', milestone('release', 'content'), ids('C'))).toBe(200)
    expect([await labels(top()), await labels(milestone('release', 'content'))]).toEqual([[], ['C']])
  })
})

describe('contents and backlogs of milestones (agile.md §4.3, §4.4)', () => {
  beforeAll(freshTeam('contents'))
  beforeAll(async () => {
    const { make, links, status } = team
    await isExplicit(false)
    for (const name of ['D', 'E']) await make(name, 'story')
    await make('closed', 'story', [status('story', 'Done')])
    await make('epic', 'epic', [links('epic', ['E', '_is_child'])])
    await make('sprint', 'sprint')
    await make('sprint next', 'sprint')
    await make('the release', 'rel', [
      links('rel', ['A'], ['B'], ['C'], ['D'], ['closed'], ['epic'], ['sprint', '_is_child']),
    ])
  })
  const backlog = () => milestone('the release', 'backlog')

  it('plan stories of a release in its sprint, and take them back', async () => {
    const all = `${backlog()}?query=${encodeURIComponent('{"status":"all"}')}`
    expect(await send('PATCH', milestone('sprint', 'content'), { add: [item('A'), item('E')] })).toBe(200)
    expect([await labels(backlog()), await labels(all)]).toEqual([
      ['B', 'C', 'D'],
      ['B', 'C', 'D', 'closed'],
    ])
    expect(await labels(`${backlog()}?include=planned_and_not_planned`)).toHaveLength(6)
    // Its epic is in the release already, so the story itself does not come there.
    expect(await labels(milestone('the release', 'content'))).toEqual(['A', 'B', 'C', 'D', 'closed', 'epic'])
    expect(await send('PATCH', backlog(), { add: [item('A', 'sprint')], order: order(['A'], 'after', 'C') })).toBe(200)
    expect(await labels(backlog())).toEqual(['B', 'C', 'A', 'D'])
    expect(await send('PUT', backlog(), ids('A', 'B'))).toBe(200)
    expect(await labels(backlog())).toEqual(['C', 'A', 'B', 'D'])
    expect(await send('PUT', backlog(), ids('A', 'A'))).toBe(400)
    expect(await send('PUT', backlog(), ids('A', 'E'))).toBe(404)
    expect(await send('PATCH', backlog(), { order: order(['E'], 'after', 'C') })).toBe(409)
    expect(await send('PATCH', backlog(), { add: [item('epic')] })).toBe(400)
  })

  it('order nothing that is not in the backlog', async () => {
    await team.make('elsewhere', 'story')
    expect(await send('PATCH', backlog(), { order: order(['elsewhere'], 'after', 'C') })).toBe(409)
    expect(await send('PATCH', backlog(), { order: order(['C'], 'after', 'elsewhere') })).toBe(409)
    expect(await send('PUT', backlog(), ids('C', 'elsewhere'))).toBe(404)
    expect(await send('PUT', milestone('sprint', 'content'), ids('elsewhere'))).toBe(400)
    expect(await labels(backlog())).toEqual(['C', 'A', 'B', 'D'])
  })

  it('bring an artifact of a sprint to its release, too', async () => {
    await team.make('surprise', 'story')
    expect(await send('PATCH', milestone('sprint', 'content'), { add: [item('surprise')] })).toBe(200)
    expect(await labels(milestone('the release', 'content'))).toContain('surprise')
  })

  it('take a new artifact at the end of the backlog', async () => {
    await team.make('late', 'story')
    expect(await send('POST', backlog(), { artifact: item('A') })).toBe(201)
    expect(await send('POST', backlog(), { artifact: item('late') })).toBe(201)
    expect(await labels(backlog())).toEqual(['C', 'B', 'D', 'A', 'late'])
    expect(await send('POST', backlog(), { artifact: { id: 999_999 } })).toBe(400)
    expect(await send('POST', backlog(), { artifact: item('epic') })).toBe(400)
    expect(await send('POST', backlog(), { artifact: item('A') }, team.stranger)).toBe(403)
  })

  it('hold exactly what a PUT says, of what is open and unplanned above', async () => {
    const content = milestone('sprint', 'content')
    expect(await send('PUT', content, ids('D', 'C'))).toBe(200)
    expect(await labels(content)).toEqual(['D', 'C'])
    expect(await send('PUT', content, ids('closed'))).toBe(400)
    expect(await send('PUT', content, ids('D', 'D'))).toBe(400)
    expect(await send('PUT', content, ids('epic'))).toBe(404)
    expect(await send('PUT', content, [999_999])).toBe(404)
    expect(await labels(content)).toEqual(['D', 'C'])
    expect(await send('PUT', content, [])).toBe(200)
    expect(await labels(content)).toEqual([])
  })

  it('refuse planners who may not change the links of the milestone', async () => {
    const rel = team.project.tracker('rel')
    const writers = (from: number, to: number): Promise<void> =>
      inTransaction(crocus.db, async tx => {
        await sql`
          update field_permission set user_group_id = ${to}
          where field_id = ${rel.field('links')} and permission = 'update' and user_group_id = ${from}`.execute(tx)
        await invalidateMany(tx, 'tracker', [rel.id])
      })
    await writers(PROJECT_MEMBERS, PROJECT_ADMINS)
    expect(await send('PATCH', milestone('release', 'content'), { add: [item('late')] })).toBe(403)
    expect(await send('PUT', milestone('release', 'milestones'), [])).toBe(403)
    expect(await labels(milestone('release', 'content'))).toEqual([])
    await writers(PROJECT_ADMINS, PROJECT_MEMBERS)
    expect(await send('PATCH', milestone('release', 'content'), { add: [item('late')] })).toBe(200)
  })

  it('refuse members who are in none of the groups that may plan', async () => {
    const planners = (groups: readonly number[] | null): Promise<void> =>
      inTransaction(crocus.db, async tx => {
        await sql`
          update planning set planner_group_ids = ${groups && `{${groups.join(',')}}`}::bigint[]
          where project_id = ${team.project.id}`.execute(tx)
        await invalidateMany(tx, PLANNINGS, [team.project.id])
      })
    await planners([PROJECT_ADMINS])
    const before = await labels(backlog())
    const move = { order: order(['B'], 'after', 'D') }
    expect(await send('PATCH', backlog(), move)).toBe(403)
    expect(await send('PATCH', milestone('sprint', 'content'), { add: [item('B')] })).toBe(403)
    expect(await send('PUT', `projects/${team.project.id}/backlog`, [])).toBe(403)
    expect(await labels(backlog())).toEqual(before)
    expect(await send('PATCH', backlog(), move, team.owner)).toBe(200)
    await planners(null)
  })
})

describe('milestones inside and children (agile.md §4.1, §4.5)', () => {
  beforeAll(freshTeam('inside'))
  beforeAll(async () => {
    for (const name of ['sprint', 'sprint next']) await team.make(name, 'sprint')
    await team.make('epic', 'epic', [team.links('epic', ['A', '_is_child'], ['B'])])
    await team.make('epic other', 'epic')
  })
  const inside = () => milestone('release', 'milestones')

  it('are replaced and added', async () => {
    expect(await send('PUT', inside(), [])).toBe(200)
    expect(await send('PUT', inside(), ids('sprint'))).toBe(200)
    expect(await send('PUT', inside(), ids('sprint'))).toBe(200)
    expect(await labels(inside())).toEqual(['sprint'])
    expect(await send('PUT', inside(), ids('sprint', 'sprint'))).toBe(400)
    expect(await send('PATCH', inside(), { add: [item('sprint next')] })).toBe(200)
    expect(await labels(inside())).toEqual(['sprint', 'sprint next'])
    expect(await send('PUT', milestone('release next', 'milestones'), ids('sprint'))).toBe(400)
    expect(await send('PUT', inside(), ids('epic'))).toBe(400)
    expect(await send('PUT', inside(), [999_999])).toBe(404)
    expect(await send('PUT', inside(), ids('sprint'), team.stranger)).toBe(403)
    expect(await send('PUT', inside(), ids('sprint next'))).toBe(200)
    expect(await labels(inside())).toEqual(['sprint next'])
  })

  it('are moved between parents and among each other', async () => {
    const children = (name: string) => `backlog_items/${team.id(name)}/children`
    const change = { add: [item('B')], order: order(['B'], 'before', 'A') }
    expect(await send('PATCH', children('epic'), change)).toBe(200)
    expect(await labels(children('epic'))).toEqual(['B', 'A'])
    expect(await send('PATCH', children('epic other'), { add: [item('A', 'epic')] })).toBe(200)
    expect([await labels(children('epic')), await labels(children('epic other'))]).toEqual([['B'], ['A']])
    expect(await send('PATCH', children('epic'), { order: order(['A'], 'before', 'B') })).toBe(409)
    expect(await send('PATCH', children('epic'), { add: [item('sprint')] })).toBe(409)
    expect(await send('PATCH', children('epic'), { add: [{ id: 999_999 }] })).toBe(400)
    expect(await send('PATCH', children('epic'), {}, team.stranger)).toBe(403)
    expect(await send('PATCH', 'backlog_items/999999/children', {})).toBe(404)
  })
})
