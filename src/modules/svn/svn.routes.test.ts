import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../test/harness/fixture.ts'
import { isSvnMissing, svnTool } from '../../../test/harness/svn.ts'
import { readXml } from '../../../test/harness/xml.ts'
import { statement } from '../../platform/db/db.ts'
import { accessFileOf } from './disk/svn-folders.ts'

interface Settings {
  commit_rules: { is_reference_mandatory: boolean; is_commit_message_change_allowed: boolean }
  immutable_tags: { paths: string[]; whitelist: string[] }
  access_file: string
  email_notifications: {
    path: string
    emails: string[]
    users: { id: number }[]
    user_groups: { id: string; short_name: string }[]
  }[]
  has_default_permissions: boolean
}
interface Repository {
  id: number
  uri: string
  name: string
  svn_url: string
  project: { id: number; shortname: string }
  settings?: Settings
}
interface ErrorBody {
  error: { code: number; message: string }
}

let t: TestApp
let ann: Account
let ben: Account
let carl: Account
let rita: Account
let projectId: number
let privateId: number
const names = (function* () {
  for (let count = 1; ; count++) yield `repo${count}`
})()
const nextName = (): string => names.next().value

const query = <Row>(text: string, ...values: unknown[]): Promise<Row[]> => t.db.query(statement<Row>('', text), values)
const setAccessMode = (mode: string) =>
  t.app.modules.settings.set('access_mode', mode, { actorId: null, means: 'command' })
const setStatus = (id: number, status: 'active' | 'suspended') =>
  t.app.modules.projects.change({ userId: null, means: 'command' }, id, { status })

const everything = {
  commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true },
  immutable_tags: { paths: ['/tags'], whitelist: ['/tags/moduleA'] },
  access_file: '[/]\r\n* = r\r\n@members = rw',
  email_notifications: [] as unknown[],
  has_default_permissions: true,
}

const post = (json: object, as = ann.as) => t.request('POST', '/api/svn', { as, json })
const put = (id: number, settings: unknown, as = ann.as) =>
  t.request('PUT', `/api/svn/${id}`, { as, json: { settings } })
const create = async (settings?: object, project = projectId): Promise<Repository> => {
  const response = await post({ project_id: project, name: nextName(), settings })
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  return response.json<Repository>()
}
const pathOf = ({ project, name }: Repository): string => t.app.modules.svn.disk.pathOf({ projectId: project.id, name })
const messageOf = (response: { json<T>(): T }): string => response.json<ErrorBody>().error.message

describe.skipIf(isSvnMissing)('repositories over REST (svn.md)', () => {
  beforeAll(async () => {
    t = await testApp()
    ann = await givenAccount(t, 'ann')
    ben = await givenAccount(t, 'ben')
    carl = await givenAccount(t, 'carl')
    rita = await givenAccount(t, 'rita')
    await query("update users set status = 'R' where id = $1", rita.id)
    projectId = (await givenProject(t, 'Ships', { as: ann.as, members: ['ben'] })).id
    privateId = (await givenProject(t, 'secrets', { as: ann.as, isPublic: false })).id
  })

  describe('creation', () => {
    it('makes a repository that is there on the disk at once, at revision 0', async () => {
      const name = nextName()
      const response = await post({ project_id: projectId, name })
      expect(response.status).toBe(201)
      const repository = response.json<Repository>()
      expect(repository).toMatchObject({
        uri: `svn/${repository.id}`,
        name,
        svn_url: `http://crocus.test/svnplugin/Ships/${name}`,
        project: { id: projectId, shortname: 'ships' },
        settings: {
          commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
          immutable_tags: { paths: [], whitelist: [] },
          access_file: '',
          email_notifications: [],
          has_default_permissions: true,
        },
      })
      expect(await svnTool('svnlook', 'youngest', pathOf(repository))).toBe('0\n')
    })

    it('makes the directories of the layout in one first commit by the creator', async () => {
      const repository = await create({ layout: ['trunk', '/tags/', 'branches/./old'] })
      expect(await svnTool('svnlook', 'tree', '--full-paths', pathOf(repository))).toBe(
        '/\nbranches/\nbranches/old/\ntags/\ntrunk/\n',
      )
      expect(await svnTool('svnlook', 'author', pathOf(repository))).toBe('ann\n')
      expect(await svnTool('svnlook', 'youngest', pathOf(repository))).toBe('1\n')
    })

    it('leaves out a layout that would leave the root, and makes the repository', async () => {
      const repository = await create({ layout: ['trunk', '../../outside'] })
      expect(await svnTool('svnlook', 'youngest', pathOf(repository))).toBe('0\n')
    })

    it('takes all settings, and the same in XML', async () => {
      const repository = await create(everything)
      expect(repository.settings).toEqual(everything)
      const xml =
        `<request><project_id>${projectId}</project_id><name>${nextName()}</name><settings>` +
        '<commit_rules><is_reference_mandatory>1</is_reference_mandatory>' +
        '<is_commit_message_change_allowed>0</is_commit_message_change_allowed></commit_rules>' +
        '<immutable_tags><paths><item>/tags</item></paths><whitelist/></immutable_tags>' +
        '<email_notifications><item><path>/trunk</path><emails><item>x@example.org</item></emails><users/>' +
        `<user_groups><item>${projectId}_3</item></user_groups></item></email_notifications></settings></request>`
      const response = await t.request('POST', '/api/svn', { as: ann.as, xml, headers: { accept: 'application/xml' } })
      expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
      const settings = readXml(response.text).first('settings')
      expect(settings?.first('commit_rules')?.say('is_reference_mandatory')).toBe('true')
      expect(settings?.first('immutable_tags')?.first('paths')?.say('item')).toBe('/tags')
      const notification = settings?.first('email_notifications')?.first('item')
      expect(notification?.say('path')).toBe('/trunk')
      expect(notification?.first('user_groups')?.first('item')?.say('id')).toBe(`${projectId}_3`)
    })

    it.each(['ab', '1abc', '-abc', '.abc', 'a b c', 'é-name', 'a..b', 'x'.repeat(256), 'hooks/x'])(
      'refuses the name %j with 409',
      async name => {
        expect((await post({ project_id: projectId, name })).status).toBe(409)
      },
    )

    it('refuses a name that the project has, in any case, or had', async () => {
      const { id, name } = await create()
      expect((await post({ project_id: projectId, name })).status).toBe(409)
      expect((await post({ project_id: projectId, name: name.toUpperCase() })).status).toBe(409)
      expect((await post({ project_id: privateId, name })).status).toBe(201)
      await t.app.modules.svn.deleted.removeDue()
      expect((await t.request('DELETE', `/api/svn/${id}`, { as: ann.as })).status).toBe(202)
      await t.app.modules.svn.deleted.removeDue(id)
      expect((await post({ project_id: projectId, name })).status).toBe(409)
    })

    it('makes one of two repositories of the same name that are asked for at once', async () => {
      const name = nextName()
      const both = await Promise.all([post({ project_id: projectId, name }), post({ project_id: projectId, name })])
      expect(both.map(response => response.status).sort()).toEqual([201, 409])
      const created = both.find(response => response.status === 201)?.json<Repository>()
      expect(created && (await svnTool('svnlook', 'youngest', pathOf(created)))).toBe('0\n')
    })

    it('leaves neither row nor folder when the disk fails', async () => {
      const { mkdir, rm, writeFile } = await import('node:fs/promises')
      const id = (await givenProject(t, 'full', { as: ann.as })).id
      const place = t.app.modules.svn.disk.pathOf({ projectId: id, name: 'anything' })
      const folder = place.slice(0, place.lastIndexOf('/'))
      await mkdir(folder.slice(0, folder.lastIndexOf('/')), { recursive: true })
      // A file blocks the folder of the project.
      await writeFile(folder, '')
      const name = nextName()
      expect((await post({ project_id: id, name })).status).toBe(500)
      expect((await t.request('GET', `/api/projects/${id}/svn`, { as: ann.as })).json()).toEqual({ repositories: [] })
      await rm(folder)
      expect((await post({ project_id: id, name })).status).toBe(201)
    })

    it('checks in the order of §2: suspended, unknown project, service, access, settings, rights, name', async () => {
      const id = (await givenProject(t, 'orders', { as: ann.as })).id
      const bad = { project_id: id, name: 'x', settings: { access_file: '[/', has_default_permissions: true } }
      const services = await t.request('GET', `/api/projects/${id}/project_services`, { as: ann.as })
      const service = services.json<{ id: number; name: string }[]>().find(each => each.name === 'plugin_svn')?.id
      const setService = (is_enabled: boolean) =>
        t.request('PUT', `/api/project_services/${service}`, { as: ann.as, json: { is_enabled } })

      expect((await t.request('POST', '/api/svn', { json: bad })).status).toBe(401)
      expect((await post({ ...bad, name: 12, settings: 'x' }, carl.as)).status).toBe(400)
      await setStatus(id, 'suspended')
      expect((await post(bad, t.admin)).status).toBe(403)
      await setStatus(id, 'active')
      expect((await post({ ...bad, project_id: 99_999 })).status).toBe(400)
      expect((await setService(false)).status).toBe(200)
      const off = await post(bad, carl.as)
      expect([off.status, messageOf(off)]).toEqual([400, expect.stringContaining('service')])
      await setService(true)
      expect((await post({ ...bad, project_id: privateId }, carl.as)).status).toBe(403)
      const settings = await post(bad, carl.as)
      expect([settings.status, messageOf(settings)]).toEqual([400, expect.stringContaining('line 1')])
      expect((await post({ project_id: id, name: 'x' }, carl.as)).status).toBe(403)
      expect((await post({ project_id: id, name: 'x' })).status).toBe(409)
    })
  })

  describe('validation (§2.1)', () => {
    let id: number
    let groupId: number
    let foreignGroupId: number
    let suspended: Account
    const notify = (...email_notifications: unknown[]) => put(id, { ...everything, email_notifications })
    const to = (recipients: object, path = '/trunk') => ({
      path,
      emails: [],
      users: [],
      user_groups: [],
      ...recipients,
    })

    beforeAll(async () => {
      id = (await create(everything)).id
      const group = async (project: number, short_name: string) =>
        Number(
          (
            await t.request('POST', '/api/user_groups', { as: ann.as, json: { project_id: project, short_name } })
          ).json<{ id: string }>().id,
        )
      groupId = await group(projectId, 'crew')
      foreignGroupId = await group(privateId, 'spies')
      suspended = await givenAccount(t, 'sue')
      await query("update users set status = 'S' where id = $1", suspended.id)
    })

    it.each([
      ['commit_rules'],
      ['commit_rules.is_reference_mandatory'],
      ['commit_rules.is_commit_message_change_allowed'],
      ['immutable_tags'],
      ['immutable_tags.paths'],
      ['immutable_tags.whitelist'],
      ['access_file'],
      ['email_notifications'],
    ])('of an update names the missing %s', async key => {
      const settings = structuredClone(everything) as Record<string, unknown>
      const [outer = '', inner] = key.split('.')
      if (inner === undefined) Reflect.deleteProperty(settings, outer)
      else Reflect.deleteProperty(settings[outer] as object, inner)
      const response = await put(id, settings)
      expect([response.status, messageOf(response)]).toEqual([
        400,
        expect.stringContaining(
          `settings${key
            .split('.')
            .map(part => `[${part}]`)
            .join('')}`,
        ),
      ])
    })

    it('wants settings at all, and every member of a notification', async () => {
      expect((await t.request('PUT', `/api/svn/${id}`, { as: ann.as, json: {} })).status).toBe(400)
      for (const key of ['path', 'emails', 'users', 'user_groups']) {
        const notification: Record<string, unknown> = to({ emails: ['a@example.org'] })
        Reflect.deleteProperty(notification, key)
        const response = await notify(notification)
        expect([response.status, messageOf(response)]).toEqual([
          400,
          expect.stringContaining(`settings[email_notifications][0][${key}]`),
        ])
      }
      expect((await notify(to({ emails: ['a@example.org'] }, ''))).status).toBe(400)
    })

    it.each([
      ['the same path twice', () => [to({ emails: ['a@b.c'] }), to({ emails: ['d@b.c'] })], 400, '/trunk'],
      ['a path without recipients', () => [to({})], 400, '/trunk'],
      ['an address twice', () => [to({ emails: ['a@b.c', 'x@b.c', 'A@b.c'] })], 400, 'a@b.c'],
      ['what is no address', () => [to({ emails: ['nobody'] })], 400, 'nobody'],
      ['an unknown user', () => [to({ users: [99_999] })], 400, '99999'],
      ['a suspended user', () => [to({ users: [suspended.id] })], 400, 'neither active nor restricted'],
      ['a malformed group', () => [to({ user_groups: ['crew'] })], 400, 'crew'],
      ['an unknown group', () => [to({ user_groups: ['99999'] })], 404, '99999'],
      ['a group without project', () => [to({ user_groups: ['3'] })], 400, '3'],
      [
        'wiki administrators',
        () => [to({ user_groups: [`${projectId}_14`] })],
        400,
        'cannot be notified|can be notified',
      ],
      ['everybody', () => [to({ user_groups: ['2'] })], 400, 'group'],
      ['members of another project', () => [to({ user_groups: [`${privateId}_3`] })], 400, 'different project'],
      ['a group of another project', () => [to({ user_groups: [String(foreignGroupId)] })], 400, 'different project'],
    ] as const)('refuses %s', async (_what, notifications, status, words) => {
      const response = await notify(...notifications())
      expect(response.status).toBe(status)
      expect(messageOf(response)).toMatch(new RegExp(words))
    })

    it('tells what is wrong with an access file, line by line, and stores nothing', async () => {
      const check = (access_file: string, as = t.admin) =>
        t.request('POST', `/api/svn/${id}/access_file_check`, { as, json: { access_file } })
      const wrong = await check('[/]\n* = r\nalice\n[/trunk')
      expect(wrong.json()).toEqual({
        faults: [
          { line: 3, message: expect.stringContaining('alice') as string },
          { line: 4, message: expect.stringContaining('/trunk') as string },
        ],
        warnings: [],
      })
      expect((await check('[/]\n* = rx')).json()).toMatchObject({ faults: [{ line: 2 }] })
      expect((await check('[/]\r\n* = r')).json()).toEqual({ faults: [], warnings: [] })
      expect((await check('')).json()).toEqual({ faults: [], warnings: [] })
      expect((await t.request('POST', `/api/svn/${id}/access_file_check`, { json: { access_file: '' } })).status).toBe(
        401,
      )
      const refused = await put(id, { ...everything, access_file: '[/]\nalice' })
      expect([refused.status, messageOf(refused)]).toEqual([400, expect.stringContaining('line 2')])
    })

    it('takes lines before the first section for lines of [/], and warns where there are no default permissions', async () => {
      const access_file = 'carl = rw\n[/tags]\n* = r'
      const check = (has_default_permissions: boolean) =>
        t.request('POST', `/api/svn/${id}/access_file_check`, {
          as: t.admin,
          json: { access_file, has_default_permissions },
        })
      expect((await check(true)).json()).toEqual({ faults: [], warnings: [] })
      expect((await check(false)).json()).toEqual({
        faults: [],
        warnings: [{ line: 1, message: expect.stringContaining('"carl = rw" stands before') as string }],
      })
      for (const has_default_permissions of [true, false]) {
        const saved = await put(id, { ...everything, access_file, has_default_permissions })
        expect(saved.status).toBe(200)
        const repository = saved.json<Repository>()
        expect(repository.settings?.access_file).toBe(access_file)
        const written = await readFile(accessFileOf(pathOf(repository)), 'utf8')
        expect(written.split('\n').includes('carl = rw')).toBe(has_default_permissions)
      }
    })

    it('tells all faults at once', async () => {
      const response = await notify(to({}), to({ users: [99_999] }, '/tags'))
      expect(messageOf(response)).toMatch(/\/trunk[\s\S]*99999/)
    })

    it.each(['paths', 'whitelist'])('refuses %s of more than 65,535 bytes', async list => {
      const long = { ...everything.immutable_tags, [list]: ['é'.repeat(32_767), 'a'] }
      const fits = await put(id, { ...everything, immutable_tags: { ...long, [list]: ['é'.repeat(32_767)] } })
      expect(fits.status).toBe(200)
      const response = await put(id, { ...everything, immutable_tags: long })
      expect([response.status, messageOf(response)]).toEqual([400, expect.stringContaining(list)])
    })

    it('keeps the order of notifications and of their recipients, who need not be members', async () => {
      const sent = [
        to({ users: [carl.id, ann.id], user_groups: [String(groupId), `${projectId}_4`], emails: ['z@b.c', 'a@b.c'] }),
        to({ emails: ['b@b.c'] }, '/'),
        to({ user_groups: [`${projectId}_3`] }, '/branches/*'),
      ]
      const response = await notify(...sent)
      expect(response.status).toBe(200)
      const shown = response.json<Repository>().settings?.email_notifications ?? []
      expect(
        shown.map(({ path, emails, users, user_groups }) => ({
          path,
          emails,
          users: users.map(user => user.id),
          user_groups: user_groups.map(group => group.id),
        })),
      ).toEqual(sent)
    })
  })

  describe('update', () => {
    it('sets everything at once and enables the default permissions when they are left out', async () => {
      const { id } = await create({ has_default_permissions: false })
      const { has_default_permissions, ...others } = everything
      const response = await put(id, others)
      expect(response.status).toBe(200)
      expect(response.json<Repository>().settings).toEqual({ ...others, has_default_permissions })
    })

    it('works in XML as in JSON', async () => {
      const { id } = await create(everything)
      const response = await t.request('PUT', `/api/svn/${id}`, {
        as: ann.as,
        xml:
          '<request><settings><commit_rules><is_reference_mandatory>0</is_reference_mandatory>' +
          '<is_commit_message_change_allowed>1</is_commit_message_change_allowed></commit_rules>' +
          '<immutable_tags><paths/><whitelist/></immutable_tags><access_file/><email_notifications/>' +
          '</settings></request>',
      })
      expect([response.status, response.text.includes('is_commit_message_change_allowed')]).toEqual([200, true])
      const stored = await t.request('GET', `/api/svn/${id}`, { as: ann.as })
      expect(stored.json<Repository>().settings).toMatchObject({
        commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true },
        immutable_tags: { paths: [], whitelist: [] },
        access_file: '',
      })
    })

    it('trims immutable paths line by line', async () => {
      const { id } = await create()
      const response = await put(id, {
        ...everything,
        immutable_tags: { paths: [' /tags ', '/a\n /b '], whitelist: ['', '  '] },
      })
      expect(response.json<Repository>().settings?.immutable_tags).toEqual({
        paths: ['/tags', '/a', '/b'],
        whitelist: [],
      })
    })

    it('writes a version of the access file only when text or default permissions differ, and keeps who and when', async () => {
      const { id } = await create({ access_file: '[/]\n* = r' })
      await put(id, { ...everything, access_file: '[/]\n* = r' })
      await put(id, { ...everything, access_file: '[/]\n* = rw' }, t.admin)
      await put(id, { ...everything, access_file: '[/]\n* = rw', has_default_permissions: false })
      const response = await t.request('GET', `/api/svn/${id}/access_file_versions?limit=2`, { as: ann.as })
      expect(response.headers['x-pagination-size']).toBe('3')
      expect(response.json()).toMatchObject([
        { version: 3, has_default_permissions: false, is_current: true, created_by: { username: 'ann' } },
        { version: 2, access_file: '[/]\n* = rw', is_current: false, created_by: { username: 'admin' } },
      ])
    })

    it('refuses an access file that svn would not take, naming the line, and the old one stays in force', async () => {
      const repository = await create({ access_file: '[/]\n* = r' })
      const { readFile } = await import('node:fs/promises')
      const file = `${pathOf(repository)}/authz/access`
      const before = await readFile(file, 'utf8')
      const response = await put(repository.id, { ...everything, access_file: '[/]\n* = r\n[/trunk\nann = rw' })
      expect([response.status, messageOf(response)]).toEqual([400, expect.stringContaining('line 3')])
      expect(await readFile(file, 'utf8')).toBe(before)
      const after = await t.request('GET', `/api/svn/${repository.id}`, { as: ann.as })
      expect(after.json<Repository>().settings).toEqual(repository.settings)
    })

    it('puts the new access file beside the repository', async () => {
      const repository = await create()
      await put(repository.id, { ...everything, access_file: '[/secret]\n* =\nann = rw' })
      const file = `${pathOf(repository)}/authz/access`
      const rights = (user: string, path: string) =>
        svnTool('svnauthz', 'accessof', '--username', user, '--path', path, file)
      expect(await rights('ann', '/secret')).toBe('rw\n')
      expect(await rights('ben', '/secret')).toBe('no\n')
      expect(await rights('ben', '/')).toBe('rw\n')
      expect(await rights('carl', '/')).toBe('r\n')
    })

    it('leaves an entry in the history of the project for each thing that changed', async () => {
      const { id } = await create(everything)
      await put(id, everything)
      await put(id, {
        ...everything,
        commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true },
      })
      await put(id, { ...everything, access_file: '' })
      const kinds = await query<{ kind: string }>(
        "select kind from event where payload->>'repository_id' = $1::text order by seq",
        id,
      )
      expect(kinds.map(({ kind }) => kind)).toEqual([
        'svn.repository_created',
        'svn.commit_rules_changed',
        'svn.commit_rules_changed',
        'svn.access_file_changed',
      ])
    })
  })

  describe('access', () => {
    it('shows the settings to those who administer the repositories only', async () => {
      const { id } = await create()
      const keys = async (as?: readonly [string, string]) => {
        const response = await t.request('GET', `/api/svn/${id}`, as ? { as } : {})
        return [response.status, 'settings' in response.json<object>()]
      }
      expect(await keys(ann.as)).toEqual([200, true])
      expect(await keys(t.admin)).toEqual([200, true])
      expect(await keys(ben.as)).toEqual([200, false])
      expect(await keys(carl.as)).toEqual([200, false])
      expect(await keys()).toEqual([200, false])
    })

    it('lets members of a group with SVN administration do what administrators do', async () => {
      const { id } = await create()
      expect((await put(id, everything, ben.as)).status).toBe(403)
      await t.app.modules.svn.setAdministratorGroups({ userId: null, means: 'command' }, projectId, [3])
      expect((await put(id, everything, ben.as)).status).toBe(200)
      expect((await put(id, everything, carl.as)).status).toBe(403)
      expect((await post({ project_id: projectId, name: nextName() }, ben.as)).status).toBe(201)
      await t.app.modules.svn.setAdministratorGroups({ userId: null, means: 'command' }, projectId, [])
      expect((await put(id, everything, ben.as)).status).toBe(403)
    })

    it('hides repositories of projects that the caller may not see when reading, and says 403 when writing', async () => {
      const { id } = await create(undefined, privateId)
      expect((await t.request('GET', `/api/svn/${id}`, { as: carl.as })).status).toBe(404)
      expect((await t.request('GET', `/api/svn/${id}`)).status).toBe(404)
      expect((await put(id, everything, carl.as)).status).toBe(403)
      expect((await t.request('DELETE', `/api/svn/${id}`, { as: carl.as })).status).toBe(403)
      expect((await t.request('GET', '/api/svn/99999', { as: carl.as })).status).toBe(404)
      expect((await put(99_999, everything, carl.as)).status).toBe(404)
    })

    it('closes public projects to restricted accounts', async () => {
      const { id } = await create()
      await setAccessMode('restricted')
      try {
        expect((await t.request('GET', `/api/svn/${id}`, { as: rita.as })).status).toBe(404)
        expect((await put(id, everything, rita.as)).status).toBe(403)
      } finally {
        await setAccessMode('anonymous')
      }
    })

    it('answers 403 in a suspended project, but lets site administrators read', async () => {
      const id = (await givenProject(t, 'asleep', { as: ann.as })).id
      const repository = await create(undefined, id)
      await setStatus(id, 'suspended')
      expect((await t.request('GET', `/api/svn/${repository.id}`, { as: ann.as })).status).toBe(403)
      expect((await t.request('GET', `/api/svn/${repository.id}`, { as: t.admin })).status).toBe(200)
      expect((await put(repository.id, everything, t.admin)).status).toBe(403)
      expect((await t.request('DELETE', `/api/svn/${repository.id}`, { as: t.admin })).status).toBe(403)
    })

    it('needs somebody who is signed in for everything but reading', async () => {
      const { id } = await create()
      for (const [method, path] of [
        ['POST', '/api/svn'],
        ['PUT', `/api/svn/${id}`],
        ['DELETE', `/api/svn/${id}`],
        ['GET', `/api/svn/${id}/access_file_versions`],
        ['GET', `/api/svn/${id}/revisions`],
      ] as const)
        expect((await t.request(method, path, method === 'GET' ? {} : { json: {} })).status).toBe(401)
      expect((await t.request('GET', `/api/svn/${id}/access_file_versions`, { as: ben.as })).status).toBe(403)
    })

    it('tells the methods', async () => {
      const allow = async (path: string) => (await t.request('OPTIONS', path)).headers['allow']
      expect(await allow('/api/svn')).toBe('OPTIONS, POST')
      expect(await allow('/api/svn/1')).toBe('OPTIONS, GET, PUT, DELETE')
      expect(await allow('/api/projects/101/svn')).toBe('OPTIONS, GET')
    })
  })

  describe('list', () => {
    let id: number
    beforeAll(async () => {
      id = (await givenProject(t, 'library', { as: ann.as })).id
      for (const name of ['novels', 'Atlas', 'maps']) await post({ project_id: id, name })
    })
    const list = (suffix = '', as = carl.as) => t.request('GET', `/api/projects/${id}/svn${suffix}`, { as })
    const namesOf = (response: { json<T>(): T }) =>
      response.json<{ repositories: Repository[] }>().repositories.map(each => each.name)

    it('has all repositories by name, without settings also for administrators', async () => {
      const response = await list('', ann.as)
      expect(namesOf(response)).toEqual(['Atlas', 'maps', 'novels'])
      expect(response.text).not.toContain('settings')
      expect(response.headers).toMatchObject({
        'x-pagination-size': '3',
        'x-pagination-limit': '10',
        'x-pagination-limit-max': '50',
      })
    })

    it('goes in pages, and takes a page that is too large as the largest', async () => {
      expect(namesOf(await list('?limit=1&offset=1'))).toEqual(['maps'])
      expect((await list('?limit=5000')).headers['x-pagination-limit']).toBe('50')
    })

    it('finds one by its exact name', async () => {
      const by = (query: string) => list(`?query=${encodeURIComponent(query)}`)
      expect(namesOf(await by('{"name":"maps"}'))).toEqual(['maps'])
      expect(namesOf(await by('{"name":"MAPS"}'))).toEqual([])
      for (const wrong of ['maps', '{"nom":"maps"}', '{"name":3}', '[]']) expect((await by(wrong)).status).toBe(400)
    })

    it('is as open as the project', async () => {
      expect((await t.request('GET', `/api/projects/${privateId}/svn`, { as: carl.as })).status).toBe(403)
      expect((await t.request('GET', '/api/projects/99999/svn', { as: carl.as })).status).toBe(404)
    })
  })

  describe('conditions and repeated calls', () => {
    it('names the version of the settings to administrators, and refuses to overwrite another one', async () => {
      const { id } = await create()
      const etagFor = async (as = ann.as) => (await t.request('GET', `/api/svn/${id}`, { as })).headers['etag']
      const old = await etagFor()
      expect([typeof old, await etagFor(ben.as)]).toEqual(['string', undefined])
      const written = await put(id, everything)
      const now = written.headers['etag']
      expect([written.status, now === old, await etagFor()]).toEqual([200, false, now])
      const headers = { 'if-match': String(old) }
      const json = { settings: { ...everything, access_file: '' } }
      for (const [method, body] of [
        ['PUT', { json }],
        ['DELETE', {}],
      ] as const) {
        const refused = await t.request(method, `/api/svn/${id}`, { as: ann.as, headers, ...body })
        expect([refused.status, refused.json<{ error: { details: { etag: string } } }>().error.details.etag]).toEqual([
          412,
          now,
        ])
        expect((await t.request(method, `/api/svn/${id}`, { as: ben.as, headers, ...body })).status).toBe(403)
      }
      const right = { 'if-match': String(now) }
      expect((await t.request('PUT', `/api/svn/${id}`, { as: ann.as, headers: right, json })).status).toBe(200)
      const latest = { 'if-match': String(await etagFor()) }
      expect((await t.request('DELETE', `/api/svn/${id}`, { as: ann.as, headers: latest })).status).toBe(202)
    })

    it('makes one repository for one key', async () => {
      const json = { project_id: projectId, name: nextName() }
      const headers = { 'idempotency-key': 'repository' }
      const [first, again] = [
        await t.request('POST', '/api/svn', { as: ann.as, headers, json }),
        await t.request('POST', '/api/svn', { as: ann.as, headers, json }),
      ]
      expect([first.status, again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
        201,
        201,
        first.text,
        'true',
      ])
      const rows = await query<{ n: number }>('select count(*) as n from svn_repository where name = $1', json.name)
      expect(rows).toEqual([{ n: 1 }])
    })
  })

  describe('deletion (§2.2)', () => {
    const remove = (id: number) => t.request('DELETE', `/api/svn/${id}`, { as: ann.as })
    const read = async (id: number) => (await t.request('GET', `/api/svn/${id}`, { as: ann.as })).status

    it('is accepted once, and the repository works normally until the job runs', async () => {
      const { id } = await create()
      const response = await remove(id)
      expect([response.status, response.text]).toEqual([202, ''])
      expect((await remove(id)).status).toBe(400)
      expect(await read(id)).toBe(200)
      expect((await put(id, everything)).status).toBe(200)
      // The delay of one minute has not passed.
      await t.app.modules.svn.deleted.removeDue()
      expect(await read(id)).toBe(200)
    })

    it('takes it away a minute later, and an operator can bring it back with all it had', async () => {
      const repository = await create({ ...everything, layout: ['trunk'] })
      await remove(repository.id)
      t.clock.advance(61_000)
      await t.app.modules.svn.deleted.removeDue()
      expect(await read(repository.id)).toBe(404)
      expect((await remove(repository.id)).status).toBe(404)
      await expect(svnTool('svnlook', 'youngest', pathOf(repository))).rejects.toThrow()

      await t.app.modules.svn.deleted.restore({ userId: null, means: 'command' }, repository.id)
      const back = await t.request('GET', `/api/svn/${repository.id}`, { as: ann.as })
      expect(back.json<Repository>()).toEqual(repository)
      expect(await svnTool('svnlook', 'tree', pathOf(repository))).toBe('/\n trunk/\n')
      expect((await remove(repository.id)).status).toBe(202)
    })

    it('erases it after the days of the setting, and not before', async () => {
      const { id } = await create()
      await remove(id)
      await t.app.modules.svn.deleted.removeDue(id)
      t.clock.advance(3 * 24 * 3_600_000 - 1_000)
      await t.app.modules.svn.deleted.purge()
      expect((await t.app.modules.svn.deleted.list()).map(each => each.id)).toContain(id)
      t.clock.advance(2_000)
      await t.app.modules.svn.deleted.purge()
      await expect(t.app.modules.svn.deleted.restore({ userId: null, means: 'command' }, id)).rejects.toThrow(
        'no deleted repository',
      )
    })

    it('is deleted with its project', async () => {
      const id = (await givenProject(t, 'doomed', { as: ann.as })).id
      const repository = await create(undefined, id)
      await t.app.modules.projects.change({ userId: null, means: 'command' }, id, { status: 'deleted' })
      await t.app.modules.svn.deleted.removeDue()
      expect(await t.app.modules.svn.find(repository.id)).toBeUndefined()
    })
  })
})
