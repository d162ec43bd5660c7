import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../test/harness/app.ts'
import { runCommand } from '../../test/harness/command.ts'
import { testFolder } from '../../test/harness/process.ts'
import { givenAccount, givenProject } from '../../test/harness/fixture.ts'
import { givenRepository, isSvnMissing, SVN_NEEDS, svnTool, type FixtureRepository } from '../../test/harness/svn.ts'

describe.skipIf(isSvnMissing)(`crocus svn (${SVN_NEEDS})`, () => {
  let t: TestApp
  let repository: FixtureRepository
  const crocus = (...args: string[]) =>
    runCommand({ CROCUS_DATA: t.config.dataFolder, DATABASE_URL: t.databaseUrl }, ['svn', ...args])
  const list = async (...options: string[]): Promise<object[]> =>
    JSON.parse((await crocus('list', '--json', ...options)).stdout) as object[]

  beforeAll(async () => {
    t = await testApp()
    const { id } = await givenProject(t, 'Harbour')
    repository = await givenRepository(t, id, 'main', { layout: ['trunk'] })
    await givenRepository(t, id, 'other')
    await t.app.modules.svn.processor.catchUpAll()
  })

  it('lists repositories', async () => {
    expect(await list()).toMatchObject([
      { project: 'Harbour', name: 'main', revision: 1, is_deletion_requested: false },
      { project: 'Harbour', name: 'other', revision: 0 },
    ])
    expect(await list('--deleted')).toEqual([])
  })

  it('copies one while it is in use, into another folder', async () => {
    const folder = path.join(await testFolder(), 'copy')
    expect(await crocus('backup', 'harbour/MAIN', folder)).toMatchObject({ code: 0, stderr: '' })
    expect(await svnTool('svnlook', 'tree', folder)).toBe('/\n trunk/\n')
    expect((await crocus('backup', 'harbour/main', folder)).code).toBe(1)
    expect((await crocus('backup', 'harbour/none', folder)).code).toBe(1)
  })

  it('verifies all or one, and fails when one is damaged', async () => {
    expect(await crocus('verify')).toMatchObject({ code: 0, stdout: 'Harbour/main: ok\nHarbour/other: ok\n' })
    await writeFile(path.join(repository.path, 'db', 'revs', '0', '1'), 'damaged')
    const outcome = await crocus('verify')
    expect([outcome.code, outcome.stdout]).toEqual([1, 'Harbour/main: damaged\nHarbour/other: ok\n'])
    expect((await crocus('verify', 'harbour/other')).code).toBe(0)
    expect((await crocus('verify', '99')).code).toBe(1)
  })

  it('restores a deleted one, until it is purged', async () => {
    const removed = await t.request('DELETE', `/api/svn/${repository.id}`, { as: t.admin })
    expect(removed.status).toBe(202)
    expect(await list()).toMatchObject([{ is_deletion_requested: true }, {}])
    await t.app.modules.svn.deleted.removeDue(repository.id)
    expect(await list('--deleted')).toMatchObject([{ id: repository.id, project: 'Harbour', name: 'main' }])
    expect((await crocus('restore', 'harbour/main')).code).toBe(0)
    expect((await crocus('restore', 'harbour/main')).code).toBe(1)
    expect(await list('--deleted')).toEqual([])
    expect((await t.request('GET', `/api/svn/${repository.id}`, { as: t.admin })).status).toBe(200)
    expect(await crocus('purge')).toMatchObject({ code: 0, stdout: 'Repositories erased: 0.\n' })
  })

  it('removes dead transactions', async () => {
    expect(await crocus('clean')).toMatchObject({ code: 0, stdout: 'Dead transactions removed: 0.\n' })
  })

  it('says who administers the repositories of a project', async () => {
    const ben = await givenAccount(t, 'ben')
    await givenProject(t, 'quay', { members: ['ben'] })
    const create = async () =>
      (
        await t.request('POST', '/api/svn', {
          as: ben.as,
          json: { project_id: (await t.app.modules.projects.findByShortName('quay'))?.id, name: 'logs' },
        })
      ).status
    expect(await create()).toBe(403)
    expect((await crocus('set-administrators', 'quay', 'project_members')).code).toBe(0)
    expect(await create()).toBe(201)
    expect((await crocus('set-administrators', 'quay', 'nobody-knows')).code).toBe(1)
    expect((await crocus('set-administrators', 'quay')).code).toBe(0)
    expect(await create()).toBe(403)
  })
})
