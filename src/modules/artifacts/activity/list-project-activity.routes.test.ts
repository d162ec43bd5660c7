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

describe('GET /project_activity', () => {
  let crocus: TestApp
  let ann: Account
  let bob: Account
  let open: FixtureProject
  let hidden: FixtureProject
  beforeAll(async () => {
    crocus = await testApp()
    ann = await givenAccount(crocus, 'ann')
    bob = await givenAccount(crocus, 'bob')
    open = await givenProject(crocus, 'open', { as: ann.as, members: ['bob'] })
    hidden = await givenProject(crocus, 'hidden', { as: ann.as, isPublic: false })
    const bug = open.tracker('bug')
    for (const title of ['One', 'Two']) await givenArtifact(crocus, bug, title, { as: ann.as })
    await givenArtifact(crocus, open.tracker('story'), 'A story', { as: bob.as })
    await givenArtifact(crocus, bug, 'Over', {
      as: ann.as,
      values: [{ field_id: bug.field('status'), bind_value_ids: [bug.value('status', 'Fixed')] }],
    })
    await givenArtifact(crocus, hidden.tracker('bug'), 'Nobody knows', { as: ann.as })
  })

  const ask = (as: Account['as'] | undefined, ids = `${open.id},${hidden.id},9999`) =>
    crocus.request('GET', `/api/project_activity?project_ids=${ids}`, as && { as })
  const now = () => `${crocus.clock.now().toISOString().slice(0, 19)}+00:00`
  const ofOpen = (count: number) => ({ project_id: open.id, open: count, last_changed_on: now() })

  it('counts what is open, with one round trip for all projects', async () => {
    expect((await ask(ann.as)).json()).toEqual([ofOpen(3), { project_id: hidden.id, open: 1, last_changed_on: now() }])
    const before = crocus.db.roundTrips()
    await ask(ann.as)
    expect(crocus.db.roundTrips() - before).toBe(1)
  })

  it('answers for hidden projects as for those that do not exist', async () => {
    expect((await ask(bob.as)).json()).toEqual([ofOpen(3)])
    expect((await ask(undefined)).json()).toEqual([ofOpen(3)])
    expect((await ask(bob.as, String(hidden.id))).json()).toEqual([])
  })

  it('counts only artifacts that the caller sees', async () => {
    // From now on people see only their own bugs, and the tracker counts by artifact.
    await crocus.db.query(
      statement(
        '',
        "update tracker_permission set permission = 'submitter_only' where tracker_id = $1 and permission = 'full'",
      ),
      [open.tracker('bug').id],
    )
    await inTransaction(crocus.db, tx => invalidate(tx, 'tracker', open.tracker('bug').id))
    expect((await ask(bob.as)).json()).toEqual([ofOpen(1)])
    await givenArtifact(crocus, open.tracker('bug'), 'My own', { as: bob.as })
    expect((await ask(bob.as)).json()).toEqual([ofOpen(2)])
    expect((await ask(ann.as, String(open.id))).json()).toEqual([ofOpen(4)])
  })

  it('refuses what is no list of ids', async () => {
    for (const ids of ['', 'a', '1,', Array.from({ length: 51 }, (_, id) => id).join(',')])
      expect([ids, (await ask(ann.as, ids)).status]).toEqual([ids, 400])
  })
})
