// All execution plans of a search find the same artifacts. Normally the plan depends on counts that no test reaches.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenProject } from '../../../../test/harness/fixture.ts'
import { aTracker, aValue, anElement, givenTracker } from '../../../../test/harness/trackers.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { SearchStatement } from '../../../platform/db/search-pool.ts'
import { and, not, or, pseudoField, type Condition } from '../../fields/index.ts'
import { findStates } from '../store/artifact-reader.store.ts'
import type { ImportedArtifact } from '../transfer/import-artifacts.ts'
import { findPage, type Search, type SortBy, type PlanThresholds } from './find-artifacts.store.ts'

const COUNT = 120
const LABELS = ['a', 'b', 'c', 'd']

let crocus: TestApp
let trackerId: number
let field: (name: string) => number
let one: number[]
let many: number[]

beforeAll(async () => {
  crocus = await testApp()
  const project = await givenProject(crocus, 'ways')
  const { artifacts } = crocus.app.modules
  const bind = (name: string) => ({
    type: 'static' as const,
    isRankAlpha: false,
    values: LABELS.map(label => aValue(`${name}${label}`, { label })),
  })
  const {
    tracker,
    made,
    field: fieldOf,
  } = await givenTracker(
    crocus,
    aTracker(project.id, 'thing', {
      semantics: { title: { field: 'title' } },
      elements: [
        anElement('string', 'title'),
        anElement('int', 'size'),
        anElement('sb', 'one', { bind: bind('one') }),
        anElement('msb', 'many', { bind: bind('many') }),
      ],
    }),
  )
  trackerId = tracker.id
  field = fieldOf
  const idsOf = (name: string) => LABELS.map(label => made.valueIds.get(`${name}${label}`) ?? 0)
  one = idsOf('one')
  many = idsOf('many')
  await inTransaction(crocus.db, async tx => {
    const ids = await artifacts.allocateArtifactIds(tx, COUNT)
    const imported = ids.map((id, index): ImportedArtifact => {
      const values = new Map<number, unknown>([
        [field('title'), ['red lamp', 'blue lamp', 'red bird'][index % 3]],
        [field('size'), (index * 7) % 11],
        [field('one'), index % 5 === 4 ? [] : [one[index % 4]]],
        [field('many'), many.filter((_, place) => (index >> place) & 1)],
      ])
      const submittedOn = new Date(Date.UTC(2026, 0, 1, 0, (index * 37) % COUNT))
      const by = { submittedBy: 101, submittedByEmail: null, submittedOn }
      return { id, changesets: [{ ...by, values, comment: [] }] }
    })
    await artifacts.importArtifacts(tx, { trackers: [{ tracker, artifacts: imported }], actorId: 101 })
  })
}, 60_000)

const someOf = (kind: 'one' | 'many'): fc.Arbitrary<Condition> =>
  fc.subarray([0, 1, 2, 3], { minLength: 1 }).map(chosen => ({
    kind: 'values',
    fieldId: field(kind),
    values: chosen.map(place => (kind === 'one' ? one : many)[place] ?? 0),
    isSingle: kind === 'one',
  }))
const part = (): fc.Arbitrary<Condition> =>
  fc.oneof(
    someOf('one'),
    someOf('many'),
    fc
      .tuple(fc.nat(10), fc.nat(10))
      .map(([gte, lte]): Condition => ({ kind: 'range', fieldId: field('size'), bounds: { gte, lte } })),
    fc
      .constantFrom('red', 'lamp', 'b')
      .map((word): Condition => ({ kind: 'text', fieldId: field('title'), contains: [word] })),
    fc.constant<Condition>({ kind: 'column', column: 'number', bounds: { lt: 70 } }),
  )
const condition = (): fc.Arbitrary<Condition> =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: part() },
        part().map(not),
        fc.tuple(part(), part()).map(parts => or(...parts)),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map(parts => and(...parts))

const order = (): fc.Arbitrary<SortBy[]> =>
  fc.tuple(fc.boolean(), fc.nat(6)).map(([isDescending, kind]): SortBy[] => {
    const number = (fieldId: number, isOnEach: boolean): SortBy[] => [
      { key: { kind: 'number', fieldId, isOnEach }, isDescending },
    ]
    switch (kind) {
      case 0:
        return []
      case 1:
        return [{ key: { kind: 'column', column: 'id' }, isDescending }]
      case 2:
        return number(pseudoField(trackerId, 'lastUpdate'), true)
      case 3:
        return number(field('size'), false)
      case 4:
      case 5: {
        const [name, values] = kind === 4 ? (['one', one] as const) : (['many', many] as const)
        const place = { kind: 'place', fieldId: field(name), values, isSingle: kind === 4 } as const
        return [{ key: place, isDescending }, ...number(field('size'), false)]
      }
      default:
        return [...number(field('size'), false), ...number(pseudoField(trackerId, 'lastUpdate'), true)]
    }
  })

const never: PlanThresholds = {
  few: 1e9,
  fewToNarrow: 1e9,
  enoughForSets: 1e9,
  countedTo: [1e9],
  fewToSort: 1e9,
  fewToProbe: 1e9,
  cheapWalk: 0,
}
const ways: Readonly<Record<string, PlanThresholds>> = {
  'all at once': never,
  'counted, then walked in the order': {
    few: 0,
    fewToNarrow: 0,
    enoughForSets: 1e9,
    countedTo: [1, 30],
    fewToSort: 0,
    fewToProbe: 1e9,
    cheapWalk: 1e9,
  },
  'counted, then found again': {
    few: 0,
    fewToNarrow: 0,
    enoughForSets: 1e9,
    countedTo: [1],
    fewToSort: 0,
    fewToProbe: 1e9,
    cheapWalk: 0,
  },
  'counted, then sorted by joined values': {
    few: 0,
    fewToNarrow: 0,
    enoughForSets: 1e9,
    countedTo: [1],
    fewToSort: 0,
    fewToProbe: 0,
    cheapWalk: 0,
  },
  'by turns': {
    few: 20,
    fewToNarrow: 40,
    enoughForSets: 30,
    countedTo: [10, 50],
    fewToSort: 5,
    fewToProbe: 20,
    cheapWalk: 30,
  },
  'by sets in memory, sorted': { ...never, enoughForSets: 0 },
  'by sets in memory, walked in the order': { ...never, enoughForSets: 0, fewToSort: 0, cheapWalk: 1e9 },
}

describe('a search', () => {
  it.each(Object.entries(ways))(
    'finds the same page and total: %s',
    async (_, thresholds) => {
      let hits = 0
      await fc.assert(
        fc.asyncProperty(
          condition(),
          order(),
          fc.record({ limit: fc.constantFrom(1, 7, 200), offset: fc.constantFrom(0, 3, 30) }),
          async (wanted, by, page) => {
            const search: Search = {
              trackerId,
              titleFieldId: field('title'),
              condition: wanted,
              order: by,
              ...page,
              withRowVersions: false,
              timeoutSeconds: 30,
              signal: undefined,
            }
            const expected = await findPage(crocus.db, search, { thresholds: never })
            hits += expected.ids.length > 0 ? 1 : 0
            // Before PostgreSQL 17, candidates are looked up one by one.
            for (const serverVersion of [150_000, 180_000]) {
              expect(await findPage(crocus.db, search, { thresholds, serverVersion })).toEqual(expected)
              // Searches on a standby have no connections for single statements.
              const reads = { ...crocus.db, searchPool: undefined }
              expect(await findPage(reads, search, { thresholds, serverVersion })).toEqual(expected)
            }
          },
        ),
        { numRuns: 150 },
      )
      expect(hits).toBeGreaterThan(50)
    },
    60_000,
  )

  it('by numbers that match few is one round trip when it is repeated, without planning', async () => {
    const search: Search = {
      trackerId,
      titleFieldId: field('title'),
      condition: and(
        { kind: 'values', fieldId: field('one'), values: one.slice(0, 2), isSingle: true },
        { kind: 'range', fieldId: field('size'), bounds: { gte: 2 } },
      ),
      order: [],
      limit: 10,
      offset: 0,
      withRowVersions: true,
      timeoutSeconds: 30,
      signal: undefined,
    }
    const found = await findPage(crocus.db, search)
    expect(found.size).toBeGreaterThan(10)
    const states = await findStates(
      crocus.db,
      found.ids.map(id => ({ id, known: undefined })),
    )
    const marks = states.map(state => (typeof state === 'object' ? [state.artifact.id, state.rowVersion] : state))
    expect([...found.rowVersions]).toEqual(marks)
    const before = crocus.db.roundTrips()
    expect(await findPage(crocus.db, search)).toEqual(found)
    expect(crocus.db.roundTrips() - before).toBe(1)
    const plans = await crocus.db.searchPool?.ask<{ generic: number; custom: number }>(
      {
        text: `select sum(generic_plans)::int as generic, sum(custom_plans)::int as custom from pg_prepared_statements where name like 'search-%'`,
        values: [],
      },
      { timeoutMs: 1_000, signal: undefined },
    )
    expect(plans?.[0]?.custom).toBe(0)
    expect(plans?.[0]?.generic).toBeGreaterThan(0)
  })

  it('reads all values of a match for its sort value, and never walks over the values of the field', async () => {
    const statements: SearchStatement[] = []
    const { searchPool } = crocus.db
    if (!searchPool) throw new Error('the database has no search pool')
    const recording: typeof searchPool = {
      ...searchPool,
      ask: (statement, limits) => {
        statements.push(statement)
        return searchPool.ask(statement, limits)
      },
    }
    await findPage(
      { ...crocus.db, searchPool: recording },
      {
        trackerId,
        titleFieldId: field('title'),
        condition: { kind: 'range', fieldId: field('size'), bounds: { gte: 2 } },
        order: [{ key: { kind: 'number', fieldId: field('size'), isOnEach: false }, isDescending: false }],
        limit: 10,
        offset: 0,
        withRowVersions: false,
        timeoutSeconds: 30,
        signal: undefined,
      },
    )
    const { text } = statements.at(-1) as SearchStatement
    const undone = new Error('undone')
    let plan = ''
    await inTransaction(crocus.db, async tx => {
      // The planner estimates by the size of the table: with few rows both ways cost the same.
      await sql`insert into artifact_index (field_id, val, artifact_id)
        select ${field('size')}, step, artifact.id from artifact, generate_series(100, 2100) step
        where artifact.tracker_id = ${trackerId}`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (generic_plan) ${sql.raw(text)}`.execute(tx)
      plan = rows.map(row => row['QUERY PLAN']).join('\n')
      throw undone
    }).catch((error: unknown) => {
      if (error !== undone) throw error
    })
    expect(plan).toMatch(/on artifact_index s /)
    // The first row of a walk in the order of the values.
    expect(plan).not.toMatch(/Limit[^\n]*\n *->[^\n]* on artifact_index s /)
  })
})
