import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../../../../test/harness/app.ts'
import { untilSomebodyWaits } from '../../../../test/harness/locks.ts'
import { readZip } from '../../../../test/harness/zip.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { createDiskContentStore } from '../../files/index.ts'
import { hashPassword } from '../../users/index.ts'
import { createVersionFactory } from '../model/etag.ts'
import { createArtifactAccess } from '../access/artifact-access.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { createDeletionArchiver } from './archive-deleted.ts'
import { deleteArtifact } from './delete-artifact.ts'

type Credentials = readonly [login: string, password: string]

let crocus: TestApp
let folder: string
let trackerId: number
let projectId: number
let fields: Map<string, number>
const keeper: Credentials = ['kay', 'a password for kay']
const member: Credentials = ['mia', 'a password for mia']
const HOUR = 60 * 60 * 1000

const set = (name: string, value: string): Promise<void> =>
  crocus.app.modules.settings.set(name, value, { actorId: 101, means: 'command' })

beforeAll(async () => {
  crocus = await testApp()
  folder = path.join(crocus.config.sharedFolder, 'deleted')
  for (const [login, password] of [keeper, member]) {
    const passwordHash = await hashPassword(password)
    await inTransaction(crocus.db, tx =>
      crocus.app.modules.users.createMany(tx, [{ login, email: `${login}@example.org`, passwordHash }], {
        userId: null,
        means: 'command',
      }),
    )
  }
  const project = await crocus.request('POST', '/api/projects', {
    as: crocus.admin,
    json: { shortname: 'garden', label: 'Garden', is_public: true, template_id: 100 },
  })
  projectId = project.json<{ id: number }>().id
  for (const [group, users] of [
    [3, ['kay', 'mia', 'admin']],
    [4, ['kay', 'admin']],
  ] as const) {
    const added = await crocus.request('PUT', `/api/user_groups/${projectId}_${group}/users`, {
      as: crocus.admin,
      json: { user_references: users.map(username => ({ username })) },
    })
    expect(added.text).toBe('')
  }
  const trackers = await crocus.request('GET', `/api/projects/${projectId}/trackers`, { as: crocus.admin })
  const bug = trackers
    .json<{ id: number; item_name: string; fields: { field_id: number; name: string }[] }[]>()
    .find(tracker => tracker.item_name === 'bug')
  if (!bug) throw new Error('the template has no bugs')
  trackerId = bug.id
  fields = new Map(bug.fields.map(field => [field.name, field.field_id]))
})

// Each test starts with the full cap.
beforeEach(async () => {
  crocus.clock.advance(25 * HOUR)
  await set('artifacts_deletion_limit', '5')
  await set('archive_deleted', '1')
})

const field = (name: string): number => fields.get(name) ?? 0
const given = async (title: string, more: unknown[] = []): Promise<number> => {
  const response = await crocus.request('POST', '/api/artifacts', {
    as: member,
    json: { tracker: { id: trackerId }, values: [{ field_id: field('title'), value: title }, ...more] },
  })
  expect(response.status, response.text).toBe(201)
  return response.json<{ id: number }>().id
}
const remove = (id: number, as?: Credentials): Promise<TestResponse> =>
  crocus.request('DELETE', `/api/artifacts/${id}`, as ? { as } : {})
const statusOf = async (id: number): Promise<number> =>
  (await crocus.request('GET', `/api/artifacts/${id}`, { as: member })).status
const capOf = (response: TestResponse): unknown[] => [
  response.status,
  response.headers['x-ratelimit-limit'],
  response.headers['x-ratelimit-remaining'],
]
const archivesOf = async (id: number): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter(name => name.startsWith(`deleted__artifact_${id}`))

describe('DELETE /artifacts/{id} (artifacts.md §7)', () => {
  it('is for administrators of the tracker, and shows the remaining cap', async () => {
    const id = await given('Weeds')
    expect((await remove(id)).status).toBe(401)
    expect((await remove(9_999_999)).status).toBe(401)
    expect((await remove(9_999_999, member)).status).toBe(404)
    expect(capOf(await remove(id, member))).toEqual([403, undefined, undefined])
    expect(await statusOf(id)).toBe(200)

    expect(capOf(await remove(id, keeper))).toEqual([200, '5', '4'])
    expect(await statusOf(id)).toBe(404)
    expect((await remove(id, keeper)).status).toBe(404)
  })

  it('removes its links, its number and its place in lists, and logs an event', async () => {
    const first = await given('First')
    const last = await given('Last', [{ field_id: field('links'), links: [{ id: first, type: '' }] }])
    const linking = await given('Linking', [
      {
        field_id: field('links'),
        links: [
          { id: first, type: '_is_child' },
          { id: last, type: '' },
        ],
      },
    ])
    const numbers = async (): Promise<number[]> =>
      (
        await sql<{ number: number }>`select number from artifact where tracker_id = ${trackerId} order by id`.execute(
          crocus.db.kysely,
        )
      ).rows.map(row => row.number)
    const linksOf = async (id: number): Promise<number[]> => {
      const body = (await crocus.request('GET', `/api/artifacts/${id}`, { as: member })).json<{
        values: { field_id: number; links?: { id: number }[] }[]
      }>()
      return body.values.find(entry => entry.field_id === field('links'))?.links?.map(link => link.id) ?? []
    }
    expect(await linksOf(linking)).toEqual([first, last])
    const before = await numbers()

    expect((await remove(first, keeper)).status).toBe(200)
    expect(await linksOf(linking)).toEqual([last])
    expect(await linksOf(last)).toEqual([])
    const reverse = await crocus.request('GET', `/api/artifacts/${linking}/links`, { as: member })
    expect(reverse.text).not.toContain('_is_child')

    // trackers.md §9: the number of the newest artifact is free again, but not its id.
    expect((await remove(linking, keeper)).status).toBe(200)
    const again = await given('Again')
    expect(again).toBeGreaterThan(linking)
    expect(await numbers()).toEqual([
      ...before.filter(number => number !== before.at(-3) && number !== before.at(-1)),
      before.at(-1),
    ])

    const { rows } = await sql<object>`
      select actor_id, means, project_id, tracker_id, payload ->> 'title' as title from event
      where kind = 'artifact.deleted' and artifact_id = ${first}`.execute(crocus.db.kysely)
    const kay = await crocus.app.modules.users.findByLogin('kay')
    expect(rows).toEqual([
      { actor_id: kay?.id, means: 'rest', project_id: projectId, tracker_id: trackerId, title: 'First' },
    ])
    for (const table of ['artifact_index', 'artifact_text', 'changeset'])
      expect(
        (await sql`select from ${sql.table(table)} where artifact_id = ${first}`.execute(crocus.db.kysely)).rows,
        table,
      ).toEqual([])
  })

  it('counts the last 24 hours of each account, all projects together, and lets deletions expire one by one', async () => {
    await set('artifacts_deletion_limit', '2')
    const [one, two, three, four, five] = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(title => given(title)))
    expect(capOf(await remove(one ?? 0, keeper))).toEqual([200, '2', '1'])
    crocus.clock.advance(HOUR)
    expect(capOf(await remove(two ?? 0, keeper))).toEqual([200, '2', '0'])
    expect(capOf(await remove(three ?? 0, keeper))).toEqual([429, '2', '0'])
    expect(await statusOf(three ?? 0)).toBe(200)
    expect(await archivesOf(three ?? 0)).toEqual([])
    // The cap applies to each account.
    expect(capOf(await remove(five ?? 0, crocus.admin))).toEqual([200, '2', '1'])

    crocus.clock.advance(23 * HOUR - 1000)
    expect((await remove(three ?? 0, keeper)).status).toBe(429)
    // The first deletion is 24 hours old now, the second is not.
    crocus.clock.advance(1000)
    expect(capOf(await remove(three ?? 0, keeper))).toEqual([200, '2', '0'])
    expect((await remove(four ?? 0, keeper)).status).toBe(429)
    crocus.clock.advance(HOUR)
    expect(capOf(await remove(four ?? 0, keeper))).toEqual([200, '2', '0'])
  })

  it('does not count refused deletions', async () => {
    await set('artifacts_deletion_limit', '1')
    const id = await given('Only one')
    for (const attempt of [1, 2]) expect((await remove(9_999_000 + attempt, keeper)).status).toBe(404)
    expect(capOf(await remove(id, keeper))).toEqual([200, '1', '0'])
  })

  it('is switched off by a cap of 0', async () => {
    await set('artifacts_deletion_limit', '0')
    const id = await given('For ever')
    expect(capOf(await remove(id, keeper))).toEqual([403, '0', '0'])
    expect(capOf(await remove(id, member))).toEqual([403, undefined, undefined])
    expect(await statusOf(id)).toBe(200)
  })

  it('never lets concurrent deletions exceed the cap', async () => {
    await set('artifacts_deletion_limit', '3')
    const ids = await Promise.all(['1', '2', '3', '4', '5', '6', '7'].map(title => given(title)))
    const responses = await Promise.all(ids.map(id => remove(id, keeper)))
    const caps = responses.map(capOf).sort()
    expect(caps).toEqual([
      [200, '3', '0'],
      [200, '3', '1'],
      [200, '3', '2'],
      ...Array.from({ length: 4 }, () => [429, '3', '0']),
    ])
    const left = (await Promise.all(ids.map(statusOf))).filter(status => status === 200)
    expect(left).toHaveLength(4)
    // There is no archive of an existing artifact and no temporary file.
    const archives = (await Promise.all(ids.map(archivesOf))).map(names => names.length)
    expect(archives).toEqual(responses.map(({ status }) => (status === 200 ? 1 : 0)))
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([])
  })

  it('deletes one artifact once for concurrent requests', async () => {
    const id = await given('Contested')
    const responses = await Promise.all([remove(id, keeper), remove(id, crocus.admin), remove(id, keeper)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await archivesOf(id)).toHaveLength(1)
  })

  it('judges and records an artifact that another writer moves at the same moment by its new place', async () => {
    const project = await crocus.request('POST', '/api/projects', {
      as: crocus.admin,
      json: { shortname: 'orchard', label: 'Orchard', is_public: true, template_id: 100 },
    })
    const otherId = project.json<{ id: number }>().id
    const trackers = await crocus.request('GET', `/api/projects/${otherId}/trackers`, { as: crocus.admin })
    const other = trackers.json<{ id: number; item_name: string }[]>().find(({ item_name }) => item_name === 'bug')?.id
    /** Moves the artifact after its deletion has read where it is. */
    const removeDuringMove = async (id: number, as: Credentials): Promise<TestResponse> => {
      let removal: Promise<TestResponse> | undefined
      await inTransaction(crocus.db, async tx => {
        await sql`select from tracker_counter where tracker_id = ${trackerId} for update`.execute(tx)
        removal = remove(id, as)
        await untilSomebodyWaits(tx)
        await sql`update artifact set tracker_id = ${other}, project_id = ${otherId} where id = ${id}`.execute(tx)
      })
      if (!removal) throw new Error('nothing was deleted')
      return removal
    }
    const [kept, gone] = [await given('Kept'), await given('Gone')]
    expect((await removeDuringMove(kept, keeper)).status).toBe(403)
    expect(await statusOf(kept)).toBe(200)
    expect((await removeDuringMove(gone, crocus.admin)).status).toBe(200)
    const { rows } =
      await sql`select project_id, tracker_id, (payload #> '{access_before,tracker_id}')::int as before from event
      where kind = 'artifact.deleted' and artifact_id = ${gone}`.execute(crocus.db.kysely)
    expect(rows).toEqual([{ project_id: otherId, tracker_id: other, before: other }])
  })
})

describe('the archive of a deletion (artifacts.md §7)', () => {
  const nameOf = (id: number): string =>
    `deleted__artifact_${id}_${Math.floor(crocus.clock.now().getTime() / 1000)}.zip`

  it('is a zip named after the artifact and the time, with mode 0640', async () => {
    const id = await given('Kept')
    expect((await remove(id, keeper)).status).toBe(200)
    expect(await archivesOf(id)).toEqual([nameOf(id)])
    const file = path.join(folder, nameOf(id))
    expect((await stat(file)).mode & 0o777).toBe(0o640)
    const entries = await readZip(file)
    expect([...entries].map(([name, { mode }]) => [name, mode])).toEqual([
      ['artifact.xml', 0o100640],
      ['users.xml', 0o100640],
    ])
    expect(entries.get('artifact.xml')?.content.toString()).toContain('>Kept</value>')
  })

  it('is not made if the setting is off', async () => {
    await set('archive_deleted', '0')
    const id = await given('Gone')
    expect((await remove(id, keeper)).status).toBe(200)
    expect(await archivesOf(id)).toEqual([])
  })

  it('does not prevent the deletion if it cannot be written', async () => {
    const id = await given('Anyway')
    await mkdir(folder, { recursive: true })
    await rename(folder, `${folder}.away`)
    // Not even the administrator can create a folder with the name of a file.
    await writeFile(folder, 'in the way')
    try {
      expect(capOf(await remove(id, keeper))).toEqual([200, '5', '4'])
      expect(await statusOf(id)).toBe(404)
    } finally {
      await rm(folder)
      await rename(`${folder}.away`, folder)
    }
  })

  it('never replaces an existing file', async () => {
    const id = await given('Twice')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, nameOf(id)), 'older')
    expect((await remove(id, keeper)).status).toBe(200)
    expect(await readFile(path.join(folder, nameOf(id)), 'utf8')).toBe('older')
    const [other, ...more] = (await archivesOf(id)).filter(name => name !== nameOf(id))
    expect(more).toEqual([])
    expect(other).toBe(nameOf(id).replace('.zip', '_2.zip'))
    expect((await readZip(path.join(folder, other ?? ''))).has('artifact.xml')).toBe(true)
    await rm(path.join(folder, other ?? ''))
  })

  it('holds also changes that are written while it is made', async () => {
    const id = await given('Early')
    const { modules } = crocus.app
    const lines: string[] = []
    const log = createLog('error', { write: line => lines.push(line) })
    const archive = createDeletionArchiver({
      requireFolder: () => undefined,
      ...modules,
      db: crocus.db,
      clock: crocus.clock,
      contents: createDiskContentStore(path.join(crocus.config.sharedFolder, 'files')),
      log,
      folder,
    })
    let prepared = 0
    const deleteWhileWriting = deleteArtifact({
      db: crocus.db,
      clock: crocus.clock,
      settings: modules.settings,
      versions: createVersionFactory(Buffer.alloc(32)),
      countDeletions: async () => 0,
      access: createArtifactAccess({
        ...modules,
        findArtifact: async id => (await findArtifacts(crocus.db, [id])).get(id),
        findDocuments: async () => new Map(),
      }),
      deletionArchiver: {
        prepare: async (artifact, place) => {
          const result = await archive.prepare(artifact, place)
          prepared++
          if (prepared === 1) {
            const put = await crocus.request('PUT', `/api/artifacts/${id}`, {
              as: member,
              json: { values: [{ field_id: field('title'), value: 'Late' }] },
            })
            expect(put.status).toBe(200)
          }
          return result
        },
      },
    })
    const kay = await modules.users.findByLogin('kay')
    expect(
      await deleteWhileWriting(await modules.auth.viewerOf(kay?.id ?? 0, 'rest'), { artifactId: id, precondition: {} }),
    ).toMatchObject({
      'X-RateLimit-Remaining': '4',
    })
    expect(prepared).toBe(2)
    expect(await archivesOf(id)).toEqual([nameOf(id)])
    const document = (await readZip(path.join(folder, nameOf(id)))).get('artifact.xml')?.content.toString()
    expect(document).toContain('>Late</value>')
    expect(lines).toEqual([])
  })

  it('logs for the operator why there is none', async () => {
    const id = await given('Untold')
    const { modules } = crocus.app
    const lines: string[] = []
    const blocked = path.join(crocus.config.sharedFolder, 'blocked')
    await writeFile(blocked, 'a file')
    const archive = createDeletionArchiver({
      requireFolder: () => undefined,
      ...modules,
      db: crocus.db,
      clock: crocus.clock,
      contents: createDiskContentStore(path.join(crocus.config.sharedFolder, 'files')),
      log: createLog('error', { write: line => lines.push(line) }),
      folder: blocked,
    })
    const tracker = await modules.trackers.get(trackerId)
    const project = await modules.projects.get(projectId)
    if (!tracker || !project) throw new Error('there is no tracker')
    const artifact = { id } as Parameters<typeof archive.prepare>[0]
    const standing = undefined as never
    expect(await archive.prepare(artifact, { tracker, project, rights: standing })).toBeUndefined()
    expect(lines.map(line => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 50, artifactId: id, folder: blocked }),
    ])
  })
})
