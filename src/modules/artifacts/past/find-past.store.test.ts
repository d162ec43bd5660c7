import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, aValue, givenTracker } from '../../../../test/harness/trackers.ts'
import { ALL, and, not, pseudoField, type Condition } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { SortBy } from '../queries/find-artifacts.store.ts'
import { findPastPage, MAX_TOUCHED } from './find-past.store.ts'
import { needsOf, pastRows } from './past-rows.ts'

let crocus: TestApp
let owner: Account
let tracker: Tracker
let field: (name: string) => number
let value: (name: string) => number
let at: Date

/** Half of them change after `at`, one in five is created later. */
const COUNT = 40

beforeAll(async () => {
  crocus = await testApp()
  owner = await givenAccount(crocus, 'owner')
  const project = await givenProject(crocus, 'house', { as: owner.as })
  const labels = ['new', 'busy', 'done']
  const given = await givenTracker(
    crocus,
    aTracker(project.id, 'chore', {
      elements: [
        anElement('string', 'title'),
        anElement('int', 'effort'),
        anElement('sb', 'state', {
          bind: { type: 'static', isRankAlpha: false, values: labels.map(label => aValue(label)) },
        }),
      ],
      semantics: { title: { field: 'title' } },
    }),
  )
  tracker = given.tracker
  field = given.field
  value = name => given.made.valueIds.get(name) ?? 0
  const entries = (number: number) => [
    { field_id: field('title'), value: `chore ${number % 7}` },
    { field_id: field('effort'), value: number % 5 },
    { field_id: field('state'), bind_value_ids: [value(labels[number % 3] ?? '')] },
  ]
  const ids: number[] = []
  const create = async (number: number): Promise<void> => {
    const json = { tracker: { id: tracker.id }, values: entries(number) }
    const answer = await crocus.request('POST', '/api/artifacts', { as: owner.as, json })
    expect(answer.status, answer.text).toBe(201)
    ids.push(answer.json<{ id: number }>().id)
    crocus.clock.advance(1_000)
  }
  for (let number = 0; number < COUNT; number++) await create(number)
  at = crocus.clock.now()
  crocus.clock.advance(60_000)
  for (let number = 0; number < COUNT; number += 2) {
    const json = { values: entries(number + 1) }
    const answer = await crocus.request('PUT', `/api/artifacts/${ids[number]}`, { as: owner.as, json })
    expect(answer.status, answer.text).toBe(200)
    crocus.clock.advance(1_000)
  }
  for (let number = 0; number < COUNT / 5; number++) await create(number)
}, 60_000)

const find = (
  condition: Condition,
  order: readonly SortBy[],
  page: { limit: number; offset: number },
  thresholds = {},
) => {
  const needs = { condition: needsOf(tracker, condition, []), order: needsOf(tracker, ALL, order) }
  const few = {
    few: 20_000,
    fewToNarrow: 100_000,
    enoughForSets: 1e9,
    countedTo: [20_000],
    fewToSort: 2_000,
    fewToProbe: 20_000,
  }
  return findPastPage(
    crocus.db,
    {
      trackerId: tracker.id,
      titleFieldId: field('title'),
      condition,
      visible: ALL,
      order,
      needs,
      until: at,
      ...page,
      timeoutSeconds: 10,
      signal: undefined,
      pastRows: (...rows) => pastRows(tracker, ...rows),
    },
    { thresholds: { ...few, cheapWalk: 5_000, ...thresholds } },
  )
}

it('finds the same in every way', async () => {
  const state = (label: string): Condition => ({
    kind: 'values',
    fieldId: field('state'),
    values: [value(label)],
    isSingle: true,
  })
  const effort: Condition = { kind: 'range', fieldId: field('effort'), bounds: { gte: 2 } }
  const conditions = [
    ALL,
    state('new'),
    not(state('busy')),
    and(state('done'), effort),
    { kind: 'text', fieldId: field('title'), contains: ['chore 3'] } as const,
  ]
  const byId = { kind: 'column', column: 'id' } as const
  const keys = {
    none: [],
    id: [{ key: byId, isDescending: true }],
    effort: [{ key: { kind: 'number', fieldId: field('effort'), isOnEach: false } as const, isDescending: false }],
    updated: [
      {
        key: { kind: 'number', fieldId: pseudoField(tracker.id, 'lastUpdate'), isOnEach: true } as const,
        isDescending: true,
      },
    ],
    title: [{ key: { kind: 'text', fieldId: field('title') } as const, isDescending: true }],
    both: [
      {
        key: { kind: 'place', fieldId: field('state'), values: [value('done'), value('new')], isSingle: true } as const,
        isDescending: false,
      },
      { key: byId, isDescending: true },
    ],
  }
  const ways = [
    { few: 0 },
    { few: 0, cheapWalk: 0 },
    { few: 0, cheapWalk: 0, fewToProbe: 0 },
    { fewToSort: 0 },
    { countedTo: [1] },
  ]
  for (const condition of conditions)
    for (const [name, order] of Object.entries(keys))
      for (const page of [
        { limit: 7, offset: 0 },
        { limit: 7, offset: 5 },
      ]) {
        const expected = await find(condition, order, page)
        expect(expected.size).toBeGreaterThan(0)
        for (const way of ways)
          expect([condition, name, page, way, await find(condition, order, page, way)]).toEqual([
            condition,
            name,
            page,
            way,
            expected,
          ])
      }
  expect((await find(ALL, [], { limit: 100, offset: 0 })).size).toBe(COUNT)
  expect((await find(ALL, [], { limit: 10, offset: 1_000 })).ids).toEqual([])
}, 60_000)

it('refuses a time since which too much has changed', async () => {
  const path = `/api/trackers/${tracker.id}/artifacts?as_of=${at.toISOString()}`
  expect((await crocus.request('GET', path, { as: owner.as })).status).toBe(200)
  const lastUpdate = pseudoField(tracker.id, 'lastUpdate')
  await sql`
    insert into artifact_index (field_id, val, artifact_id)
    select ${lastUpdate}, ${at.getTime() / 1_000 + 60}::float8, 1000000 + n from generate_series(1, ${MAX_TOUCHED}) n`.execute(
    crocus.db.kysely,
  )
  const refused = await crocus.request('GET', path, { as: owner.as })
  expect(refused.status).toBe(400)
  expect(refused.json<{ error: { details: object } }>().error.details).toMatchObject({
    reason: 'as_of.too_many',
    parameter: 'as_of',
    limit: MAX_TOUCHED,
  })
})
