import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { expectDone, givenAccount, givenProject, type Credentials } from '../../../../test/harness/fixture.ts'
import { anElement, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker } from '../../../../test/harness/workflows.ts'
import { invalidate, inTransaction } from '../../../platform/db/db.ts'
import type { NewTracker } from '../../trackers/index.ts'

let crocus: TestApp
let boss: Credentials
let projectId: number
beforeAll(async () => {
  crocus = await testApp()
  boss = (await givenAccount(crocus, 'boss')).as
  projectId = (await givenProject(crocus, 'docks', { as: boss })).id
}, 60_000)

const make = async (name: string, given: Partial<NewTracker> = {}) => {
  const { trackerIds, fieldIds, valueIds } = await createTrackersOf(crocus, aWorkTracker(projectId, name, given))
  const field = (key: string) => fieldIds.get(key) ?? 0
  const inState = (label: string) => ({ field_id: field('state'), bind_value_ids: [valueIds.get(label)] })
  return { id: trackerIds.get(name) ?? 0, field, inState }
}
const call = (method: string, path: string, json?: object) =>
  crocus.request(method, `/api/${path}`, { as: boss, ...(json && { json }) })

describe('an artifact that is moved into a tracker with a workflow (artifacts.md §11)', () => {
  it('is not checked during the move; from then on the workflow and the rules of the target apply', async () => {
    const from = await make('from')
    const elements = aWorkTracker(projectId, 'to').elements.map(one =>
      one.key === 'state'
        ? anElement('sb', 'state', {
            bind: { type: 'static', isRankAlpha: false, values: [aValue('new'), aValue('busy')] },
          })
        : one,
    )
    const to = await make('to', {
      elements,
      dateRules: [{ sourceField: 'start', targetField: 'end', comparator: '≤' }],
      workflow: aWorkflow(
        [
          aStep(null, 'new'),
          aStep('new', 'busy', { notEmptyFields: ['title'], actions: [{ type: 'frozen_fields', fields: ['effort'] }] }),
          aStep('busy', 'new', { isCommentRequired: true }),
        ],
        { isAdvanced: false },
      ),
    })
    const moved = async (state: string, ...values: object[]): Promise<number> => {
      const made = await call('POST', 'artifacts', {
        tracker: { id: from.id },
        values: [from.inState(state), ...values],
      })
      expect(made.status).toBe(201)
      const { id } = made.json<{ id: number }>()
      expect((await call('PATCH', `artifacts/${id}`, { move: { tracker_id: to.id } })).status).toBe(200)
      return id
    }
    const put = (id: number, values: object[], body = '') =>
      call('PUT', `artifacts/${id}`, { values, ...(body && { comment: { body, format: 'text' } }) })
    const refusal = async (id: number, values: object[]) => {
      const answer = await put(id, values)
      expect(answer.status).toBe(400)
      return answer.text
    }

    // No transition of the target leads a new artifact to this state, and the title is empty.
    const busy = await moved('busy')
    expectDone(await put(busy, [{ field_id: to.field('weight'), value: 2 }]))
    expect(await refusal(busy, [{ field_id: to.field('effort'), value: 2 }])).toContain('freezes')
    expect(await refusal(busy, [to.inState('new')])).toContain('comment is required')
    expectDone(await put(busy, [to.inState('new')], 'Once more'))
    expectDone(await put(busy, [{ field_id: to.field('effort'), value: 2 }]))

    // An unknown state is lost: the artifact begins without a state.
    const lost = await moved('done')
    expect(await refusal(lost, [to.inState('busy')])).toContain('no transition')
    expectDone(await put(lost, [to.inState('new')]))

    const late = await moved(
      'new',
      { field_id: from.field('start'), value: '2026-02-02' },
      { field_id: from.field('end'), value: '2026-02-01' },
    )
    expect(await refusal(late, [{ field_id: to.field('weight'), value: 1 }])).toContain('must be before or at')
    expectDone(await put(late, [{ field_id: to.field('end'), value: '2026-02-03' }]))
  })

  it('is a dry run with a warning for each required field of the target that would be empty', async () => {
    const from = await make('here')
    const there = aWorkTracker(projectId, 'there', {})
    const to = await make('there', {
      elements: there.elements.map(one => (one.key === 'effort' ? { ...one, isRequired: true } : one)),
      dateRules: [{ sourceField: 'start', targetField: 'end', comparator: '≤' }],
    })
    const made = async (...values: object[]) =>
      (await call('POST', 'artifacts', { tracker: { id: from.id }, values: [from.inState('new'), ...values] })).json<{
        id: number
      }>().id
    const warnings = async (id: number) => {
      const answer = await call('PATCH', `artifacts/${id}`, { move: { tracker_id: to.id, dry_run: true } })
      expect(answer.status).toBe(200)
      return answer.json<{ dry_run: { warnings: string[] } }>().dry_run.warnings
    }
    const dates = [
      { field_id: from.field('start'), value: '2026-02-02' },
      { field_id: from.field('end'), value: '2026-02-01' },
    ]
    const effort = { field_id: from.field('effort'), value: 3 }
    expect(await warnings(await made(effort))).toEqual([])
    const wrong = await made(...dates)
    expect(await warnings(wrong)).toEqual([
      expect.stringContaining('`effort`') as string,
      expect.stringContaining('must be before or at') as string,
    ])
    // Rules of the target do not prevent the move.
    const moved = await call('PATCH', `artifacts/${wrong}`, { move: { tracker_id: to.id } })
    expect([moved.status, moved.json()]).toEqual([200, { dry_run: null }])
  })

  it('moves by the current definition, when another process has changed the tracker', async () => {
    const from = await make('old')
    const to = await make('young')
    const made = await call('POST', 'artifacts', {
      tracker: { id: from.id },
      values: [from.inState('new'), { field_id: from.field('title'), value: 'Named' }],
    })
    const { id } = made.json<{ id: number }>()
    await inTransaction(crocus.db, async tx => {
      await sql`update form_element set name = 'headline' where id = ${to.field('title')}`.execute(tx)
      await sql`update tracker set version = version + 1 where id = ${to.id}`.execute(tx)
    })
    const moving = call('PATCH', `artifacts/${id}`, { move: { tracker_id: to.id } })
    await new Promise(resolve => setTimeout(resolve, 50))
    await inTransaction(crocus.db, tx => invalidate(tx, 'tracker', to.id))
    expect((await moving).status).toBe(200)
    const values = (await call('GET', `artifacts/${id}`)).json<{ values: { label: string; value?: unknown }[] }>()
      .values
    expect(values.some(({ value }) => value === 'Named')).toBe(false)
  })
})
