import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenArtifact, givenProject, type FixtureTracker } from '../../../../test/harness/fixture.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { drainConsumers } from '../../../platform/events/consumer.ts'
import { createLog } from '../../../platform/log.ts'

let crocus: TestApp
let bug: FixtureTracker

beforeAll(async () => {
  crocus = await testApp()
  bug = (await givenProject(crocus, 'texts')).tracker('bug')
})

const details = (content: string) => ({ field_id: bug.field('description'), value: { content, format: 'text' } })

const find = async (query: string): Promise<number[]> => {
  const parameters = new URLSearchParams({ expert_query: query })
  const response = await crocus.request('GET', `/api/trackers/${bug.id}/artifacts?${parameters.toString()}`, {
    as: crocus.admin,
  })
  expect([response.status, response.headers['x-pagination-size']]).toEqual([
    200,
    String(response.json<unknown[]>().length),
  ])
  return response.json<{ id: number }[]>().map(({ id }) => id)
}

const put = async (id: number, values: readonly object[]): Promise<void> => {
  const response = await crocus.request('PUT', `/api/artifacts/${id}`, { as: crocus.admin, json: { values } })
  expect(response.status).toBe(200)
}

const isIndexed = async (id: number): Promise<boolean | undefined> =>
  (
    await sql<{ is_indexed: boolean }>`
      select is_indexed from artifact_text where artifact_id = ${id} and field_id = ${bug.field('description')}`.execute(
      crocus.db.kysely,
    )
  ).rows[0]?.is_indexed

const drain = (): Promise<void> =>
  drainConsumers({ db: crocus.db, consumers: crocus.app.consumers, log: createLog('fatal') })

it('finds texts by their words before and after indexing, and never by deleted words', async () => {
  const first = await givenArtifact(crocus, bug, 'one', { as: crocus.admin, values: [details('a quiet Harbour')] })
  await drain()
  const [second = 0, third = 0] = await Promise.all(
    ['two', 'three'].map(title =>
      givenArtifact(crocus, bug, title, { as: crocus.admin, values: [details(`${title} harbours`)] }),
    ),
  )
  expect(await Promise.all([first, second, third].map(isIndexed))).toEqual([true, false, false])
  const all = [first, second, third].sort((left, right) => left - right)
  expect(await find('description = "harbour"')).toEqual(all)
  expect(await find('description = "harbour" and title = "t"')).toEqual(all.filter(id => id !== first))
  expect(await find('description = "quiet" or description = "three har"')).toEqual(all.filter(id => id !== second))
  expect(await find('description != "harbours"')).toEqual([first])

  await put(first, [details('a loud harbour')])
  expect(await isIndexed(first)).toBe(false)
  expect([await find('description = "quiet"'), await find('description = "loud"')]).toEqual([[], [first]])
  await drain()
  expect(await Promise.all(all.map(isIndexed))).toEqual([true, true, true])
  expect(await find('description = "harbour"')).toEqual(all)
  expect([await find('description = "quiet"'), await find('description = "loud"')]).toEqual([[], [first]])
})

it('does not wait for a transaction that writes a text', async () => {
  const id = await givenArtifact(crocus, bug, 'held', { as: crocus.admin, values: [details('somebody types')] })
  await inTransaction(crocus.db, async tx => {
    await sql`select from artifact_text where artifact_id = ${id} for update`.execute(tx)
    await drain()
  })
  expect(await isIndexed(id)).toBe(false)
  expect(await find('description = "somebody types"')).toEqual([id])
  // The transaction commits, and its event starts the indexing.
  await put(id, [details('somebody typed')])
  await drain()
  expect([await isIndexed(id), await find('description = "somebody typed"')]).toEqual([true, [id]])
})

it('keeps current and former titles in the index', async () => {
  const id = await givenArtifact(crocus, bug, 'mistitled', { as: crocus.admin, values: [details('unmistakable')] })
  const setTitle = async (field: string): Promise<void> => {
    const url = `/api/trackers/${bug.id}/definition`
    const definition = (await crocus.request('GET', url, { as: crocus.admin })).json<{ semantics: object }>()
    const json = { ...definition, semantics: { ...definition.semantics, title: field } }
    const response = await crocus.request('PUT', url, { as: crocus.admin, json })
    expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  }
  await setTitle('description')
  expect([await find('description = "unmistak"'), await find('title = "mistitled"')]).toEqual([[id], [id]])
  await setTitle('title')
  expect([await find('description = "unmistak"'), await find('title = "mistitled"')]).toEqual([[id], [id]])
  expect(await isIndexed(id)).toBe(true)
})
