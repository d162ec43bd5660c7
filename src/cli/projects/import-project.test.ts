import { beforeAll, describe, expect, it } from 'vitest'
import { archiveFolder, archiveZip, projectXml, scratchFolder, usersXml } from '../../../test/harness/archives.ts'
import { runCommand } from '../../../test/harness/command.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { testFolder } from '../../../test/harness/process.ts'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PHASES } from './import-project.ts'
import { progressOfPhases } from '../progress.ts'

describe('crocus import-project', () => {
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
  })
  const crocus = (...args: string[]) => runCommand(environment, ['import-project', ...args])
  const files = {
    'users.xml': usersXml({ name: 'ann' }),
    'project.xml': projectXml('<docman/>', { name: 'harbour' }),
  }

  it('rehearses, imports a zip with a user map, and refuses it the second time', async () => {
    const archive = await archiveZip(files)
    const map = path.join(await scratchFolder(), 'users.csv')
    await writeFile(map, 'name,action,comment\nann,create:A,\n')
    const dry = await crocus(archive, '--user-map', map, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Dry run') as string })
    expect(dry.stderr).toMatch(/^warning: project\.xml:\d+: .*<docman>/)

    const real = await crocus(archive, '--user-map', map)
    expect(real).toMatchObject({ code: 0, stdout: expect.stringContaining('project 101 (harbour)') as string })
    expect(real.stdout).toContain('Users: 1 created, 0 mapped, 0 reused')

    const again = await crocus(archive, '--user-map', map)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toMatch(/error: project\.xml:2: .*harbour.*already[\s\S]*Nothing was imported/)

    const renamed = await crocus(
      archive,
      '--automap',
      'no-email,create:A',
      '--name',
      'harbour2',
      '--template',
      '--json',
    )
    expect(renamed.code).toBe(0)
    expect(JSON.parse(renamed.stdout)).toMatchObject({
      isImported: true,
      project: { shortName: 'harbour2' },
      counts: { usersReused: 1 },
    })
  })

  it('imports into an existing project, for an account', async () => {
    const archive = await archiveFolder(files)
    const options = ['--automap', 'no-email,create:A', '--project', 'harbour']
    expect((await crocus(archive, ...options, '--as', 'ann')).stderr).toContain('may not import')
    expect((await crocus(archive, ...options, '--as', 'nobody_there')).stderr).toContain('no user nobody_there')
    expect(await crocus(archive, ...options)).toMatchObject({ code: 0 })
  })

  it('reports an unreadable archive', async () => {
    const missing = await crocus('/nowhere/at/all', '--automap', 'no-email,create:A')
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('no archive at /nowhere') as string })
    const map = await crocus(await archiveFolder(files), '--user-map', '/nowhere.csv')
    expect(map).toMatchObject({ code: 1, stderr: expect.stringContaining('/nowhere.csv cannot be read') as string })
    expect((await crocus()).code).toBe(2)
  })
})

describe('progress bar', () => {
  it('draws one line and leaves nothing of it', () => {
    let drawn = ''
    const draw = progressOfPhases({ write: (text: string) => (drawn += text) }, PHASES)
    draw('checking', 0, 10)
    draw('checking', 1, 10)
    draw('checking', 10, 10)
    expect(drawn).toContain('Checking')
    expect(drawn).toContain('0/10')
    expect(drawn.endsWith('\r\u001b[K')).toBe(true)
    expect(drawn).not.toContain('\n')
  })
})
