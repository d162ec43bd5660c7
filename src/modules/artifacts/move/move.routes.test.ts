import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/db.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../../test/harness/fixture.ts'

let crocus: TestApp
let boss: Account
let member: Account
let lamps: FixtureProject
let vases: FixtureProject
beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss')
  member = await givenAccount(crocus, 'member')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['member'] })
  vases = await givenProject(crocus, 'vases', { as: boss.as })
})

const patch = (id: number, move: object, as = boss.as) =>
  crocus.request('PATCH', `/api/artifacts/${id}`, { as, json: { move } })
const put = (id: number, values: object[], comment?: object) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as: boss.as, json: { values, ...(comment && { comment }) } })
const get = async <T>(path: string): Promise<T> => (await crocus.request('GET', path, { as: boss.as })).json<T>()

interface Artifact {
  readonly title: string
  readonly status: string
  readonly tracker: { readonly id: number }
  readonly project: { readonly id: number }
  readonly assignees: { readonly username: string }[]
  readonly values: { readonly label: string; readonly links?: { readonly id: number }[]; readonly value?: unknown }[]
}
interface Changeset {
  readonly last_comment: { readonly body: string; readonly format: string }
  readonly values: { readonly label: string; readonly value?: unknown }[]
}

describe('PATCH /artifacts/{id} (artifacts.md §11)', () => {
  it('reports the outcome for each field in a dry run, and changes nothing', async () => {
    const bug = lamps.tracker('bug')
    const id = await givenArtifact(crocus, bug, 'Flickers', { as: boss.as })
    const before = await crocus.request('GET', `/api/artifacts/${id}`, { as: boss.as })
    const answer = await patch(id, { tracker_id: vases.tracker('task').id, dry_run: true })
    expect(answer.status).toBe(200)
    const { fields } = answer.json<{ dry_run: { fields: Record<string, { name: string; field_id: number }[]> } }>()
      .dry_run
    const names = Object.values(fields).flatMap(list => list.map(field => field.name))
    const used = bug.fields.filter(field => !['fieldset', 'column'].includes(field.type)).map(field => field.name)
    expect(names.sort()).toEqual(used.sort())
    expect(fields['fields_migrated']?.map(field => field.name)).toEqual(
      expect.arrayContaining(['title', 'description', 'assigned_to', 'attachments', 'links', 'id']),
    )
    expect(fields['fields_migrated']?.find(field => field.name === 'title')?.field_id).toBe(bug.field('title'))
    const after = await crocus.request('GET', `/api/artifacts/${id}`, { as: boss.as })
    expect([after.text, after.headers['etag']]).toEqual([before.text, before.headers['etag']])
  })

  it('moves it with id, values, links and history, and says so in a comment', async () => {
    const bug = lamps.tracker('bug')
    const other = await givenArtifact(crocus, bug, 'Other', { as: boss.as })
    const id = await givenArtifact(crocus, bug, 'Before', { as: boss.as })
    expectDone(
      await put(id, [{ field_id: bug.field('title'), value: 'After' }], { body: 'Better name', format: 'text' }),
    )
    expectDone(
      await put(id, [
        { field_id: bug.field('links'), links: [{ id: other, type: '' }] },
        { field_id: bug.field('assigned_to'), bind_value_ids: [boss.id, member.id] },
      ]),
    )
    const task = vases.tracker('task')
    const answer = await patch(id, { tracker_id: task.id })
    expect([answer.status, answer.json()]).toEqual([200, { dry_run: null }])

    const moved = await get<Artifact>(`/api/artifacts/${id}`)
    expect(moved).toMatchObject({ title: 'After', tracker: { id: task.id }, project: { id: vases.id } })
    // Only members of the other project can be assigned there.
    expect(moved.assignees.map(user => user.username)).toEqual(['boss'])
    expect(moved.values.find(value => value.label === 'Links')?.links?.map(link => link.id)).toEqual([other])

    const history = await get<Changeset[]>(`/api/artifacts/${id}/changesets?limit=50`)
    const titles = history.map(({ values }) => values.find(({ label }) => label === 'Title')?.value)
    expect(titles.slice(0, 3)).toEqual(['Before', 'After', 'After'])
    expect(history.at(-1)?.last_comment).toMatchObject({
      body: "Artifact was moved from 'Bugs' tracker in 'The lamps' project.",
      format: 'text',
    })

    const ids = async (trackerId: number, query = ''): Promise<number[]> =>
      (await get<{ id: number }[]>(`/api/trackers/${trackerId}/artifacts?${query}`)).map(artifact => artifact.id)
    expect(await ids(bug.id)).not.toContain(id)
    expect(await ids(task.id)).toContain(id)
    const tql = `expert_query=${encodeURIComponent('title = "After" AND @comments = "Better"')}`
    expect(await ids(task.id, tql)).toEqual([id])
    expect(await ids(bug.id, tql)).toEqual([])
    // The artifact can be updated in its new tracker.
    expectDone(await put(id, [{ field_id: task.field('title'), value: 'Settled' }]))
  })

  it('can go back and forth, and two concurrent moves end in one tracker', async () => {
    const id = await givenArtifact(crocus, lamps.tracker('bug'), 'Wanderer', { as: boss.as })
    const targets = [lamps.tracker('task'), lamps.tracker('story'), vases.tracker('bug'), vases.tracker('story')]
    const answers = await Promise.all(targets.map(({ id: trackerId }) => patch(id, { tracker_id: trackerId })))
    for (const answer of answers) expect([200, 400]).toContain(answer.status)
    expect(answers.some(answer => answer.status === 200)).toBe(true)
    const where = (await get<Artifact>(`/api/artifacts/${id}`)).tracker.id
    for (const target of targets) {
      const list = await get<{ id: number }[]>(`/api/trackers/${target.id}/artifacts?limit=1000`)
      expect(list.some(artifact => artifact.id === id)).toBe(target.id === where)
    }
    if (where !== lamps.tracker('bug').id)
      expect((await patch(id, { tracker_id: lamps.tracker('bug').id })).status).toBe(200)
    expect((await get<Artifact>(`/api/artifacts/${id}`)).title).toBe('Wanderer')
  })

  it('is refused if the target does not allow it', async () => {
    const bug = lamps.tracker('bug')
    const id = await givenArtifact(crocus, bug, 'Stays', { as: boss.as })
    const statuses = {
      same: (await patch(id, { tracker_id: bug.id })).status,
      unknown: (await patch(id, { tracker_id: 99_999 })).status,
      huge: (await patch(id, { tracker_id: 1e18 })).status,
      member: (await patch(id, { tracker_id: vases.tracker('bug').id }, member.as)).status,
      noArtifact: (await patch(999_999, { tracker_id: bug.id })).status,
      noBody: (await crocus.request('PATCH', `/api/artifacts/${id}`, { as: boss.as, json: {} })).status,
      anonymous: (await crocus.request('PATCH', `/api/artifacts/${id}`, { json: { move: { tracker_id: 1 } } })).status,
    }
    expect(statuses).toEqual({
      same: 400,
      unknown: 404,
      huge: 404,
      member: 400,
      noArtifact: 404,
      noBody: 400,
      anonymous: 401,
    })
    const suspended = await givenProject(crocus, 'closed', { as: boss.as })
    expectDone(
      await crocus.request('PATCH', `/api/projects/${suspended.id}`, {
        as: crocus.admin,
        json: { status: 'suspended' },
      }),
    )
    const answer = await patch(id, { tracker_id: suspended.tracker('bug').id }, crocus.admin)
    expect(answer.status).toBe(403)
  })
})

describe('GET /trackers/{id}/used_artifact_links (trackers.md §8)', () => {
  it('lists the types of links in use', async () => {
    const story = lamps.tracker('story')
    const target = await givenArtifact(crocus, story, 'Target', { as: boss.as })
    const id = await givenArtifact(crocus, story, 'Source', { as: boss.as })
    const links = [{ id: target, type: '_is_child' }]
    expectDone(await put(id, [{ field_id: story.field('links'), links }]))
    const answer = await crocus.request('GET', `/api/trackers/${story.id}/used_artifact_links`, { as: boss.as })
    expect(answer.json()).toEqual([{ shortname: '_is_child', forward_label: 'Child' }])
    expect(answer.headers['x-pagination-size']).toBe('1')
  })
})

describe('GET /trackers/{id}/parent_artifacts (trackers.md §8)', () => {
  it('is empty without a parent tracker', async () => {
    const answer = await crocus.request('GET', `/api/trackers/${lamps.tracker('bug').id}/parent_artifacts`, {
      as: boss.as,
    })
    expect([answer.json(), answer.headers['x-pagination-size']]).toEqual([[], '0'])
  })

  it('lists open artifacts of the parent tracker, newest first', async () => {
    const [story, task] = [vases.tracker('story'), vases.tracker('task')]
    await inTransaction(crocus.db, async tx => {
      await crocus.app.modules.trackers.setParents(tx, [{ trackerId: task.id, parentId: story.id }])
    })
    const first = await givenArtifact(crocus, story, 'First', { as: boss.as })
    const second = await givenArtifact(crocus, story, 'Second', { as: boss.as })
    const closed = await givenArtifact(crocus, story, 'Closed', { as: boss.as })
    const status = story.fields.find(field => field.name === 'status')
    const done = status?.values?.at(-1)?.id
    expectDone(await put(closed, [{ field_id: story.field('status'), bind_value_ids: [done] }]))
    const answer = await crocus.request('GET', `/api/trackers/${task.id}/parent_artifacts`, { as: boss.as })
    const list = answer.json<{ id: number; title: string; full_status: { value: string } }[]>()
    expect(list.map(({ id, title }) => [id, title])).toEqual([
      [second, 'Second'],
      [first, 'First'],
    ])
    expect(list[0]?.full_status.value).toBe(status?.values?.[0]?.label)
    expect(
      (await crocus.request('GET', `/api/trackers/${task.id}/parent_artifacts?limit=0`, { as: boss.as })).status,
    ).toBe(400)
  })
})
