import { beforeAll, expect, it } from 'vitest'
import { testClock } from '../../../test/harness/clock.ts'
import { testDatabase } from '../../../test/harness/database.ts'
import { createSnapshotPages, type SnapshotPages, type SnapshotRequest } from './list-snapshots.ts'

const clock = testClock()
let pages: SnapshotPages
beforeAll(async () => {
  pages = createSnapshotPages(await testDatabase(), clock)
})

const MINUTE = 60_000
const ids = (count: number) => Array.from({ length: count }, (_, index) => 100 - index)
const find = (count: number) => () => Promise.resolve({ ids: ids(count), size: count })
const never = () => Promise.reject(new Error('a kept list is not searched again'))
const request = (given: Partial<SnapshotRequest> = {}): SnapshotRequest => ({
  ...{ snapshot: 'new', owner: 'account 1', limits: '', list: ['a'] },
  ...given,
})
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'found',
    (error: { details: { reason: string } }) => error.details.reason,
  )

it('gives the pages of the ids of a moment', async () => {
  const first = await pages(request(), { limit: 2, offset: 0 }, find(5))
  expect(first).toMatchObject({ ids: [100, 99], size: 5 })
  const page = (limit: number, offset: number) => pages(request({ snapshot: first.id }), { limit, offset }, never)
  expect(await page(2, 4)).toEqual({ id: first.id, ids: [96], size: 5 })
  expect(await page(2, 5)).toMatchObject({ ids: [], size: 5 })
  expect(await page(2, 9_000_000_000_000)).toMatchObject({ ids: [], size: 5 })
  expect(await page(0, 0)).toMatchObject({ ids: [], size: 5 })
})

it('knows no list of another caller, with other limits or of another query', async () => {
  const { id } = await pages(request(), { limit: 2, offset: 0 }, find(5))
  for (const other of [{ owner: 'account 2' }, { limits: 'x' }, { list: ['b'] }])
    expect(await reasonOf(pages(request({ snapshot: id, ...other }), { limit: 2, offset: 0 }, never))).toBe(
      'snapshot.gone',
    )
  expect(await reasonOf(pages(request({ snapshot: 'nothing' }), { limit: 2, offset: 0 }, never))).toBe('snapshot.gone')
})

it('forgets a list ten minutes after its last use, and the oldest of six of a caller', async () => {
  const owner = 'account 3'
  const make = async () => (await pages(request({ owner }), { limit: 1, offset: 0 }, find(3))).id
  const use = (snapshot: string) => reasonOf(pages(request({ owner, snapshot }), { limit: 1, offset: 0 }, never))
  const used = await make()
  const unused = await make()
  clock.advance(6 * MINUTE)
  expect(await use(used)).toBe('found')
  clock.advance(5 * MINUTE)
  expect([await use(used), await use(unused)]).toEqual(['found', 'snapshot.gone'])
  const made = []
  for (let count = 0; count < 5; count++) made.push(await make())
  expect(await use(used)).toBe('snapshot.gone')
  for (const id of made) expect(await use(id)).toBe('found')
})

it('refuses a list that is too long', async () => {
  expect(await reasonOf(pages(request(), { limit: 1, offset: 0 }, find(100_001)))).toBe('snapshot.too_large')
})
