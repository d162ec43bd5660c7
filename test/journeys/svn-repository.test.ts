import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { invalidate, inTransaction, statement } from '../../src/platform/db/db.ts'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { testFolder } from '../harness/process.ts'
import { aTracker, createTrackersOf } from '../harness/trackers.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'
import { isSvnMissing, SVN_NEEDS, svnClient } from '../harness/svn.ts'
import { readXml } from '../harness/xml.ts'

// The life of a repository for its users (svn.md): each step begins where the preceding step ended.

interface Repository {
  id: number
  svn_url: string
  settings: { access_file: string }
}

describe.skipIf(isSvnMissing)(`a repository, from POST /svn to its end (${SVN_NEEDS})`, { timeout: 60_000 }, () => {
  let t: TestApp
  let ann: Account
  let ben: Account
  let carl: Account
  let project: FixtureProject
  let groupId: string
  let client: ReturnType<typeof svnClient>
  let address: string
  let url: string
  let id: number
  let bug: number

  const given = (changes: object = {}) => ({
    commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
    immutable_tags: { paths: [], whitelist: [] },
    access_file: '',
    email_notifications: [],
    ...changes,
  })
  const put = (changes: object) =>
    t.request('PUT', `/api/svn/${id}`, { as: ann.as, json: { settings: given(changes) } })
  const set = async (changes: object): Promise<void> => {
    const response = await put(changes)
    expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  }
  const get = async () => (await t.request('GET', `/api/svn/${id}`, { as: ann.as })).json<Repository>()
  const mkdirOn = (path: string, message: string, as = ben.as) =>
    client.svn(as, 'mkdir', '-m', message, `${url}/${path}`)
  const refusedMkdir = (path: string, message: string, as = ben.as) =>
    client.refused(as, 'mkdir', '-m', message, `${url}/${path}`)
  const addressOf = (svnUrl: string) => svnUrl.replace('http://crocus.test', address)
  const referencesOf = async (artifact: number) => {
    const response = await t.request('GET', `/api/artifacts/${artifact}?values_format=collection`, { as: ben.as })
    const { values } = response.json<{ values: { type: string; value: { ref: string; direction: string }[] }[] }>()
    return (values.find(({ type }) => type === 'cross')?.value ?? []).map(({ ref, direction }) => [ref, direction])
  }

  beforeAll(async () => {
    t = await testApp()
    ann = await givenAccount(t, 'ann')
    ben = await givenAccount(t, 'ben')
    carl = await givenAccount(t, 'carl')
    project = await givenProject(t, 'lighthouse', { as: ann.as, members: ['ben', 'carl'] })
    const group = await t.request('POST', '/api/user_groups', {
      as: ann.as,
      json: { project_id: project.id, short_name: 'keepers' },
    })
    groupId = group.json<{ id: string }>().id
    const members = { user_references: [{ username: 'carl' }] }
    await t.request('PUT', `/api/user_groups/${groupId}/users`, { as: ann.as, json: members })
    // The trackers of the template do not have a field that shows references.
    const addField = statement(
      '',
      `with made as (insert into form_element (tracker_id, type, name, label, rank)
        values ($1, 'cross', 'mentioned', 'Mentioned', 99) returning id)
      insert into field_permission select id, 1, 'read' from made`,
    )
    await t.db.query(addField, [project.tracker('bug').id])
    await inTransaction(t.db, tx => invalidate(tx, 'tracker', project.tracker('bug').id))
    bug = await givenArtifact(t, project.tracker('bug'), 'The lamp leaks', { as: ben.as })
    client = svnClient(await testFolder())
    address = await listen(t)
  })

  it('is made in JSON with its layout, and checked out and committed to at once', async () => {
    const response = await t.request('POST', '/api/svn', {
      as: ann.as,
      json: { project_id: project.id, name: 'main', settings: given({ layout: ['trunk', 'tags', 'branches'] }) },
    })
    expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
    const repository = response.json<Repository>()
    id = repository.id
    url = addressOf(repository.svn_url)
    expect(await client.svn(ben.as, 'checkout', url, 'wc')).toMatch(/Checked out revision 1\.\n$/)
    expect(await client.svn(ben.as, 'list', url)).toBe('branches/\ntags/\ntrunk/\n')
    await mkdir(join(client.folder, 'wc/trunk/lamp'))
    await writeFile(join(client.folder, 'wc/trunk/lamp/bulb.txt'), 'on\n')
    await client.svn(ben.as, 'add', 'wc/trunk/lamp')
    expect(await client.svn(ben.as, 'commit', '-m', 'A lamp', 'wc')).toMatch(/Committed revision 2\.\n$/)
    expect(await client.svn(carl.as, 'cat', `${url}/trunk/lamp/bulb.txt`)).toBe('on\n')
  })

  it('is made in XML just so', async () => {
    const xml =
      `<request><project_id>${project.id}</project_id><name>side</name><settings>` +
      '<layout><item>trunk</item><item>tags/old</item></layout></settings></request>'
    const response = await t.request('POST', '/api/svn', { as: ann.as, xml, headers: { accept: 'application/xml' } })
    expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
    const side = addressOf(readXml(response.text).say('svn_url') ?? '')
    expect(await client.svn(ben.as, 'list', '-R', side)).toBe('tags/\ntags/old/\ntrunk/\n')
    await client.svn(ben.as, 'mkdir', '-m', 'Begun', `${side}/trunk/a`)
  })

  it('wants references from the commit on that follows the setting, and the artifact shows who refers to it', async () => {
    await set({ commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false } })
    await appendFile(join(client.folder, 'wc/trunk/lamp/bulb.txt'), 'off\n')
    expect(await client.refused(ben.as, 'commit', '-m', 'Nothing to name', 'wc')).toContain('refers to nothing')
    await client.svn(ben.as, 'commit', '-m', `Fix bug #${bug}`, 'wc')
    await t.work()
    expect(await referencesOf(bug)).toEqual([['rev #main/3', 'in']])
    const revisions = await t.request('GET', `/api/svn/${id}/revisions?limit=1`, { as: ben.as })
    expect((await t.request('GET', `/api/svn/${id}/revisions?path=/no/such`, { as: ben.as })).json()).toEqual([])
    expect((await t.request('GET', `/api/svn/${id}/revisions?path=..`, { as: ben.as })).status).toBe(400)
    expect(revisions.json()).toMatchObject([
      { revision: 3, author: { username: 'ben' }, message: `Fix bug #${bug}`, artifacts: [{ id: bug }] },
    ])
    await set({})
    await mkdirOn('trunk/free', 'Nothing to name')
    // The name of a tracker elsewhere makes no reference: it would tell that there is one.
    const vault = await givenProject(t, 'vault', { isPublic: false })
    await createTrackersOf(t, aTracker(vault.id, 'plot'))
    await mkdirOn('trunk/guess', `Is it plot #${bug}?`)
    await t.work()
    expect(await referencesOf(bug)).toEqual([['rev #main/3', 'in']])
  })

  it('keeps tags as they are, but for what the whitelist lets in', async () => {
    await set({ immutable_tags: { paths: ['/tags'], whitelist: ['/tags/parts'] } })
    await client.svn(ben.as, 'copy', '-m', 'Tag', `${url}/trunk`, `${url}/tags/v1`)
    expect(await client.refused(ben.as, 'rm', '-m', 'No', `${url}/tags/v1/lamp`)).toContain(
      '/tags/v1/lamp may not be removed: tags below /tags do not change',
    )
    expect(await refusedMkdir('tags/v1/more', 'No')).toContain('may not be added')
    await mkdirOn('tags/parts', 'A place for tags of parts')
    await client.svn(ben.as, 'copy', '-m', 'Tag of a part', `${url}/trunk/lamp`, `${url}/tags/parts/lamp`)
    expect(await refusedMkdir('tags/parts/lamp/more', 'No')).toContain('may not be added')
    await set({})
    await client.svn(ben.as, 'rm', '-m', 'Allowed again', `${url}/tags/v1/lamp`)
  })

  it('opens and closes paths to people and groups at the next request', async () => {
    const text = '[/trunk/lamp]\r\n@members = r\r\n@keepers = rw\r\n[/branches]\r\nben ='
    await set({ access_file: text })
    expect((await get()).settings.access_file).toBe(text)
    expect(await refusedMkdir('trunk/lamp/a', 'No')).toMatch(/forbidden/i)
    await mkdirOn('trunk/lamp/a', 'A keeper may', carl.as)
    await mkdirOn('trunk/elsewhere', 'Members may')
    expect(await client.refused(ben.as, 'list', `${url}/branches`)).toMatch(/forbidden|authorization failed/i)
    expect(await client.svn(carl.as, 'list', `${url}/branches`)).toBe('')
  })

  it('refuses an access file that is wrong, by its line, and the old one stays in force', async () => {
    const before = (await get()).settings.access_file
    const response = await put({ access_file: '[/]\n* = rw\n[/branches\nben = rw' })
    const { error } = response.json<{ error: { message: string } }>()
    expect([response.status, error.message]).toEqual([400, expect.stringContaining('line 3')])
    expect((await get()).settings.access_file).toBe(before)
    expect(await refusedMkdir('trunk/lamp/b', 'Still not')).toMatch(/forbidden/i)
    await mkdirOn('trunk/lamp/b', 'Still', carl.as)
    await set({})
    await mkdirOn('trunk/lamp/c', 'Without access file members may')
  })

  it('lets messages be changed once the setting says so, and the references follow', async () => {
    const other = await givenArtifact(t, project.tracker('bug'), 'The door squeaks', { as: ben.as })
    const change = ['propset', '--revprop', '-r', '3', 'svn:log', `Really bug #${other}`, url]
    expect(await client.refused(ben.as, ...change)).toContain('cannot be changed in this repository')
    await set({ commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true } })
    await client.svn(ben.as, ...change)
    expect(await client.svn(ben.as, 'log', '-r', '3', url)).toContain(`Really bug #${other}`)
    await t.work()
    expect([await referencesOf(bug), await referencesOf(other)]).toEqual([[], [['rev #main/3', 'in']]])
  })

  it('tells people, groups and addresses of commits below their paths, with the difference', async () => {
    await t.work()
    t.mails.splice(0)
    const to = (path: string, recipients: object) => ({ path, emails: [], users: [], user_groups: [], ...recipients })
    await set({
      email_notifications: [
        to('/trunk', { emails: ['list@example.org'], users: [ann.id] }),
        to('/*/lamp', { user_groups: [groupId], emails: ['list@example.org'] }),
        to('/branches', { emails: ['branches@example.org'] }),
      ],
    })
    await client.svn(ben.as, 'update', 'wc')
    await writeFile(join(client.folder, 'wc/trunk/lamp/bulb.txt'), 'bright\n')
    const said = await client.svn(ben.as, 'commit', '-m', `Brighter, bug #${bug}`, 'wc')
    const revision = /Committed revision (\d+)/.exec(said)?.[1]
    await t.work()
    expect(t.mails.map(mail => mail.to.address).sort()).toEqual([
      'ann@example.org',
      'carl@example.org',
      'list@example.org',
    ])
    expect(new Set(t.mails.map(mail => mail.subject))).toEqual(new Set([`r${revision} /trunk/lamp`]))
    for (const part of [`Brighter, bug #${bug}`, 'ben <ben@example.org>', '/trunk/lamp/bulb.txt', '-off', '+bright'])
      expect(t.mails[0]?.text).toContain(part)
    await t.work()
    expect(t.mails).toHaveLength(3)
  })

  it('is deleted a minute after DELETE, which may be asked for once; then clients are refused', async () => {
    const remove = () => t.request('DELETE', `/api/svn/${id}`, { as: ann.as })
    expect([(await remove()).status, (await remove()).status]).toEqual([202, 400])
    await mkdirOn('trunk/last', 'It is there until then')
    t.clock.advance(61_000)
    await t.app.modules.svn.deleted.removeDue()
    expect((await t.request('GET', `/api/svn/${id}`, { as: ann.as })).status).toBe(404)
    expect(await client.refused(ben.as, 'list', url)).toMatch(/E\d{6}/)
    expect(await client.refused(ben.as, 'update', 'wc')).toMatch(/E\d{6}/)
    expect((await remove()).status).toBe(404)
    expect(await client.svn(ben.as, 'list', url.replace(/main$/, 'side'))).toBe('tags/\ntrunk/\n')
  })
})
