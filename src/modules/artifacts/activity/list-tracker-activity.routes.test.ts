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

const DAY_MS = 86_400_000

describe('GET /projects/{id}/tracker_activity', () => {
  let crocus: TestApp
  let ann: Account
  let bob: Account
  let project: FixtureProject
  beforeAll(async () => {
    crocus = await testApp()
    ann = await givenAccount(crocus, 'ann')
    bob = await givenAccount(crocus, 'bob')
    project = await givenProject(crocus, 'active', { as: ann.as, isPublic: false, members: ['bob'] })
    const bug = project.tracker('bug')
    const now = crocus.clock.now().getTime()
    // The oldest week ends 49 days ago; what was before it counts nowhere.
    for (const days of [57, 55, 8, 6, 0]) {
      crocus.clock.set(new Date(now - days * DAY_MS))
      await givenArtifact(crocus, bug, `${days} days ago`, { as: days === 6 ? bob.as : ann.as })
    }
  })

  interface Activity {
    readonly tracker_id: number
    readonly last_changed_on: string | null
    readonly opened: readonly number[]
  }
  const activity = (as: Account['as']) => crocus.request('GET', `/api/projects/${project.id}/tracker_activity`, { as })
  const ofBugs = async (as = ann.as) =>
    (await activity(as)).json<Activity[]>().find(({ tracker_id }) => tracker_id === project.tracker('bug').id)

  it('counts new artifacts by week, with one round trip for all trackers', async () => {
    expect(await ofBugs()).toEqual({
      tracker_id: project.tracker('bug').id,
      description: 'What does not work as it should',
      last_changed_on: `${crocus.clock.now().toISOString().slice(0, 19)}+00:00`,
      opened: [1, 0, 0, 0, 0, 0, 1, 2],
    })
    expect((await activity(ann.as)).json<Activity[]>()).toHaveLength(4)
    const before = crocus.db.roundTrips()
    await activity(ann.as)
    expect(crocus.db.roundTrips() - before).toBe(1)
  })

  it('says that there is nothing in an empty tracker', async () => {
    const [story] = (await activity(ann.as))
      .json<Activity[]>()
      .filter(({ tracker_id }) => tracker_id === project.tracker('story').id)
    expect(story).toMatchObject({ last_changed_on: null, opened: [0, 0, 0, 0, 0, 0, 0, 0] })
  })

  it('tells only of artifacts that the caller sees', async () => {
    const id = project.tracker('bug').id
    await crocus.db.query(
      statement(
        '',
        "update tracker_permission set permission = 'submitter_only' where tracker_id = $1 and permission = 'full'",
      ),
      [id],
    )
    await inTransaction(crocus.db, tx => invalidate(tx, 'tracker', id))
    const seen = await ofBugs(bob.as)
    expect(seen?.opened).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect(Date.parse(seen?.last_changed_on ?? '')).toBeLessThan(crocus.clock.now().getTime() - 5 * DAY_MS)
  })

  it('tells a stranger nothing', async () => {
    const carl = await givenAccount(crocus, 'carl')
    expect((await activity(carl.as)).status).toBe(403)
  })
})
