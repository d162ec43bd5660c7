import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { testFolder } from '../harness/process.ts'
import { givenAccount, givenProject, type Account, type ProjectOfScene } from '../harness/scene.ts'
import { givenRepository, isSvnMissing, listen, SVN_NEEDS, svnClient, type RepositoryOfScene } from '../harness/svn.ts'

describe.skipIf(isSvnMissing)(`the client of Subversion (${SVN_NEEDS})`, { timeout: 60_000 }, () => {
  let crocus: TestApp
  let client: ReturnType<typeof svnClient>
  let project: ProjectOfScene
  let repository: RepositoryOfScene
  let alice: Account
  let url: string

  beforeAll(async () => {
    crocus = await testApp()
    client = svnClient(await testFolder())
    alice = await givenAccount(crocus, 'alice')
    project = await givenProject(crocus, 'lighthouse', { members: ['alice'] })
    repository = await givenRepository(crocus, project.id, 'main', { layout: ['trunk', 'tags', 'branches/old'] })
    url = `${await listen(crocus)}/svnplugin/lighthouse/main`
  })

  it('checks out, changes and commits with spaces and other letters in paths', async () => {
    await client.svn(alice.as, 'checkout', url, 'wc')
    expect(await client.svn(alice.as, 'list', '-R', url)).toBe('branches/\nbranches/old/\ntags/\ntrunk/\n')
    const file = join(client.folder, 'wc/trunk/été & hiver.txt')
    await writeFile(file, 'un\n')
    await client.svn(alice.as, 'add', 'wc/trunk/été & hiver.txt')
    await client.svn(alice.as, 'commit', '-m', 'Début: ça marche', 'wc')
    await client.svn(alice.as, 'export', `${url}/trunk`, 'copy')
    expect(await readFile(join(client.folder, 'copy/été & hiver.txt'), 'utf8')).toBe('un\n')
    const log = await client.svn(alice.as, 'log', '-v', '-r', '2', url)
    expect(log).toContain('alice')
    expect(log).toContain('Début: ça marche')
    expect(log).toContain('A /trunk/été & hiver.txt')
    expect(repository.id).toBeGreaterThan(0)
  })
})
