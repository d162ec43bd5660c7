import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../../test/harness/fixture.ts'
import { invalidate, inTransaction, statement } from '../../../platform/db/db.ts'

let crocus: TestApp
let ann: Account
let project: FixtureProject
beforeAll(async () => {
  crocus = await testApp()
  ann = await givenAccount(crocus, 'ann')
  project = await givenProject(crocus, 'sizes', { as: ann.as, isPublic: false })
  for (const title of ['One', 'Two']) await givenArtifact(crocus, project.tracker('bug'), title, { as: ann.as })
})

const sizes = async (as = ann.as) => crocus.request('GET', `/api/projects/${project.id}/tracker_sizes`, { as })
const ofBugs = async (as = ann.as) =>
  (await sizes(as))
    .json<{ tracker_id: number; artifacts: number }[]>()
    .find(({ tracker_id }) => tracker_id === project.tracker('bug').id)?.artifacts

describe('GET /projects/{id}/tracker_sizes', () => {
  it('shows the size of each tracker, empty ones too', async () => {
    expect((await sizes()).json<object[]>()).toHaveLength(4)
    expect(await ofBugs()).toBe(2)
    expect((await sizes()).json<{ artifacts: number }[]>().reduce((sum, { artifacts }) => sum + artifacts, 0)).toBe(2)
  })

  it('names the tracker, and counts open artifacts', async () => {
    const tracker = project.tracker('bug')
    const [bug] = (await sizes()).json<{ tracker_id: number }[]>().filter(({ tracker_id }) => tracker_id === tracker.id)
    expect(bug).toEqual({
      tracker_id: tracker.id,
      item_name: 'bug',
      label: 'Bugs',
      color_name: 'fiesta-red',
      artifacts: 2,
      open: 2,
    })
    const closed = await givenArtifact(crocus, tracker, 'Closed', { as: ann.as })
    const { semantics, fields } = (await crocus.request('GET', `/api/trackers/${tracker.id}`, { as: ann.as })).json<{
      semantics: { status: { field_id: number; value_ids: number[] } }
      fields: { field_id: number; values: { id: number }[] }[]
    }>()
    const values = fields.find(field => field.field_id === semantics.status.field_id)?.values ?? []
    const done = values.find(({ id }) => !semantics.status.value_ids.includes(id))
    const answer = await crocus.request('PUT', `/api/artifacts/${closed}`, {
      as: ann.as,
      json: { values: [{ field_id: semantics.status.field_id, bind_value_ids: [done?.id] }] },
    })
    expect(answer.status).toBe(200)
    const after = (await sizes()).json<{ tracker_id: number; artifacts: number; open: number }[]>()
    expect(after.find(({ tracker_id }) => tracker_id === tracker.id)).toMatchObject({ artifacts: 3, open: 2 })
    await crocus.request('DELETE', `/api/artifacts/${closed}`, { as: crocus.admin })
  })

  it('counts artifacts that the caller sees', async () => {
    const bob = await givenAccount(crocus, 'bob')
    expect((await sizes(bob.as)).status).toBe(403)
    await crocus.request('PUT', `/api/user_groups/${project.id}_3/users`, {
      as: ann.as,
      json: { user_references: [{ username: 'ann' }, { username: 'bob' }] },
    })
    expect(await ofBugs(bob.as)).toBe(2)
    // From now on members see only their own artifacts.
    await crocus.db.query(
      statement(
        '',
        "update tracker_permission set permission = 'submitter_only' where tracker_id = $1 and permission = 'full'",
      ),
      [project.tracker('bug').id],
    )
    await inTransaction(crocus.db, tx => invalidate(tx, 'tracker', project.tracker('bug').id))
    expect(await ofBugs(bob.as)).toBe(0)
    await givenArtifact(crocus, project.tracker('bug'), 'Three', { as: bob.as })
    expect(await ofBugs(bob.as)).toBe(1)
    expect(await ofBugs()).toBe(3)
  })
})
