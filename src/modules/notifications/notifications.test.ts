import { invalidate, inTransaction } from '../../platform/db/db.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../../../test/harness/fixture.ts'

let crocus: TestApp
let boss: Account
let ada: Account
let bob: Account
let eve: Account
let lamps: FixtureProject
let bug: FixtureTracker
beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss', { realName: 'The Boss' })
  ada = await givenAccount(crocus, 'ada')
  bob = await givenAccount(crocus, 'bob')
  eve = await givenAccount(crocus, 'eve')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, isPublic: false, members: ['ada', 'bob'] })
  bug = lamps.tracker('bug')
  await crocus.work()
})
beforeEach(() => {
  crocus.mails.length = 0
})

const put = (id: number, values: object[], body = '', as = boss.as) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values, comment: { body, format: 'commonmark' } } })
const assign = (...people: Account[]) => ({
  field_id: bug.field('assigned_to'),
  bind_value_ids: people.map(({ id }) => id),
})
const lastChangesetOf = async (id: number): Promise<number> =>
  (await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as: boss.as })).json<{ id: number }[]>().at(-1)
    ?.id ?? 0
const told = async (): Promise<string[]> => {
  await crocus.work()
  return crocus.mails.map(mail => mail.to.address.split('@')[0] ?? '').sort()
}

describe('mails about artifacts (fields.md §6)', () => {
  it('reach people in fields, once for each change, but not its author', async () => {
    const id = await givenArtifact(crocus, bug, 'Flickers', { as: boss.as, values: [assign(ada, boss)] })
    expect(await told()).toEqual(['ada'])
    expect(crocus.mails[0]).toMatchObject({
      subject: `[bug #${id}] Flickers`,
      from: { name: 'The Boss (Crocus)' },
      text: expect.stringContaining(`The Boss created bug #${id} in The lamps`) as string,
    })
    await crocus.work()
    expect(crocus.mails).toHaveLength(1)
    crocus.mails.length = 0
    // The former assignee gets a mail, too.
    expectDone(await put(id, [assign(bob)]))
    expect(await told()).toEqual(['ada', 'bob'])
  })

  it('are described once for all who may read the same', async () => {
    const id = await givenArtifact(crocus, bug, 'Glows', { as: boss.as })
    const changesetId = await lastChangesetOf(id)
    const { artifacts, auth } = crocus.app.modules
    const [change] = await artifacts.readChanges([{ artifactId: id, changesetId }])
    const seenBy = async ({ id: userId }: Account) => change?.describe(await auth.viewerOf(userId, 'job'))
    const seen = await seenBy(ada)
    expect(seen).toMatchObject({ title: 'Glows' })
    expect(await seenBy(bob)).toBe(seen)
    expect(await seenBy(eve)).toBeUndefined()
  })

  it('show the change, line by line in long texts, as text and as HTML, in one thread', async () => {
    const id = await givenArtifact(crocus, bug, 'Hums', { as: boss.as, values: [assign(ada)] })
    const description = (value: string) => ({
      field_id: bug.field('description'),
      value: { content: value, format: 'text' },
    })
    expectDone(await put(id, [description('one\ntwo\nthree\nfour\nfive\nsix')]))
    await told()
    const first = crocus.mails.at(-1)
    crocus.mails.length = 0
    expectDone(
      await put(
        id,
        [description('one\ntwo\nthree\nfour\nFIVE <b>\nsix'), { field_id: bug.field('title'), value: 'Hums <loudly>' }],
        'See **art #1**',
      ),
    )
    await told()
    const [mail] = crocus.mails
    expect(mail?.text).toContain('Title: Hums → Hums <loudly>')
    expect(mail?.text).toContain('  - five\n  + FIVE <b>')
    expect(mail?.text).not.toContain('one')
    expect(mail?.html).toContain('<del>Hums</del> <ins>Hums &lt;loudly&gt;</ins>')
    expect(mail?.html).toContain('<ins>FIVE &lt;b&gt;</ins>')
    expect(mail?.html).toContain('href="http://crocus.test/goto?')
    expect(mail?.headers?.['In-Reply-To']).toBe(first?.headers?.['In-Reply-To'])
    expect(mail?.headers?.['References']).toBe(mail?.headers?.['In-Reply-To'])
    expect(mail?.headers?.['References']).toMatch(/^<[0-9a-f]+@.+>$/)
    expect(mail?.headers?.['List-Id']).toMatch(/<bug\.lamps\.crocus\.test>$/)
  })

  it('reach commentators who want them, and mentioned people', async () => {
    const id = await givenArtifact(crocus, bug, 'Blinks', { as: boss.as })
    expectDone(await put(id, [], 'I saw it, @Ada. (mail@bob is no name)', bob.as))
    expect(await told()).toEqual(['ada'])
    crocus.mails.length = 0
    expectDone(await put(id, [], 'Fixed?'))
    expect(await told()).toEqual(['bob'])
    crocus.mails.length = 0
    const preference = { key: 'notify_when_commented', value: '0' }
    expectDone(await crocus.request('PATCH', '/api/users/self/preferences', { as: bob.as, json: preference }))
    expectDone(await put(id, [], 'Fixed!'))
    expect(await told()).toEqual([])
  })

  it('show no reader hidden content', async () => {
    const id = await givenArtifact(crocus, bug, 'Secret', { as: boss.as })
    expectDone(await put(id, [], 'Look, @eve and @ada'))
    expect(await told()).toEqual(['ada'])
  })

  it('leave out fields that the reader may not read, and are not sent when nothing is left', async () => {
    const fieldId = bug.field('description')
    const id = await givenArtifact(crocus, bug, 'Private matters', { as: boss.as, values: [assign(ada)] })
    await told()
    await inTransaction(crocus.db, async tx => {
      // Only administrators of the project may read the field.
      await tx.updateTable('field_permission').set({ user_group_id: 4 }).where('field_id', '=', fieldId).execute()
      await invalidate(tx, 'tracker', bug.id)
    })
    crocus.mails.length = 0
    expectDone(await put(id, [{ field_id: fieldId, value: 'inner matters' }]))
    expect(await told()).toEqual([])
    expectDone(
      await put(id, [
        { field_id: fieldId, value: 'more' },
        { field_id: bug.field('title'), value: 'Open matters' },
      ]),
    )
    expect(await told()).toEqual(['ada'])
    expect(crocus.mails[0]?.text).not.toContain('more')
    await inTransaction(crocus.db, async tx => {
      await tx.updateTable('field_permission').set({ user_group_id: 3 }).where('field_id', '=', fieldId).execute()
      await invalidate(tx, 'tracker', bug.id)
    })
  })

  it('reach subscribers of everything, and no account that wants none', async () => {
    const subscribe = (path: string, level: string, as: Account['as']) =>
      crocus.request('PUT', `/api/${path}/subscription`, { as, json: { level } })
    const id = await givenArtifact(crocus, bug, 'Watched', { as: boss.as, values: [assign(bob)] })
    await told()
    crocus.mails.length = 0
    expectDone(await subscribe(`trackers/${bug.id}`, 'all', ada.as))
    expectDone(await subscribe(`artifacts/${id}`, 'none', bob.as))
    expect((await crocus.request('GET', `/api/artifacts/${id}/subscription`, { as: bob.as })).json()).toEqual({
      level: 'none',
      watchers: [],
    })
    expectDone(await put(id, [{ field_id: bug.field('title'), value: 'Watched well' }]))
    expect(await told()).toEqual(['ada'])
    crocus.mails.length = 0
    expectDone(await subscribe(`artifacts/${id}`, 'none', ada.as))
    expectDone(await put(id, [{ field_id: bug.field('title'), value: 'Watched on' }]))
    expect(await told()).toEqual([])
    expectDone(await subscribe(`trackers/${bug.id}`, 'involved', ada.as))
    expect((await subscribe(`artifacts/${id}`, 'none', eve.as)).status).toBe(403)
    expect((await subscribe(`artifacts/${id}`, 'some', ada.as)).status).toBe(400)
  })

  it('tell who watches an artifact, and only those who see it', async () => {
    const subscribe = (path: string, level: string, as: Account['as']) =>
      crocus.request('PUT', `/api/${path}/subscription`, { as, json: { level } })
    const id = await givenArtifact(crocus, bug, 'Watched', { as: boss.as })
    expectDone(await subscribe(`artifacts/${id}`, 'all', ada.as))
    expectDone(await subscribe(`artifacts/${id}`, 'none', bob.as))
    const seen = (as: Account['as']) => crocus.request('GET', `/api/artifacts/${id}/subscription`, { as })
    expect((await seen(bob.as)).json()).toMatchObject({ level: 'none', watchers: [{ id: ada.id }] })
    expect((await seen(eve.as)).status).toBe(403)
    expectDone(await subscribe(`artifacts/${id}`, 'involved', ada.as))
    expect((await seen(bob.as)).json()).toMatchObject({ watchers: [] })
  })

  it('accept concurrent changes of one subscription', async () => {
    const id = await givenArtifact(crocus, bug, 'Wanted', { as: boss.as })
    await told()
    crocus.mails.length = 0
    for (const path of [`trackers/${bug.id}`, `artifacts/${id}`])
      for (const level of ['all', 'none', 'involved']) {
        const wanted = Array.from({ length: 4 }, () =>
          crocus.request('PUT', `/api/${path}/subscription`, { as: ada.as, json: { level } }),
        )
        for (const answer of await Promise.all(wanted)) expectDone(answer)
        expect((await crocus.request('GET', `/api/${path}/subscription`, { as: ada.as })).json()).toEqual({
          level,
          // Only artifacts have watchers: the accounts that chose all news.
          ...(path.startsWith('artifacts/') && {
            watchers: level === 'all' ? [expect.objectContaining({ id: ada.id })] : [],
          }),
        })
      }
  })

  it('go to the recipients of the tracker', async () => {
    const replace = (json: unknown, as = boss.as) =>
      crocus.request('PUT', `/api/trackers/${bug.id}/notification_recipients`, { as, json })
    expectDone(
      await replace([
        { emails: ['ada@example.org', 'list@example.net'], is_for_updates: false },
        { user_ids: [bob.id], user_group_ids: [`${lamps.id}_4`] },
      ]),
    )
    const list = await crocus.request('GET', `/api/trackers/${bug.id}/notification_recipients`, { as: boss.as })
    expect(list.json()).toMatchObject([
      { is_for_updates: false, emails: ['ada@example.org', 'list@example.net'], users: [], user_groups: [] },
      { is_for_updates: true, emails: [], users: [{ username: 'bob' }], user_groups: [{ id: `${lamps.id}_4` }] },
    ])
    const id = await givenArtifact(crocus, bug, 'New one', { as: boss.as })
    // The project is private: an address without account gets no mail.
    expect(await told()).toEqual(['ada', 'bob'])
    crocus.mails.length = 0
    expectDone(await put(id, [{ field_id: bug.field('title'), value: 'Old one' }], '', ada.as))
    expect(await told()).toEqual(['bob', 'boss'])
    expectDone(await replace([]))
    const wrong = [
      {},
      { emails: ['nobody'] },
      { user_ids: [99_999] },
      { user_group_ids: ['104'] },
      { user_group_ids: ['1'] },
    ]
    for (const entry of wrong) expect([entry, (await replace([entry])).status]).toEqual([entry, 400])
    expect((await replace([], ada.as)).status).toBe(403)
  })

  it('reach recipients of both trackers after a move, if they may see the new one', async () => {
    const task = lamps.tracker('task')
    const hidden = (await givenProject(crocus, 'vault', { as: boss.as, isPublic: false, members: ['eve'] })).tracker(
      'task',
    )
    const recipients = (tracker: FixtureTracker, ...entries: object[]) =>
      crocus.request('PUT', `/api/trackers/${tracker.id}/notification_recipients`, { as: boss.as, json: entries })
    const move = async (id: number, to: FixtureTracker) => {
      await told()
      crocus.mails.length = 0
      const json = { move: { tracker_id: to.id } }
      expect((await crocus.request('PATCH', `/api/artifacts/${id}`, { as: boss.as, json })).status).toBe(200)
    }
    expectDone(await recipients(bug, { user_ids: [ada.id] }))
    expectDone(await recipients(task, { user_ids: [bob.id], is_for_updates: false }))
    expectDone(await recipients(hidden, { user_ids: [eve.id] }))

    const first = await givenArtifact(crocus, bug, 'Wanders', { as: boss.as })
    await move(first, task)
    expect(await told()).toEqual(['ada', 'bob'])
    expect(crocus.mails[0]).toMatchObject({
      subject: `[task #${first}] Wanders`,
      text: expect.stringContaining(`The Boss moved task #${first} to Tasks in The lamps`) as string,
    })
    expect(crocus.mails[0]?.text).toContain("Artifact was moved from 'Bugs' tracker in 'The lamps' project.")
    expect(crocus.mails[0]?.html).toContain('moved task #')
    await crocus.work()
    expect(crocus.mails).toHaveLength(2)

    const second = await givenArtifact(crocus, bug, 'Vanishes', { as: boss.as })
    await move(second, hidden)
    expect(await told()).toEqual(['eve'])
    for (const tracker of [bug, task, hidden]) expectDone(await recipients(tracker))
  })

  it('list the changes of a batch where they would be more than three', async () => {
    const create = (title: string, ...people: Account[]) => ({
      method: 'POST',
      path: '/artifacts',
      body: {
        tracker: { id: bug.id },
        values: [{ field_id: bug.field('title'), value: title }, assign(...people)],
      },
    })
    const send = async (operations: readonly object[], atomic = true): Promise<string[]> => {
      crocus.mails.length = 0
      const answer = await crocus.request('POST', '/api/batch', { as: boss.as, json: { operations, atomic } })
      expect(answer.status, answer.text).toBe(200)
      return told()
    }
    const some = [create('One', ada, bob), create('Two', ada), create('Three', ada)]
    expect(await send(some)).toEqual(['ada', 'ada', 'ada', 'bob'])
    expect(await send([...some, create('A <Four>', ada)])).toEqual(['ada', 'bob'])
    const list = crocus.mails.find(({ to }) => to.address.startsWith('ada'))
    expect(list).toMatchObject({ subject: '[lamps] 4 changes', from: { name: 'The Boss (Crocus)' } })
    expect(list?.text).toMatch(/^The Boss created bug #\d+ in The lamps: One\nhttp.*aid=\d+\n\nThe Boss created/)
    expect(list?.html).toContain('A &lt;Four&gt;</a></li>')
    expect(await send([...some, create('Four', ada)], false)).toEqual(['ada', 'bob'])
    // The consumer of the log gets 200 events at a time.
    const many = Array.from({ length: 210 }, (_, index) => create(`Number ${index}`, ada))
    expect(await send(many)).toEqual(['ada'])
    expect(crocus.mails[0]?.subject).toBe('[lamps] 210 changes')
  })

  it('stop for suspended accounts', async () => {
    const gone = await givenAccount(crocus, 'gone')
    const members = ['boss', 'ada', 'bob', 'gone'].map(username => ({ username }))
    expectDone(
      await crocus.request('PUT', `/api/user_groups/${lamps.id}_3/users`, {
        as: boss.as,
        json: { user_references: members },
      }),
    )
    const id = await givenArtifact(crocus, bug, 'Left', { as: boss.as, values: [assign(gone)] })
    expect(await told()).toEqual(['gone'])
    crocus.mails.length = 0
    await crocus.request('PATCH', `/api/users/${gone.id}`, { as: crocus.admin, json: { values: { status: 'S' } } })
    expectDone(await put(id, [{ field_id: bug.field('title'), value: 'Left behind' }]))
    expect(await told()).toEqual([])
  })
})
