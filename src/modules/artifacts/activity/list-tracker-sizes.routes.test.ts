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
