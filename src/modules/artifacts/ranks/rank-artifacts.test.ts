import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  givenAccount,
  givenArtifact,
  readProject,
  type Account,
  type Credentials,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { anElement, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { retryOnWriteConflict } from '../commit/commit.ts'
import { respreadRanks, type RankMove } from './rank-artifacts.ts'

let crocus: TestApp
let owner: Credentials
let member: Credentials
let admin: Account
let card: FixtureTracker
let secret: FixtureTracker
let ids: number[]

beforeAll(async () => {
  crocus = await testApp()
  const works = await givenWorks(crocus)
  ;({ owner, member } = works)
  admin = await givenAccount(crocus, 'mover')
  const { elements } = aWorkTracker(works.projectId, 'x')
  await createTrackersOf(
    crocus,
    aWorkTracker(works.projectId, 'card', {
      logPriorityChanges: true,
      elements: [...elements, anElement('priority', 'place')],
    }),
  )
  await createTrackersOf(crocus, aWorkTracker(works.projectId, 'secret', { permissions: { full: [4], admin: [4] } }))
  const project = await readProject(crocus, works.projectId, owner)
  card = project.tracker('card')
  secret = project.tracker('secret')
})

const given = async (title: string): Promise<number> =>
  givenArtifact(crocus, card, title, {
    as: owner,
    values: [{ field_id: card.field('state'), bind_value_ids: [card.value('state', 'new')] }],
  })

beforeEach(async () => {
  ids = []
  for (const title of ['a', 'b', 'c', 'd']) ids.push(await given(title))
})

const ranks = () => crocus.app.modules.artifacts.ranks
const by = { userId: 101, means: 'rest', at: new Date('2024-05-06T07:08:09Z') } as const
const move = (change: Partial<RankMove> & Pick<RankMove, 'ids' | 'comparedTo'>): Promise<void> =>
  retryOnWriteConflict(() =>
    inTransaction(crocus.db, tx => ranks().move(tx, { direction: 'before', context: 0, ...change }, by)),
  )
const at = (place: number): number => ids[place] ?? 0
const order = async (): Promise<string> =>
  (await ranks().sort(ids)).map(id => 'abcdefgh'.charAt(ids.indexOf(id))).join('')
const keys = async (): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; rank: string }>`select id, rank from artifact`.execute(crocus.db.kysely)
  return new Map(rows.map(({ id, rank }) => [id, rank]))
}

describe('the order of all artifacts', () => {
  it('has new artifacts at its end', async () => {
    expect(await order()).toBe('abcd')
    await move({ ids: [at(0)], direction: 'after', comparedTo: at(3) })
    ids.push(await given('e'))
    expect(await order()).toBe('bcdae')
  })

  it('takes several, in their order, before or after another one', async () => {
    await move({ ids: [at(3), at(2)], comparedTo: at(0) })
    expect(await order()).toBe('dcab')
    await move({ ids: [at(0), at(3)], direction: 'after', comparedTo: at(1) })
    expect(await order()).toBe('cbad')
    await inTransaction(crocus.db, tx => ranks().place(tx, [at(3), at(2), at(0)], 0, by))
    expect(await order()).toBe('bdca')
  })

  it('goes before the first and after the last of all', async () => {
    const first = (await ranks().sort([...(await keys()).keys()]))[0] ?? 0
    await move({ ids: [at(2)], comparedTo: first })
    expect((await ranks().placesOf([at(2)])).get(at(2))).toBe(1)
    expect(await order()).toBe('cabd')
  })

  it('writes one row of each artifact that moves, no changeset, and nothing if all are in their places', async () => {
    const before = await keys()
    const rows = async () =>
      (
        await sql<{ id: number; xmin: string; changeset_id: number; updated_on: Date }>`
          select id, xmin, changeset_id, updated_on from artifact order by id`.execute(crocus.db.kysely)
      ).rows
    const earlier = await rows()
    const trips = crocus.db.roundTrips()
    await move({ ids: [at(3)], comparedTo: at(1) })
    // begin, the gap, the write, commit
    expect(crocus.db.roundTrips() - trips).toBe(4)
    const changed = [...(await keys())].filter(([id, rank]) => before.get(id) !== rank)
    expect(changed.map(([id]) => id)).toEqual([at(3)])
    const later = await rows()
    expect(later.filter(({ xmin }, index) => xmin !== earlier[index]?.xmin).map(({ id }) => id)).toEqual([at(3)])
    expect(later.map(({ xmin: _, ...row }) => row)).toEqual(earlier.map(({ xmin: _, ...row }) => row))
    await move({ ids: [at(3)], direction: 'after', comparedTo: at(0) })
    expect(await rows()).toEqual(later)
  })

  it('keeps who moved what, and tells live pages once', async () => {
    await move({ ids: [at(3), at(2)], comparedTo: at(0), context: 7 })
    const { rows } = await sql`
      select artifact_id, direction, neighbor_id, former_next_id, user_id, at, context from artifact_rank_change order by id desc limit 2`.execute(
      crocus.db.kysely,
    )
    const same = { direction: 'before', user_id: 101, at: by.at, context: 7 }
    expect(rows.reverse()).toEqual([
      { artifact_id: at(3), neighbor_id: at(2), former_next_id: null, ...same },
      { artifact_id: at(2), neighbor_id: at(0), former_next_id: at(3), ...same },
    ])
    const { rows: events } = await sql<{ kind: string; payload: string }>`
      select kind, payload from event order by seq desc limit 1`.execute(crocus.db.kysely)
    expect(events.map(({ kind, payload }) => [kind, JSON.parse(payload) as unknown])).toEqual([
      ['artifacts.reordered', { artifact_ids: [at(3), at(2)], context: 7 }],
    ])
  })

  it('shows in the activity who moved the artifact, without neighbours that the reader does not see', async () => {
    const hidden = await givenArtifact(crocus, secret, 'hidden', { as: owner })
    const now = { ...by, userId: admin.id, at: new Date() }
    await inTransaction(crocus.db, tx =>
      ranks().move(tx, { ids: [at(3)], direction: 'before', comparedTo: at(0), context: 0 }, now),
    )
    await inTransaction(crocus.db, tx =>
      ranks().move(tx, { ids: [at(3)], direction: 'after', comparedTo: hidden, context: 0 }, now),
    )
    const movesFor = async (as: Credentials): Promise<unknown> => {
      const answer = await crocus.request('GET', `/api/artifacts/${at(3)}/activity`, { as })
      expect(answer.status, answer.text).toBe(200)
      return answer.json<{ rank_moves: object[] }[]>().map(({ rank_moves: moves }) => moves)
    }
    const move = { by: { id: admin.id } }
    const beside = { id: at(0), uri: `artifacts/${at(0)}`, title: 'a' }
    expect(await movesFor(owner)).toMatchObject([
      [
        { ...move, direction: 'after', neighbor: { id: hidden } },
        { ...move, direction: 'before', neighbor: beside },
      ],
    ])
    expect(await movesFor(member)).toMatchObject([
      [
        { ...move, direction: 'after', neighbor: null },
        { ...move, direction: 'before', neighbor: beside },
      ],
    ])
  })

  it('refuses orders without a meaning', async () => {
    for (const [wrong, status] of [
      [{ ids: [], comparedTo: at(0) }, 400],
      [{ ids: [at(0)], comparedTo: at(0) }, 400],
      [{ ids: [at(1), at(1)], comparedTo: at(0) }, 409],
      [{ ids: [999_999], comparedTo: at(0) }, 409],
      [{ ids: [at(0)], comparedTo: 999_999 }, 409],
    ] as const)
      await expect(move(wrong)).rejects.toMatchObject({ status })
    expect(await order()).toBe('abcd')
  })

  it('loses nothing when many move at once to the same place', async () => {
    for (const title of ['e', 'f', 'g', 'h']) ids.push(await given(title))
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => move({ ids: [at(1 + (index % 7))], comparedTo: at(0) })),
    )
    const all = [...(await keys()).values()]
    expect(new Set(all).size).toBe(all.length)
    expect((await order()).endsWith('a')).toBe(true)
  })

  it('is shown as a number, found and sorted by it', async () => {
    const first = (await ranks().sort([...(await keys()).keys()]))[0] ?? 0
    await move({ ids: [at(2), at(0)], comparedTo: first })
    const valueOf = async (id: number): Promise<unknown> => {
      const answer = await crocus.request('GET', `/api/artifacts/${id}`, { as: owner })
      const { values } = answer.json<{ values: { label: string; type: string; value?: unknown }[] }>()
      return values.find(({ type }) => type === 'priority')?.value
    }
    expect([await valueOf(at(2)), await valueOf(at(0))]).toEqual([1, 2])
    // The response of the other artifact is not an older one.
    await move({ ids: [at(0)], comparedTo: at(2) })
    expect([await valueOf(at(2)), await valueOf(at(0))]).toEqual([2, 1])
    const found = async (tql: string): Promise<number[]> => {
      const query = new URLSearchParams({ tql, limit: '50' })
      const answer = await crocus.request('GET', `/api/trackers/${card.id}/artifacts?${query.toString()}`, {
        as: owner,
      })
      expect(answer.status, answer.text).toBe(200)
      return answer.json<{ id: number }[]>().map(({ id }) => id)
    }
    expect(await found('place = 1')).toEqual([at(0)])
    expect(await found('place < 3')).toEqual([at(0), at(2)])
    expect(await found('place >= 2 AND place <= 2')).toEqual([at(2)])
    expect(await found('place > 100000')).toEqual([])
    expect(await found('place != 1')).not.toContain(at(0))
    const sorted = await crocus.request(
      'GET',
      `/api/trackers/${card.id}/artifacts?${new URLSearchParams({ query: '{}', order_by: 'place', limit: '2' }).toString()}`,
      { as: owner },
    )
    expect(sorted.json<{ id: number }[]>().map(({ id }) => id)).toEqual([at(0), at(2)])
  })

  it('survives the trash; if the key is taken by then, the artifact comes to the end', async () => {
    await move({ ids: [at(3)], comparedTo: at(1) })
    const key = (await keys()).get(at(3)) ?? ''
    const there = async (): Promise<void> => {
      expect((await crocus.request('DELETE', `/api/artifacts/${at(3)}`, { as: owner })).status).toBe(200)
    }
    const back = async (): Promise<void> => {
      const answer = await crocus.request('POST', `/api/trash/${at(3)}/restore`, { as: owner })
      expect(answer.status, answer.text).toBeLessThan(300)
    }
    await there()
    await back()
    expect(await order()).toBe('adbc')
    await there()
    await sql`update artifact set rank = ${key} where id = ${at(2)}`.execute(crocus.db.kysely)
    await back()
    expect(await order()).toBe('acbd')
  })

  it('gets short keys again, in the same order', async () => {
    await sql`update artifact set rank = rank || ${`${'0'.repeat(70)}V`} where id = ${at(1)}`.execute(crocus.db.kysely)
    await sql`update artifact set rank = (select rank from artifact where id = ${at(1)}) || 'V' where id = ${at(2)}`.execute(
      crocus.db.kysely,
    )
    const everything = await ranks().sort([...(await keys()).keys()])
    await respreadRanks(crocus.db)
    expect(await ranks().sort(everything)).toEqual(everything)
    expect(Math.max(...[...(await keys()).values()].map(key => key.length))).toBeLessThanOrEqual(24)
    ids.push(await given('e'))
    expect(await order()).toBe('abcde')
  })

  it('gets short keys again at its very end', async () => {
    await sql`update artifact set rank = rank || ${`${'0'.repeat(70)}V`} where id = ${at(3)}`.execute(crocus.db.kysely)
    await respreadRanks(crocus.db)
    expect(Math.max(...[...(await keys()).values()].map(key => key.length))).toBeLessThanOrEqual(24)
    ids.push(await given('e'))
    expect(await order()).toBe('abcde')
  })

  it('asks for short keys when a move makes a long one', async () => {
    await sql`update artifact set rank = (select rank from artifact where id = ${at(0)}) || ${`${'0'.repeat(70)}V`} where id = ${at(1)}`.execute(
      crocus.db.kysely,
    )
    await move({ ids: [at(3)], comparedTo: at(1) })
    expect((await keys()).get(at(3))?.length).toBeGreaterThan(64)
    await crocus.work()
    expect(Math.max(...[...(await keys()).values()].map(key => key.length))).toBeLessThanOrEqual(24)
    expect(await order()).toBe('adbc')
  })
})
