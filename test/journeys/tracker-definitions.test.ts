import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { hasSamples, importSample, sampleNames } from '../harness/samples.ts'

const importSamples = async (test: TestApp): Promise<void> => {
  for (const name of sampleNames) expect((await importSample(test, name)).isImported).toBe(true)
}

const trackersOf = async (test: TestApp): Promise<{ id: number; item_name: string }[]> => {
  const { rows } = await sql<{ id: number; item_name: string }>`
    select id, item_name from tracker where deleted_at is null order by id`.execute(test.db.kysely)
  return rows
}

/** All rows of the definitions of trackers, to compare them after a change without effect. */
const everyRow = async (test: TestApp): Promise<unknown> => {
  const tables = [
    'tracker',
    'form_element',
    'bind_value',
    'group_bind_value',
    'none_decorator',
    'field_permission',
    'tracker_permission',
    'semantic',
    'date_rule',
    'list_rule',
    'workflow',
    'workflow_transition',
    'workflow_action',
    'workflow_trigger',
    'workflow_trigger_source',
    'report',
    'report_renderer',
    'canned_response',
    'tracker_webhook',
  ]
  const rows: unknown[] = []
  for (const table of tables)
    rows.push(
      (await sql`select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(test.db.kysely)).rows,
    )
  return rows
}

describe.skipIf(!hasSamples)('definitions of trackers of another platform', () => {
  let test: TestApp

  beforeAll(async () => {
    test = await testApp()
    await importSamples(test)
  }, 120_000)

  it('sent back as they were read, change nothing: each tracker of all samples and of the platform itself', async () => {
    const before = await everyRow(test)
    const trackers = await trackersOf(test)
    expect(trackers.length).toBeGreaterThan(20)
    for (const { id, item_name } of trackers) {
      const url = `/api/trackers/${id}/definition`
      const got = await test.request('GET', url, { as: test.admin })
      expect([item_name, got.status]).toEqual([item_name, 200])
      const put = await test.request('PUT', url, { as: test.admin, json: got.json() })
      expect([item_name, put.status, put.status === 200 ? '' : put.text]).toEqual([item_name, 200, ''])
      expect([item_name, put.json()]).toEqual([
        item_name,
        expect.objectContaining({ is_changed: false, changes: [], data_loss: [], artifacts_losing: 0, warnings: [] }),
      ])
      expect(put.headers['etag']).toBe(got.headers['etag'])
    }
    expect(await everyRow(test)).toEqual(before)
  })
})
