import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'
import { readXml } from '../harness/xml.ts'

/** Programs of packages that this machine may have. */
const HIDDEN = ['/usr/sbin/apache2', '/usr/bin/svnadmin']
const MISSING = ['apache2-bin', 'subversion']

describe('a machine without the packages for Subversion', () => {
  let t: TestApp
  let ann: Account
  let project: FixtureProject
  const { existsSync } = fs

  beforeAll(async () => {
    // Simulates that this process does not find these files.
    fs.existsSync = file => !HIDDEN.includes(String(file)) && existsSync(file)
    syncBuiltinESMExports()
    t = await testApp()
    ann = await givenAccount(t, 'ann')
    project = await givenProject(t, 'lighthouse', { as: ann.as })
  })
  afterAll(() => {
    fs.existsSync = existsSync
    syncBuiltinESMExports()
  })

  it.each([
    ['POST', '/api/svn'],
    ['GET', '/api/svn/1'],
    ['PUT', '/api/svn/1'],
    ['DELETE', '/api/svn/1'],
    ['GET', '/api/svn/1/revisions'],
    ['GET', '/api/svn/1/access_file_versions'],
    ['GET', '/api/projects/:project/svn'],
    ['OPTIONS', '/svnplugin/lighthouse/main'],
    ['GET', '/svnplugin/lighthouse/main/trunk/a.txt'],
  ])('%s %s answers 503, naming the packages', async (method, path) => {
    const settings = {
      commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
      immutable_tags: { paths: [], whitelist: [] },
      access_file: '',
      email_notifications: [],
    }
    const bodies: Record<string, object> = { POST: { project_id: project.id, name: 'main' }, PUT: { settings } }
    const json = bodies[method]
    const url = path.replace(':project', String(project.id))
    const response = await t.request(method, url, { as: ann.as, ...(json && { json }) })
    expect(response.status).toBe(503)
    const { error } = response.json<{ error: { code: number; message: string } }>()
    expect(error.code).toBe(503)
    for (const name of MISSING) expect(error.message).toContain(name)
    expect(error.message).toMatch(/apt-get install/)
  })

  it('says so in XML to who asks for it', async () => {
    const response = await t.request('GET', '/api/svn/1', { as: ann.as, headers: { accept: 'application/xml' } })
    expect(response.status).toBe(503)
    expect(readXml(response.text).first('error')?.say('message')).toContain('subversion')
  })

  it('tells it on /health, where the server is ready all the same', async () => {
    const health = await t.request('GET', '/health')
    expect([health.status, health.json<{ status: string; svn: string }>()]).toEqual([
      200,
      expect.objectContaining({
        status: 'ok',
        svn: expect.stringMatching(/^off: install .*apache2-bin.*subversion/) as string,
      }),
    ])
  })

  it('serves everything else, background work included', async () => {
    const bug = await givenArtifact(t, project.tracker('bug'), 'Seen in rev #main/1', { as: ann.as })
    expect((await t.request('GET', `/api/artifacts/${bug}`, { as: ann.as })).status).toBe(200)
    expect((await t.request('OPTIONS', '/api/svn')).status).toBe(200)
    expect((await t.request('GET', `/api/projects/${project.id}`, { as: ann.as })).status).toBe(200)
    await t.work()
    expect((await t.request('DELETE', `/api/artifacts/${bug}`, { as: ann.as })).status).toBe(200)
    await t.app.modules.projects.change({ userId: null, means: 'command' }, project.id, { status: 'deleted' })
    await t.work()
  })
})
