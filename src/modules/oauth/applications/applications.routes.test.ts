import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenProject,
  type Account,
  type Credentials,
} from '../../../../test/harness/fixture.ts'
import { createApp } from '../../../app.ts'
import { openDatabase } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'

let crocus: TestApp
let ada: Account
let stranger: Account
let projectId: number
beforeAll(async () => {
  crocus = await testApp()
  ada = await givenAccount(crocus, 'ada')
  stranger = await givenAccount(crocus, 'stranger')
  projectId = (await givenProject(crocus, 'garden', { as: ada.as })).id
})

interface App {
  readonly id: number
  readonly client_id: string
  readonly client_secret: string
  readonly name: string
}

const wanted = { name: 'Gardener', redirect_uri: 'https://gardener.example/callback', use_pkce: true }
const request = (method: string, path: string, as: Credentials, json?: unknown) =>
  crocus.request(method, path, { as, json })
const register = async (path = `/api/projects/${projectId}/oauth2_apps`, as = ada.as): Promise<App> => {
  const answer = await request('POST', path, as, wanted)
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.json<App>()
}
const secretInDatabase = async (id: number): Promise<string> => {
  const row = await crocus.db.kysely.selectFrom('oauth_app').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return JSON.stringify({ ...row, secret_hash: row.secret_hash?.toString('hex') })
}

describe('applications of a project (auth.md §6.1)', () => {
  it('are registered by its administrators, who see the secret once', async () => {
    const made = await request('POST', `/api/projects/${projectId}/oauth2_apps`, ada.as, wanted)
    expect(made.status).toBe(201)
    const app = made.json<App>()
    expect(app).toMatchObject({
      ...wanted,
      client_id: `tlp-client-id-${app.id}`,
      client_secret: expect.stringMatching(new RegExp(`^tlp-oauth2-c1-${app.id}[.][0-9a-f]{64}$`)) as string,
      project: { id: projectId, shortname: 'garden' },
    })
    const read = await request('GET', `/api/oauth2_apps/${app.id}`, ada.as)
    const { client_secret: _, ...shown } = app
    expect(read.json()).toEqual(shown)
    expect(await secretInDatabase(app.id)).not.toContain(app.client_secret.split('.')[1])
  })

  it('are registered in XML, too', async () => {
    const made = await crocus.request('POST', `/api/projects/${projectId}/oauth2_apps`, {
      as: ada.as,
      xml: '<request><name>By XML</name><redirect_uri>http://localhost:3000/</redirect_uri><use_pkce>false</use_pkce></request>',
      headers: { accept: 'application/xml' },
    })
    expect(made.status).toBe(201)
    expect(made.text).toMatch(/<client_secret>tlp-oauth2-c1-/)
  })

  it('are listed page by page', async () => {
    const { id } = await givenProject(crocus, 'listed', { as: ada.as })
    const first = await register(`/api/projects/${id}/oauth2_apps`)
    const second = await register(`/api/projects/${id}/oauth2_apps`)
    const page = await request('GET', `/api/projects/${id}/oauth2_apps?limit=1&offset=1`, ada.as)
    expect(page.json<App[]>().map(app => app.id)).toEqual([second.id])
    expect(page.headers['x-pagination-size']).toBe('2')
    expect(page.text).not.toContain('client_secret')
    expect(first.id).toBeLessThan(second.id)
  })

  it('are nothing for others: 403', async () => {
    const { id } = await register()
    for (const [method, path, json] of [
      ['GET', `/api/projects/${projectId}/oauth2_apps`],
      ['POST', `/api/projects/${projectId}/oauth2_apps`, wanted],
      ['GET', `/api/oauth2_apps/${id}`],
      ['PATCH', `/api/oauth2_apps/${id}`, { name: 'Mine' }],
      ['DELETE', `/api/oauth2_apps/${id}`],
      ['POST', `/api/oauth2_apps/${id}/secret`],
      ['GET', '/api/oauth2_apps'],
      ['POST', '/api/oauth2_apps', wanted],
    ] as const) {
      expect([method, path, (await request(method, path, stranger.as, json)).status]).toEqual([method, path, 403])
      expect([method, path, (await crocus.request(method, path, { json })).status]).toEqual([method, path, 401])
    }
    expect((await request('GET', `/api/oauth2_apps/${id}`, ada.as)).json()).toMatchObject({ name: wanted.name })
  })

  it('are not reached by administrators of other projects', async () => {
    const other = await givenAccount(crocus, 'other')
    await givenProject(crocus, 'elsewhere', { as: other.as })
    const { id } = await register()
    expect((await request('PATCH', `/api/oauth2_apps/${id}`, other.as, { name: 'Mine' })).status).toBe(403)
  })

  it.each([
    [{ ...wanted, name: '' }, /`name`/],
    [{ ...wanted, name: 'n'.repeat(256) }, /`name`/],
    [{ name: 'No address' }, /`redirect_uri`/],
    [{ ...wanted, redirect_uri: 'http://gardener.example/callback' }, /`redirect_uri` is to be an https address/],
    [{ ...wanted, redirect_uri: 'https://gardener.example/#top' }, /`redirect_uri` has a fragment/],
    [{ ...wanted, use_pkce: 'maybe' }, /`use_pkce`/],
    [{ ...wanted, name: 'a\0b' }, /`name`/],
  ])('are refused as %j', async (json, reason) => {
    const { status, text } = await request('POST', `/api/projects/${projectId}/oauth2_apps`, ada.as, json)
    expect(status).toBe(400)
    expect(text).toMatch(reason)
  })

  it('are changed; what is wrong changes nothing', async () => {
    const { id } = await register()
    const path = `/api/oauth2_apps/${id}`
    expect((await request('PATCH', path, ada.as, { name: 'New', redirect_uri: 'ftp://x' })).status).toBe(400)
    expect((await request('PATCH', path, ada.as, { name: ' ' })).status).toBe(400)
    expect((await request('GET', path, ada.as)).json()).toMatchObject(wanted)
    const changed = await request('PATCH', path, ada.as, { name: 'New', use_pkce: false })
    expect(changed.json()).toMatchObject({ ...wanted, name: 'New', use_pkce: false })
    expect((await request('GET', path, ada.as)).json()).toEqual(changed.json())
  })

  it('get a new secret', async () => {
    const app = await register()
    const before = await secretInDatabase(app.id)
    const renewed = await request('POST', `/api/oauth2_apps/${app.id}/secret`, ada.as)
    expect(renewed.status).toBe(201)
    const { client_id, client_secret } = renewed.json<App>()
    expect(client_id).toBe(app.client_id)
    expect(client_secret).toMatch(new RegExp(`^tlp-oauth2-c1-${app.id}[.][0-9a-f]{64}$`))
    expect(client_secret).not.toBe(app.client_secret)
    expect(await secretInDatabase(app.id)).not.toBe(before)
  })

  it('are deleted, on every process at once', async () => {
    const db = openDatabase(crocus.databaseUrl)
    const { config, clock } = crocus
    const other = await createApp({ config, db, clock, log: createLog('fatal') })
    const app = await register()
    const authorization = `Basic ${Buffer.from(ada.as.join(':')).toString('base64')}`
    const there = () => other.fastify.inject({ url: `/api/oauth2_apps/${app.id}`, headers: { authorization } })
    expect((await there()).statusCode).toBe(200)
    expectDone(await request('DELETE', `/api/oauth2_apps/${app.id}`, ada.as))
    expect((await request('GET', `/api/oauth2_apps/${app.id}`, ada.as)).status).toBe(404)
    await expect.poll(async () => (await there()).statusCode).toBe(404)
    await other.close()
    await db.close()
  })

  it('go with their project', async () => {
    const { id } = await givenProject(crocus, 'doomed', { as: ada.as })
    const app = await register(`/api/projects/${id}/oauth2_apps`)
    await crocus.app.modules.projects.change({ userId: 101, means: 'command' }, id, { status: 'deleted' })
    await crocus.work()
    expect((await request('GET', `/api/oauth2_apps/${app.id}`, crocus.admin)).status).toBe(404)
  })
})

describe('applications of the whole platform', () => {
  it('are managed by site administrators', async () => {
    const app = await register('/api/oauth2_apps', crocus.admin)
    expect(app).toMatchObject({ project: null })
    const listed = await request('GET', '/api/oauth2_apps', crocus.admin)
    expect(listed.json<App[]>().map(({ id }) => id)).toEqual([app.id])
    expect((await request('PATCH', `/api/oauth2_apps/${app.id}`, ada.as, { name: 'Mine' })).status).toBe(403)
  })

  it('are 404 when there is none of that number', async () => {
    for (const id of ['999999', '99999999999999999999'])
      expect((await request('GET', `/api/oauth2_apps/${id}`, crocus.admin)).status).toBe(404)
  })
})

describe('addresses of the reference platform', () => {
  it('lead to our pages', async () => {
    const administration = await crocus.request('GET', '/plugins/oauth2_server/project/102/admin')
    expect([administration.status, administration.headers['location']]).toEqual([
      302,
      '/projects/102/administration/applications',
    ])
    const account = await crocus.request('GET', '/plugins/oauth2_server/account/apps')
    expect([account.status, account.headers['location']]).toEqual([302, '/account/applications'])
    expect((await crocus.request('GET', '/plugins/oauth2_server/project/..%2F/admin')).status).toBe(404)
  })
})
