import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { expectDone, givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { aTracker, anElement, givenTracker } from '../../../../test/harness/trackers.ts'
import { listEvents } from '../../../platform/events/event-log.store.ts'

const forAll = { read: [1], submit: [2], update: [2] }

let crocus: TestApp
let boss: Account
let trackerId: number
let otherTrackerId: number
let field: (name: string) => number

beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss')
  const { id: projectId } = await givenProject(crocus, 'lamps', { as: boss.as })
  const elements = (item: string) => [
    anElement('string', 'title', { key: `${item}.title`, permissions: forAll }),
    anElement('perm', 'access', { key: `${item}.access`, permissions: forAll }),
    anElement('msb', 'owners', {
      key: `${item}.owners`,
      permissions: forAll,
      bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
    }),
  ]
  const make = (item: string, permissions: { assignee?: number[] }) =>
    givenTracker(
      crocus,
      aTracker(projectId, item, {
        elements: elements(item),
        permissions: { admin: [4], full: [2], ...permissions },
        semantics: { contributor: { field: `${item}.owners` } },
      }),
    )
  const made = await make('lamp', { assignee: [3] })
  trackerId = made.tracker.id
  otherTrackerId = (await make('vase', {})).tracker.id
  field = made.field
})

const put = (id: number, values: object[], comment?: object) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as: boss.as, json: { values, ...(comment && { comment }) } })

const lastEvent = async (id: number) => {
  const events = (await listEvents(crocus.db.kysely, '', 10_000)).filter(event => event.artifactId === id)
  const last = events.at(-1)
  return { kind: last?.kind, changesetId: last?.changesetId, payload: last?.payload }
}

it('events tell the facts by which an artifact was seen before, exactly where they may have changed', async () => {
  const created = await crocus.request('POST', '/api/artifacts', {
    as: boss.as,
    json: { tracker: { id: trackerId }, values: [{ field_id: field('title'), value: 'Lamp' }] },
  })
  const id = created.json<{ id: number }>().id
  const before = { tracker_id: trackerId, granted_group_ids: null, submitted_by: boss.id, assignee_ids: [] }

  expectDone(await put(id, [{ field_id: field('title'), value: 'Big lamp' }]))
  expect((await lastEvent(id)).payload).toEqual({})

  expectDone(await put(id, [], { body: 'Hello', format: 'text' }))
  expect((await lastEvent(id)).payload).toEqual({ comment: true })

  expectDone(
    await put(id, [{ field_id: field('owners'), bind_value_ids: [boss.id] }], { body: 'Mine', format: 'text' }),
  )
  expect((await lastEvent(id)).payload).toEqual({ access_before: before })

  expectDone(await put(id, [{ field_id: field('access'), value: { is_used_by_default: true, granted_groups: ['4'] } }]))
  const granted = await lastEvent(id)
  expect(granted.payload).toEqual({ access_before: { ...before, assignee_ids: [boss.id] } })

  const moved = await crocus.request('PATCH', `/api/artifacts/${id}`, {
    as: crocus.admin,
    json: { move: { tracker_id: otherTrackerId, dry_run: false } },
  })
  expect(moved.status, moved.text).toBe(200)
  const restricted = { ...before, granted_group_ids: [4], assignee_ids: [boss.id] }
  expect(await lastEvent(id)).toMatchObject({
    kind: 'artifact.moved',
    payload: { from_tracker_id: trackerId, access_before: restricted },
  })

  const { changesetId } = await lastEvent(id)
  expect((await crocus.request('DELETE', `/api/artifacts/${id}`, { as: crocus.admin })).status).toBe(200)
  expect(await lastEvent(id)).toMatchObject({
    kind: 'artifact.deleted',
    changesetId,
    payload: { access_before: { ...restricted, tracker_id: otherTrackerId } },
  })
})

it('a change of a tracker tells what it touches, with the permissions before', async () => {
  const at = `/api/trackers/${trackerId}/definition`
  const read = await crocus.request('GET', at, { as: crocus.admin })
  const whole = read.json<Record<string, unknown> & { permissions: object }>()
  const changed = { ...whole, permissions: { ...whole.permissions, submitter: ['project_members'] } }
  const put = await crocus.request('PUT', at, { as: crocus.admin, json: changed })
  expect(put.status, put.text).toBe(200)
  const events = await listEvents(crocus.db.kysely, '', 10_000)
  expect(events.findLast(({ kind }) => kind === 'tracker.changed')?.payload).toMatchObject({
    touches: ['permissions'],
    permissions_before: { submitter: [], assignee: [3] },
  })
})
