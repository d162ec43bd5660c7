import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { invalidate, inTransaction } from '../../platform/db/db.ts'

let crocus: TestApp
let trackerId: number
let fields: Map<string, number>

beforeAll(async () => {
  crocus = await testApp()
  await crocus.request('POST', '/api/projects', {
    as: crocus.admin,
    json: { shortname: 'busy', label: 'Busy', is_public: true, template_id: 100 },
  })
  const trackers = await crocus.request('GET', '/api/projects/101/trackers', { as: crocus.admin })
  const bug = trackers
    .json<{ id: number; item_name: string; fields: { field_id: number; name: string }[] }[]>()
    .find(tracker => tracker.item_name === 'bug')
  if (!bug) throw new Error('the template has no bugs')
  trackerId = bug.id
  fields = new Map(bug.fields.map(field => [field.name, field.field_id]))
})

const field = (name: string): number => fields.get(name) ?? 0
const create = async (values: unknown[]): Promise<number> =>
  (
    await crocus.request('POST', '/api/artifacts', { as: crocus.admin, json: { tracker: { id: trackerId }, values } })
  ).json<{ id: number }>().id
const put = (id: number, json: unknown, headers: Record<string, string> = {}) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as: crocus.admin, json, headers })
const etagOf = async (id: number): Promise<string> =>
  String((await crocus.request('GET', `/api/artifacts/${id}`, { as: crocus.admin })).headers.etag)
const range = (length: number): number[] => Array.from({ length }, (_, index) => index)

describe('concurrent writers (base.md §8)', () => {
  it('exactly one of 32 passes the same If-Match, version after version, and no change is lost', async () => {
    const ROUNDS = 5
    const id = await create([{ field_id: field('title'), value: 'start' }])
    const winners: string[] = []
    for (const round of range(ROUNDS)) {
      const etag = await etagOf(id)
      const answers = await Promise.all(
        range(32).map(writer =>
          put(id, { values: [{ field_id: field('title'), value: `${round}/${writer}` }] }, { 'if-match': etag }),
        ),
      )
      expect(answers.map(answer => answer.status).sort()).toEqual([200, ...range(31).map(() => 412)])
      winners.push(`${round}/${answers.findIndex(answer => answer.status === 200)}`)
    }
    const history = await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as: crocus.admin })
    const titles = history
      .json<{ values: { field_id: number; value: unknown }[] }[]>()
      .map(changeset => changeset.values.find(value => value.field_id === field('title'))?.value)
    expect(titles).toEqual(['start', ...winners])
  })

  it('all of 32 without a precondition are kept, one changeset each, each on top of the one before', async () => {
    const id = await create([{ field_id: field('title'), value: 'crowd' }])
    const answers = await Promise.all(
      range(32).map(writer => put(id, { values: [], comment: { body: `comment ${writer}`, format: 'text' } })),
    )
    expect(answers.every(answer => answer.status === 200)).toBe(true)
    const history = await crocus.request('GET', `/api/artifacts/${id}/changesets?limit=50`, { as: crocus.admin })
    expect(history.headers['x-pagination-size']).toBe('33')
    const { rows } = await sql<{ changeset_id: number; last: number }>`
        select a.changeset_id, (select max(id) from changeset where artifact_id = a.id) as last from artifact a where a.id = ${id}`.execute(
      crocus.db.kysely,
    )
    expect(rows[0]?.changeset_id).toBe(rows[0]?.last)
  })

  it('creations in one tracker get numbers without gaps and duplicates', async () => {
    const ids = await Promise.all(range(40).map(() => create([{ field_id: field('title'), value: 'numbered' }])))
    expect(new Set(ids).size).toBe(40)
    const { rows } = await sql<{ count: number; last: number; total: number; counted: number }>`
        select count(distinct number) as count, max(number) as last, count(*) as total,
          (select artifact_count from tracker_counter where tracker_id = ${trackerId}) as counted
        from artifact where tracker_id = ${trackerId}`.execute(crocus.db.kysely)
    expect(rows[0]?.count).toBe(rows[0]?.total)
    expect(rows[0]?.last).toBe(rows[0]?.total)
    expect(rows[0]?.counted).toBe(rows[0]?.total)
  })

  it('links written from both sides at once end without a fault', async () => {
    const one = await create([{ field_id: field('title'), value: 'one' }])
    const two = await create([{ field_id: field('title'), value: 'two' }])
    const answers = await Promise.all(
      range(10).flatMap(() => [
        put(one, {
          values: [{ field_id: field('links'), parent: { id: two } }],
          comment: { body: 'x', format: 'text' },
        }),
        put(two, {
          values: [{ field_id: field('links'), parent: { id: one } }],
          comment: { body: 'x', format: 'text' },
        }),
      ]),
    )
    expect(answers.map(answer => answer.status)).toEqual(range(20).map(() => 200))
    const links = await crocus.request('GET', `/api/artifacts/${one}/links`, { as: crocus.admin })
    expect(links.json<{ natures: unknown[] }>().natures).toHaveLength(2)
  })

  it('an artifact deleted while others link to it leaves no link behind', async () => {
    const target = await create([{ field_id: field('title'), value: 'target' }])
    const sources = await Promise.all(range(10).map(() => create([{ field_id: field('title'), value: 'source' }])))
    const [deleted, ...linked] = await Promise.all([
      crocus.request('DELETE', `/api/artifacts/${target}`, { as: crocus.admin }),
      ...sources.map(id => put(id, { values: [{ field_id: field('links'), links: [{ id: target }] }] })),
    ])
    expect(deleted.status).toBe(200)
    // Before the deletion it is a link; afterwards the target is unknown. Neither is an error of the server.
    expect(linked.every(answer => [200, 400].includes(answer.status))).toBe(true)
    for (const id of sources) {
      const links = await crocus.request('GET', `/api/artifacts/${id}/links`, { as: crocus.admin })
      expect(links.json()).toEqual({ natures: [] })
      const read = await crocus.request('GET', `/api/artifacts/${id}`, { as: crocus.admin })
      const again = await put(id, read.json())
      expect([again.status, again.headers.etag]).toEqual([200, read.headers.etag])
    }
  })
})

describe('a tracker that another process changes', () => {
  /** The change by another process, before this process gets its invalidation. */
  const requireDescription = () =>
    inTransaction(crocus.db, async tx => {
      await sql`update form_element set is_required = true where id = ${field('description')}`.execute(tx)
      await sql`update tracker set version = version + 1 where id = ${trackerId}`.execute(tx)
    })
  const hear = () => inTransaction(crocus.db, tx => invalidate(tx, 'tracker', trackerId))

  it('checks by its new definition also writes that were planned from the old one', async () => {
    const id = await create([
      { field_id: field('title'), value: 'old' },
      { field_id: field('description'), value: 'is there' },
    ])
    await requireDescription()
    const json = { tracker: { id: trackerId }, values: [{ field_id: field('title'), value: 'late' }] }
    const writes = [
      crocus.request('POST', '/api/artifacts', { as: crocus.admin, json }),
      put(id, { values: [{ field_id: field('description'), value: '' }] }),
    ]
    await new Promise(resolve => setTimeout(resolve, 50))
    await hear()
    const [created, updated] = await Promise.all(writes)
    expect(created?.status).toBe(400)
    expect(created?.text).toContain('`description`')
    expect(updated?.status).toBe(400)
  })
})
