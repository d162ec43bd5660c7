import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { expectDone, givenAccount, type Account, type Credentials } from '../../../../test/harness/fixture.ts'
import { anElement, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'

/** The history as one person may see it, with the values before and after each change. */
let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let other: Account
let projectId: number
let trackerId: number
let closedId: number
let closedTitleId: number
let field: (name: string) => number
let value: (name: string, label: string) => number

beforeAll(async () => {
  crocus = await testApp()
  ;({ owner, member, stranger, projectId } = await givenWorks(crocus))
  other = await givenAccount(crocus, 'other')
  const plain = aWorkTracker(projectId, 'plain')
  const created = await createTrackersOf(
    crocus,
    aWorkTracker(projectId, 'work', {
      elements: [
        ...plain.elements,
        anElement('text', 'details'),
        anElement('int', 'secret', { permissions: { read: [4], submit: [4], update: [4] } }),
      ],
      permissions: { full: [1], admin: [4] },
    }),
  )
  const closed = await createTrackersOf(
    crocus,
    aWorkTracker(projectId, 'closed', { permissions: { full: [4], admin: [4] } }),
  )
  trackerId = created.trackerIds.get('work') ?? 0
  closedId = closed.trackerIds.get('closed') ?? 0
  closedTitleId = closed.fieldIds.get('title') ?? 0
  const { fields } = (await crocus.request('GET', `/api/trackers/${trackerId}`, { as: crocus.admin })).json<{
    fields: { field_id: number; name: string; values: { id: number; label: string }[] | null }[]
  }>()
  const one = (name: string) => fields.find(each => each.name === name)
  field = name => one(name)?.field_id ?? 0
  value = (name, label) => one(name)?.values?.find(each => each.label === label)?.id ?? 0
})

const titled = (title: string, tracker = trackerId) => ({
  field_id: tracker === trackerId ? field('title') : closedTitleId,
  value: title,
})
const made = async (title = 'New', tracker = trackerId, values: object[] = []): Promise<number> => {
  const created = await crocus.request('POST', '/api/artifacts', {
    as: owner,
    json: { tracker: { id: tracker }, values: [titled(title, tracker), ...values] },
  })
  expect([created.status, created.status === 201 ? '' : created.text]).toEqual([201, ''])
  return created.json<{ id: number }>().id
}
const change = async (id: number, values: object[], body = '', as = owner): Promise<void> =>
  expectDone(
    await crocus.request('PUT', `/api/artifacts/${id}`, {
      as,
      json: { values, ...(body !== '' && { comment: { body, format: 'commonmark' } }) },
    }),
  )

interface Entry {
  readonly changeset_id: number
  readonly by: { readonly username: string } | null
  readonly comment: {
    readonly post_processed_body: string
    readonly is_deleted: boolean
    readonly can_edit: boolean
  } | null
  readonly comment_etag: string | null
  readonly changes: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[]
}
/** Null is the anonymous reader. */
const read = async (id: number, as: Credentials | null = owner, query = '') => {
  const answer = await crocus.request('GET', `/api/artifacts/${id}/activity${query}`, as ? { as } : {})
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return { entries: answer.json<Entry[]>(), size: Number(answer.headers['x-pagination-size']) }
}
const secret = (amount: number) => ({ field_id: field('secret'), value: amount })
const effort = (amount: number) => ({ field_id: field('effort'), value: amount })
const linkTo = (...ids: number[]) => ({ field_id: field('links'), links: ids.map(id => ({ id, type: '' })) })

describe('the activity of an artifact', () => {
  it('tells values before and after as the artifact tells them', async () => {
    const id = await made('New', trackerId, [{ field_id: field('state'), bind_value_ids: [value('state', 'new')] }])
    const long = 'A **long** text. '.repeat(500)
    await change(id, [
      { field_id: field('state'), bind_value_ids: [value('state', 'busy')] },
      { field_id: field('details'), value: { content: long, format: 'commonmark' } },
    ])
    const artifact = (await crocus.request('GET', `/api/artifacts/${id}`, { as: owner })).json<{
      values: { field_id: number }[]
    }>()
    const entryOf = (name: string) => artifact.values.find(one => one.field_id === field(name))
    const [latest, first] = (await read(id)).entries
    const changeOf = (entry: Entry | undefined, name: string) => entry?.changes.find(one => one.name === name)
    for (const name of ['state', 'details']) {
      const told = changeOf(latest, name)
      expect(told).toMatchObject({ field_id: field(name), name, label: expect.any(String) as string })
      expect(entryOf(name)).toMatchObject(told?.after as object)
    }
    expect(changeOf(latest, 'details')?.before).toMatchObject({ value: '' })
    expect(changeOf(first, 'details')?.before).toBeNull()
    expect(JSON.stringify(changeOf(latest, 'details')?.after)).toContain(long.slice(0, -1))
    expect(changeOf(latest, 'state')?.before).toEqual(changeOf(first, 'state')?.after)
    expect(changeOf(latest, 'state')?.before).toMatchObject({ bind_value_ids: [value('state', 'new')] })
    expect(latest?.changes.map(({ name }) => name)).toEqual(['state', 'details'])
  })

  it('goes from page to page, newest first', async () => {
    const id = await made()
    for (let step = 1; step <= 4; step++) await change(id, [effort(step)])
    const whole = (await read(id)).entries.map(one => one.changeset_id)
    expect([whole.length, whole]).toEqual([5, [...whole].sort((left, right) => right - left)])
    const first = await read(id, owner, '?limit=3')
    expect([first.entries.map(one => one.changeset_id), first.size]).toEqual([whole.slice(0, 3), 5])
    const second = await crocus.request('GET', `/api/artifacts/${id}/activity?limit=3&before=${whole[2]}`, {
      as: owner,
    })
    expect(second.json<Entry[]>().map(one => one.changeset_id)).toEqual(whole.slice(3))
    expect(second.headers).toMatchObject({ 'x-pagination-offset': '3', 'x-pagination-size': '5' })
    expect((await read(id, owner, `?before=${whole.at(-1)}`)).entries).toEqual([])
    for (const query of ['limit=0', 'limit=101', 'before=0', 'kind=none'])
      expect((await crocus.request('GET', `/api/artifacts/${id}/activity?${query}`, { as: owner })).status).toBe(400)
  })

  it('tells comments, who may edit them, and that one was deleted', async () => {
    const id = await made()
    await change(id, [], 'Said *so*', member)
    await change(id, [effort(2)])
    const { entries, size } = await read(id, member, '?kind=comments')
    expect([entries.length, size]).toEqual([1, 1])
    expect(entries[0]).toMatchObject({
      by: { username: 'member' },
      changes: [],
      comment: { commonmark: 'Said *so*', ugroups: null, is_deleted: false, can_edit: true },
    })
    expect(entries[0]?.comment?.post_processed_body).toContain('<em>so</em>')
    const canEdit = async (as: Credentials | null) =>
      (await read(id, as, '?kind=comments')).entries[0]?.comment?.can_edit
    expect([await canEdit(owner), await canEdit(other.as), await canEdit(null)]).toEqual([true, false, false])
    const entry = entries[0]
    const place = `/api/artifacts/${id}/changesets/${entry?.changeset_id}/comment`
    expectDone(
      await crocus.request('PATCH', place, {
        as: owner,
        json: { body: '', format: 'text' },
        headers: { 'if-match': entry?.comment_etag ?? '' },
      }),
    )
    expect((await read(id, member, '?kind=comments')).size).toBe(0)
    const deleted = (await read(id, member)).entries.find(one => one.changeset_id === entry?.changeset_id)
    expect(deleted?.comment).toMatchObject({ is_deleted: true, body: '', last_modified_by: { username: 'owner' } })
  })

  it('tells nothing of fields that the reader may not read, not even a number', async () => {
    const id = await made()
    await change(id, [secret(7)])
    await change(id, [secret(8), effort(1)])
    const [forOwner, forMember, forNobody] = [await read(id), await read(id, member), await read(id, null)]
    expect([forOwner.size, forMember.size, forNobody.size]).toEqual([3, 2, 2])
    expect(forMember.entries.map(({ changes }) => changes.map(({ name }) => name)).flat()).not.toContain('secret')
    expect(JSON.stringify(forMember.entries)).not.toContain('secret')
  })

  it('tells private comments to their groups alone', async () => {
    const id = await made()
    await change(id, [], 'Between us')
    await sql`update changeset set comment_group_ids = array[4] where artifact_id = ${id} and comment_body <> ''`.execute(
      crocus.db.kysely,
    )
    expect([(await read(id)).size, (await read(id, member)).size]).toEqual([2, 1])
    expect((await read(id, member, '?kind=comments')).size).toBe(0)
    expect(JSON.stringify((await read(id, member)).entries)).not.toContain('Between')
  })

  it('names links by number and title, and hides those that the reader does not see', async () => {
    const seen = await made('Seen')
    const hidden = await made('Hidden', closedId)
    const id = await made()
    await change(id, [linkTo(hidden)])
    await change(id, [linkTo(hidden, seen)])
    const forOwner = await read(id)
    expect([forOwner.size, (await read(id, member)).size]).toEqual([3, 2])
    expect(forOwner.entries[0]?.changes[0]).toMatchObject({
      before: { links: [{ id: hidden, title: 'Hidden', type: null }] },
      after: { links: [{ id: hidden }, { id: seen, title: 'Seen', uri: `artifacts/${seen}` }] },
    })
    const { entries } = await read(id, member)
    expect(entries[0]?.changes[0]).toMatchObject({ before: { links: [] }, after: { links: [{ id: seen }] } })
    expect(JSON.stringify(entries)).not.toContain('Hidden')
  })

  it('is as closed as the artifact', async () => {
    const id = await made('Closed', closedId)
    for (const as of [stranger, undefined, member]) {
      const options = as ? { as } : {}
      const activity = await crocus.request('GET', `/api/artifacts/${id}/activity`, options)
      const artifact = await crocus.request('GET', `/api/artifacts/${id}`, options)
      expect([activity.status, activity.text]).toEqual([artifact.status, artifact.text])
      expect(activity.status).toBeGreaterThanOrEqual(400)
    }
    expect((await crocus.request('GET', '/api/artifacts/999999/activity', { as: owner })).status).toBe(404)
  })

  it('speaks XML too, and takes 30 ms for 50 entries', async () => {
    const id = await made()
    for (let step = 1; step <= 60; step++) await change(id, [effort(step)], `Step ${step}`)
    const xml = await crocus.request('GET', `/api/artifacts/${id}/activity?limit=1`, {
      as: owner,
      headers: { accept: 'application/xml' },
    })
    expect(xml.status).toBe(200)
    expect(xml.text).toContain('<commonmark>Step 60</commonmark>')
    const times: number[] = []
    for (let round = 0; round < 10; round++) {
      const start = performance.now()
      await read(id, owner, '?limit=50')
      times.push(performance.now() - start)
    }
    // The fastest of several rounds does not depend on what else the machine does.
    expect(Math.min(...times)).toBeLessThan(30)
  }, 60_000)
})
