import { sql } from 'kysely'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  expectDone,
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type Credentials,
  type FixtureProject,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { createApp } from '../../../app.ts'
import { cacheCounts } from '../../../platform/cache.ts'
import { invalidate, inTransaction, type Tx } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { BATCH_SIZE } from './read-artifacts.ts'

/** The group of all members of a project. */
const MEMBERS = 3

let crocus: TestApp
let project: FixtureProject
let member: Account
let bug: FixtureTracker
let task: FixtureTracker
let otherTask: FixtureTracker
let viewers: readonly (readonly [name: string, accessKey: string | undefined])[]

beforeAll(async () => {
  crocus = await testApp()
  member = await givenAccount(crocus, 'member', { realName: 'Mem Ber' })
  project = await givenProject(crocus, 'kept', { members: ['member'] })
  bug = project.tracker('bug')
  task = project.tracker('task')
  otherTask = (await givenProject(crocus, 'elsewhere')).tracker('task')
  viewers = [
    ['member', await givenAccessKey(crocus, member.as)],
    ['outsider', await givenAccessKey(crocus, (await givenAccount(crocus, 'outsider')).as)],
    ['administrator', await givenAccessKey(crocus, crocus.admin)],
    ['anonymous', undefined],
  ]
})

type Inject = TestApp['app']['fastify']

/** The responses about an artifact for each viewer, in each format, with the headers of its version. */
const look = async (id: number, fastify: Inject): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const [name, key] of viewers) {
    for (const [path, accept] of looks) {
      const response = await fastify.inject({
        method: 'GET',
        url: `/api${path(id)}`,
        headers: { accept, ...(key && { 'x-auth-accesskey': key }) },
      })
      const { etag, 'last-modified': modified } = response.headers
      found[`${name} ${path(id)} ${accept}`] = [response.statusCode, response.body, etag, modified]
    }
  }
  return found
}
const looks: readonly (readonly [path: (id: number) => string, accept: string])[] = [
  // The list is first: later reads use the entries that it refreshed.
  [() => `/trackers/${bug.id}/artifacts?values=all&limit=100`, 'application/json'],
  [() => `/trackers/${bug.id}/artifacts?values=all&limit=100&query={"submitted_by":101}`, 'application/json'],
  [id => `/artifacts?query={"id":[${id}]}`, 'application/json'],
  [id => `/artifacts/${id}`, 'application/json'],
  [id => `/artifacts/${id}`, 'application/xml'],
  [id => `/artifacts/${id}?values_format=by_field`, 'application/json'],
  [id => `/artifacts/${id}/changesets`, 'application/json'],
]

/** Reads the same from a new application with empty caches. */
const lookAfresh = async (id: number): Promise<Record<string, unknown>> => {
  const { config, db, clock } = crocus
  const fresh = await createApp({ config, db, clock, log: createLog('fatal') })
  try {
    return await look(id, fresh.fastify)
  } finally {
    await fresh.close()
  }
}

/** Fills all caches with reads, makes the change, and compares the responses with uncached ones. */
const expectSeen = async (id: number, change: () => Promise<unknown>): Promise<void> => {
  const { fastify } = crocus.app
  const before = await look(id, fastify)
  await change()
  const after = await look(id, fastify)
  expect(after).toEqual(await lookAfresh(id))
  expect(after).not.toEqual(before)
  expect(await look(id, fastify)).toEqual(after)
}

const put = async (id: number, values: readonly unknown[], as: Credentials = crocus.admin): Promise<void> =>
  expectDone(await crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values } }))
const links = (tracker: FixtureTracker, ids: readonly number[], type = '') => ({
  field_id: tracker.fields.find(field => field.type === 'art_link')?.field_id,
  links: ids.map(linked => ({ id: linked, type })),
})
const title = (tracker: FixtureTracker, value: string) => ({ field_id: tracker.field('title'), value })
const given = (tracker: FixtureTracker, text: string, values: readonly unknown[] = []): Promise<number> =>
  givenArtifact(crocus, tracker, text, { as: crocus.admin, values })
/** Makes a change that has no route, with its invalidation. */
const changeTracker = (tracker: FixtureTracker, work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  inTransaction(crocus.db, async tx => {
    await work(tx)
    await invalidate(tx, 'tracker', tracker.id)
  })
const descriptionField = (tracker: FixtureTracker) => tracker.fields.find(field => field.type === 'text')?.field_id ?? 0
const set = (name: string, value: string): Promise<void> =>
  crocus.app.modules.settings.set(name, value, { actorId: 101, means: 'command' })

describe('GET /artifacts/{id}, cached', () => {
  it('returns the same cached text while nothing changes, for one viewer and for viewers in the same groups', async () => {
    const { artifacts, auth } = crocus.app.modules
    const shape = { values: true, valuesByField: true }
    const admin = await auth.viewerOf(101, 'rest')
    const lonely = await given(bug, 'alone')
    const first = await artifacts.get(admin, lonely, shape)
    expect((await artifacts.get(admin, lonely, shape)).text).toBe(first.text)
    expect((await artifacts.get(await auth.viewerOf(101, 'web'), lonely, shape)).text).toBe(first.text)

    // Each viewer may see different links and references.
    const connected = await given(bug, 'linked', [links(bug, [lonely])])
    const ofAdmin = await artifacts.get(admin, connected, shape)
    expect((await artifacts.get(admin, connected, shape)).text).toBe(ofAdmin.text)
    const ofMember = await artifacts.get(await auth.viewerOf(member.id, 'rest'), connected, shape)
    expect(ofMember.text).not.toBe(ofAdmin.text)
  })

  it('is one round trip, cached or not', async () => {
    const id = await given(bug, 'counted')
    const read = () => crocus.request('GET', `/api/artifacts/${id}`, { as: member.as })
    await crocus.request('GET', `/api/artifacts/${await given(bug, 'warm')}`, { as: member.as })
    for (const state of ['first', 'kept', 'kept']) {
      const before = crocus.db.roundTrips()
      await read()
      expect([state, crocus.db.roundTrips() - before]).toEqual([state, 1])
    }
    await put(id, [title(bug, 'changed')])
    const before = crocus.db.roundTrips()
    await read()
    expect(crocus.db.roundTrips() - before).toBe(1)
  })

  it('serves lists, too, and lists cache their responses unless they are long', async () => {
    const counts = cacheCounts(crocus.db.invalidations).get('answers') ?? { hits: 0, misses: 0 }
    const counted = async (path: string): Promise<readonly [known: number, written: number]> => {
      const { hits, misses } = counts
      await crocus.request('GET', `/api${path}`, { as: crocus.admin })
      return [counts.hits - hits, counts.misses - misses]
    }
    const tracker = (await givenProject(crocus, 'listed')).tracker('bug')
    const ids: number[] = []
    for (let number = 0; number < 3; number++) ids.push(await given(tracker, `listed ${number}`))
    const [first = 0, second = 0] = ids
    const list = `/trackers/${tracker.id}/artifacts?values=all`
    expect(await counted(`/artifacts/${first}?values_format=collection`)).toEqual([0, 1])
    expect(await counted(list)).toEqual([1, 2])
    expect(await counted(list)).toEqual([3, 0])
    expect(await counted(`/artifacts/${second}?values_format=collection`)).toEqual([1, 0])
    await put(second, [title(tracker, 'changed')])
    expect(await counted(list)).toEqual([2, 1])
    // A representation without values is a different response.
    expect(await counted(`/trackers/${tracker.id}/artifacts`)).toEqual([0, 3])

    // The search returns current row versions, so no artifact is queried again.
    const found = `${list}&query={"submitted_by":101}`
    expect(await counted(found)).toEqual([3, 0])
    for (const path of [list, found]) {
      const before = crocus.db.roundTrips()
      expect(await counted(path)).toEqual([3, 0])
      expect(crocus.db.roundTrips() - before).toBe(1)
    }

    for (let number = 3; number <= BATCH_SIZE; number++) await given(tracker, `listed ${number}`)
    expect(await counted(`${list}&limit=1000`)).toEqual([3, BATCH_SIZE - 2])
    expect(await counted(`${list}&limit=1000`)).toEqual([3, BATCH_SIZE - 2])
  })

  it('is one round trip for a cached history, and its pages are cached separately', async () => {
    const id = await given(bug, 'with a past')
    await put(id, [title(bug, 'second')])
    const read = async (query: string): Promise<unknown> => {
      const { headers, text } = await crocus.request('GET', `/api/artifacts/${id}/changesets?${query}`, {
        as: member.as,
      })
      return [headers['x-pagination-size'], text]
    }
    const queries = ['', 'limit=1', 'limit=1&offset=1', 'order=desc', 'fields=comments']
    const first: unknown[] = []
    for (const query of queries) first.push(await read(query))
    expect(new Set(first.map(String)).size).toBe(queries.length)
    const before = crocus.db.roundTrips()
    for (const [index, query] of queries.entries()) expect(await read(query)).toEqual(first[index])
    expect(crocus.db.roundTrips() - before).toBe(queries.length)
  })

  it('shows former links in a history only to users who see their targets', async () => {
    const target = await given(task, 'linked once')
    const id = await given(bug, 'links no more', [links(bug, [target])])
    await put(id, [links(bug, [])])
    const restrict = (granted_group_ids: number[] | null) => () =>
      crocus.db.kysely.updateTable('artifact').set({ granted_group_ids }).where('id', '=', target).execute()
    await expectSeen(id, restrict([4]))
    await expectSeen(id, restrict(null))
  })

  it('shows a comment of a group to its members, and to no other user', async () => {
    const id = await given(bug, 'discussed')
    const comment = { body: 'between us', format: 'text' }
    expectDone(await crocus.request('PUT', `/api/artifacts/${id}`, { as: crocus.admin, json: { values: [], comment } }))
    await crocus.db.kysely
      .updateTable('changeset')
      .set({ comment_group_ids: [MEMBERS] })
      .where('artifact_id', '=', id)
      .where('comment_body', '<>', '')
      .execute()
    const first = await look(id, crocus.app.fastify)
    expect(await look(id, crocus.app.fastify)).toEqual(first)
    expect(first).toEqual(await lookAfresh(id))
    const [ofMember, ofOutsider] = ['member', 'outsider'].map(name =>
      JSON.stringify(first[`${name} /artifacts/${id}/changesets application/json`]),
    )
    expect(ofMember).toContain('between us')
    expect(ofOutsider).not.toContain('between us')
  })

  it('shows an edit', async () => {
    const id = await given(bug, 'edited')
    await expectSeen(id, () => put(id, [title(bug, 'after')]))
  })

  it('shows an edit by SQL alone', async () => {
    const id = await given(bug, 'ranked')
    await expectSeen(id, () =>
      crocus.db.kysely.updateTable('artifact').set({ title: 'another' }).where('id', '=', id).execute(),
    )
  })

  it('shows a link to it and its end', async () => {
    const id = await given(bug, 'target')
    const source = await given(task, 'source')
    await expectSeen(id, () => put(source, [links(task, [id])]))
    await expectSeen(id, () => put(source, [links(task, [id], '_is_child')]))
    await expectSeen(id, () => put(source, [links(task, [])]))
  })

  it('shows that the source or target of a link is deleted', async () => {
    const target = await given(task, 'target')
    const id = await given(bug, 'between', [links(bug, [target])])
    const source = await given(task, 'source', [links(task, [id])])
    await set('artifacts_deletion_limit', '100')
    for (const gone of [target, source])
      await expectSeen(id, async () =>
        expect((await crocus.request('DELETE', `/api/artifacts/${gone}`, { as: crocus.admin })).status).toBe(200),
      )
  })

  it('shows a reference in the text of another', async () => {
    const id = await given(bug, 'mentioned')
    const other = await given(bug, 'mentions')
    expect(bug.fields.map(field => field.type)).toContain('cross')
    await expectSeen(id, () =>
      put(other, [{ field_id: descriptionField(bug), value: { content: `see art #${id}`, format: 'text' } }]),
    )
  })

  it('shows changes of the right to see the other end of a link', async () => {
    const hidden = await given(otherTask, 'hidden')
    const id = await given(bug, 'links out', [links(bug, [hidden])])
    const access = (isPublic: boolean) =>
      inTransaction(crocus.db, async tx => {
        const row = await tx
          .selectFrom('tracker')
          .select('project_id')
          .where('id', '=', otherTask.id)
          .executeTakeFirst()
        const projectId = row?.project_id ?? 0
        await tx
          .updateTable('project')
          .set({ access: isPublic ? 'public' : 'private' })
          .where('id', '=', projectId)
          .execute()
        await invalidate(tx, 'project', projectId)
      })
    await expectSeen(id, () => access(false))
    await expectSeen(id, () => access(true))
  })

  it('shows a changed permission of the tracker of the other end, and of its own', async () => {
    const target = await given(otherTask, 'target')
    const id = await given(bug, 'links there', [links(bug, [target])])
    for (const tracker of [otherTask, bug]) {
      const rows = await crocus.db.kysely
        .selectFrom('tracker_permission')
        .selectAll()
        .where('tracker_id', '=', tracker.id)
        .execute()
      await expectSeen(id, () =>
        changeTracker(tracker, tx =>
          tx.deleteFrom('tracker_permission').where('tracker_id', '=', tracker.id).execute(),
        ),
      )
      await expectSeen(id, () =>
        changeTracker(tracker, tx => tx.insertInto('tracker_permission').values(rows).execute()),
      )
    }
  })

  it('shows the other end again when the right to see it comes from its assignee', async () => {
    const target = await given(task, 'assigned')
    const id = await given(bug, 'depends', [links(bug, [target])])
    const group = await crocus.db.kysely
      .insertInto('user_group')
      .values({ project_id: project.id, name: 'assignees' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await inTransaction(crocus.db, async tx => {
      await tx.insertInto('user_group_member').values({ user_group_id: group.id, user_id: member.id }).execute()
      await invalidate(tx, 'user_group', project.id)
      await invalidate(tx, 'membership', member.id)
    })
    const rows = await crocus.db.kysely
      .selectFrom('tracker_permission')
      .selectAll()
      .where('tracker_id', '=', task.id)
      .execute()
    await changeTracker(task, async tx => {
      await tx.deleteFrom('tracker_permission').where('tracker_id', '=', task.id).execute()
      await tx
        .insertInto('tracker_permission')
        .values({ tracker_id: task.id, user_group_id: group.id, permission: 'assignee' })
        .execute()
    })
    const assignee = task.fields.find(field => field.name === 'assigned_to')?.field_id
    await expectSeen(id, () => put(target, [{ field_id: assignee, bind_value_ids: [member.id] }]))
    await expectSeen(id, () => put(target, [{ field_id: assignee, bind_value_ids: [] }]))
    await changeTracker(task, async tx => {
      await tx.deleteFrom('tracker_permission').where('tracker_id', '=', task.id).execute()
      await tx.insertInto('tracker_permission').values(rows).execute()
    })
  })

  it('shows that another end is restricted to groups, and that it has moved', async () => {
    const target = await given(task, 'open to all')
    const id = await given(bug, 'links to it', [links(bug, [target])])
    const change = (values: object) => () =>
      crocus.db.kysely.updateTable('artifact').set(values).where('id', '=', target).execute()
    await expectSeen(id, change({ granted_group_ids: [4] }))
    await expectSeen(id, change({ granted_group_ids: null }))
    await expectSeen(target, change({ submitted_by: member.id }))
    await changeTracker(otherTask, tx =>
      tx.deleteFrom('tracker_permission').where('tracker_id', '=', otherTask.id).execute(),
    )
    await expectSeen(id, change({ tracker_id: otherTask.id, number: 1_000_000 }))
  })

  it('shows that another end is restricted to groups, while the link to it is being written', async () => {
    const target = await given(task, 'restricted')
    const id = await given(bug, 'links to it soon')
    const linking = await crocus.db.kysely.startTransaction().execute()
    const restricting = await crocus.db.kysely.startTransaction().execute()
    const fieldId = bug.fields.find(field => field.type === 'art_link')?.field_id ?? 0
    await linking
      .insertInto('artifact_link')
      .values({ source_id: id, target_id: target, type: '', field_id: fieldId })
      .execute()
    const restricted = restricting
      .updateTable('artifact')
      .set({ granted_group_ids: [4] })
      .where('id', '=', target)
      .execute()
    const isBlocked = sql<{ found: boolean }>`select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'update "artifact"%') as found`
    const blocked = async (): Promise<void> => {
      while (!(await isBlocked.execute(crocus.db.kysely)).rows[0]?.found) await turn()
    }
    // The transaction that restricts waits for the link. Without that wait it would already be committed, and would miss the link.
    await Promise.race([restricted, blocked()])
    await linking.commit().execute()
    const before = await look(id, crocus.app.fastify)
    await restricted
    await restricting.commit().execute()
    const after = await look(id, crocus.app.fastify)
    expect(after).toEqual(await lookAfresh(id))
    expect(after).not.toEqual(before)
  })

  it('shows an account under its new name', async () => {
    const id = await givenArtifact(crocus, bug, 'named', { as: member.as })
    const rename = (values: object) =>
      inTransaction(crocus.db, async tx => {
        await tx.updateTable('users').set(values).where('id', '=', member.id).execute()
        await invalidate(tx, 'user', member.id)
      })
    await expectSeen(id, () => rename({ real_name: 'Another Name' }))
  })

  it('never shows an account as anonymous, whatever is invalidated during the read', async () => {
    const id = await givenArtifact(crocus, bug, 'busy', { as: member.as })
    const isOver = { value: false }
    const announcing = (async () => {
      while (!isOver.value) await inTransaction(crocus.db, tx => invalidate(tx, 'user', member.id))
    })()
    for (let round = 0; round < 40; round++) {
      const [artifact, changesets, list] = await Promise.all(
        [`/${id}`, `/${id}/changesets`, `?query={"id":[${id}]}`].map(path =>
          crocus.request('GET', `/api/artifacts${path}`, { as: crocus.admin }),
        ),
      )
      interface ArtifactWithSubmitter {
        submitted_by_user: { id: number }
      }
      const seen = [
        artifact?.json<ArtifactWithSubmitter>().submitted_by_user.id,
        changesets?.json<{ submitted_by_details: { id: number } }[]>()[0]?.submitted_by_details.id,
        list?.json<{ collection: ArtifactWithSubmitter[] }>().collection[0]?.submitted_by_user.id,
      ]
      expect(seen).toEqual([member.id, member.id, member.id])
    }
    isOver.value = true
    await announcing
  })

  it('shows a field with another name, and with other permissions', async () => {
    const id = await given(bug, 'fields')
    const fieldId = bug.field('title')
    await expectSeen(id, () =>
      changeTracker(bug, tx =>
        tx.updateTable('form_element').set({ label: 'Heading' }).where('id', '=', fieldId).execute(),
      ),
    )
    const rows = await crocus.db.kysely
      .selectFrom('field_permission')
      .selectAll()
      .where('field_id', '=', fieldId)
      .execute()
    await expectSeen(id, () =>
      changeTracker(bug, tx => tx.deleteFrom('field_permission').where('field_id', '=', fieldId).execute()),
    )
    await expectSeen(id, () => changeTracker(bug, tx => tx.insertInto('field_permission').values(rows).execute()))
  })

  it('shows a field that goes out of use and comes back', async () => {
    const id = await given(bug, 'fields in use')
    const fieldId = bug.field('title')
    const used = (is_used: boolean) => () =>
      changeTracker(bug, tx => tx.updateTable('form_element').set({ is_used }).where('id', '=', fieldId).execute())
    await expectSeen(id, used(false))
    await expectSeen(id, used(true))
  })

  it('shows the tracker and the project under their new names', async () => {
    const id = await given(bug, 'renamed around it')
    await expectSeen(id, () =>
      changeTracker(bug, tx => tx.updateTable('tracker').set({ name: 'Insects' }).where('id', '=', bug.id).execute()),
    )
    await expectSeen(id, () =>
      inTransaction(crocus.db, async tx => {
        await tx.updateTable('project').set({ label: 'Kept well' }).where('id', '=', project.id).execute()
        await invalidate(tx, 'project', project.id)
      }),
    )
  })

  it('is refused for users who may no longer see the project', async () => {
    const id = await given(bug, 'closed')
    const access = (value: 'public' | 'private') =>
      inTransaction(crocus.db, async tx => {
        await tx.updateTable('project').set({ access: value }).where('id', '=', project.id).execute()
        await invalidate(tx, 'project', project.id)
      })
    await expectSeen(id, () => access('private'))
    const isMember = (rows: 'out' | 'in') =>
      inTransaction(crocus.db, async tx => {
        const key = { project_id: project.id, user_id: member.id }
        if (rows === 'in') await tx.insertInto('project_member').values(key).execute()
        else
          await tx
            .deleteFrom('project_member')
            .where('user_id', '=', member.id)
            .where('project_id', '=', project.id)
            .execute()
        await invalidate(tx, 'membership', member.id)
        await invalidate(tx, 'user_group', project.id)
      })
    await expectSeen(id, () => isMember('out'))
    await expectSeen(id, () => isMember('in'))
    await expectSeen(id, () => access('public'))
  })

  it('shows other settings at once', async () => {
    const id = await given(bug, 'settings')
    await expectSeen(id, () => set('timezone', 'Asia/Tokyo'))
    await expectSeen(id, () => set('public_url', 'https://elsewhere.example'))
    await expectSeen(id, () => set('access_mode', 'regular'))
    await set('access_mode', 'anonymous')
  })

  it('is a 404 after its deletion', async () => {
    const id = await given(bug, 'gone')
    await expectSeen(id, async () =>
      expect((await crocus.request('DELETE', `/api/artifacts/${id}`, { as: crocus.admin })).status).toBe(200),
    )
  })
})
