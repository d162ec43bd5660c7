import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { testFolder } from '../harness/process.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'
import {
  changeSettings,
  givenRepository,
  isSvnMissing,
  SVN_NEEDS,
  svnClient,
  type FixtureRepository,
} from '../harness/svn.ts'

describe.skipIf(isSvnMissing)(`the client of Subversion (${SVN_NEEDS})`, { timeout: 120_000 }, () => {
  let crocus: TestApp
  let client: ReturnType<typeof svnClient>
  let project: FixtureProject
  let alice: Account
  let bob: Account
  let cara: Account
  let address: string
  let repository: FixtureRepository
  let url: string
  let count = 0

  beforeAll(async () => {
    crocus = await testApp()
    alice = await givenAccount(crocus, 'alice')
    bob = await givenAccount(crocus, 'bob')
    cara = await givenAccount(crocus, 'cara')
    project = await givenProject(crocus, 'lighthouse', { members: ['alice', 'cara'] })
    address = await listen(crocus)
  })
  beforeEach(async () => {
    client = svnClient(await testFolder())
    const name = `repo-${++count}`
    repository = await givenRepository(crocus, project.id, name, { layout: ['trunk', 'tags', 'branches/old'] })
    url = `${address}/svnplugin/lighthouse/${name}`
  })
  const put = async (name: string, content: string): Promise<string> => {
    const file = join(client.folder, name)
    await writeFile(file, content)
    return name
  }
  /** Commits a file without a working copy. */
  const commitFile = async (path: string, message: string, as = alice.as): Promise<string> =>
    client.svn(as, 'import', await put('imported.txt', message), `${url}/${path}`, '-m', message)

  it('checks out, changes and commits, with spaces and other letters in paths', async () => {
    await client.svn(alice.as, 'checkout', url, 'wc')
    expect(await client.svn(alice.as, 'list', '-R', url)).toBe('branches/\nbranches/old/\ntags/\ntrunk/\n')
    await mkdir(join(client.folder, 'wc/trunk/a b'))
    await put('wc/trunk/a b/été & hiver #1 %41.txt', 'un\n')
    await client.svn(alice.as, 'add', 'wc/trunk/a b')
    await client.svn(alice.as, 'commit', '-m', 'Début: ça marche', 'wc')
    await appendFile(join(client.folder, 'wc/trunk/a b/été & hiver #1 %41.txt'), 'deux\n')
    await client.svn(alice.as, 'commit', '-m', 'Deux', 'wc')
    await client.svn(alice.as, 'export', `${url}/trunk`, 'copy')
    expect(await readFile(join(client.folder, 'copy/a b/été & hiver #1 %41.txt'), 'utf8')).toBe('un\ndeux\n')
    const log = await client.svn(alice.as, 'log', '-v', '-r', '2', url)
    expect(log).toContain('alice')
    expect(log).toContain('Début: ça marche')
    expect(log).toContain('A /trunk/a b/été & hiver #1 %41.txt')
    expect(await client.svn(alice.as, 'log', '-r', '1', url)).toContain('admin')
  })

  it('knows the login whatever its case, and writes it as it is', async () => {
    await commitFile('trunk/a.txt', 'As Alice', ['ALICE', alice.as[1]])
    expect(await client.svn(alice.as, 'propget', '--revprop', '-r', '2', 'svn:author', url)).toBe('alice\n')
  })

  it('finds a project whatever the case of its short name', async () => {
    const shouted = url.replace('lighthouse', 'LightHouse')
    expect(await client.svn(alice.as, 'checkout', shouted, 'wc')).toContain('Checked out')
    expect(await client.svn(alice.as, 'info', '--show-item', 'url', 'wc')).toBe(`${url}\n`)
  })

  it('makes tags by copying and refuses changes in them, but for what the whitelist lets in', async () => {
    await changeSettings(crocus, repository, {
      immutableTags: { paths: ['/tags'], whitelist: ['/tags/modules'] },
    })
    await commitFile('trunk/a.txt', 'One')
    await client.svn(alice.as, 'copy', `${url}/trunk`, `${url}/tags/v1`, '-m', 'Tag')
    const refusals = await Promise.all([
      client.refused(alice.as, 'delete', `${url}/tags/v1/a.txt`, '-m', 'No'),
      client.refused(alice.as, 'mkdir', `${url}/tags/v1/more`, '-m', 'No'),
      client.refused(alice.as, 'move', `${url}/tags/v1`, `${url}/trunk/v1`, '-m', 'No'),
    ])
    expect(refusals.join('\n')).toContain('/tags/v1/a.txt may not be removed: tags below /tags do not change')
    expect(refusals.join('\n')).toContain('/tags/v1/more may not be added')
    await client.svn(alice.as, 'checkout', `${url}/tags/v1`, 'wc')
    await appendFile(join(client.folder, 'wc/a.txt'), 'more')
    expect(await client.refused(alice.as, 'commit', '-m', 'No', 'wc')).toContain('/tags/v1/a.txt may not be changed')
    await client.svn(alice.as, 'revert', 'wc/a.txt')
    await client.svn(alice.as, 'propset', 'note', 'x', 'wc/a.txt')
    expect(await client.refused(alice.as, 'commit', '-m', 'No', 'wc')).toContain('/tags/v1/a.txt may not be changed')

    await client.svn(alice.as, 'mkdir', `${url}/tags/modules`, '-m', 'Modules')
    await client.svn(alice.as, 'copy', `${url}/trunk`, `${url}/tags/modules/v1`, '-m', 'Tag of a module')
    expect(await client.refused(alice.as, 'mkdir', `${url}/tags/modules/v1/x`, '-m', 'No')).toContain(
      'may not be added',
    )
    expect(await client.svn(alice.as, 'list', `${url}/tags/modules`)).toBe('v1/\n')
  })

  it('takes no artifact of another project that the committer does not see for a reference', async () => {
    const vault = await givenProject(crocus, 'vault', { isPublic: false, members: ['cara'] })
    const id = await givenArtifact(crocus, vault.tracker('task'), 'Gold', { as: crocus.admin })
    await changeSettings(crocus, repository, {
      commitRules: { isReferenceMandatory: true, isCommitMessageChangeAllowed: true },
    })
    for (const message of [`art #${id}`, `task #${id}`, `art #vault:${id}`, `art #${vault.id}:${id}`]) {
      const missing = await client.refused(alice.as, 'mkdir', `${url}/trunk/x`, '-m', 'art #999999')
      expect(await client.refused(alice.as, 'mkdir', `${url}/trunk/x`, '-m', message)).toBe(missing)
    }
    await client.svn(cara.as, 'mkdir', `${url}/trunk/x`, '-m', `task #vault:${id}`)
    const change = ['propset', '--revprop', '-r', '2', 'svn:log']
    expect(await client.refused(alice.as, ...change, `task #${id}`, url)).toContain('refers to nothing')
    await client.svn(cara.as, ...change, `task #${id}`, url)
  })

  it('refuses messages without a reference where one is mandatory, and empty ones where they are not allowed', async () => {
    const id = await givenArtifact(crocus, project.tracker('task'), 'Lamp', { as: crocus.admin })
    await changeSettings(crocus, repository, {
      commitRules: { isReferenceMandatory: true, isCommitMessageChangeAllowed: true },
    })
    for (const message of ['No reference', `art ${id}`, `art #${id + 999}`, `bug #${id}`, `art #nowhere:${id}`]) {
      const text = await client.refused(alice.as, 'mkdir', `${url}/trunk/x`, '-m', message)
      expect(text).toContain('The commit message refers to nothing')
    }
    await client.svn(alice.as, 'mkdir', `${url}/trunk/x`, '-m', `See art #${id}`)
    await client.svn(alice.as, 'mkdir', `${url}/trunk/y`, '-m', `TASK #lighthouse:${id} and more`)
    await client.svn(alice.as, 'mkdir', `${url}/trunk/z`, '-m', `Undo rev #${repository.name}/2`)
    // The rules also apply to a changed message.
    const change = ['propset', '--revprop', '-r', '2', 'svn:log']
    expect(await client.refused(alice.as, ...change, 'Nothing', url)).toContain('refers to nothing')
    await client.svn(alice.as, ...change, `Now art #${id}`, url)

    await changeSettings(crocus, repository, {
      commitRules: { isReferenceMandatory: false, isCommitMessageChangeAllowed: true },
    })
    await client.svn(alice.as, 'mkdir', `${url}/trunk/empty`, '-m', '')
    const { settings } = crocus.app.modules
    await settings.set('svn_allow_empty_message', '0', { actorId: null, means: 'command' })
    expect(await client.refused(alice.as, 'mkdir', `${url}/trunk/e`, '-m', ' ')).toContain('commit message is empty')
    await settings.set('svn_allow_empty_message', '1', { actorId: null, means: 'command' })
  })

  it('lets messages be changed where that is allowed, and nothing else of a revision', async () => {
    const change = (property: string) => ['propset', '--revprop', '-r', '1', property, 'Changed', url]
    expect(await client.refused(alice.as, ...change('svn:log'))).toContain('cannot be changed in this repository')
    await changeSettings(crocus, repository, {
      commitRules: { isReferenceMandatory: false, isCommitMessageChangeAllowed: true },
    })
    await client.svn(alice.as, ...change('svn:log'))
    expect(await client.svn(alice.as, 'log', '-r', '1', url)).toContain('Changed')
    expect(await client.refused(alice.as, ...change('svn:author'))).toContain('only its message')
    expect(await client.refused(alice.as, 'propdel', '--revprop', '-r', '1', 'svn:log', url)).toContain(
      'only its message',
    )
  })

  it('refuses files above the limit, by name and size', async () => {
    const { settings } = crocus.app.modules
    await settings.set('svn_max_file_size', '1000', { actorId: null, means: 'command' })
    try {
      await mkdir(join(client.folder, 'files'))
      for (let index = 0; index < 5; index++) await put(`files/small ${index}`, 'x'.repeat(1_000))
      await client.svn(alice.as, 'import', 'files', `${url}/trunk`, '-m', 'Small ones')
      await put('files/large é.txt', 'y'.repeat(1_001))
      const text = await client.refused(alice.as, 'import', 'files', `${url}/branches/b`, '-m', 'A large one')
      expect(text).toContain('/branches/b/large é.txt has 1001 bytes; a file may have 1000 at most')
    } finally {
      await settings.set('svn_max_file_size', '52428800', { actorId: null, means: 'command' })
    }
  })

  it('opens and closes paths to people and groups as the access file says', async () => {
    await commitFile('trunk/plans/secret.txt', 'Plans')
    await commitFile('trunk/open.txt', 'Open')
    // By default everybody reads a public project, and members write.
    expect(await client.svn(bob.as, 'cat', `${url}/trunk/open.txt`)).toBe('Open')
    expect(await client.refused(bob.as, 'mkdir', `${url}/trunk/b`, '-m', 'No')).toMatch(/forbidden/i)
    await changeSettings(crocus, repository, {
      accessFile: {
        text: '[/trunk/plans]\r\n* =\r\n@members = r\r\n[/branches]\r\nbob = rw',
        hasDefaultPermissions: true,
      },
    })
    expect(await client.refused(bob.as, 'cat', `${url}/trunk/plans/secret.txt`)).toMatch(/forbidden/i)
    expect(await client.svn(bob.as, 'list', '-R', `${url}/trunk`)).toBe('open.txt\n')
    expect(await client.svn(alice.as, 'cat', `${url}/trunk/plans/secret.txt`)).toBe('Plans')
    expect(await client.refused(alice.as, 'delete', `${url}/trunk/plans/secret.txt`, '-m', 'No')).toMatch(/forbidden/i)
    await client.svn(bob.as, 'mkdir', `${url}/branches/bobs`, '-m', 'Mine')
  })

  it('locks, keeps others from committing, unlocks', async () => {
    await commitFile('trunk/plan.odt', 'Plan')
    const carol = await givenAccount(crocus, `carol-${count}`)
    await changeSettings(crocus, repository, {
      accessFile: { text: `[/]\n${carol.login} = rw`, hasDefaultPermissions: true },
    })
    await client.svn(alice.as, 'lock', `${url}/trunk/plan.odt`, '-m', 'Working on it')
    await client.svn(carol.as, 'checkout', `${url}/trunk`, 'wc')
    await appendFile(join(client.folder, 'wc/plan.odt'), 'more')
    expect(await client.refused(carol.as, 'commit', '-m', 'Mine', 'wc')).toMatch(/lock/i)
    expect(await client.refused(bob.as, 'lock', `${url}/trunk/plan.odt`)).toContain('Not authorized')
    await client.svn(alice.as, 'unlock', `${url}/trunk/plan.odt`)
    await client.svn(carol.as, 'commit', '-m', 'Mine', 'wc')
  })

  it('merges, switches and blames', async () => {
    await commitFile('trunk/a.txt', 'One')
    await client.svn(alice.as, 'copy', `${url}/trunk`, `${url}/branches/b1`, '-m', 'Branch')
    await client.svn(alice.as, 'checkout', `${url}/trunk`, 'wc')
    await client.svn(alice.as, 'switch', `${url}/branches/b1`, 'wc')
    await appendFile(join(client.folder, 'wc/a.txt'), '\nTwo\n')
    await client.svn(alice.as, 'commit', '-m', 'Two', 'wc')
    await client.svn(alice.as, 'switch', `${url}/trunk`, 'wc')
    await client.svn(alice.as, 'merge', `${url}/branches/b1`, 'wc')
    await client.svn(alice.as, 'commit', '-m', 'Merged', 'wc')
    expect(await client.svn(alice.as, 'blame', '-g', `${url}/trunk/a.txt`)).toMatch(/4 +alice .*Two/)
    expect(await client.svn(alice.as, 'log', '-g', '-l', '1', `${url}/trunk`)).toContain('Merged via: r5')
  })

  it('is copied by svnsync and dumped by svnrdump', async () => {
    await commitFile('trunk/a.txt', 'One')
    await commitFile('trunk/é.txt', 'Deux')
    const mirror = join(client.folder, 'mirror')
    execFileSync('/usr/bin/svnadmin', ['create', mirror])
    await writeFile(join(mirror, 'hooks/pre-revprop-change'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const source = ['--source-username', alice.as[0], '--source-password', alice.as[1]]
    for (const step of [
      ['init', `file://${mirror}`, url, ...source],
      ['sync', `file://${mirror}`, ...source],
    ]) {
      expect(await client.run('svnsync', step)).toMatchObject({ code: 0 })
    }
    expect(execFileSync('/usr/bin/svnlook', ['youngest', mirror]).toString()).toBe('3\n')
    const dump = await client.run('svnrdump', ['dump', url], alice.as)
    expect([dump.code, dump.stdout.match(/^Revision-number: /gm)?.length]).toEqual([0, 4])
  })

  it('takes a dump file, telling its progress, and a layout that leaves the root makes nothing', async () => {
    await commitFile('trunk/a.txt', 'One')
    const dump = execFileSync('/usr/bin/svnadmin', ['dump', '-q', repository.path])
    const file = join(client.folder, 'dump')
    await writeFile(file, dump)
    const { disk } = crocus.app.modules.svnServing
    const told: number[] = []
    const staged = await disk.stage({ layout: [], author: 'x', dumpFile: file, onRevision: n => told.push(n) })
    expect([staged.youngest, told]).toEqual([2, [1, 2]])
    await disk.discard(staged)
    await writeFile(file, dump.subarray(0, dump.length / 2))
    await expect(disk.stage({ layout: [], author: 'x', dumpFile: file })).rejects.toThrow(/cannot be loaded/)
    const odd = await disk.stage({ layout: ['trunk', 'a/../../b'], author: 'x' })
    expect(odd.youngest).toBe(0)
    await disk.discard(odd)
  })

  it('goes to the trash, comes back and is copied while it is there', async () => {
    const { disk } = crocus.app.modules.svnServing
    await disk.verify(repository)
    const copy = join(await testFolder(), 'copy')
    await disk.hotCopy(repository, copy)
    expect(execFileSync('/usr/bin/svnlook', ['youngest', copy]).toString()).toBe('1\n')
    await expect(disk.hotCopy(repository, copy)).rejects.toThrow(/not empty/)
    await disk.moveToTrash(repository, repository.id)
    await disk.moveToTrash(repository, repository.id)
    expect(await client.refused(alice.as, 'list', url)).toMatch(/E\d+/)
    await disk.restoreFromTrash(repository, repository.id)
    await disk.restoreFromTrash(repository, repository.id)
    expect(await client.svn(alice.as, 'list', url)).toContain('trunk/')
    expect(await disk.removeDeadTransactions(repository)).toBe(0)
    await disk.moveToTrash(repository, repository.id)
    await disk.purge(repository.id)
    await disk.purge(repository.id)
    await expect(disk.restoreFromTrash(repository, repository.id)).rejects.toThrow(/trash has no contents/)
  })
})
