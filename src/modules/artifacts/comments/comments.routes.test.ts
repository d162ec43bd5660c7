import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../../../../test/harness/app.ts'
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
import { invalidate, inTransaction } from '../../../platform/db/db.ts'

/** Comments that are private from the start, and comments that are edited (ADR 20). */
let crocus: TestApp
let lamps: FixtureProject
let bug: FixtureTracker
let keepers: number
/** The project's administrator, two members of the group, another member, and a non-member. */
let boss: Account
let ann: Account
let dan: Account
let carl: Account
let eve: Account
beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss')
  ann = await givenAccount(crocus, 'ann')
  dan = await givenAccount(crocus, 'dan')
  carl = await givenAccount(crocus, 'carl')
  eve = await givenAccount(crocus, 'eve')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['ann', 'dan', 'carl'] })
  bug = lamps.tracker('bug')
  keepers = await groupOf(lamps, 'keepers', ['ann', 'dan'])
})

const groupOf = async (project: FixtureProject, short_name: string, logins: readonly string[]): Promise<number> => {
  const json = { project_id: project.id, short_name, description: '' }
  const { id } = (await crocus.request('POST', '/api/user_groups', { as: boss.as, json })).json<{ id: string }>()
  const user_references = logins.map(username => ({ username }))
  expectDone(await crocus.request('PUT', `/api/user_groups/${id}/users`, { as: boss.as, json: { user_references } }))
  return Number(id)
}

const comment = (id: number, as: Credentials, said: object, values: object[] = []): Promise<TestResponse> =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values, comment: { format: 'text', ...said } } })

interface Changeset {
  readonly id: number
  readonly comment_etag: string | null
  readonly comment_deletion: { readonly by: { readonly username: string } | null; readonly on: string } | null
  readonly last_comment: {
    readonly body: string
    readonly format: string
    readonly commonmark?: string
    readonly ugroups: { readonly id: string }[] | null
  }
  readonly last_modified_by: { readonly username: string } | null
}
const changesets = async (id: number, as: Credentials | undefined, query = ''): Promise<Changeset[]> => {
  const response = await crocus.request('GET', `/api/artifacts/${id}/changesets${query}`, as ? { as } : {})
  expect(response.status).toBe(200)
  return response.json<Changeset[]>()
}
const last = async (id: number, as: Credentials | undefined): Promise<Changeset> => {
  const changeset = (await changesets(id, as)).at(-1)
  if (!changeset) throw new Error('there is no changeset')
  return changeset
}
const bodies = async (id: number, readers: readonly (Credentials | undefined)[]): Promise<string[]> =>
  Promise.all(readers.map(async as => (await last(id, as)).last_comment.body))

/** Creates an artifact with a comment. */
const given = async (said: object, as: Account = ann): Promise<{ id: number; changeset: number; etag: string }> => {
  const id = await givenArtifact(crocus, bug, 'Told', { as: boss.as })
  expectDone(await comment(id, as.as, said))
  const { id: changeset, comment_etag } = await last(id, as.as)
  return { id, changeset, etag: comment_etag ?? '' }
}

const edit = (
  { id, changeset }: { id: number; changeset: number },
  as: Credentials | undefined,
  json: object,
  headers: Record<string, string> = {},
): Promise<TestResponse> =>
  crocus.request('PATCH', `/api/artifacts/${id}/changesets/${changeset}/comment`, {
    ...(as ? { as } : {}),
    json,
    headers,
  })

interface Version {
  readonly body: string
  readonly format: string
  readonly by: { readonly username: string } | null
  readonly at: string
}
const versions = ({ id, changeset }: { id: number; changeset: number }, as: Credentials | undefined) =>
  crocus.request('GET', `/api/artifacts/${id}/changesets/${changeset}/comment_versions`, as ? { as } : {})

describe('a comment for some groups', () => {
  it('is made by PUT, and read by its groups and by administrators', async () => {
    const id = await givenArtifact(crocus, bug, 'Whispers', { as: carl.as })
    expectDone(await comment(id, ann.as, { body: 'Between us', ugroups: [String(keepers)] }))
    const readers = [crocus.admin, boss.as, ann.as, dan.as, carl.as, eve.as, undefined]
    expect(await bodies(id, readers)).toEqual(['Between us', 'Between us', 'Between us', 'Between us', '', '', ''])
    expect((await last(id, ann.as)).last_comment.ugroups?.map(group => group.id)).toEqual([String(keepers)])
    // The etag of the comment would reveal that it exists.
    expect((await changesets(id, carl.as)).map(({ comment_etag }) => comment_etag)).toEqual([null])
  })

  it('takes dynamic groups, numbers, groups as they are read, and XML', async () => {
    const own = `${lamps.id}_3`
    for (const ugroups of [[own], [{ id: own, label: 'Project members' }], [own, own]]) {
      const { id } = await given({ body: 'To members', ugroups })
      expect((await last(id, boss.as)).last_comment.ugroups?.map(group => group.id)).toEqual([own])
      expect(await bodies(id, [carl.as, eve.as])).toEqual(['To members', ''])
    }
    const id = await givenArtifact(crocus, bug, 'By XML', { as: boss.as })
    const xml =
      '<request><values/><comment><body>From XML</body><format>text</format>' +
      `<ugroups><item>${keepers}</item></ugroups></comment></request>`
    expectDone(await crocus.request('PUT', `/api/artifacts/${id}`, { as: ann.as, xml }))
    expect(await bodies(id, [dan.as, carl.as])).toEqual(['From XML', ''])
    expectDone(await comment(id, ann.as, { body: 'By number', ugroups: [keepers] }))
    expect(await bodies(id, [dan.as, carl.as])).toEqual(['By number', ''])
  })

  it('is for all users without groups or with null, and for administrators alone with an empty list', async () => {
    const id = await givenArtifact(crocus, bug, 'Open', { as: boss.as })
    expectDone(await comment(id, ann.as, { body: 'For all', ugroups: null }))
    expect(await bodies(id, [undefined, eve.as])).toEqual(['For all', 'For all'])
    expectDone(await comment(id, boss.as, { body: 'For administrators', ugroups: [] }))
    expect(await bodies(id, [boss.as, ann.as])).toEqual(['For administrators', 'For all'])
  })

  it('is refused if its author would not see it, for groups of other projects, and if the tracker has no private comments', async () => {
    const id = await givenArtifact(crocus, bug, 'Refused', { as: boss.as })
    const others = await givenProject(crocus, 'others', { as: boss.as })
    const foreign = await groupOf(others, 'foreigners', ['ann'])
    const before = (await changesets(id, boss.as)).length
    const refusals = [
      await comment(id, carl.as, { body: 'Not for me', ugroups: [keepers] }),
      await comment(id, ann.as, { body: 'For nobody', ugroups: [] }),
      await comment(id, ann.as, { body: 'Unknown', ugroups: [keepers, 99_999] }),
      await comment(id, ann.as, { body: 'Foreign', ugroups: [foreign] }),
      await comment(id, ann.as, { body: 'Foreign', ugroups: [`${others.id}_3`] }),
      await comment(id, ann.as, { body: 'No id', ugroups: ['keepers'] }),
      await comment(id, ann.as, { body: 'No list', ugroups: 'keepers' }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual(Array(7).fill(400))
    const reasons = refusals.map(
      refusal => refusal.json<{ error: { details: { reason: string } } }>().error.details.reason,
    )
    expect(reasons.slice(0, 6)).toEqual(Array(6).fill('comment.groups'))
    const { id: taskId } = lamps.tracker('task')
    await inTransaction(crocus.db, async tx => {
      await sql`update tracker set use_private_comments = false, version = version + 1 where id = ${taskId}`.execute(tx)
      await invalidate(tx, 'tracker', taskId)
    })
    const task = await givenArtifact(crocus, lamps.tracker('task'), 'No secrets', { as: boss.as })
    const answer = await comment(task, ann.as, { body: 'Secret', ugroups: [keepers] })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('private comments')])
    expectDone(await comment(task, ann.as, { body: 'No secret', ugroups: null }))
    expect((await changesets(id, boss.as)).length).toBe(before)
  })

  it('reaches no user without the right to read it by mail, cross reference or webhook', async () => {
    const target = await givenArtifact(crocus, bug, 'Target', { as: boss.as })
    const assigned = { field_id: bug.field('assigned_to'), bind_value_ids: [dan.id, carl.id] }
    const id = await givenArtifact(crocus, bug, 'Mailed', { as: boss.as, values: [assigned] })
    await crocus.work()
    crocus.mails.length = 0
    const said = { body: `Hush @carl, see art #${target}`, ugroups: [keepers] }
    expectDone(await comment(id, ann.as, said))
    await crocus.work()
    expect(crocus.mails.map(mail => mail.to.address).sort()).toEqual(['dan@example.org'])
    const crossReferences = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from cross_reference where source_artifact_id = ${id}`.execute(crocus.db.kysely)
      ).rows[0]?.n
    expect(await crossReferences()).toBe(0)
    // Once the comment is public, its references are too.
    const { id: changeset } = await last(id, ann.as)
    expectDone(await edit({ id, changeset }, ann.as, { body: said.body, format: 'text', ugroups: null }))
    expect(await crossReferences()).toBe(1)
  })
})

describe('PATCH /artifacts/{id}/changesets/{changeset}/comment', () => {
  it('replaces the comment, keeps the previous version, and leaves the version of the artifact unchanged', async () => {
    const said = await given({ body: 'Teh lamp' })
    const before = await crocus.request('GET', `/api/artifacts/${said.id}`, { as: ann.as })
    // The response cache holds responses with the previous comment.
    await last(said.id, undefined)
    const edited = await edit(said, ann.as, { body: ' The **lamp** ', format: 'commonmark' }, { 'if-match': said.etag })
    expectDone(edited)
    const now = await last(said.id, undefined)
    expect(now).toMatchObject({
      id: said.changeset,
      comment_etag: edited.headers['etag'],
      comment_deletion: null,
      last_comment: { commonmark: 'The **lamp**', ugroups: null },
      last_modified_by: { username: 'ann' },
    })
    expect(now.comment_etag).not.toBe(said.etag)
    const after = await crocus.request('GET', `/api/artifacts/${said.id}`, { as: ann.as })
    expect([after.headers['etag'], after.text]).toEqual([before.headers['etag'], before.text])
    const list = await versions(said, undefined)
    expect(list.json<Version[]>().map(({ body, format, by }) => [body, format, by?.username])).toEqual([
      ['Teh lamp', 'text', 'ann'],
      ['The **lamp**', 'commonmark', 'ann'],
    ])
    expect(list.headers['etag']).toBe(edited.headers['etag'])
  })

  it('is for its author and administrators of the tracker', async () => {
    const said = await given({ body: 'Mine' })
    const change = { body: 'Theirs', format: 'text' }
    expect((await edit(said, dan.as, change)).status).toBe(403)
    expect((await edit(said, eve.as, change)).status).toBe(403)
    expect((await edit(said, undefined, change)).status).toBe(401)
    expectDone(await edit(said, boss.as, change))
    expect((await last(said.id, ann.as)).last_modified_by?.username).toBe('boss')
    // The author of the comment stays the same.
    expectDone(await edit(said, ann.as, { body: 'Mine again', format: 'text' }))
  })

  it('answers 404 if there is no comment for the caller', async () => {
    const said = await given({ body: 'Hidden', ugroups: [keepers] })
    const change = { body: 'Found', format: 'text' }
    const none = await edit({ id: said.id, changeset: 99_999_999 }, carl.as, change)
    const hidden = await edit(said, carl.as, change)
    expect([none.status, hidden.status, hidden.text]).toEqual([404, 404, none.text])
    const other = await givenArtifact(crocus, bug, 'Other', { as: boss.as })
    expect((await edit({ id: other, changeset: said.changeset }, ann.as, change)).status).toBe(404)
    const creation = (await changesets(said.id, boss.as))[0]?.id ?? 0
    expect((await edit({ id: said.id, changeset: creation }, boss.as, change)).status).toBe(404)
    expect((await versions(said, carl.as)).status).toBe(404)
    expect((await edit({ id: 99_999_999, changeset: said.changeset }, boss.as, change)).status).toBe(404)
  })

  it('refuses a stale etag with 412, and lets one of two concurrent edits win', async () => {
    const said = await given({ body: 'First' })
    const condition = { 'if-match': `"${said.etag}"` }
    const both = await Promise.all([
      edit(said, ann.as, { body: 'Second', format: 'text' }, condition),
      edit(said, boss.as, { body: 'Third', format: 'text' }, condition),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const stale = await edit(said, ann.as, { body: 'Fourth', format: 'text' }, condition)
    expect(stale.status).toBe(412)
    const written = both.find(({ status }) => status === 200)
    expect(stale.json<{ error: { details: object } }>().error.details).toMatchObject({
      reason: 'precondition.changed',
      etag: written?.headers['etag'],
    })
    expect((await versions(said, ann.as)).json<Version[]>().length).toBe(2)
    // The etag of the artifact differs from the etag of the comment.
    const artifact = await crocus.request('GET', `/api/artifacts/${said.id}`, { as: ann.as })
    const foreign = { 'if-match': String(artifact.headers['etag']) }
    expect((await edit(said, ann.as, { body: 'Fifth', format: 'text' }, foreign)).status).toBe(412)
  })

  it('changes nothing without a difference', async () => {
    const said = await given({ body: 'Same', ugroups: [keepers] })
    const same = await edit(said, ann.as, { body: 'Same', format: 'text' })
    expect([same.status, same.headers['etag']]).toEqual([200, said.etag])
    const groups = await edit(said, ann.as, { body: 'Same', format: 'text', ugroups: [String(keepers)] })
    expect([groups.status, groups.headers['etag']]).toEqual([200, said.etag])
  })

  it('keeps the groups unless the request names others, and refuses the groups that PUT refuses', async () => {
    const said = await given({ body: 'Inside', ugroups: [keepers] })
    expectDone(await edit(said, ann.as, { body: 'Still inside', format: 'text' }))
    expect(await bodies(said.id, [dan.as, carl.as])).toEqual(['Still inside', ''])
    expect((await edit(said, ann.as, { body: 'x', format: 'text', ugroups: [] })).status).toBe(400)
    expect((await edit(said, ann.as, { body: 'x', format: 'text', ugroups: [99_999] })).status).toBe(400)
    expect((await edit(said, ann.as, { body: 'x', format: 'markdown' })).status).toBe(400)
    expect((await edit(said, ann.as, { format: 'text' })).status).toBe(400)
    expect((await edit(said, ann.as, { body: 'x'.repeat(65_536), format: 'text' })).status).toBe(400)
    expectDone(await edit(said, ann.as, { body: 'Outside', format: 'text', ugroups: null }))
    expect(await bodies(said.id, [undefined])).toEqual(['Outside'])
    // Versions that were private stay private.
    expect((await versions(said, carl.as)).json<Version[]>().map(({ body }) => body)).toEqual(['Outside'])
    expect((await versions(said, dan.as)).json<Version[]>().length).toBe(3)
    expectDone(await edit(said, ann.as, { body: 'Inside again', format: 'text', ugroups: [keepers] }))
    expect((await versions(said, carl.as)).status).toBe(404)
  })

  it('takes XML', async () => {
    const said = await given({ body: 'JSON' })
    const xml = '<request><body>XML &amp; more</body><format>text</format></request>'
    const url = `/api/artifacts/${said.id}/changesets/${said.changeset}/comment`
    expectDone(await crocus.request('PATCH', url, { as: ann.as, xml }))
    expect(await bodies(said.id, [undefined])).toEqual(['XML & more'])
    const list = await crocus.request('GET', `${url}_versions`, { headers: { accept: 'application/xml' } })
    expect(list.text).toContain('<body>XML &amp; more</body>')
  })

  it('is followed by searches', async () => {
    const said = await given({ body: 'a chandelier' })
    const finds = async (word: string): Promise<boolean> => {
      const query = encodeURIComponent(`@comments = '${word}'`)
      const response = await crocus.request('GET', `/api/trackers/${bug.id}/artifacts?expert_query=${query}`, {
        as: carl.as,
      })
      return response.json<{ id: number }[]>().some(({ id }) => id === said.id)
    }
    expect(await finds('chandelier')).toBe(true)
    expectDone(await edit(said, ann.as, { body: 'a candelabra', format: 'text' }))
    expect([await finds('chandelier'), await finds('candelabra')]).toEqual([false, true])
    expectDone(await edit(said, ann.as, { body: 'a candelabra', format: 'text', ugroups: [keepers] }))
    expect(await finds('candelabra')).toBe(false)
  })

  it('is in the event log, and sends no mail', async () => {
    const said = await given({ body: 'Quiet' })
    await crocus.work()
    crocus.mails.length = 0
    expectDone(await edit(said, boss.as, { body: 'Quieter @carl', format: 'text' }))
    await crocus.work()
    expect(crocus.mails).toEqual([])
    const { rows } = await sql<{ payload: string; changeset_id: number | null; actor_id: number; means: string }>`
      select payload::text, changeset_id, actor_id, means from event
      where artifact_id = ${said.id} and kind = 'comment.edited'`.execute(crocus.db.kysely)
    expect(rows).toEqual([
      { payload: `{"comment_changeset_id": ${said.changeset}}`, changeset_id: null, actor_id: boss.id, means: 'rest' },
    ])
  })

  it('causes no write conflict for a change of the artifact that was planned before', async () => {
    const said = await given({ body: 'Meanwhile' })
    const artifact = await crocus.request('GET', `/api/artifacts/${said.id}`, { as: ann.as })
    expectDone(await edit(said, ann.as, { body: 'In between', format: 'text' }))
    const values = [{ field_id: bug.field('title'), value: 'Changed all the same' }]
    const json = { values }
    const headers = { 'if-match': String(artifact.headers['etag']) }
    expectDone(await crocus.request('PUT', `/api/artifacts/${said.id}`, { as: ann.as, json, headers }))
  })

  it('is refused in a suspended project', async () => {
    const closed = await givenProject(crocus, 'closed', { as: boss.as, members: ['ann'] })
    const id = await givenArtifact(crocus, closed.tracker('bug'), 'Closed', { as: boss.as })
    expectDone(await comment(id, ann.as, { body: 'Too late' }))
    const { id: changeset } = await last(id, ann.as)
    expectDone(
      await crocus.request('PATCH', `/api/projects/${closed.id}`, { as: crocus.admin, json: { status: 'suspended' } }),
    )
    expect((await edit({ id, changeset }, ann.as, { body: 'Later', format: 'text' })).status).toBe(403)
    expect((await edit({ id, changeset }, crocus.admin, { body: 'Later', format: 'text' })).status).toBe(403)
  })
})

describe('a comment that is emptied', () => {
  it('shows author and date of the deletion, and its text only to users who may edit it', async () => {
    const said = await given({ body: 'The password is 1234' })
    const emptied = await edit(said, ann.as, { body: '', format: 'text' })
    expectDone(emptied)
    const left = await last(said.id, undefined)
    expect(left).toMatchObject({
      id: said.changeset,
      comment_etag: emptied.headers['etag'],
      comment_deletion: { by: { username: 'ann' } },
      last_comment: { body: '', post_processed_body: '', format: 'text', ugroups: null },
    })
    // With `fields=comments`, the response omits comments without text.
    expect(await changesets(said.id, undefined, '?fields=comments')).toEqual([])
    const words = async (as: Credentials | undefined) =>
      (await versions(said, as)).json<Version[]>().map(({ body, by }) => [body, by?.username])
    const all = [
      ['The password is 1234', 'ann'],
      ['', 'ann'],
    ]
    expect(await words(ann.as)).toEqual(all)
    expect(await words(boss.as)).toEqual(all)
    expect(await words(dan.as)).toEqual([['', 'ann']])
    expect(await words(undefined)).toEqual([['', 'ann']])
    // The author may write the comment again.
    expectDone(await edit(said, ann.as, { body: 'Nothing', format: 'text' }, { 'if-match': left.comment_etag ?? '' }))
    expect((await last(said.id, undefined)).comment_deletion).toBe(null)
    expect(await words(dan.as)).toEqual([
      ['', 'ann'],
      ['Nothing', 'ann'],
    ])
  })

  it('was private and stays so', async () => {
    const said = await given({ body: 'Gone', ugroups: [keepers] })
    expectDone(await edit(said, ann.as, { body: '', format: 'text' }))
    expect((await last(said.id, dan.as)).comment_deletion).toMatchObject({ by: { username: 'ann' } })
    expect((await changesets(said.id, carl.as)).length).toBe(1)
    expect((await versions(said, carl.as)).status).toBe(404)
  })
})
