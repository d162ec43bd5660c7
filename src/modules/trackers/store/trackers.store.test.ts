import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../../../test/harness/database.ts'
import { afterAll } from 'vitest'
import { anElement, aRichTracker, aTracker, aValue } from '../../../../test/harness/trackers.ts'
import { inTransaction, openDatabase, type Db } from '../../../platform/db/db.ts'
import { bootstrapSiteTrackers } from '../create/bootstrap-site-trackers.ts'
import { toNewTrackers } from '../model/to-new-trackers.ts'
import { addTriggers, createTrackers, setParents } from '../create/create-trackers.ts'
import { loadTrackers } from './load-trackers.ts'
import { withContent } from '../model/check-new-trackers.ts'
import { listExtras } from './trackers.store.ts'
import { listTriggers } from './workflow.store.ts'
import { FIRST_SITE_ID } from './write-trackers.store.ts'
import type { CreatedTrackers, NewTracker } from '../model/new-tracker.ts'
import type { Tracker } from '../model/tracker.ts'

const actor = { userId: null, means: 'command' } as const
const PROJECT = 101

let db: Db
let url: string
beforeAll(async () => {
  url = await testDatabaseUrl()
  db = openDatabase(url)
  await sql`insert into project (short_name, label, access, status) values ('one', 'One', 'public', 'active'),
    ('two', 'Two', 'public', 'active')`.execute(db.kysely)
})
afterAll(() => db.close())

const create = (trackers: NewTracker[]): Promise<CreatedTrackers> =>
  inTransaction(db, tx => createTrackers(tx, trackers, actor))
const load = async (id: number | undefined): Promise<Tracker> => {
  const tracker = (await loadTrackers(db.kysely, [id ?? 0])).get(id ?? 0)
  if (!tracker) throw new Error(`tracker ${id} was not written`)
  return tracker
}

// The tests depend on their order: ids of one test follow the ids of the previous one.
describe('createTrackers', () => {
  it('allows two processes to start for the first time concurrently', async () => {
    const both = () => Promise.all([1, 2].map(() => inTransaction(db, bootstrapSiteTrackers)))
    await expect(both()).resolves.toBeDefined()
  })

  it('gives the site template its trackers without taking an ordinary number (import.md §11)', async () => {
    await inTransaction(db, bootstrapSiteTrackers)
    const { rows } = await sql<{ id: number; item_name: string }>`
      select id, item_name from tracker where project_id = 100 order by id`.execute(db.kysely)
    expect(rows).toEqual(
      ['bug', 'story', 'task', 'test_case'].map((item_name, index) => ({ id: FIRST_SITE_ID + index, item_name })),
    )
    for (const table of ['form_element', 'bind_value', 'report', 'report_renderer']) {
      const found = await sql<{ lowest: number; last: boolean }>`
        select min(id) as lowest, (select is_called from ${sql.raw(`${table}_id_seq`)}) as last
        from ${sql.table(table)}`.execute(db.kysely)
      expect([table, found.rows[0]]).toEqual([table, { lowest: FIRST_SITE_ID, last: false }])
    }
    await inTransaction(db, bootstrapSiteTrackers)
    const again = await sql<{ count: number }>`select count(*) from tracker`.execute(db.kysely)
    expect(again.rows[0]?.count).toBe(4)
  })

  it('numbers elements depth first and values with their field, unused ones included (import.md §11)', async () => {
    const created = await create([
      aTracker(PROJECT, 'first', {
        elements: [
          anElement('fieldset', 'box', {
            rank: 9,
            children: [
              anElement('sb', 'inside', {
                bind: { type: 'static', isRankAlpha: false, values: [aValue('V1'), aValue('V2')] },
              }),
              anElement('string', 'next'),
            ],
          }),
          anElement('rb', 'unused', {
            isUsed: false,
            bind: { type: 'static', isRankAlpha: false, values: [aValue('V3')] },
          }),
          anElement('cb', 'groups', {
            bind: { type: 'ugroups', values: [{ key: 'G1', groupId: 3, isHidden: false, isDefault: false }] },
          }),
        ],
      }),
      aTracker(PROJECT, 'second', {
        elements: [anElement('sb', 'other', { bind: { type: 'static', isRankAlpha: false, values: [aValue('V4')] } })],
      }),
    ])
    expect(Object.fromEntries(created.trackerIds)).toEqual({ first: 1, second: 2 })
    expect(Object.fromEntries(created.fieldIds)).toEqual({ box: 1, inside: 2, next: 3, unused: 4, groups: 5, other: 6 })
    expect(Object.fromEntries(created.valueIds)).toEqual({ V1: 101, V2: 102, V3: 103, V4: 104 })
    expect(Object.fromEntries(created.groupValues)).toEqual({ G1: { id: 1, groupId: 3 } })
    const first = await load(1)
    // Form order follows the ranks, for any ids.
    expect(first.fields.map(field => field.name)).toEqual(['unused', 'groups', 'box', 'inside', 'next'])
    expect([...first.fieldByName.keys()]).not.toContain('unused')
  })

  it('writes and reads everything that a tracker has', async () => {
    const given = aRichTracker(PROJECT, 'rich', [150, 151])
    const created = await create([given])
    const id = created.trackerIds.get('rich') ?? 0
    const tracker = await load(id)
    expect(tracker).toMatchObject({
      projectId: PROJECT,
      name: 'All rich',
      itemName: 'rich',
      color: 'deep-blue',
      parentId: null,
      isDeleted: false,
      notificationsLevel: 2,
      allowCopy: false,
      usePrivateComments: false,
    })
    const field = (name: string) => tracker.fields.find(one => one.name === name)
    expect(field('title')?.settings).toMatchObject({ maxchars: 80, size: 30 })
    expect(field('state')?.noneColorName).toBe('fiesta-red')
    const tags = field('tags')?.bind
    expect(tags?.type === 'static' && tags.values.map(value => value.label)).toEqual(
      ['rich.a', 'rich.B 2', 'rich.b 10'].sort((a, b) =>
        a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' }),
      ),
    )
    expect(tracker.workflow?.transitions.map(one => one.actions.map(action => action.type))).toEqual([
      [],
      ['set_field_value', 'run_job', 'frozen_fields', 'hidden_fieldsets'],
    ])
    expect(tracker.listRules[0]).toMatchObject({ sourceValueId: 100, targetValueId: created.valueIds.get('rich.a') })
    expect(tracker.semantics.timeframe).toEqual({
      startDateFieldId: created.fieldIds.get('rich.start'),
      endDateFieldId: created.fieldIds.get('rich.end'),
    })
    expect([...tracker.permissions.submitter_only]).toEqual([1])

    // The round trip as a whole: the tracker that is read, converted to a new tracker of another project, equals the input.
    const [again] = toNewTrackers([tracker], await listExtras(db.kysely, [id]), {
      projectId: PROJECT,
      groupMap: new Map([
        [150, 150],
        [151, 151],
      ]),
    })
    expect(withKeysOf(again as NewTracker, created)).toEqual(normalised(given))
  })

  it('writes any number of trackers in the same number of round trips', async () => {
    const trips = async (prefix: string, count: number): Promise<number> => {
      const trackers = Array.from({ length: count }, (_, index) =>
        aRichTracker(PROJECT, `${prefix}${index}`, [150, 151]),
      )
      const before = db.roundTrips()
      await create(trackers)
      return db.roundTrips() - before
    }
    const one = await trips('solo', 1)
    expect(await trips('many', 12)).toBe(one)
    expect(one).toBeLessThan(30)
  })

  it('loads any number of trackers in one round trip', async () => {
    const before = db.roundTrips()
    const found = await loadTrackers(db.kysely, [1, 2, 3, FIRST_SITE_ID, 999999, Number.MAX_SAFE_INTEGER])
    expect([...found.keys()]).toEqual([1, 2, 3, FIRST_SITE_ID])
    expect(db.roundTrips() - before).toBe(1)
  })

  it.each([
    ['a name in use', { itemName: 'other_one', name: 'ALL FIRST' }, /name "ALL FIRST" already/],
    ['an item name in use', { itemName: 'FIRST', name: 'x' }, /item name "FIRST" already/],
    ['no name', { name: ' ' }, /no name/],
    ['an item name with other characters', { itemName: 'a-b' }, /only have letters/],
    ['a reserved item name', { itemName: 'Artifact' }, /keyword of another/],
    ['an unknown colour', { color: 'pink' }, /palette/],
    [
      'two elements of one name',
      { elements: [anElement('int', 'x'), anElement('int', 'x', { key: 'y' })] },
      /two form/,
    ],
  ])('refuses %s and takes no number', async (_, given, message) => {
    const sequence = () =>
      sql<{ last_value: number }>`select last_value from tracker_id_seq`.execute(db.kysely).then(found => found.rows[0])
    const before = await sequence()
    await expect(create([aTracker(PROJECT, 'fresh', given)])).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message) as unknown,
    })
    expect(await sequence()).toEqual(before)
  })

  it('gives a name to only one of two concurrent writers', async () => {
    const results = await Promise.allSettled([1, 2].map(() => create([aTracker(PROJECT, 'raced')])))
    expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(result => result.status === 'rejected')?.reason).toMatchObject({ status: 400 })
  })

  it('lets another project have the same names', async () => {
    await expect(create([aTracker(102, 'first')])).resolves.toBeDefined()
  })

  it('treats unknown keys as a bug', async () => {
    const dangling = aTracker(PROJECT, 'dangling', { semantics: { title: { field: 'nowhere' } } })
    await expect(create([dangling])).rejects.toThrow(/"nowhere"/)
  })

  it('adds events to the log', async () => {
    const { rows } = await sql<{ payload: string }>`
      select payload from event where kind = 'tracker.created' and tracker_id = 1`.execute(db.kysely)
    expect(rows.map(row => JSON.parse(row.payload) as unknown)).toEqual([{ name: 'All first', item_name: 'first' }])
  })
})

describe('hierarchy and triggers', () => {
  it('are written after the trackers', async () => {
    const bound = (key: string) =>
      anElement('sb', 'state', { key, bind: { type: 'static', isRankAlpha: false, values: [aValue(`${key} done`)] } })
    const created = await create([
      aTracker(PROJECT, 'parent', { elements: [bound('parent')] }),
      aTracker(PROJECT, 'child', { elements: [bound('child')] }),
    ])
    const [parentId, childId] = [created.trackerIds.get('parent') ?? 0, created.trackerIds.get('child') ?? 0]
    const place = (key: string, trackerId: number) => ({
      trackerId,
      fieldId: created.fieldIds.get(key) ?? 0,
      valueId: created.valueIds.get(`${key} done`) ?? 0,
    })
    const target = place('parent', parentId)
    await inTransaction(db, async tx => {
      await setParents(tx, [{ trackerId: childId, parentId }])
      await addTriggers(tx, [
        {
          targetTrackerId: target.trackerId,
          targetFieldId: target.fieldId,
          targetValueId: target.valueId,
          condition: 'all_of',
          sources: [place('child', childId)],
        },
      ])
    })
    expect((await load(childId)).parentId).toBe(parentId)
    expect(await listTriggers(db.kysely, [parentId])).toEqual([
      {
        target_tracker_id: parentId,
        target_field_id: target.fieldId,
        target_value_id: target.valueId,
        direction: 'up',
        condition: 'all_of',
        sources: [
          { tracker_id: childId, field_id: place('child', childId).fieldId, value_id: place('child', childId).valueId },
        ],
      },
    ])
  })
})

describe('the trackers of the site template (projects.md §3.7)', () => {
  const kinds = (tracker: Tracker): string[] => tracker.fields.map(field => field.type)

  it('hold every writable kind of field between them', async () => {
    const found = await loadTrackers(
      db.kysely,
      [0, 1, 2, 3].map(index => FIRST_SITE_ID + index),
    )
    const all = new Set([...found.values()].flatMap(kinds))
    for (const type of 'string text int float date sb rb msb cb tbl file art_link perm computed ttmstepdef'.split(' '))
      expect(all).toContain(type)
    for (const tracker of found.values()) {
      expect([...tracker.permissions.full]).toEqual([1])
      expect(tracker.workflow).toBeNull()
      expect(Object.keys(tracker.semantics).sort()).toEqual(['contributor', 'description', 'status', 'title'])
      expect(tracker.fields.filter(field => field.isRequired).map(field => field.name)).toEqual(['title'])
      const status = tracker.fieldByName.get('status')?.bind
      expect(status?.type === 'static' && status.values.findIndex(value => value.isDefault)).toBe(0)
    }
  })
})

/** The same tracker with keys made from its new ids. */
const withKeysOf = (tracker: NewTracker, created: CreatedTrackers): unknown => {
  const names = new Map<string, string>()
  for (const [key, id] of created.trackerIds) names.set(`T${id}`, key)
  for (const [key, id] of created.fieldIds) names.set(`F${id}`, key)
  for (const [key, id] of created.valueIds) names.set(`V${id}`, key)
  for (const [key, { id }] of created.groupValues) names.set(`G${id}`, key)
  for (const [key, id] of created.reportIds) names.set(`R${id}`, key)
  for (const [key, id] of created.rendererIds) names.set(`D${id}`, key)
  const renamed = JSON.parse(
    JSON.stringify(tracker, (_, value: unknown) => (typeof value === 'string' ? (names.get(value) ?? value) : value)),
  ) as NewTracker
  return normalised(renamed)
}

/** A normal form of a tracker for comparison: values in the order of their keys, defaults of settings left out, no undefined. */
const normalised = (tracker: NewTracker): unknown => {
  const copy = JSON.parse(JSON.stringify(tracker)) as { elements: Record<string, unknown>[]; [key: string]: unknown }
  for (const element of withContent(copy.elements as never) as unknown as Record<string, unknown>[]) {
    delete element.settings
    element.noneColorName ??= null
    element.noneLegacyColor ??= null
    element.permissions = { read: [], submit: [], update: [], ...(element.permissions as object) }
    const bind = element.bind as { isRankAlpha?: boolean; values: { key: string }[] } | null
    if (bind?.isRankAlpha) bind.values.sort((a, b) => (a.key < b.key ? -1 : 1))
  }
  return copy
}
