// A server on the folder of another database, or on an empty one where the right one should be mounted.
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../harness/app.ts'
import { runCommand } from '../harness/command.ts'
import { startProcess, startServerProcess, testFolder } from '../harness/process.ts'
import { givenArtifact, givenProject, type FixtureProject } from '../harness/fixture.ts'
import { isSvnMissing } from '../harness/svn.ts'
import { declare, givenUpload, type DeclaredUpload } from '../harness/uploads.ts'

const AWAY = /the shared folder is not that of this database, it has no installation-id: mount it/

describe('a server whose shared folder is not that of the database', () => {
  let crocus: TestApp
  let project: FixtureProject
  let upload: DeclaredUpload
  let artifact: number
  beforeAll(async () => {
    crocus = await testApp()
    for (const { app } of crocus.servers) await app.sharedFolder.claim()
    project = await givenProject(crocus, 'optics')
    const fieldId = project.tracker('bug').field('attachments')
    upload = await givenUpload(crocus, { as: crocus.admin, fieldId, content: 'glass' })
    const values = [{ field_id: fieldId, value: [upload.id] }]
    artifact = await givenArtifact(crocus, project.tracker('bug'), 'Crack', { as: crocus.admin, values })
    const id = join(crocus.config.sharedFolder, 'installation-id')
    await rename(id, `${id}.away`)
    for (const { app } of crocus.servers) await app.sharedFolder.claim()
  })
  const ask = async (method: string, path: string, request: TestRequest = {}) => {
    const answer = await crocus.request(method, path, { as: crocus.admin, ...request })
    return { ...answer, isAway: answer.status === 503 && AWAY.test(answer.text) }
  }

  it('says so in /health and stays ready, for all else is there', async () => {
    const { status, ...health } = await ask('GET', '/health')
    expect([status, health.json()]).toEqual([
      200,
      {
        status: 'ok',
        version: expect.any(String) as string,
        database: 'ok',
        svn: isSvnMissing ? (expect.any(String) as string) : (expect.stringMatching(AWAY) as string),
      },
    ])
    expect((await ask('GET', `/api/artifacts/${artifact}`)).status).toBe(200)
    expect((await ask('GET', '/api/site/health')).status).toBe(200)
  })

  it('refuses contents with 503, and takes none', async () => {
    expect((await ask('GET', upload.download_href)).isAway).toBe(true)
    const fieldId = project.tracker('bug').field('attachments')
    const declared = await declare(crocus, { as: crocus.admin, fieldId })
    const sent = await ask('PATCH', `/uploads/tracker/file/${declared.json<DeclaredUpload>().id}`, {
      bytes: Buffer.from('glass'),
      headers: { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    })
    expect(sent.status).toBe(503)
  })

  it('deletes no artifact whose archive would get lost', async () => {
    expect((await ask('DELETE', `/api/artifacts/${artifact}`)).isAway).toBe(true)
    expect((await ask('GET', `/api/artifacts/${artifact}`)).status).toBe(200)
  })

  it.skipIf(isSvnMissing)('has no repositories, and makes none', async () => {
    expect((await ask('POST', '/api/svn', { json: { project_id: project.id, name: 'charts' } })).isAway).toBe(true)
    expect((await ask('GET', '/svnplugin/optics/charts')).isAway).toBe(true)
  })

  it('has all of it when the folder is there again', async () => {
    const id = join(crocus.config.sharedFolder, 'installation-id')
    await rename(`${id}.away`, id)
    for (const { app } of crocus.servers) await app.sharedFolder.claim()
    expect(await ask('GET', upload.download_href)).toMatchObject({ status: 200, text: 'glass' })
    expect((await ask('DELETE', `/api/artifacts/${artifact}`)).status).toBe(200)
  })
})

describe('the commands', () => {
  let crocus: TestApp
  let wrong: Record<string, string>
  beforeEach(async () => {
    crocus = await testApp()
    await crocus.app.sharedFolder.claim()
    wrong = { CROCUS_DATA: await testFolder(), DATABASE_URL: crocus.databaseUrl, CROCUS_LOG_LEVEL: 'silent' }
  })

  it('refuse on another folder what would miss files or put them there', async () => {
    for (const args of [
      ['backup', join(await testFolder(), 'all.tar')],
      ['import-project', '/nowhere', '--automap', 'no-email,create:A'],
      ['files', 'verify', '--repair'],
    ]) {
      const { code, stderr } = await runCommand(wrong, args)
      expect([code, stderr]).toEqual([1, expect.stringMatching(AWAY)])
    }
    const doctor = await runCommand(wrong, ['doctor'])
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(AWAY)])
    expect((await runCommand(wrong, ['config', 'list'])).code).toBe(0)
    expect(await readdir(wrong['CROCUS_DATA'] ?? '')).toEqual([])
  })

  it('take another folder when they are told to', async () => {
    const accepted = await runCommand(wrong, ['shared-folder', 'accept'])
    expect(accepted).toEqual({
      code: 0,
      stdout: `From now on ${wrong['CROCUS_DATA']} is the shared folder of this database.\n`,
      stderr: '',
    })
    expect((await runCommand(wrong, ['files', 'verify'])).code).toBe(0)
    await crocus.app.sharedFolder.claim()
    expect(crocus.app.sharedFolder.fault()).toContain('belongs to another installation')
  })
})

describe('tools/database.ts', () => {
  it(
    'leaves an empty database to restore into, and a new one the folder of the one before',
    { timeout: 60_000 },
    async () => {
      const crocus = await testApp()
      await crocus.app.sharedFolder.claim()
      const { databaseUrl, config } = crocus
      const environment = { CROCUS_DATA: config.dataFolder, DATABASE_URL: databaseUrl }
      const backup = join(await testFolder(), 'all.tar')
      expect((await runCommand(environment, ['backup', backup])).code).toBe(0)
      await crocus.app.close()
      await crocus.db.close()
      const tool = async (...args: string[]) => startProcess('tools/database.ts', args, environment).exit
      expect(await tool('reset')).toBe(2)
      expect(await tool('reset', '--yes')).toBe(0)
      expect((await runCommand(environment, ['files', 'verify'])).code).toBe(0)
      expect(await tool('empty', '--yes')).toBe(0)
      const restored = await runCommand({ ...environment, CROCUS_DATA: await testFolder() }, ['restore', backup])
      expect([restored.code, restored.stderr]).toEqual([0, ''])
    },
  )
})

describe('a real server on an empty folder', { timeout: 60_000 }, () => {
  it('starts, says so in its log, and does no jobs until the folder is accepted', async () => {
    const crocus = await testApp()
    await crocus.app.sharedFolder.claim()
    const settings = { CROCUS_DATA: await testFolder(), DATABASE_URL: crocus.databaseUrl }
    const server = await startServerProcess(settings)
    try {
      expect(server.stderr() + server.stdout()).toMatch(AWAY)
      const json = { username: 'ann', real_name: 'Ann', email: 'ann@example.org' }
      expect((await crocus.request('POST', '/api/site/users', { as: crocus.admin, json })).status).toBe(201)
      const outbox = () => readdir(join(settings.CROCUS_DATA, 'outbox')).catch(() => [])
      expect(await outbox()).toEqual([])
      expect((await runCommand(settings, ['shared-folder', 'accept'])).code).toBe(0)
      // The mail to the new account.
      await expect.poll(outbox, { timeout: 20_000 }).toHaveLength(1)
      expect(server.stderr() + server.stdout()).toContain('this server does work in the background again')
    } finally {
      server.child.kill('SIGTERM')
      await server.exit
    }
  })
})
