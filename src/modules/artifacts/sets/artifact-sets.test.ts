// After each kind of write, the sets in memory are those of the table.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import { givenArtifact, readProject, type Credentials, type FixtureTracker } from '../../../../test/harness/fixture.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'
import { anElement, aTracker, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'
import type { RunStatement } from '../store/run-statement.store.ts'
import { ArtifactSets } from './artifact-sets.ts'
import { IdSet } from './id-set.ts'
import { selectIds } from './select-ids.ts'
import { nameOfKey, type SetKey } from './tracker-sets.store.ts'

let crocus: TestApp
let owner: Credentials
let member: Credentials
let projectId: number
let memberId: number
let deed: FixtureTracker
let feat: FixtureTracker
let sets: ArtifactSets

const run: RunStatement = async statement => (await statement.execute(crocus.db.kysely)).rows
const call = (method: string, path: string, request: TestRequest = {}): Promise<TestResponse> =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })
const done = async (sent: Promise<TestResponse>): Promise<TestResponse> => {
  const response = await sent
  expect(response.status, response.text).toBeLessThan(300)
  return response
}
const state = (name: string) => ({ field_id: deed.field('state'), bind_value_ids: [deed.value('state', name)] })
const entry = (name: string, value: unknown) => ({ field_id: deed.field(name), value })
const given = (title: string, ...values: object[]): Promise<number> =>
  givenArtifact(crocus, deed, title, { as: owner, values: [state('new'), ...values] })
const put = (id: number, ...values: object[]) => done(call('PUT', `artifacts/${id}`, { json: { values } }))

beforeAll(async () => {
  crocus = await testApp()
  const works = await givenWorks(crocus)
  ;({ owner, member, projectId } = works)
  await createTrackersOf(
    crocus,
    aWorkTracker(projectId, 'deed', {
      elements: [
        ...aWorkTracker(projectId, 'deed').elements,
        anElement('sb', 'doer', { bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] } }),
        anElement('tbl', 'labels', { bind: { type: 'static', isRankAlpha: false, values: [aValue('red')] } }),
        anElement('perm', 'readers'),
      ],
      workflow: aWorkflow([
        aStep(null, 'new'),
        aStep('new', 'busy', { actions: [{ type: 'set_field_value', field: 'weight', fieldType: 'float', value: 3 }] }),
        aStep('busy', 'done'),
        aStep('busy', 'new'),
      ]),
    }),
    aTracker(projectId, 'feat', {
      elements: [
        anElement('string', 'title', { key: 'feat.title' }),
        anElement('sb', 'state', {
          key: 'feat.state',
          bind: { type: 'static', isRankAlpha: false, values: [aValue('feat.new', { label: 'new' })] },
        }),
      ],
      semantics: { title: { field: 'feat.title' } },
    }),
  )
  const project = await readProject(crocus, projectId, owner)
  memberId = (await crocus.app.modules.users.findByLogin(member[0]))?.id ?? 0
  deed = project.tracker('deed')
  feat = project.tracker('feat')
  sets = new ArtifactSets()
  await crocus.app.modules.settings.set('artifacts_deletion_limit', '1000', { actorId: null, means: 'command' })
})

/** Every value in the tracker, and what else has a set. */
const keysOf = async (tracker: FixtureTracker): Promise<SetKey[]> => {
  const { rows } = await sql<{ fieldId: number; value: number }>`
    select distinct field_id as "fieldId", val as value from artifact_index join artifact on id = artifact_id
    where tracker_id = ${tracker.id}`.execute(crocus.db.kysely)
  const fieldIds = [...new Set(rows.map(row => row.fieldId))]
  return [
    { kind: 'all' },
    { kind: 'restricted' },
    { kind: 'granted', groupId: 3 },
    { kind: 'granted', groupId: 4 },
    ...rows.map(({ fieldId, value }): SetKey => ({ kind: 'value', fieldId, value })),
    ...fieldIds.map((fieldId): SetKey => ({ kind: 'anyValue', fieldId })),
  ]
}

const idsInTable = async (tracker: FixtureTracker, key: SetKey): Promise<number[]> => {
  const index = (test: ReturnType<typeof sql>) =>
    sql<{ id: number }>`select distinct artifact_id as id from artifact_index where ${test} order by id`
  const artifact = (test: ReturnType<typeof sql>) =>
    sql<{ id: number }>`select id from artifact where tracker_id = ${tracker.id} and ${test} order by id`
  const query = () => {
    switch (key.kind) {
      case 'all':
        return artifact(sql`true`)
      case 'restricted':
        return artifact(sql`granted_group_ids is not null`)
      case 'granted':
        return artifact(sql`granted_group_ids @> array[${key.groupId}::bigint]`)
      case 'value':
        return index(sql`field_id = ${key.fieldId} and val = ${key.value}`)
      case 'anyValue':
        return index(sql`field_id = ${key.fieldId}`)
    }
  }
  return (await query().execute(crocus.db.kysely)).rows.map(row => row.id)
}

/** Keys of each tracker that the sets were asked for so far: their sets are kept, even if the table has no such value any more. */
const asked = new Map<FixtureTracker, Map<string, SetKey>>()

const expectSetsOfTable = async (tracker: FixtureTracker): Promise<void> => {
  const keys = asked.get(tracker) ?? new Map<string, SetKey>()
  asked.set(tracker, keys)
  for (const key of await keysOf(tracker)) keys.set(nameOfKey(key), key)
  const wanted = [...keys.values()]
  // Sets are kept from their second use on.
  await sets.read(tracker.id, wanted, run)
  const held = await sets.read(tracker.id, wanted, run)
  expect(held).toHaveLength(wanted.length)
  for (const { key, set } of held ?? [])
    expect(set.slice(0, 10_000), nameOfKey(key)).toEqual(await idsInTable(tracker, key))
}

/** Sets that are kept, a change, and the same sets again. */
const keepThrough = async (change: () => Promise<unknown>): Promise<void> => {
  for (const tracker of [deed, feat]) await expectSetsOfTable(tracker)
  await change()
  for (const tracker of [deed, feat]) await expectSetsOfTable(tracker)
}

describe('sets of artifacts follow the table', () => {
  it('through creations, updates of every kind of list, and numbers', async () => {
    const first = await given('First', entry('effort', 1))
    await keepThrough(() => given('Second', entry('effort', 2)))
    await keepThrough(() => put(first, state('busy')))
    await keepThrough(() =>
      put(first, { field_id: deed.field('labels'), value: { bind_value_objects: [{ label: 'new one' }] } }),
    )
    await keepThrough(() =>
      put(first, {
        field_id: deed.field('towns'),
        bind_value_ids: [deed.value('towns', 'Paris'), deed.value('towns', 'Madrid')],
      }),
    )
    await keepThrough(() => put(first, { field_id: deed.field('towns'), bind_value_ids: [] }))
    await keepThrough(() => put(first, { field_id: deed.field('doer'), bind_value_ids: [memberId] }))
    await keepThrough(() => put(first, entry('effort', 7)))
  })

  it('through restrictions of single artifacts', async () => {
    const id = await given('For members')
    const readers = (isUsed: boolean, ...groups: string[]) => ({
      field_id: deed.field('readers'),
      value: { is_used_by_default: isUsed, granted_groups: groups },
    })
    await keepThrough(() => put(id, readers(true, `${projectId}_3`)))
    await keepThrough(() => put(id, readers(true, `${projectId}_4`)))
    await keepThrough(() => put(id, readers(false)))
  })

  it('through moves, deletions, restores and undone changes', async () => {
    const [moved, deleted, undone] = [await given('Moved'), await given('Deleted'), await given('Undone')]
    await keepThrough(() =>
      done(call('PATCH', `artifacts/${moved}`, { json: { move: { tracker_id: feat.id, dry_run: false } } })),
    )
    await keepThrough(() => done(call('DELETE', `artifacts/${deleted}`)))
    await keepThrough(() => done(call('POST', `trash/${deleted}/restore`)))
    await put(undone, state('busy'))
    const history = await call('GET', `artifacts/${undone}/changesets?order=desc&limit=1`)
    const changeset = history.json<{ id: number }[]>()[0]?.id
    await keepThrough(() => done(call('POST', `artifacts/${undone}/changesets/${changeset}/undo`, { json: {} })))
  })

  it('through batches', async () => {
    const id = await given('Of a batch')
    const operations = [
      { method: 'PUT', path: `/artifacts/${id}`, body: { values: [state('busy')] } },
      {
        method: 'POST',
        path: '/artifacts',
        body: { tracker: { id: deed.id }, values: [entry('title', 'Made'), state('new')] },
      },
    ]
    await keepThrough(() => done(call('POST', 'batch', { json: { operations } })))
  })

  it('through changes of the definition, which remove fields and values', async () => {
    const id = await given('Loses values', entry('effort', 9))
    await put(id, { field_id: deed.field('country'), bind_value_ids: [deed.value('country', 'France')] })
    interface Definition {
      readonly elements: readonly { readonly name: string; readonly bind?: { values: { label: string }[] } }[]
    }
    const definition = (await call('GET', `trackers/${deed.id}/definition`)).text
    const without = definition.replace(/\{[^{}]*"label": ?"France"[^{}]*\},?/, '')
    expect(without).not.toBe(definition)
    await keepThrough(() =>
      done(
        call('PUT', `trackers/${deed.id}/definition?allow_data_loss=true`, {
          json: JSON.parse(without) as Definition,
        }),
      ),
    )
    await keepThrough(() => done(call('DELETE', `tracker_fields/${deed.field('effort')}`)))
  })

  it('through writes that overlap in every order', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => given(`Busy ${index}`)))
    const names = ['new', 'busy', 'done']
    await keepThrough(async () => {
      const writers = ids.map(async (id, place) => {
        for (let turn = 0; turn < 6; turn++)
          await call('PUT', `artifacts/${id}`, {
            json: { values: [state(names[(place + turn) % 3] ?? 'new')] },
            as: place % 2 ? owner : member,
          })
      })
      const readers = Array.from({ length: 20 }, () =>
        sets.read(deed.id, [{ kind: 'all' }, { kind: 'anyValue', fieldId: deed.field('state') }], run),
      )
      await Promise.all([...writers, ...readers])
    })
  })

  it('through a transaction that was open while they were read', async () => {
    const id = await given('Slow')
    await expectSetsOfTable(deed)
    const other = await given('Quick')
    let release = (): void => undefined
    const held = new Promise<void>(resolve => (release = resolve))
    const slow = crocus.db.kysely.transaction().execute(async tx => {
      await sql`update artifact_index set val = ${deed.value('state', 'done')} where artifact_id = ${id}
        and field_id = ${deed.field('state')}`.execute(tx)
      await sql`insert into event (kind, means, tracker_id, artifact_id) values ('artifact.updated', 'web', ${deed.id}, ${id})`.execute(
        tx,
      )
      await held
    })
    await put(other, state('busy'))
    await expectSetsOfTable(deed)
    release()
    await slow
    await expectSetsOfTable(deed)
  })
})

describe('a set of ids', () => {
  it('has pages where its ids are, counts them and lists parts of them in both orders', () => {
    const ids = [1, 31, 32, 4_095, 4_096, 1_000_000, 2 ** 33 + 5]
    const set = new IdSet()
    for (const id of ids) set.add(id)
    set.add(77)
    set.delete(77)
    expect([set.count(), set.has(32), set.has(33), set.has(77)]).toEqual([7, true, false, false])
    for (let offset = 0; offset <= ids.length; offset++)
      for (const limit of [1, 3, 100]) {
        expect(set.slice(offset, limit)).toEqual(ids.slice(offset, offset + limit))
        expect(set.slice(offset, limit, true)).toEqual(ids.toReversed().slice(offset, offset + limit))
      }
  })

  it('is selected by and, or and not', () => {
    const setOf = (...ids: number[]): IdSet => {
      const set = new IdSet()
      for (const id of ids) set.add(id)
      return set
    }
    const all = setOf(1, 2, 3, 4, 5_000, 5_001)
    const [even, large] = [
      { kind: 'set', set: setOf(2, 4, 5_000, 6) },
      { kind: 'set', set: setOf(5_000, 5_001) },
    ] as const
    const selected = (expression: Parameters<typeof selectIds>[0]) => selectIds(expression, all).slice(0, 100)
    expect(selected({ kind: 'and', parts: [even, large] })).toEqual([5_000])
    expect(selected({ kind: 'or', parts: [even, large] })).toEqual([2, 4, 5_000, 5_001])
    expect(selected({ kind: 'not', part: even })).toEqual([1, 3, 5_001])
    expect(
      selected({
        kind: 'and',
        parts: [
          { kind: 'not', part: large },
          { kind: 'not', part: even },
        ],
      }),
    ).toEqual([1, 3])
    expect(selected({ kind: 'all' })).toEqual([1, 2, 3, 4, 5_000, 5_001])
    expect(selected({ kind: 'or', parts: [] })).toEqual([])
  })
})
