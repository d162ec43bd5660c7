import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenProject, type FixtureTracker } from '../../../../test/harness/fixture.ts'
import { sqlState } from '../../../platform/db/db.ts'
import { findStates } from '../store/artifact-reader.store.ts'
import type { RowVersion } from '../model/artifact.ts'
import {
  insertArtifact as insertTogetherOrNot,
  updateArtifact as updateArtifactTogether,
  requireKey,
} from './group-commit.store.ts'
import {
  insertArtifacts,
  updateArtifacts,
  type CreatedRow,
  type CreationRows,
  type UpdatedRow,
  type UpdateRows,
} from './write-artifact.store.ts'

let crocus: TestApp
let projectId: number
let tracker: FixtureTracker

beforeAll(async () => {
  crocus = await testApp()
  const project = await givenProject(crocus, 'together')
  projectId = project.id
  tracker = project.tracker('bug')
})

const author = { userId: 101, email: null, at: new Date('2030-01-02T03:04:05.678Z'), means: 'rest' } as const
const NO_FILES = { attached: [], detachedIds: [] }

const creation = (title: string, values: Partial<CreationRows> = {}): CreationRows => ({
  projectId,
  trackerId: tracker.id,
  trackerVersion: 1,
  document: JSON.stringify({ 1: title, 2: { content: 'a "quoted" \\ back{slash}, NULL', format: 'text' } }),
  delta: JSON.stringify({ 1: { a: title } }),
  title,
  grantedGroupIds: null,
  author,
  index: {
    added: [
      [1, 12.25],
      [2, -1e21],
    ],
    removed: [],
    texts: [
      { fieldId: 1, content: title, isTitle: true },
      { fieldId: 2, content: 'a "quoted" \\ back{slash}, NULL', isTitle: false },
    ],
  },
  links: null,
  references: [],
  files: NO_FILES,
  ...values,
})

const update = (
  { artifact_id, changeset_id }: CreatedRow,
  title: string,
  values: Partial<UpdateRows> = {},
): UpdateRows => ({
  artifactId: artifact_id,
  projectId,
  trackerId: tracker.id,
  trackerVersion: 1,
  basedOn: changeset_id,
  document: JSON.stringify({ 1: title }),
  delta: JSON.stringify({ 1: { b: 'before', a: title } }),
  title,
  grantedGroupIds: [3, 104],
  comment: { body: `it's "${title}"`, format: 'commonmark', groupIds: [101] },
  author: { ...author, userId: 102, email: 'a@b.example' },
  index: { added: [[1, 3]], removed: [[1, 12.25]], texts: [{ fieldId: 1, content: title, isTitle: true }] },
  links: null,
  references: [],
  files: NO_FILES,
  ...values,
})

const present = (row: CreatedRow | undefined): CreatedRow => {
  if (!row) throw new Error('nothing was written')
  return row
}
const insertOrNot = async (...[db, row]: Parameters<typeof insertTogetherOrNot>): Promise<CreatedRow | undefined> =>
  requireKey((await insertArtifacts(db, [row]))[0])
const insertArtifact = async (...given: Parameters<typeof insertOrNot>): Promise<CreatedRow> =>
  present(await insertOrNot(...given))
const updateArtifactRow = async (
  ...[db, row]: Parameters<typeof updateArtifactTogether>
): Promise<UpdatedRow | undefined> => requireKey((await updateArtifacts(db, [row])).get(row.artifactId))
const insertArtifactTogether = async (...given: Parameters<typeof insertTogetherOrNot>): Promise<CreatedRow> =>
  present(await insertTogetherOrNot(...given))

/** All rows of an artifact. Ids that differ between runs are replaced by their order. */
const written = async (artifactId: number): Promise<unknown> => {
  const rowsOf = async (table: string, column: string, order: string): Promise<unknown[]> =>
    (
      await sql<{ row: string }>`
        select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(column)} = ${artifactId} order by ${sql.raw(order)}`.execute(
        crocus.db.kysely,
      )
    ).rows.map(({ row }) =>
      Object.fromEntries(
        Object.entries(JSON.parse(row) as Record<string, unknown>).filter(
          ([name]) => !['id', 'artifact_id', 'changeset_id', 'number', 'rank', 'seq', 'xid', 'at'].includes(name),
        ),
      ),
    )
  return {
    artifact: await rowsOf('artifact', 'id', 'id'),
    changesets: await rowsOf('changeset', 'artifact_id', 'id'),
    index: await rowsOf('artifact_index', 'artifact_id', 'field_id, val'),
    texts: await rowsOf('artifact_text', 'artifact_id', 'field_id'),
    events: await rowsOf('event', 'artifact_id', 'seq'),
  }
}

const trips = async <Result>(work: () => Promise<Result>): Promise<[Result, number]> => {
  const before = crocus.db.roundTrips()
  const result = await work()
  return [result, crocus.db.roundTrips() - before]
}

describe('concurrent creations', () => {
  it('are one round trip, and write the same rows as single creations, numbered in their order', async () => {
    const alone = await insertArtifact(crocus.db, creation('as one', { grantedGroupIds: [3, 105] }))
    const [created, count] = await trips(() =>
      Promise.all(
        [1, 2, 3].map(() => insertArtifactTogether(crocus.db, creation('as one', { grantedGroupIds: [3, 105] }))),
      ),
    )
    expect(count).toBe(1)
    const expected = await written(alone.artifact_id)
    for (const { artifact_id } of created) expect(await written(artifact_id)).toEqual(expected)

    const ids = [alone, ...created].map(({ artifact_id }) => artifact_id)
    expect(ids).toEqual([0, 1, 2, 3].map(step => alone.artifact_id + step))
    const rows = await crocus.db.kysely
      .selectFrom('artifact')
      .select(['number', 'changeset_id'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    const [first] = rows
    expect(rows.map(({ number }) => number)).toEqual([0, 1, 2, 3].map(step => Number(first?.number) + step))
    expect(rows.map(({ changeset_id }) => changeset_id)).toEqual([alone, ...created].map(row => row.changeset_id))
    const counter = await crocus.db.kysely
      .selectFrom('tracker_counter')
      .selectAll()
      .where('tracker_id', '=', tracker.id)
      .executeTakeFirstOrThrow()
    expect(counter).toMatchObject({ artifact_count: 4, last_number: rows.at(-1)?.number })
  })

  it('fail one by one: the database refuses one, and the others are written', async () => {
    const outcomes = await Promise.allSettled([
      insertArtifactTogether(crocus.db, creation('good')),
      insertArtifactTogether(crocus.db, creation('bad', { document: '{' })),
      insertArtifactTogether(crocus.db, creation('good too')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(sqlState((outcomes[1] as PromiseRejectedResult).reason)).toBe('22P02')
    const titles = await crocus.db.kysely
      .selectFrom('artifact')
      .select('title')
      .where('title', 'in', ['good', 'bad', 'good too'])
      .orderBy('id')
      .execute()
    expect(titles.map(({ title }) => title).sort()).toEqual(['good', 'good too'])
  })
})

describe('concurrent updates', () => {
  const given = (count: number): Promise<CreatedRow[]> =>
    Promise.all(
      Array.from({ length: count }, (_, index) => insertArtifactTogether(crocus.db, creation(`old ${index}`))),
    )

  it('planned from cached states take effect only if the row version is unchanged, batched or not', async () => {
    const markOf = async (id: number): Promise<RowVersion> => {
      const [found] = await findStates(crocus.db, [{ id, known: undefined }])
      if (typeof found !== 'object') throw new Error(`there is no artifact ${id}`)
      return found.rowVersion
    }
    for (const other of [undefined, await insertArtifact(crocus.db, creation('beside'))]) {
      const [right, moved, linked] = await given(3)
      if (!right || !moved || !linked) throw new Error('three were wanted')
      const plans = await Promise.all(
        [right, moved, linked].map(async row => update(row, 'planned', { rowVersion: await markOf(row.artifact_id) })),
      )
      // Neither statement makes a changeset.
      await sql`update artifact set number = number where id = ${moved.artifact_id}`.execute(crocus.db.kysely)
      await sql`insert into connection_change values (${linked.artifact_id})`.execute(crocus.db.kysely)
      const results: unknown[] = []
      if (other) {
        const all = [
          ...plans.map(plan => updateArtifactTogether(crocus.db, plan)),
          updateArtifactTogether(crocus.db, update(other, 'x')),
        ]
        results.push(...(await Promise.all(all)).slice(0, 3))
      } else for (const plan of plans) results.push(await updateArtifactTogether(crocus.db, plan))
      const after = await markOf(right.artifact_id)
      expect(results).toEqual([
        { changeset_id: expect.any(Number) as unknown, written_by: after.writtenBy },
        undefined,
        undefined,
      ])
      expect(after).not.toEqual(plans[0]?.rowVersion)
    }
  })

  it.each([
    ['with texts', {}],
    ['without', { index: { added: [], removed: [[2, -1e21] as const], texts: [] } }],
  ])('are one round trip, and write the same rows as single updates: %s', async (_name, values) => {
    const alone = await insertArtifact(crocus.db, creation('old'))
    await updateArtifactRow(crocus.db, update(alone, 'new', values))
    const others = await Promise.all([1, 2, 3].map(() => insertArtifactTogether(crocus.db, creation('old'))))
    const [rows, count] = await trips(() =>
      Promise.all(others.map(other => updateArtifactTogether(crocus.db, update(other, 'new', values)))),
    )
    expect(count).toBe(1)
    const expected = await written(alone.artifact_id)
    for (const [index, { artifact_id }] of others.entries()) {
      expect(await written(artifact_id)).toEqual(expected)
      const row = await crocus.db.kysely
        .selectFrom('artifact')
        .select('changeset_id')
        .where('id', '=', artifact_id)
        .executeTakeFirst()
      expect(row?.changeset_id).toBe(rows[index]?.changeset_id)
    }
  })

  it('write nothing of the update with a write conflict, and all of the others', async () => {
    const [first, second, third] = (await given(3)) as [CreatedRow, CreatedRow, CreatedRow]
    const outcomes = await Promise.all([
      updateArtifactTogether(crocus.db, update(first, 'wins')),
      updateArtifactTogether(crocus.db, update(first, 'is late')),
      updateArtifactTogether(crocus.db, update({ ...second, changeset_id: 1 }, 'is stale')),
      updateArtifactTogether(crocus.db, update(third, 'stands')),
    ])
    expect(outcomes.map(changesetId => changesetId !== undefined)).toEqual([true, false, false, true])
    const titles = await crocus.db.kysely
      .selectFrom('artifact')
      .select('title')
      .where(
        'id',
        'in',
        [first, second, third].map(row => row.artifact_id),
      )
      .orderBy('id')
      .execute()
    expect(titles.map(({ title }) => title)).toEqual(['wins', 'old 1', 'stands'])
    const changesets = await crocus.db.kysely
      .selectFrom('changeset')
      .select('artifact_id')
      .where('artifact_id', 'in', [first.artifact_id, second.artifact_id])
      .execute()
    expect(changesets).toHaveLength(3)
  })

  it('do not wait for a locked row; only the update of that row waits', async () => {
    const [held, free, other] = (await given(3)) as [CreatedRow, CreatedRow, CreatedRow]
    const order: string[] = []
    await crocus.db.kysely.transaction().execute(async tx => {
      await sql`select 1 from artifact where id = ${held.artifact_id} for update`.execute(tx)
      const waiting = updateArtifactTogether(crocus.db, update(held, 'waits')).then(id =>
        order.push(`waits ${id !== undefined}`),
      )
      await Promise.all([free, other].map(row => updateArtifactTogether(crocus.db, update(row, 'passes'))))
      order.push('others done')
      void waiting
    })
    await expect.poll(() => order).toEqual(['others done', 'waits true'])
  })

  it('fail one by one', async () => {
    const [good, bad] = (await given(2)) as [CreatedRow, CreatedRow]
    const outcomes = await Promise.allSettled([
      updateArtifactTogether(crocus.db, update(good, 'good')),
      updateArtifactTogether(crocus.db, update(bad, 'bad', { delta: '{' })),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a write that was planned from an outdated definition', () => {
  const change = () => sql`update tracker set version = version + 1 where id = ${tracker.id}`.execute(crocus.db.kysely)
  const version = async () =>
    (await crocus.db.kysely.selectFrom('tracker').select('version').where('id', '=', tracker.id).executeTakeFirst())
      ?.version ?? 0
  const state = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from artifact) as artifacts, (select count(*) from changeset) as changesets,
        (select count(*) from artifact_index) as index_rows, (select count(*) from event) as events,
        (select sum(last_number) from tracker_counter) as last_number,
        (select last_value from artifact_id_seq) as last_id`.execute(crocus.db.kysely)
    return rows[0]
  }

  it('is not written, batched or not, and takes no number', async () => {
    const planned = { trackerVersion: await version() }
    const [first, second] = await Promise.all([
      insertArtifactTogether(crocus.db, creation('before', planned)),
      insertArtifactTogether(crocus.db, creation('before', planned)),
    ])
    await change()
    const before = await state()
    expect(await insertOrNot(crocus.db, creation('late', planned))).toBeUndefined()
    expect(await updateArtifactRow(crocus.db, update(first, 'late', planned))).toBeUndefined()
    expect(await Promise.all([1, 2].map(() => insertTogetherOrNot(crocus.db, creation('late', planned))))).toEqual([
      undefined,
      undefined,
    ])
    expect(
      await Promise.all([first, second].map(row => updateArtifactTogether(crocus.db, update(row, 'late', planned)))),
    ).toEqual([undefined, undefined])
    expect(await state()).toEqual(before)
  })

  it('does not affect other writes that were planned later', async () => {
    const planned = { trackerVersion: await version() }
    const [first, second] = (await Promise.all(
      [1, 2].map(() => insertArtifactTogether(crocus.db, creation('before', planned))),
    )) as [CreatedRow, CreatedRow]
    await change()
    const fresh = { trackerVersion: await version() }
    const outcomes = await Promise.all([
      insertTogetherOrNot(crocus.db, creation('late', planned)),
      insertTogetherOrNot(crocus.db, creation('in time', fresh)),
      updateArtifactTogether(crocus.db, update(first, 'late', planned)),
      updateArtifactTogether(crocus.db, update(second, 'in time', fresh)),
    ])
    expect(outcomes.map(outcome => outcome !== undefined)).toEqual([false, true, false, true])
  })
})
