import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  authorizationParams,
  bearer,
  exchange,
  givenApp,
  givenCode,
  givenTokens,
  refresh,
  type OauthApp,
} from '../../../../test/harness/oauth.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../../test/harness/fixture.ts'

let crocus: TestApp
let ada: Account
let app: OauthApp
let project: FixtureProject
beforeAll(async () => {
  crocus = await testApp()
  ada = await givenAccount(crocus, 'ada')
  app = await givenApp(crocus)
  project = await givenProject(crocus, 'garden', { as: ada.as, isPublic: false })
})

const tokenFor = async (scope: string, user = ada): Promise<string> =>
  (await givenTokens(crocus, app, user, scope)).access_token
const call = (token: string, path: string, method = 'GET', json?: unknown) =>
  crocus.request(method, path, { ...bearer(token), ...(json !== undefined && { json }) })

describe('an access token (auth.md §2.1, §6.2)', () => {
  it('opens what its scope opens, as its user', async () => {
    const token = await tokenFor('read:project')
    expect((await call(token, `/api/projects/${project.id}`)).json()).toMatchObject({ shortname: 'garden' })
    const stranger = await givenAccount(crocus, 'stranger')
    expect((await call(await tokenFor('read:project', stranger), `/api/projects/${project.id}`)).status).toBe(403)
  })

  it('opens nothing else: 403 says which scope is needed', async () => {
    const token = await tokenFor('openid read:project')
    const answer = await call(token, `/api/projects/${project.id}/trackers`)
    expect(answer.status).toBe(403)
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer realm="Crocus", error="insufficient_scope", scope="read:tracker"',
    )
    expect(answer.json()).toMatchObject({ error: { code: 403 } })
  })

  it('that may write may also read the same resources, and no others', async () => {
    const token = await tokenFor('write:tracker')
    expect((await call(token, `/api/projects/${project.id}/trackers`)).status).toBe(200)
    expect((await call(token, `/api/projects/${project.id}`)).status).toBe(403)
    const tracker = project.tracker('bug')
    const artifact = await givenArtifact(crocus, tracker, 'By an application', bearer(token))
    const reading = await tokenFor('read:tracker')
    expect((await call(reading, `/api/artifacts/${artifact}`)).json()).toMatchObject({ submitted_by: ada.id })
    expect((await call(reading, `/api/artifacts/${artifact}`, 'PUT', { values: [] })).status).toBe(403)
    expect((await call(reading, `/api/artifacts/${artifact}`, 'DELETE')).status).toBe(403)
  })

  it('of all scopes opens no route that has none: 401', async () => {
    const token = await tokenFor(
      'openid profile email write:project write:tracker write:svn read:user_membership read:project read:tracker',
    )
    for (const path of ['/api/account', '/api/users/self', '/api/users/self/access_keys', '/api/oauth2_apps']) {
      const answer = await call(token, path)
      expect([path, answer.status]).toEqual([path, 401])
      expect(answer.headers['www-authenticate']).toContain('Bearer')
    }
    expect((await call(token, '/api/access_keys', 'POST', {})).status).toBe(401)
    expect((await call(token, '/api/oauth2_interactions/x', 'POST', { decision: 'allow' })).status).toBe(401)
  })

  it('is sent in the header only, whose scheme may be in any case', async () => {
    const token = await tokenFor('read:project')
    const path = `/api/projects/${project.id}`
    const lower = await crocus.request('GET', path, { headers: { authorization: `bearer ${token}` } })
    expect(lower.status).toBe(200)
    expect((await crocus.request('GET', `${path}?access_token=${token}`)).status).toBe(403)
    const form = await crocus.request('POST', `${path}/extract_references`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bytes: Buffer.from(`text=art+%231&access_token=${token}`),
    })
    expect(form.status).toBe(403)
  })

  it.each([
    ['', /badly formatted/],
    ['x', /badly formatted/],
    [`tlp-oauth2-rt1-1.${'0'.repeat(64)}`, /badly formatted/],
    [`tlp-oauth2-at1-1.${'0'.repeat(63)}`, /badly formatted/],
    [`tlp-oauth2-at1-1.${'0'.repeat(64)}`, /not valid/],
  ])('that is none is 401, also where anybody may read: "%s"', async (token, reason) => {
    const answer = await call(token, '/api/projects')
    expect(answer.status).toBe(401)
    expect(answer.text).toMatch(reason)
  })

  it('is not its refresh token, nor a number with the secret of another', async () => {
    const { access_token, refresh_token = '' } = await givenTokens(crocus, app, ada, 'read:project offline_access')
    expect((await call(refresh_token, '/api/projects')).status).toBe(401)
    const renumbered = access_token.replace(/-\d+[.]/, '-7.')
    expect((await call(renumbered, '/api/projects')).status).toBe(401)
    const shouted = access_token.replace(/[0-9a-f]{64}$/, digits => digits.toUpperCase())
    expect((await call(shouted, '/api/projects')).status).toBe(200)
  })

  it('is over after an hour', async () => {
    const token = await tokenFor('read:project')
    crocus.clock.advance(3_599_000)
    expect((await call(token, '/api/projects')).status).toBe(200)
    crocus.clock.advance(1_000)
    expect((await call(token, '/api/projects')).status).toBe(401)
  })

  it('of a suspended account is revoked for good, with its refresh token; what was allowed stays', async () => {
    const eve = await givenAccount(crocus, 'eve')
    const tokens = await givenTokens(crocus, app, eve, 'read:project offline_access')
    const code = await givenCode(crocus, eve, authorizationParams(app, 'read:project'))
    expect((await call(tokens.access_token, '/api/projects')).status).toBe(200)
    const setStatus = async (status: string) => {
      const changed = await crocus.request('PATCH', `/api/users/${eve.id}`, { as: crocus.admin, json: { status } })
      expect(changed.status).toBe(200)
    }
    await setStatus('S')
    expect((await call(tokens.access_token, '/api/projects')).status).toBe(401)
    await setStatus('A')
    expect((await call(tokens.access_token, '/api/projects')).status).toBe(401)
    expect((await refresh(crocus, app, tokens.refresh_token)).status).toBe(400)
    expect((await exchange(crocus, app, code)).status).toBe(400)
    const allowed = await crocus.request('GET', `/api/users/${eve.id}/oauth2_authorizations`, { as: eve.as })
    expect(allowed.json()).toHaveLength(1)
    // The sessions ended, too.
    const again = { ...eve }
    expect((await call(await tokenFor('read:project', again), '/api/projects')).status).toBe(200)
  })

  it('ends with the application, and rests while its project does', async () => {
    const { id } = await givenProject(crocus, 'asleep', { as: ada.as })
    const own = await givenApp(crocus, { projectId: id, as: ada.as })
    const { access_token } = await givenTokens(crocus, own, ada, 'read:project')
    const setStatus = (status: 'active' | 'suspended') =>
      crocus.app.modules.projects.change({ userId: 101, means: 'command' }, id, { status })
    await setStatus('suspended')
    expect((await call(access_token, '/api/projects')).status).toBe(401)
    await setStatus('active')
    expect((await call(access_token, '/api/projects')).status).toBe(200)
    await crocus.request('DELETE', `/api/oauth2_apps/${own.id}`, { as: ada.as })
    expect((await call(access_token, '/api/projects')).status).toBe(401)
  })

  it('costs no query when it was seen before', async () => {
    const token = await tokenFor('read:project')
    const path = `/api/projects/${project.id}/banner`
    const answers = async (authorization: Record<string, string>): Promise<number> => {
      const before = crocus.db.roundTrips()
      await crocus.request('GET', path, { headers: authorization })
      return crocus.db.roundTrips() - before
    }
    await answers(bearer(token).headers)
    expect(await answers(bearer(token).headers)).toBe(0)
  })

  it('is nothing for uploads: 403', async () => {
    const token = await tokenFor('write:tracker')
    const answer = await crocus.request('HEAD', '/uploads/tracker/file/1', {
      headers: { ...bearer(token).headers, 'tus-resumable': '1.0.0' },
    })
    expect(answer.status).toBe(403)
  })

  it('is not looked at where nothing is', async () => {
    expect((await call('x', '/api/version')).status).toBe(200)
  })
})
