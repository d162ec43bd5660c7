import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../../../test/harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../test/harness/fixture.ts'
import { allEventsVisible } from '../../../test/harness/events.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { createCursors } from './model/cursors.ts'

interface Told {
  readonly cursor: string
  readonly kind: string
  readonly artifact_id?: number
  readonly changeset_id?: number
  readonly etag?: string
  readonly changed_field_ids?: readonly number[]
  readonly [member: string]: unknown
}
interface Page {
  readonly changes: readonly Told[]
  readonly artifacts: Readonly<Record<string, Record<string, unknown>>>
  readonly next: string
  readonly more: boolean
  readonly held_since: string | null
}

let crocus: TestApp
let boss: Account
let member: Account
let stranger: Account
let lamps: FixtureProject
let vault: FixtureProject
beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss')
  member = await givenAccount(crocus, 'member')
  stranger = await givenAccount(crocus, 'stranger')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['member'] })
  vault = await givenProject(crocus, 'vault', { as: boss.as, isPublic: false })
})

const get = (path: string, as = boss.as, more: TestRequest = {}) =>
  crocus.request('GET', `/api/${path}`, { as, ...more })
const page = async (query: string, as = boss.as): Promise<Page> => {
  await allEventsVisible(crocus)
  const answer = await get(`changes?${query}`, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Page>()
}
const now = async (as = boss.as): Promise<string> => (await page('', as)).next
const put = (id: number, values: object[], as = boss.as, comment?: object) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values, ...(comment && { comment }) } })

describe('GET /changes (integrators.md §1.2)', () => {
  it('tells creations, updates and deletions behind a cursor, with the version that each made', async () => {
    const bug = lamps.tracker('bug')
    const since = await now()
    expect((await page(`since=${since}`)).changes).toEqual([])
    const id = await givenArtifact(crocus, bug, 'Flickers', { as: boss.as })
    const read = await get(`artifacts/${id}`)
    expectDone(await put(id, [{ field_id: bug.field('title'), value: 'Flickers often' }]))
    const first = await page(`since=${since}&limit=1`)
    expect(first).toMatchObject({
      changes: [
        {
          kind: 'artifact.created',
          actor: { id: boss.id, username: 'boss' },
          means: 'rest',
          agent: null,
          project_id: lamps.id,
          tracker_id: bug.id,
          artifact_id: id,
          etag: read.headers['etag'],
          deleted: false,
          cause: null,
        },
      ],
      artifacts: {},
      more: true,
      held_since: null,
    })
    const second = await page(`since=${first.next}`)
    expect(second.more).toBe(false)
    expect(second.changes).toMatchObject([{ kind: 'artifact.updated', changed_field_ids: [bug.field('title')] }])
    expect(second.changes[0]?.etag).toBe((await get(`artifacts/${id}`)).headers['etag'])
    // A change is a cursor, too.
    expect((await page(`since=${first.changes[0]?.cursor}`)).changes).toEqual(second.changes)
    expect((await page(`since=${since}&until=${first.next}`)).changes).toEqual(first.changes)

    await crocus.request('DELETE', `/api/artifacts/${id}`, { as: boss.as })
    const after = await page(`since=${since}`)
    expect(after.changes).toEqual([
      {
        cursor: after.changes[0]?.cursor,
        kind: 'artifact.deleted',
        artifact_id: id,
        changeset_id: second.changes[0]?.changeset_id,
        deleted: true,
      },
    ])
  })

  it('adds the artifacts as they are now, each once', async () => {
    const bug = lamps.tracker('bug')
    const since = await now()
    const id = await givenArtifact(crocus, bug, 'Dim', { as: boss.as })
    expectDone(await put(id, [{ field_id: bug.field('title'), value: 'Dimmer' }]))
    const full = await page(`since=${since}&representation=full`)
    expect(full.artifacts).toEqual({ [id]: (await get(`artifacts/${id}?values_format=all`)).json() })
    const { artifacts } = await page(`since=${since}&representation=values`)
    expect(artifacts[id]).toMatchObject({
      id,
      tracker_id: bug.id,
      project_id: lamps.id,
      etag: full.changes[1]?.etag,
      submitted_by: boss.id,
      values: expect.arrayContaining([{ field_id: bug.field('title'), type: 'string', value: 'Dimmer' }]) as unknown,
      links: [],
      reverse_links: [],
    })
    const lines = await get(`changes?since=${since}&representation=values`, boss.as, {
      headers: { accept: 'application/x-ndjson' },
    })
    expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const parsed = lines.text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Told)
    expect(parsed.map(({ artifact }) => artifact)).toEqual([artifacts[id], artifacts[id], undefined])
    expect(parsed.at(-1)).toEqual({ next: expect.any(String) as unknown, more: false, held_since: null })
    expect((await get(`changes?since=${since}&format=ndjson`)).text).toContain('"artifact.created"')
  })

  it('filters by place, kind, account and way', async () => {
    const [bug, task] = [lamps.tracker('bug'), lamps.tracker('task')]
    const since = await now()
    const a = await givenArtifact(crocus, bug, 'A', { as: boss.as })
    const b = await givenArtifact(crocus, task, 'B', { as: member.as })
    const c = await givenArtifact(crocus, vault.tracker('bug'), 'C', { as: boss.as })
    const idsOf = async (query: string) => (await page(`since=${since}&${query}`)).changes.map(one => one.artifact_id)
    expect(await idsOf('')).toEqual([a, b, c])
    expect(await idsOf(`tracker_id=${bug.id}`)).toEqual([a])
    expect(await idsOf(`tracker_id=${bug.id}&tracker_id=${task.id}`)).toEqual([a, b])
    expect(await idsOf(`project_id=${vault.id}`)).toEqual([c])
    expect(await idsOf(`project_id=${vault.id}&artifact_id=${a}`)).toEqual([a, c])
    expect(await idsOf(`artifact_id=${b}`)).toEqual([b])
    expect(await idsOf(`actor_id=${member.id}`)).toEqual([b])
    expect(await idsOf('means=web')).toEqual([])
    expect(await idsOf('kinds=artifact.updated')).toEqual([])
    expect((await get('changes?kinds=artifact.eaten')).status).toBe(400)
    expect((await get(`changes?project_id=${vault.id}`, stranger.as)).status).toBe(404)
    expect((await get(`changes?tracker_id=${vault.tracker('bug').id}`, stranger.as)).status).toBe(404)
    expect((await get(`changes?artifact_id=${c}`, stranger.as)).status).toBe(404)
    expect((await get('changes?artifact_id=99999999')).status).toBe(404)
  })

  it('shows nothing of what the caller may not see, nor that it is there', async () => {
    const hidden = vault.tracker('bug')
    const since = await now(stranger.as)
    const id = await givenArtifact(crocus, hidden, 'Secret', { as: boss.as })
    expectDone(await put(id, [{ field_id: hidden.field('title'), value: 'Still secret' }]))
    await crocus.request('DELETE', `/api/artifacts/${id}`, { as: boss.as })
    const { next, ...rest } = await page(`since=${since}&limit=1`, stranger.as)
    expect(rest).toEqual({ changes: [], artifacts: {}, more: false, held_since: null })
    expect(next).toMatch(/^[\w-]{56}$/)
  })

  it('tells a move out of sight as a loss, and one into sight as a gain', async () => {
    const bug = lamps.tracker('bug')
    const hidden = vault.tracker('bug')
    const id = await givenArtifact(crocus, bug, 'Wanders', { as: boss.as })
    const since = { member: await now(member.as), boss: await now() }
    const move = async (trackerId: number) =>
      expect(
        (
          await crocus.request('PATCH', `/api/artifacts/${id}`, {
            as: boss.as,
            json: { move: { tracker_id: trackerId } },
          })
        ).status,
      ).toBe(200)
    await move(hidden.id)
    const lost = await page(`since=${since.member}`, member.as)
    expect(lost.changes).toEqual([
      {
        cursor: lost.changes[0]?.cursor,
        kind: 'access.lost',
        artifact_id: id,
        tracker_id: bug.id,
        changeset_id: expect.any(Number) as unknown,
      },
    ])
    expect((await page(`since=${since.boss}`)).changes).toMatchObject([
      { kind: 'artifact.moved', tracker_id: hidden.id, from_tracker_id: bug.id },
    ])
    await move(bug.id)
    const gained = await page(`since=${lost.next}`, member.as)
    expect(gained.changes).toMatchObject([{ kind: 'access.gained', tracker_id: bug.id, artifact_id: id }])
    expect(gained.changes[0]).not.toHaveProperty('from_tracker_id')
  })

  it('tells of changed rights only whom they concern', async () => {
    const since = { member: await now(member.as), stranger: await now(stranger.as) }
    const json = { user_references: ['member', 'boss'].map(username => ({ username })) }
    expectDone(await crocus.request('PUT', `/api/user_groups/${vault.id}_3/users`, { as: boss.as, json }))
    const told = await page(`since=${since.member}`, member.as)
    expect(told.changes).toEqual([
      {
        cursor: told.changes[0]?.cursor,
        kind: 'access.changed',
        scope: 'project',
        project_id: vault.id,
        tracker_id: null,
      },
    ])
    expect((await page(`since=${since.stranger}`, stranger.as)).changes).toEqual([])
    const less = { user_references: [{ username: 'boss' }] }
    expectDone(await crocus.request('PUT', `/api/user_groups/${vault.id}_3/users`, { as: boss.as, json: less }))
    expect((await page(`since=${told.next}`, member.as)).changes).toMatchObject([{ kind: 'access.changed' }])
  })

  it('tells comments by their groups', async () => {
    const id = await givenArtifact(crocus, lamps.tracker('bug'), 'Talk', { as: boss.as })
    const since = { member: await now(member.as), boss: await now() }
    expectDone(await put(id, [], boss.as, { body: 'Hello', format: 'text' }))
    const { changes } = await page(`since=${since.member}`, member.as)
    expect(changes).toMatchObject([{ kind: 'artifact.updated', changed_field_ids: [] }])
    const path = `/api/artifacts/${id}/changesets/${changes[0]?.changeset_id}/comment`
    const edited = await crocus.request('PATCH', path, { as: boss.as, json: { body: 'Hello!', format: 'text' } })
    expect(edited.status, edited.text).toBe(200)
    expect((await page(`since=${since.boss}`)).changes).toMatchObject([
      { kind: 'artifact.updated' },
      { kind: 'comment.edited', changeset_id: changes[0]?.changeset_id, etag: null },
    ])
  })

  it('tells of links only to those who see both ends, and does not name the undone change either', async () => {
    const bug = lamps.tracker('bug')
    const id = await givenArtifact(crocus, bug, 'Linked', { as: boss.as })
    const hidden = await givenArtifact(crocus, vault.tracker('bug'), 'Hidden end', { as: boss.as })
    const shown = await givenArtifact(crocus, bug, 'Shown end', { as: boss.as })
    const since = { member: await now(member.as), boss: await now() }
    const link = (...ids: number[]) =>
      put(id, [{ field_id: bug.field('links'), links: ids.map(end => ({ id: end, type: '' })) }])
    expectDone(await link(hidden))
    const [told] = (await page(`since=${since.boss}`)).changes
    expect(told).toMatchObject({ kind: 'artifact.updated', changed_field_ids: [bug.field('links')] })
    const path = `/api/artifacts/${id}/changesets/${told?.changeset_id}/undo`
    const undone = await crocus.request('POST', path, { as: boss.as, json: { comment: 'Sorry' } })
    expect(undone.status, undone.text).toBe(200)
    expectDone(await link(hidden, shown))
    expect((await page(`since=${since.boss}`)).changes).toMatchObject([
      { cause: null },
      { cause: { undo_of: told?.changeset_id } },
      { cause: null },
    ])
    expect((await page(`since=${since.member}`, member.as)).changes).toMatchObject([
      { kind: 'artifact.updated', changed_field_ids: [], cause: null },
      { kind: 'artifact.updated', changed_field_ids: [bug.field('links')], cause: null },
    ])
  })

  it('tells a deletion, a restore and nothing of a purge', async () => {
    const id = await givenArtifact(crocus, lamps.tracker('bug'), 'Back again', { as: boss.as })
    const since = { member: await now(member.as) }
    expectDone(await crocus.request('DELETE', `/api/artifacts/${id}`, { as: boss.as }))
    expect((await crocus.request('POST', `/api/trash/${id}/restore`, { as: boss.as })).status).toBe(200)
    const query = `since=${since.member}&representation=values`
    const { changes, artifacts } = await page(query, member.as)
    expect(changes).toMatchObject([
      { kind: 'artifact.deleted', artifact_id: id, deleted: true },
      { kind: 'artifact.restored', artifact_id: id, etag: artifacts[id]?.['etag'] },
    ])
    expect(changes[1]?.changeset_id).toBeGreaterThan(changes[0]?.changeset_id ?? 0)
    expectDone(await crocus.request('DELETE', `/api/artifacts/${id}`, { as: boss.as }))
    expectDone(await crocus.request('DELETE', `/api/trash/${id}`, { as: boss.as }))
    const tombstone = { kind: 'artifact.deleted', artifact_id: id }
    expect((await page(query, member.as)).changes).toMatchObject([tombstone, tombstone])
  })

  it('tells commits to those who may read the whole repository', async () => {
    const commit = async (projectId: number, name: string, accessFile = '') => {
      const { id } = await crocus.db.kysely
        .insertInto('svn_repository')
        .values({ project_id: projectId, name, created_by: boss.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      const version = { repository_id: id, version: 1, content: accessFile, has_default_permissions: true }
      await crocus.db.kysely
        .insertInto('svn_access_file_version')
        .values({ ...version, created_by: boss.id })
        .execute()
      await inTransaction(crocus.db, tx =>
        appendEvents(tx, [
          {
            kind: 'svn.committed',
            actorId: boss.id,
            means: 'svn',
            projectId,
            payload: { repository_id: id, name, revision: 3, change_count: 1, artifact_ids: [] },
          },
        ]),
      )
      return { kind: 'svn.committed', project_id: projectId, artifact_id: null, repository_id: id, revision: 3 }
    }
    const since = { boss: await now(), member: await now(member.as), stranger: await now(stranger.as) }
    const open = await commit(lamps.id, 'open')
    const partly = await commit(lamps.id, 'partly', '[/secret]\n* =\n')
    const inVault = await commit(vault.id, 'inner')
    expect((await page(`since=${since.boss}`)).changes).toMatchObject([open, partly, inVault])
    expect((await page(`since=${since.member}`, member.as)).changes).toMatchObject([open])
    expect((await page(`since=${since.stranger}&kinds=svn.committed`, stranger.as)).changes).toMatchObject([open])
  })

  it('tells a new order once, by the first artifact that the caller sees', async () => {
    const [bug, inner] = [lamps.tracker('bug'), vault.tracker('bug')]
    const open = await givenArtifact(crocus, bug, 'Open', { as: boss.as })
    const beside = await givenArtifact(crocus, bug, 'Beside', { as: boss.as })
    const hidden = await givenArtifact(crocus, inner, 'Hidden', { as: boss.as })
    const since = { boss: await now(), member: await now(member.as) }
    const by = { userId: boss.id, means: 'rest', at: new Date() } as const
    const move = (ids: number[], direction: 'before' | 'after') =>
      inTransaction(crocus.db, tx =>
        crocus.app.modules.artifacts.ranks.move(tx, { ids, direction, comparedTo: beside, context: 0 }, by),
      )
    await move([hidden, open], 'after')
    await move([hidden], 'before')
    const reordered = { kind: 'artifacts.reordered', changeset_id: null, etag: null, actor: { id: boss.id } }
    const inVault = { ...reordered, artifact_id: hidden, project_id: vault.id, tracker_id: inner.id }
    const inLamps = { ...reordered, artifact_id: open, project_id: lamps.id, tracker_id: bug.id }
    expect((await page(`since=${since.boss}`)).changes).toMatchObject([inVault, inVault])
    expect((await page(`since=${since.member}`, member.as)).changes).toMatchObject([inLamps])
    const ofLamps = `since=${since.member}&project_id=${lamps.id}&kinds=artifacts.reordered`
    expect((await page(ofLamps, member.as)).changes).toMatchObject([inLamps])
    expect((await page(`since=${since.member}&artifact_id=${open}`, member.as)).changes).toMatchObject([inLamps])
  })

  it('waits for a change, outside of the requests in work', async () => {
    const since = await now(member.as)
    const waiting = page(`since=${since}&wait=20`, member.as)
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(crocus.app.requestClasses.work.inWork).toBe(0)
    const hidden = await givenArtifact(crocus, vault.tracker('bug'), 'Unseen', { as: boss.as })
    const id = await givenArtifact(crocus, lamps.tracker('bug'), 'Awaited', { as: boss.as })
    const { changes } = await waiting
    expect(changes.map(one => one.artifact_id)).toEqual([id])
    expect(hidden).toBeLessThan(id)
    const began = performance.now()
    expect((await page(`since=${await now()}&wait=1`)).changes).toEqual([])
    expect(performance.now() - began).toBeGreaterThan(990)
  })

  it('refuses cursors that are none, of others, of another server, and older than the log', async () => {
    const reasonOf = async (since: string, as = boss.as) => {
      const answer = await get(`changes?since=${since}`, as)
      const { details } = answer.json<{ error: { details: { reason: string; start_again?: string } } }>().error
      return [answer.status, details.reason, details.start_again]
    }
    const start = '/api/changes/snapshot'
    const mine = await now()
    const forged = `${mine.slice(0, 30)}${mine[30] === 'A' ? 'B' : 'A'}${mine.slice(31)}`
    expect(await reasonOf('12.34')).toEqual([400, 'feed.bad_cursor', undefined])
    expect(await reasonOf(forged)).toEqual([400, 'feed.bad_cursor', undefined])
    expect(await reasonOf(mine, member.as)).toEqual([400, 'feed.other_account', undefined])
    const other = createCursors(Buffer.alloc(32), 'another server').write({ xid: 5n, seq: 5n }, boss.id)
    expect(await reasonOf(other)).toEqual([410, 'feed.other_history', start])

    await givenArtifact(crocus, lamps.tracker('bug'), 'Old', { as: boss.as })
    await crocus.db.kysely
      .updateTable('event')
      .set({ at: new Date('2001-01-01') })
      .execute()
    await crocus.db.kysely.updateTable('event_consumer').set({ cursor: '9223372036854775807.1' }).execute()
    const job = crocus.app.jobs.find(({ name }) => name === 'expire_events')
    await job?.run({})
    expect(await reasonOf(mine)).toEqual([410, 'feed.expired', start])
    expect((await page(`since=${await now()}`)).changes).toEqual([])
  })
})

describe('GET /changes/snapshot (integrators.md §1.5)', () => {
  const snapshot = async (query: string, as = boss.as) => {
    const answer = await get(`changes/snapshot?${query}`, as)
    expect(answer.status, answer.text).toBe(200)
    return answer.text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
  }

  it('lists what the caller sees by id, between the cursor and the count, and goes on where it was cut', async () => {
    const bug = lamps.tracker('bug')
    const first = await givenArtifact(crocus, bug, 'One', { as: boss.as })
    const hidden = await givenArtifact(crocus, vault.tracker('bug'), 'Two', { as: boss.as })
    const links = { field_id: bug.field('links'), links: [{ id: hidden, type: '' }] }
    const last = await givenArtifact(crocus, bug, 'Three', { as: boss.as, values: [links] })
    const [head, ...rest] = await snapshot('')
    const end = rest.pop()
    expect(head).toEqual({ cursor: expect.any(String) as unknown, at: expect.any(String) as unknown })
    expect(end).toEqual({ end: true, cursor: head?.['cursor'], count: rest.length })
    const ids = rest.map(({ id }) => Number(id))
    expect(ids).toEqual([...ids].sort((left, right) => left - right))
    expect(ids).toEqual(expect.arrayContaining([first, hidden, last]))
    expect(rest.at(-1)).toMatchObject({ id: last, links: [{ id: hidden, type: '', field_id: bug.field('links') }] })
    expect(rest.find(({ id }) => id === hidden)).toMatchObject({ reverse_links: [{ id: last }] })

    const seen = await snapshot('', member.as)
    const visible: number[] = []
    for (const id of ids) if ((await get(`artifacts/${id}`, member.as)).status === 200) visible.push(id)
    expect(visible).not.toContain(hidden)
    expect(seen.slice(1, -1).map(({ id }) => Number(id))).toEqual(visible)
    expect(seen.at(-2)).toMatchObject({ id: last, links: [] })

    const resumed = await snapshot(`after=${first}&cursor=${String(head?.['cursor'])}`)
    expect(resumed[0]).toMatchObject({ cursor: head?.['cursor'] })
    expect(resumed.slice(1, -1).map(({ id }) => id)).toEqual([hidden, last])
    expect((await snapshot(`project_id=${vault.id}&after=${first}`)).slice(1, -1).map(({ id }) => id)).toEqual([hidden])
    const full = await snapshot(`tracker_id=${bug.id}&after=${first}&representation=full`)
    expect(full[1]).toEqual((await get(`artifacts/${last}?values_format=all`)).json())
    expect((await get(`changes/snapshot?project_id=${vault.id}`, stranger.as)).status).toBe(404)
  })
})
