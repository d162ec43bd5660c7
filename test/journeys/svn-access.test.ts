import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { invalidate, inTransaction, statement } from '../../src/platform/db/db.ts'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { testFolder } from '../harness/process.ts'
import { givenAccount, givenProject, type Account, type Credentials, type FixtureProject } from '../harness/fixture.ts'
import { isSvnMissing, SVN_NEEDS, svnClient } from '../harness/svn.ts'

const command = { userId: null, means: 'command' } as const

// The rights of Subversion clients, case by case (svn.md §3.1 and §3.2); the data folder has a name that is too long for a socket inside.
describe.skipIf(isSvnMissing)(`the rights on a repository (${SVN_NEEDS})`, { timeout: 60_000 }, () => {
  let t: TestApp
  let address: string
  let client: ReturnType<typeof svnClient>
  let ann: Account
  let bob: Account
  let rita: Account
  let open: FixtureProject
  let closed: FixtureProject
  let id: number

  const setAccess = async (project: FixtureProject, access: string): Promise<void> => {
    await t.db.query(statement('', 'update project set access = $2 where id = $1'), [project.id, access])
    await inTransaction(t.db, tx => invalidate(tx, 'project', project.id))
  }
  const setStatus = (project: FixtureProject, status: 'active' | 'suspended' | 'deleted') =>
    t.app.modules.projects.change(command, project.id, { status })
  /** Status of the request with which every client begins. */
  const statusOf = async (place: string, as: Credentials): Promise<number> => {
    const authorization = `Basic ${Buffer.from(as.join(':')).toString('base64')}`
    const response = await fetch(`${address}/svnplugin/${place}/`, { method: 'OPTIONS', headers: { authorization } })
    await response.arrayBuffer()
    return response.status
  }
  const create = async (project: FixtureProject, name: string, settings: object = {}): Promise<number> => {
    const json = { project_id: project.id, name, settings: { layout: ['trunk'], ...settings } }
    const response = await t.request('POST', '/api/svn', { as: ann.as, json })
    expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
    return response.json<{ id: number }>().id
  }

  beforeAll(async () => {
    t = await testApp({ dataFolder: join(await testFolder(), ...Array<string>(5).fill('a folder with a long name')) })
    ann = await givenAccount(t, 'ann')
    bob = await givenAccount(t, 'bob')
    await t.app.modules.settings.set('access_mode', 'restricted', { actorId: null, means: 'command' })
    rita = await givenAccount(t, 'rita', { status: 'R' })
    open = await givenProject(t, 'open', { as: ann.as })
    closed = await givenProject(t, 'closed', { as: ann.as, isPublic: false })
    address = await listen(t)
    client = svnClient(await testFolder())
    id = await create(open, 'main')
    await create(closed, 'main')
  })

  it('lets commits be checked from there', async () => {
    const rules = { is_reference_mandatory: true, is_commit_message_change_allowed: false }
    await create(open, 'ruled', { commit_rules: rules })
    const url = `${address}/svnplugin/open/ruled/trunk`
    expect(await client.refused(ann.as, 'mkdir', '-m', 'Nothing', `${url}/a`)).toContain('refers to nothing')
    await client.svn(ann.as, 'mkdir', '-m', 'See rev #ruled/1', `${url}/a`)
  })

  it('knows no site administrators inside a repository: the access file alone decides', async () => {
    await create(closed, 'shown', { access_file: '[/]\nadmin = r' })
    expect(await client.svn(t.admin, 'list', `${address}/svnplugin/closed/shown`)).toBe('trunk/\n')
    const url = `${address}/svnplugin/closed/main`
    expect(await client.refused(t.admin, 'list', url)).toMatch(/forbidden|authorization failed/i)
    expect(await client.svn(ann.as, 'list', url)).toBe('trunk/\n')
    expect(await client.refused(t.admin, 'mkdir', '-m', 'No', `${address}/svnplugin/open/main/b`)).toMatch(/forbidden/i)
  })

  it('shows public projects to restricted accounts only where they are members, or the project is open to them', async () => {
    expect(await statusOf('open/main', rita.as)).toBe(403)
    await setAccess(open, 'unrestricted')
    expect(await statusOf('open/main', rita.as)).toBe(200)
    await setAccess(open, 'public')
    expect(await statusOf('open/main', rita.as)).toBe(403)
  })

  it('is closed to accounts that are not active', async () => {
    const sue = await givenAccount(t, 'sue')
    expect(await statusOf('open/main', sue.as)).toBe(200)
    await t.app.modules.auth.changeAccount(sue.id, { status: 'S' }, { userId: 101, means: 'command' })
    expect(await statusOf('open/main', sue.as)).toBe(401)
  })

  it('is served as long as the project is active and uses Subversion', async () => {
    expect(await statusOf('open/nothing', ann.as)).toBe(404)
    expect(await statusOf('nothing/main', ann.as)).toBe(403)
    const services = await t.request('GET', `/api/projects/${open.id}/project_services`, { as: ann.as })
    const service = services.json<{ id: number; name: string }[]>().find(each => each.name === 'plugin_svn')?.id
    const use = (is_enabled: boolean) =>
      t.request('PUT', `/api/project_services/${service}`, { as: ann.as, json: { is_enabled } })
    await use(false)
    expect(await statusOf('open/main', ann.as)).toBe(404)
    await use(true)
    expect(await statusOf('open/main', ann.as)).toBe(200)
    const brief = await givenProject(t, 'brief', { as: ann.as })
    const briefId = await create(brief, 'main')
    expect(await statusOf('brief/main', ann.as)).toBe(200)
    for (const status of ['suspended', 'deleted'] as const) {
      await setStatus(brief, status)
      expect([status, await statusOf('brief/main', ann.as), await statusOf('brief/main', t.admin)]).toEqual([
        status,
        403,
        403,
      ])
    }
    // REST refuses, too, for everybody: the job that removes the repositories has not run.
    const settings = {
      commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
      immutable_tags: { paths: [], whitelist: [] },
      access_file: '',
      email_notifications: [],
    }
    const rest = async (method: string, path: string, json?: object) =>
      (await t.request(method, path, { as: ann.as, ...(json && { json }) })).status
    expect(await rest('GET', `/api/svn/${briefId}`)).toBe(404)
    expect([403, 404]).toContain(await rest('PUT', `/api/svn/${briefId}`, { settings }))
    expect([403, 404]).toContain(await rest('DELETE', `/api/svn/${briefId}`))
    expect([403, 404]).toContain(await rest('POST', '/api/svn', { project_id: brief.id, name: 'other' }))
  })

  it('grants nothing by itself if the default permissions are off', async () => {
    await create(open, 'bare', { has_default_permissions: false, access_file: '[/trunk]\nbob = r' })
    const url = `${address}/svnplugin/open/bare`
    expect(await client.refused(ann.as, 'list', `${url}/trunk`)).toMatch(/forbidden|authorization failed/i)
    expect(await client.svn(bob.as, 'list', `${url}/trunk`)).toBe('')
    expect(await client.refused(bob.as, 'mkdir', '-m', 'No', `${url}/trunk/a`)).toMatch(/forbidden/i)
  })

  it('follows the project when it becomes private, and public again', async () => {
    const url = `${address}/svnplugin/open/main`
    expect(await client.svn(bob.as, 'list', url)).toBe('trunk/\n')
    await setAccess(open, 'private')
    expect(await statusOf('open/main', bob.as)).toBe(403)
    await setAccess(open, 'public')
    expect(await client.svn(bob.as, 'list', url)).toBe('trunk/\n')
    expect((await t.request('GET', `/api/svn/${id}`, { as: bob.as })).status).toBe(200)
  })
})
