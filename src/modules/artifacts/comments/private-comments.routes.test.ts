import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type Credentials,
  type FixtureProject,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'

/** Comments for some groups only (artifacts.md §9), as archives bring them: also for groups without the author. */
let crocus: TestApp
let lamps: FixtureProject
let bug: FixtureTracker
let keepers: number
/** The administrator of the project, the administrator of the tracker, a member of the group, the author, and another member. */
let boss: Account
let curator: Account
let ann: Account
let bob: Account
let carl: Account
beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss')
  curator = await givenAccount(crocus, 'curator')
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  carl = await givenAccount(crocus, 'carl')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['ann', 'bob', 'carl', 'curator'] })
  bug = lamps.tracker('bug')
  keepers = await groupOf('keepers', 'ann')
  const curators = await groupOf('curators', 'curator')
  const rights = (await crocus.request('GET', `/api/trackers/${bug.id}/permissions`, { as: boss.as })).json<{
    admin: string[]
  }>()
  const given = { ...rights, admin: [...rights.admin, 'curators'] }
  const changed = await crocus.request('PUT', `/api/trackers/${bug.id}/permissions`, { as: boss.as, json: given })
  expect([changed.status, curators > 0]).toEqual([200, true])
})

const groupOf = async (short_name: string, username: string): Promise<number> => {
  const json = { project_id: lamps.id, short_name, description: '' }
  const { id } = (await crocus.request('POST', '/api/user_groups', { as: boss.as, json })).json<{ id: string }>()
  const user_references = [{ username }]
  expectDone(await crocus.request('PUT', `/api/user_groups/${id}/users`, { as: boss.as, json: { user_references } }))
  return Number(id)
}

/** Bob writes a comment for some groups, in the form in which an archive brings it. */
const say = async (id: number, body: string, groupIds: readonly number[], values: object[] = []): Promise<void> => {
  expectDone(
    await crocus.request('PUT', `/api/artifacts/${id}`, {
      as: bob.as,
      json: { values, comment: { body, format: 'text' } },
    }),
  )
  await sql`update changeset set comment_group_ids = ${groupIds} where artifact_id = ${id} and comment_body = ${body}`.execute(
    crocus.db.kysely,
  )
}

interface Changeset {
  readonly last_comment: { readonly body: string; readonly ugroups: { readonly id: string }[] | null }
}
const changesets = async (id: number, as: Credentials | undefined, query = '') => {
  const response = await crocus.request('GET', `/api/artifacts/${id}/changesets${query}`, as ? { as } : {})
  return { list: response.json<Changeset[]>(), size: Number(response.headers['x-pagination-size']) }
}
const everybody = () => [crocus.admin, boss.as, curator.as, ann.as, bob.as, carl.as, undefined]

describe('a comment for some groups', () => {
  it('is read by administrators of platform, project and tracker and by the groups, and not by its author', async () => {
    const id = await givenArtifact(crocus, bug, 'Whispers', { as: carl.as })
    await say(id, 'Between us', [keepers])
    const read = await Promise.all(everybody().map(as => changesets(id, as)))
    expect(read.map(({ list }) => list.at(-1)?.last_comment.body)).toEqual([
      'Between us',
      'Between us',
      'Between us',
      'Between us',
      '',
      '',
      '',
    ])
    // A changeset without visible content is left out of the list, but counts in the total.
    expect(read.map(({ list, size }) => [list.length, size])).toEqual([2, 2, 2, 2, 1, 1, 1].map(shown => [shown, 2]))
    const comments = await Promise.all(everybody().map(as => changesets(id, as, '?fields=comments')))
    expect(comments.map(({ list }) => list.length)).toEqual([1, 1, 1, 1, 0, 0, 0])
  })

  it('leaves the changeset if it has other changes', async () => {
    const id = await givenArtifact(crocus, bug, 'Hums', { as: carl.as })
    await say(id, 'Why, is secret', [keepers], [{ field_id: bug.field('title'), value: 'Hums loudly' }])
    const { list } = await changesets(id, carl.as)
    expect(list.map(({ last_comment }) => last_comment)).toEqual(
      Array(2).fill({ body: '', post_processed_body: '', format: 'text', ugroups: null }),
    )
  })

  it('shows its groups by id, to users other than administrators only their own', async () => {
    const id = await givenArtifact(crocus, bug, 'Groups', { as: carl.as })
    await say(id, 'To three', [keepers, 4, 3])
    const groups = async (as: Credentials) =>
      (await changesets(id, as)).list.at(-1)?.last_comment.ugroups?.map(group => group.id)
    const [members, admins, own] = [`${lamps.id}_3`, `${lamps.id}_4`, String(keepers)]
    expect(await groups(boss.as)).toEqual([members, admins, own])
    expect(await groups(curator.as)).toEqual([members, admins, own])
    expect(await groups(ann.as)).toEqual([members, own])
    expect(await groups(carl.as)).toEqual([members])
    await say(id, 'To nobody', [])
    expect(await groups(boss.as)).toEqual([])
    expect((await changesets(id, ann.as)).list.at(-1)?.last_comment.body).toBe('To three')
  })

  it('is found by its readers, and is missing for others', async () => {
    const id = await givenArtifact(crocus, bug, 'Sought', { as: carl.as })
    await say(id, 'lighthouse keepers only', [keepers])
    const finds = async (as: Credentials, query: string): Promise<boolean> => {
      const url = `/api/trackers/${bug.id}/artifacts?expert_query=${encodeURIComponent(query)}`
      const response = await crocus.request('GET', url, { as })
      expect(response.status).toBe(200)
      return response.json<{ id: number }[]>().some(artifact => artifact.id === id)
    }
    const readers = [crocus.admin, boss.as, curator.as, ann.as]
    for (const [query, forReaders] of [
      ["@comments = 'lighthouse'", true],
      ["@comments = ''", false],
      ["@comments != ''", true],
    ] as const) {
      for (const as of readers) expect([query, as[0], await finds(as, query)]).toEqual([query, as[0], forReaders])
      for (const as of [bob.as, carl.as])
        expect([query, as[0], await finds(as, query)]).toEqual([query, as[0], !forReaders])
    }
  })

  it('is mailed only to its readers', async () => {
    const assigned = { field_id: bug.field('assigned_to'), bind_value_ids: [ann.id, carl.id] }
    const id = await givenArtifact(crocus, bug, 'Mailed', { as: boss.as, values: [assigned] })
    await crocus.work()
    crocus.mails.length = 0
    await say(id, 'Not for carl', [keepers])
    await crocus.work()
    expect(crocus.mails.filter(mail => mail.text.includes('Not for carl')).map(mail => mail.to.address)).toEqual([
      'ann@example.org',
    ])
    expect(crocus.mails.map(mail => mail.to.address)).not.toContain('carl@example.org')
    crocus.mails.length = 0
    await say(id, 'Nor this', [keepers], [{ field_id: bug.field('title'), value: 'Mailed again' }])
    await crocus.work()
    const ofCarl = crocus.mails.find(mail => mail.to.address === 'carl@example.org')
    expect([ofCarl?.text.includes('Mailed again'), ofCarl?.text.includes('Nor this')]).toEqual([true, false])
  })
})
