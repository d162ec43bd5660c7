import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp } from '../../../test/harness/app.ts'
import { openStream } from '../../../test/harness/streams.ts'
import {
  expectDone,
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../../../test/harness/fixture.ts'
import { aTracker, anElement, createTrackersOf } from '../../../test/harness/trackers.ts'
import { until } from '../../../test/harness/until.ts'

interface Entry {
  readonly id: number
  readonly at: string
  readonly state: string
  readonly because: string
  readonly artifact: { readonly id: number; readonly title: string | null; readonly xref: string }
  readonly actor: { readonly username: string } | null
  readonly other_actors: number
  readonly changeset_id: number
  readonly count: number
  readonly excerpt: string | null
  readonly changed_fields: readonly string[]
  readonly is_new: boolean
}
interface Page {
  readonly entries: readonly Entry[]
  readonly unread: number
  readonly next: number | null
}

let crocus: TestApp
let url: string
let boss: Account
let ada: Account
let bob: Account
let eve: Account
let lamps: FixtureProject
let bug: FixtureTracker

beforeAll(async () => {
  crocus = await testApp()
  url = await listen(crocus)
  boss = await givenAccount(crocus, 'boss')
  ada = await givenAccount(crocus, 'ada')
  bob = await givenAccount(crocus, 'bob')
  eve = await givenAccount(crocus, 'eve')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, isPublic: false, members: [ada.login, bob.login] })
  bug = lamps.tracker('bug')
  await crocus.work()
})

beforeEach(async () => {
  await crocus.work()
  for (const { as } of [boss, ada, bob, eve])
    expect((await mark(as, { until: 2 ** 50, state: 'done' })).status).toBe(200)
})

const put = (id: number, values: object[], body = '', as = boss.as) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values, comment: { body, format: 'commonmark' } } })
const titled = (value: string) => ({ field_id: bug.field('title'), value })
const assign = (...people: Account[]) => ({
  field_id: bug.field('assigned_to'),
  bind_value_ids: people.map(({ id }) => id),
})
const given = (title: string, ...values: object[]): Promise<number> =>
  givenArtifact(crocus, bug, title, { as: boss.as, values })
const inboxOf = async ({ as }: Account, query = 'state=unread&state=read'): Promise<Page> => {
  await crocus.work()
  const answer = await crocus.request('GET', `/api/users/self/inbox?${query}`, { as })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.json<Page>()
}
const mark = (as: Account['as'], json: object) => crocus.request('PATCH', '/api/users/self/inbox', { as, json })
const setMembers = async (...people: Account[]): Promise<void> =>
  expectDone(
    await crocus.request('PUT', `/api/user_groups/${lamps.id}_3/users`, {
      as: boss.as,
      json: { user_references: people.map(({ id }) => ({ id })) },
    }),
  )

describe('GET /users/self/inbox (integrators.md §15)', () => {
  it('tells of mentions, assignments and changes of what the account takes part in, not of own changes', async () => {
    const id = await given('Flickers', assign(ada, boss))
    expect(await inboxOf(boss)).toEqual({ entries: [], unread: 0, next: null })
    expect(await inboxOf(ada)).toMatchObject({
      unread: 1,
      next: null,
      entries: [
        {
          state: 'unread',
          because: 'assigned',
          artifact: { id, title: 'Flickers', xref: `bug #${id}`, html_url: `/plugins/tracker/?aid=${id}` },
          project: { id: lamps.id, shortname: 'lamps' },
          tracker: { id: bug.id },
          actor: { username: boss.login },
          count: 1,
          excerpt: null,
          is_new: true,
          changed_fields: [],
        },
      ],
    })
    expectDone(await put(id, [], `Have a look, @${bob.login}: **soon**`, ada.as))
    expect((await inboxOf(bob)).entries).toMatchObject([
      {
        because: 'mention',
        excerpt: `Have a look, @${bob.login}: soon`,
        actor: { username: ada.login },
        is_new: false,
      },
    ])
    expect((await inboxOf(boss)).entries).toMatchObject([{ because: 'watched', artifact: { id } }])
    expect((await inboxOf(ada)).entries).toMatchObject([{ because: 'assigned', count: 1 }])
    expect((await inboxOf(eve)).entries).toEqual([])
  })

  it('joins unread changes of one artifact in a new entry, and names the strongest reason', async () => {
    const id = await given('Hums', assign(ada))
    const [first] = (await inboxOf(ada)).entries
    expectDone(await put(id, [titled('Hums on')]))
    expectDone(await put(id, [], `@${ada.login}, please`, bob.as))
    const { entries, unread } = await inboxOf(ada)
    expect(entries).toMatchObject([
      { because: 'mention', count: 3, other_actors: 1, actor: { username: bob.login }, changed_fields: ['Title'] },
    ])
    expect(unread).toBe(1)
    expect(entries[0]?.id).toBeGreaterThan(first?.id ?? 0)
    // The former id is gone: to mark it changes nothing.
    expect((await mark(ada.as, { ids: [first?.id], state: 'read' })).json()).toEqual({ unread: 1 })
    expect((await mark(ada.as, { ids: [entries[0]?.id], state: 'read' })).json()).toEqual({ unread: 0 })
    expectDone(await put(id, [titled('Hums loudly')]))
    expect((await inboxOf(ada)).entries).toMatchObject([
      { state: 'unread', count: 1 },
      { state: 'read', count: 3 },
    ])
  })

  it('marks by ids or up to an id, and joins what becomes unread again', async () => {
    const one = await given('One', assign(ada))
    const two = await given('Two', assign(ada))
    expectDone(await put(one, [titled('One again')]))
    const { entries } = await inboxOf(ada)
    expect(entries.map(entry => [entry.artifact.id, entry.count])).toEqual([
      [one, 2],
      [two, 1],
    ])
    const done = (await mark(ada.as, { until: entries[1]?.id, state: 'done' })).json()
    expect(done).toEqual({ unread: 1 })
    expect((await inboxOf(ada, 'state=done&limit=1')).entries).toMatchObject([{ artifact: { id: two }, state: 'done' }])
    await mark(ada.as, { ids: [entries[0]?.id], state: 'read' })
    expectDone(await put(one, [titled('One for good')]))
    await inboxOf(ada)
    // Entries that are done stay done.
    expect((await mark(ada.as, { until: 2 ** 60, state: 'unread' })).json()).toEqual({ unread: 1 })
    expect((await inboxOf(ada, 'state=unread')).entries).toMatchObject([{ artifact: { id: one }, count: 3 }])
    expect((await inboxOf(ada, 'state=read')).entries).toEqual([])
    // By its id one that is done comes back.
    expect((await mark(ada.as, { ids: [entries[1]?.id], state: 'unread' })).json()).toEqual({ unread: 2 })
  })

  it('goes page by page', async () => {
    const ids: number[] = []
    for (const title of ['A', 'B', 'C', 'D', 'E']) ids.push(await given(title, assign(ada)))
    await inboxOf(ada)
    const seen: number[] = []
    let query = 'state=unread&limit=2'
    for (let pages = 0; pages < 3; pages++) {
      const page = await inboxOf(ada, query)
      expect(page.unread).toBe(5)
      seen.push(...page.entries.map(({ artifact }) => artifact.id))
      query = `state=unread&limit=2&before=${page.next}`
      expect(page.next === null).toBe(pages === 2)
    }
    expect(seen).toEqual(ids.toReversed())
    expect((await crocus.request('GET', '/api/users/self/inbox?limit=101', { as: ada.as })).status).toBe(400)
    expect((await crocus.request('GET', '/api/users/self/inbox?state=new', { as: ada.as })).status).toBe(400)
  })

  it('hides and does not count what the account may not see now, and shows it again', async () => {
    await given('Hidden soon', assign(ada))
    expect((await inboxOf(ada)).unread).toBe(1)
    await setMembers(boss, bob)
    expect(await inboxOf(ada)).toEqual({ entries: [], unread: 0, next: null })
    expect((await mark(ada.as, { ids: [], state: 'read' })).json()).toEqual({ unread: 0 })
    await setMembers(boss, ada, bob)
    expect((await inboxOf(ada)).unread).toBe(1)
  })

  it('ends pages as if hidden entries had never been', async () => {
    const vault = await givenProject(crocus, 'vault', { as: boss.as, isPublic: false, members: [ada.login] })
    const shown = await given('Shown first', assign(ada))
    for (let number = 0; number < 25; number++)
      await givenArtifact(crocus, vault.tracker('bug'), `Hidden ${number}`, {
        as: boss.as,
        values: [{ field_id: vault.tracker('bug').field('assigned_to'), bind_value_ids: [ada.id] }],
      })
    const last = await given('Shown last', assign(ada))
    expect((await inboxOf(ada, 'state=unread&limit=100')).unread).toBe(27)
    const json = { user_references: [{ id: boss.id }] }
    expectDone(await crocus.request('PUT', `/api/user_groups/${vault.id}_3/users`, { as: boss.as, json }))
    const first = await inboxOf(ada, 'state=unread&limit=1')
    expect([first.unread, first.entries.map(({ artifact }) => artifact.id)]).toEqual([2, [last]])
    const second = await inboxOf(ada, `state=unread&limit=1&before=${first.next}`)
    expect([second.next, second.entries.map(({ artifact }) => artifact.id)]).toEqual([null, [shown]])
  })

  it('tells neither of fields nor of reasons that the account may not know', async () => {
    const secret = { read: [4], submit: [4], update: [4] }
    const made = await createTrackersOf(
      crocus,
      aTracker(lamps.id, 'plan', {
        elements: [
          anElement('string', 'title'),
          anElement('string', 'secret', { permissions: secret }),
          anElement('msb', 'owner', {
            permissions: secret,
            bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
          }),
        ],
        semantics: { title: { field: 'title' }, contributor: { field: 'owner' } },
      }),
    )
    const field = (name: string) => made.fieldIds.get(name) ?? 0
    const json = {
      tracker: { id: made.trackerIds.get('plan') },
      values: [{ field_id: field('title'), value: 'Plan' }],
    }
    const id = (await crocus.request('POST', '/api/artifacts', { as: boss.as, json })).json<{ id: number }>().id
    await crocus.work()
    expectDone(await crocus.request('PUT', `/api/artifacts/${id}/subscription`, { as: bob.as, json: { level: 'all' } }))
    expectDone(await put(id, [{ field_id: field('owner'), bind_value_ids: [ada.id] }]))
    expectDone(await put(id, [{ field_id: field('secret'), value: 'x' }]))
    const comment = { body: `Between us, @${ada.login}`, format: 'text', ugroups: [`${lamps.id}_4`] }
    expectDone(await crocus.request('PUT', `/api/artifacts/${id}`, { as: boss.as, json: { values: [], comment } }))
    for (const who of [ada, bob]) expect(await inboxOf(who)).toEqual({ entries: [], unread: 0, next: null })
    expectDone(
      await put(id, [
        { field_id: field('title'), value: 'Plans' },
        { field_id: field('secret'), value: 'y' },
      ]),
    )
    expect((await inboxOf(bob)).entries).toMatchObject([{ count: 1, changed_fields: ['title'], excerpt: null }])
    expect((await inboxOf(ada)).entries).toEqual([])
  })

  it('respects accounts that want to hear nothing of an artifact', async () => {
    const id = await given('Quiet', assign(bob))
    await inboxOf(bob)
    await mark(bob.as, { until: 2 ** 50, state: 'done' })
    const quiet = { as: bob.as, json: { level: 'none' } }
    expectDone(await crocus.request('PUT', `/api/artifacts/${id}/subscription`, quiet))
    expectDone(await put(id, [titled('Quieter'), assign(ada, bob)], `@${bob.login}`))
    expect((await inboxOf(bob)).entries).toEqual([])
    expect((await inboxOf(ada)).entries).toHaveLength(1)
  })

  it('forgets entries after ninety days, and those of artifacts that are gone', async () => {
    await given('Old', assign(ada))
    expect((await inboxOf(ada)).unread).toBe(1)
    const id = await given('Purged', assign(bob))
    await inboxOf(bob)
    expect((await crocus.request('DELETE', `/api/artifacts/${id}`, { as: boss.as })).status).toBe(200)
    expect((await inboxOf(bob)).unread).toBe(0)
    expect((await crocus.request('POST', `/api/trash/${id}/restore`, { as: boss.as })).status).toBe(200)
    expect((await inboxOf(bob)).unread).toBe(1)
    const expire = crocus.app.jobs.find(({ name }) => name === 'expire_inbox_entries')
    await expire?.run({})
    expect((await inboxOf(ada)).unread).toBe(1)
    crocus.clock.advance(91 * 24 * 60 * 60 * 1000)
    await expire?.run({})
    expect([(await inboxOf(ada)).unread, (await inboxOf(ada, '')).entries]).toEqual([0, []])
  })

  it('is closed to the anonymous and to keys of some projects, and refuses unclear marks', async () => {
    expect((await crocus.request('GET', '/api/users/self/inbox')).status).toBe(401)
    const made = await crocus.request('POST', '/api/access_keys', { as: ada.as, json: { projects: [lamps.id] } })
    const headers = { 'x-auth-accesskey': made.json<{ identifier: string }>().identifier }
    const read = { headers, json: { ids: [], state: 'read' } }
    expect((await crocus.request('GET', '/api/users/self/inbox', { headers })).status).toBe(403)
    expect((await crocus.request('PATCH', '/api/users/self/inbox', read)).status).toBe(403)
    for (const json of [
      { state: 'read' },
      { ids: [1], until: 1, state: 'read' },
      { ids: [1] },
      { ids: [1], state: 'gone' },
    ])
      expect([json, (await mark(ada.as, json)).status]).toEqual([json, 400])
    const others = (await inboxOf(bob, '')).entries.map(({ id }) => id)
    expect((await mark(ada.as, { ids: others, state: 'read' })).status).toBe(200)
    expect((await inboxOf(bob, '')).entries.map(({ id }) => id)).toEqual(others)
  })
})

describe('the event inbox (integrators.md §15)', () => {
  it('reaches the streams of the account, without an id, and only if the entry may be seen', async () => {
    const key = (who: Account) => givenAccessKey(crocus, who.as)
    const open = async (who: Account) =>
      openStream(`${url}/api/events?kinds=svn.committed`, { 'x-auth-accesskey': await key(who) })
    const [hers, his] = [await open(ada), await open(eve)]
    const news = (stream: typeof hers) => stream.messages.filter(({ event }) => event === 'inbox')
    const id = await given('Streams', assign(ada))
    expectDone(await put(id, [], `@${eve.login} cannot see this`))
    await crocus.work()
    await until(() => news(hers).length > 0)
    expect(news(hers)[0]).toEqual({ id: undefined, event: 'inbox', data: '{"unread":1}' })
    await mark(ada.as, { until: 2 ** 50, state: 'read' })
    await until(() => news(hers).at(-1)?.data === '{"unread":0}')
    await mark(eve.as, { ids: [], state: 'read' })
    await until(() => news(his).length > 0)
    // Nothing came before the own mark.
    expect(news(his)).toEqual([{ id: undefined, event: 'inbox', data: '{"unread":0}' }])
    for (const stream of [hers, his]) stream.close()
  })
})
