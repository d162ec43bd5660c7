import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../../test/harness/fixture.ts'
import { testFolder } from '../../../../test/harness/process.ts'
import { commitBypassingServer, isSvnMissing, svnTool } from '../../../../test/harness/svn.ts'
import { createApp } from '../../../app.ts'
import { invalidate, inTransaction, openDatabase, statement } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'

interface Revision {
  revision: number
  author: { username: string } | null
  author_login: string | null
  message: string
  changes: { how: string; path: string }[]
  change_count: number
  artifacts: { id: number; ref: string }[]
}
interface Reference {
  ref: string
  url: string
  direction: string
}

let t: TestApp
let ann: Account
let ben: Account
let carl: Account
let project: FixtureProject
let count = 0

const query = <Row>(text: string, ...values: unknown[]): Promise<Row[]> => t.db.query(statement<Row>('', text), values)

interface Made {
  readonly id: number
  readonly name: string
  readonly path: string
}
const create = async (settings: object = {}): Promise<Made> => {
  const name = `repo${++count}`
  const response = await t.request('POST', '/api/svn', {
    as: ann.as,
    json: { project_id: project.id, name, settings: { layout: ['trunk', 'tags'], ...settings } },
  })
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  const { id } = response.json<{ id: number }>()
  return { id, name, path: t.app.modules.svn.disk.pathOf({ projectId: project.id, name }) }
}
const commit = (repository: Made, message: string, changes: readonly string[], author = 'ben') =>
  commitBypassingServer(repository.path, { author, message, changes })
const revisionsOf = async ({ id }: Made, as = ann.as): Promise<Revision[]> => {
  const response = await t.request('GET', `/api/svn/${id}/revisions?limit=50`, { as })
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<Revision[]>()
}
const eventsOf = async ({ id }: Made) =>
  (
    await query<{ kind: string; revision: number }>(
      "select kind, (payload->>'revision')::int as revision from event where payload->>'repository_id' = $1::text and kind like 'svn.%ed' order by seq",
      id,
    )
  ).filter(({ kind }) => kind === 'svn.committed' || kind === 'svn.message_changed')

describe.skipIf(isSvnMissing)('the processing of a commit (svn.md §3.6)', () => {
  beforeAll(async () => {
    t = await testApp()
    ann = await givenAccount(t, 'ann')
    ben = await givenAccount(t, 'ben')
    carl = await givenAccount(t, 'carl')
    project = await givenProject(t, 'ships', { as: ann.as, members: ['ben'] })
  })
  beforeEach(() => void t.mails.splice(0))

  it('stores author, message and changed paths, also of the layout, which causes no mails', async () => {
    const repository = await create({
      email_notifications: [{ path: '/', emails: ['all@example.org'], users: [], user_groups: [] }],
    })
    await commit(repository, 'Größe\nzwei', [
      'mkdir',
      'trunk/ä b',
      'put',
      '/etc/hostname',
      'trunk/ä b/name',
      'rm',
      'tags',
    ])
    await t.app.modules.svn.processor.catchUp(repository.id)
    await t.work()
    const [second, first, ...others] = await revisionsOf(repository)
    expect(second).toMatchObject({
      revision: 2,
      author: { username: 'ben' },
      author_login: 'ben',
      message: 'Größe\nzwei',
      change_count: 3,
    })
    expect(second?.changes).toEqual([
      { how: 'D', path: '/tags/' },
      { how: 'A', path: '/trunk/ä b/' },
      { how: 'A', path: '/trunk/ä b/name' },
    ])
    expect(first).toMatchObject({ revision: 1, author: { username: 'ann' }, change_count: 2 })
    expect(others).toEqual([])
    expect(t.mails.map(mail => mail.subject)).toEqual(['r2 / /trunk /trunk/ä b'])
    expect(await eventsOf(repository)).toEqual([{ kind: 'svn.committed', revision: 2 }])
  })

  it('catches up with all that was committed while the server was down, in order, once', async () => {
    const repository = await create({
      email_notifications: [{ path: '/trunk', emails: ['all@example.org'], users: [], user_groups: [] }],
    })
    for (const number of [2, 3, 4]) await commit(repository, `Change ${number}`, ['mkdir', `trunk/${number}`])
    await t.app.modules.svn.processor.catchUpAll()
    await t.app.modules.svn.processor.catchUpAll()
    await t.work()
    expect((await revisionsOf(repository)).map(({ message }) => message).slice(0, 3)).toEqual([
      'Change 4',
      'Change 3',
      'Change 2',
    ])
    expect(t.mails.map(mail => mail.subject).sort()).toEqual(['r2 /trunk', 'r3 /trunk', 'r4 /trunk'])
    expect((await eventsOf(repository)).map(({ revision }) => revision)).toEqual([2, 3, 4])
  })

  it('does everything once when two processes do it at the same time', async () => {
    const repository = await create({
      email_notifications: [{ path: '/', emails: ['all@example.org'], users: [], user_groups: [] }],
    })
    const bug = await givenArtifact(t, project.tracker('bug'), 'Leak', { as: ben.as })
    const db = openDatabase(t.databaseUrl)
    const other = await createApp({ config: t.config, db, clock: t.clock, log: createLog('fatal') })
    try {
      for (let turn = 0; turn < 5; turn++) await commit(repository, `Fix bug #${bug}`, ['mkdir', `trunk/${turn}`])
      await Promise.all([t.app, other, t.app, other].map(app => app.modules.svn.processor.catchUp(repository.id)))
    } finally {
      await other.close()
      await db.close()
    }
    await t.work()
    expect(await revisionsOf(repository)).toHaveLength(6)
    expect(t.mails).toHaveLength(5)
    expect((await eventsOf(repository)).map(({ revision }) => revision)).toEqual([2, 3, 4, 5, 6])
  })

  it('continues at a revision that could not be read', async () => {
    const repository = await create()
    await commit(repository, 'Good', ['mkdir', 'trunk/a'])
    const { rename } = await import('node:fs/promises')
    const revprops = `${repository.path}/db/revprops`
    await rename(revprops, `${revprops}.away`)
    await expect(t.app.modules.svn.processor.catchUp(repository.id)).rejects.toThrow()
    await t.app.modules.svn.processor.catchUpAll()
    expect(await revisionsOf(repository)).toEqual([])
    await rename(`${revprops}.away`, revprops)
    await t.app.modules.svn.processor.catchUpAll()
    expect((await revisionsOf(repository)).map(({ revision }) => revision)).toEqual([2, 1])
  })

  describe('references', () => {
    const crossOf = async (artifact: number, as?: readonly [string, string]): Promise<Reference[]> => {
      const response = await t.request('GET', `/api/artifacts/${artifact}?values_format=collection`, as ? { as } : {})
      expect(response.status).toBe(200)
      return (
        response.json<{ values: { type: string; value: Reference[] }[] }>().values.find(({ type }) => type === 'cross')
          ?.value ?? []
      )
    }
    let bug: number

    beforeAll(async () => {
      // The trackers of the template do not have a cross references field.
      await query(
        `with made as (insert into form_element (tracker_id, type, name, label, rank)
          values ($1, 'cross', 'mentioned', 'Mentioned', 99) returning id)
        insert into field_permission select id, 1, 'read' from made`,
        project.tracker('bug').id,
      )
      await inTransaction(t.db, tx => invalidate(tx, 'tracker', project.tracker('bug').id))
    })

    it('of a message show on the artifact, and on the revision', async () => {
      bug = await givenArtifact(t, project.tracker('bug'), 'Leak', { as: ben.as })
      const repository = await create()
      await commit(repository, `Fix bug #${bug}, art #${bug} and bug #999999, rev #1`, ['mkdir', 'trunk/a'])
      await t.app.modules.svn.processor.catchUp(repository.id)
      expect((await revisionsOf(repository))[0]?.artifacts.map(({ id, ref }) => [id, ref])).toEqual([
        [bug, `art #${bug}`],
        [bug, `bug #${bug}`],
      ])
      expect(await crossOf(bug, ben.as)).toEqual([
        {
          ref: `rev #${repository.name}/2`,
          url: `/plugins/svn?roottype=svn&view=rev&root=ships%2F${repository.name}&revision=2`,
          direction: 'in',
        },
      ])
    })

    it('of an artifact’s texts lead to the revision, when there is one', async () => {
      const repository = await create()
      const artifact = await givenArtifact(t, project.tracker('bug'), `Since svn #${repository.name}/2`, { as: ben.as })
      await t.work()
      expect(await crossOf(artifact, ben.as)).toEqual([])
      await commit(repository, 'No reference', ['mkdir', 'trunk/a'])
      await t.app.modules.svn.processor.catchUp(repository.id)
      expect(await crossOf(artifact, ben.as)).toMatchObject([{ ref: `svn #${repository.name}/2`, direction: 'out' }])
      await commit(repository, `For art #${artifact}`, ['mkdir', 'trunk/b'])
      await t.app.modules.svn.processor.catchUp(repository.id)
      const comment = { body: `Done in ships rev #ships:${repository.name}/3`, format: 'text' }
      await t.request('PUT', `/api/artifacts/${artifact}`, { as: ben.as, json: { values: [], comment } })
      await t.work()
      expect((await crossOf(artifact, ben.as)).map(({ ref, direction }) => [ref, direction])).toEqual([
        [`svn #${repository.name}/2`, 'out'],
        [`rev #${repository.name}/3`, 'both'],
      ])
    })

    it('of comments follow their edits, and those of private comments are not stored', async () => {
      const repository = await create()
      const artifact = await givenArtifact(t, project.tracker('bug'), 'Commented', { as: ben.as })
      await commit(repository, 'No reference', ['mkdir', 'trunk/a'])
      await t.app.modules.svn.processor.catchUp(repository.id)
      const ugroups = [`${project.id}_3`]
      const comment = { body: `Hush, rev #${repository.name}/2`, format: 'text', ugroups }
      await t.request('PUT', `/api/artifacts/${artifact}`, { as: ben.as, json: { values: [], comment } })
      await t.work()
      expect(await crossOf(artifact, ben.as)).toEqual([])
      const list = await t.request('GET', `/api/artifacts/${artifact}/changesets?order=desc`, { as: ben.as })
      const changeset = list.json<{ id: number }[]>()[0]?.id ?? 0
      const edited = await t.request('PATCH', `/api/artifacts/${artifact}/changesets/${changeset}/comment`, {
        as: ben.as,
        json: { ...comment, ugroups: null },
      })
      await t.work()
      expect([edited.status, (await crossOf(artifact, ben.as)).map(({ ref }) => ref)]).toEqual([
        200,
        [`rev #${repository.name}/2`],
      ])
    })

    it('follow the message when it is changed', async () => {
      const repository = await create()
      const other = await givenArtifact(t, project.tracker('bug'), 'Other', { as: ben.as })
      await commit(repository, `art #${bug}`, ['mkdir', 'trunk/a'])
      await t.app.modules.svn.processor.catchUp(repository.id)
      await svnTool('svnadmin', 'setrevprop', repository.path, '-r', '2', 'svn:log', await fileWith(`art #${other}`))
      await t.app.modules.svn.processLater({ repositoryId: repository.id, revision: 2, actorId: ben.id })
      await t.work()
      const [revision] = await revisionsOf(repository)
      expect(revision).toMatchObject({ message: `art #${other}`, artifacts: [{ id: other }] })
      expect((await crossOf(bug, ben.as)).some(({ ref }) => ref === `rev #${repository.name}/2`)).toBe(false)
      expect((await eventsOf(repository)).at(-1)).toEqual({ kind: 'svn.message_changed', revision: 2 })
    })

    it('go with a deleted repository', async () => {
      const repository = await create()
      const artifact = await givenArtifact(t, project.tracker('bug'), 'Short', { as: ben.as })
      await commit(repository, `art #${artifact}`, ['mkdir', 'trunk/a'])
      await t.app.modules.svn.processor.catchUp(repository.id)
      expect(await crossOf(artifact, ben.as)).toHaveLength(1)
      await t.request('DELETE', `/api/svn/${repository.id}`, { as: ann.as })
      await t.app.modules.svn.deleted.removeDue(repository.id)
      expect(await crossOf(artifact, ben.as)).toEqual([])
    })
  })

  describe('mails', () => {
    const notify = (path: string, recipients: object) => ({
      path,
      emails: [],
      users: [],
      user_groups: [],
      ...recipients,
    })

    it('go to addresses, users and groups whose path covers the change, to each once', async () => {
      const repository = await create({
        email_notifications: [
          notify('/trunk', { emails: ['list@example.org', 'ben@example.org'], users: [carl.id] }),
          notify('/*/a', { user_groups: [`${project.id}_3`] }),
          notify('/tags', { emails: ['tags@example.org'] }),
        ],
      })
      await commit(repository, 'Add a file', ['mkdir', 'trunk/a', 'put', '/etc/hostname', 'trunk/a/name'])
      await t.app.modules.svn.processor.catchUp(repository.id)
      await t.work()
      expect(t.mails.map(mail => mail.to.address).sort()).toEqual([
        'ann@example.org',
        'ben@example.org',
        'carl@example.org',
        'list@example.org',
      ])
      const [mail] = t.mails
      expect(mail?.subject).toBe('r2 /trunk /trunk/a')
      expect(mail?.text).toContain(`Repository: http://crocus.test/svnplugin/ships/${repository.name}`)
      expect(mail?.text).toContain('Changes by: ben <ben@example.org> on ')
      expect(mail?.text).toContain('Message:\nAdd a file')
      expect(mail?.text).toContain('Added:\n  /trunk/a/\n  /trunk/a/name')
      expect(mail?.text).toMatch(/^\+\S/m)
    })

    it('leave out accounts that are not active, or may not see the project any more', async () => {
      const hidden = await givenProject(t, 'hidden', { as: ann.as, isPublic: false })
      const response = await t.request('POST', '/api/svn', {
        as: ann.as,
        json: {
          project_id: hidden.id,
          name: 'repo',
          settings: { email_notifications: [notify('/', { users: [ann.id, ben.id, carl.id] })] },
        },
      })
      const { id } = response.json<{ id: number }>()
      const path = t.app.modules.svn.disk.pathOf({ projectId: hidden.id, name: 'repo' })
      await commitBypassingServer(path, { author: 'ann', message: 'x', changes: ['mkdir', 'a'] })
      await t.app.modules.svn.processor.catchUp(id)
      await t.work()
      expect(t.mails.map(mail => mail.to.address)).toEqual(['ann@example.org'])
    })

    it('say so when the difference is too long', async () => {
      const repository = await create({ email_notifications: [notify('/', { emails: ['all@example.org'] })] })
      await commit(repository, 'Big', ['put', await fileWith('a line of text\n'.repeat(20_000)), 'trunk/big'])
      await t.app.modules.svn.processor.catchUp(repository.id)
      await t.work()
      expect(t.mails[0]?.text).toContain('too long')
      expect(t.mails[0]?.text.length).toBeLessThan(2_000)
    })

    it('are not sent for an unknown author; the revision is stored', async () => {
      const repository = await create({ email_notifications: [notify('/', { emails: ['all@example.org'] })] })
      await commit(repository, 'art #1', ['mkdir', 'trunk/a'], 'ghost')
      await t.app.modules.svn.processor.catchUp(repository.id)
      await t.work()
      expect(t.mails).toEqual([])
      expect((await revisionsOf(repository))[0]).toMatchObject({ author: null, author_login: 'ghost', artifacts: [] })
    })
  })

  it('shows revisions to those who may read all of the repository', async () => {
    const status = async (id: number, as: readonly [string, string]) =>
      (await t.request('GET', `/api/svn/${id}/revisions`, { as })).status
    const open = await create()
    expect([await status(open.id, carl.as), await status(open.id, ben.as)]).toEqual([200, 200])
    const partly = await create({ access_file: '[/trunk/secret]\n* =\nben = r' })
    expect([
      await status(partly.id, carl.as),
      await status(partly.id, ben.as),
      await status(partly.id, ann.as),
    ]).toEqual([403, 200, 200])
    const closed = await create({ has_default_permissions: false })
    expect([await status(closed.id, ben.as), await status(closed.id, t.admin)]).toEqual([403, 200])
  })
})

const fileWith = async (text: string): Promise<string> => {
  const file = path.join(await testFolder(), 'file')
  await writeFile(file, text)
  return file
}
