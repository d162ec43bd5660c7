import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { projectXml, usersXml } from '../harness/archives.ts'
import { testFolder } from '../harness/process.ts'
import { givenAccount, givenProject, type Account } from '../harness/fixture.ts'
import { commitBypassingServer, isSvnMissing, SVN_NEEDS, svnClient, svnTool } from '../harness/svn.ts'
import { inTransaction, statement } from '../../src/platform/db/db.ts'

describe.skipIf(isSvnMissing)(`repositories of archives (import.md §7; ${SVN_NEEDS})`, { timeout: 60_000 }, () => {
  let t: TestApp
  let ann: Account
  let folder: string
  let client: ReturnType<typeof svnClient>
  let address: string
  let dump: string
  let old: string
  let count = 0

  const query = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    t.db.query(statement<Row>('', text), values)

  /** Creates an archive in a folder. */
  const archive = async (files: Readonly<Record<string, string>>): Promise<string> => {
    const root = path.join(folder, `archive${++count}`)
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true })
      await writeFile(path.join(root, name), content)
    }
    return root
  }
  const importing = (location: string, options: object = {}) =>
    t.app.modules.imports.importProject(location, { automap: 'no-email,create:A', ...options })
  const svnSection = (name: string, svn: string) =>
    projectXml(`<svn>${svn}</svn>`, { name, services: '<service shortname="plugin_svn" enabled="1"/>' })
  const leftOvers = async () => [
    ...(await readdir(path.join(t.config.sharedFolder, 'svn', 'staging')).catch(() => [])),
    ...(await readdir(path.join(t.config.sharedFolder, 'imported', 'incoming')).catch(() => [])),
  ]

  beforeAll(async () => {
    t = await testApp()
    ann = await givenAccount(t, 'ann')
    folder = await testFolder()
    client = svnClient(folder)
    address = await listen(t)
    old = path.join(folder, 'old')
    await svnTool('svnadmin', 'create', old)
    await commitBypassingServer(old, { author: 'ann', message: 'Begin\nart #1', changes: ['mkdir', 'trunk'] })
    await commitBypassingServer(old, {
      author: 'jack',
      message: 'Größere Änderung',
      changes: ['put', '/etc/hostname', 'trunk/été & hiver', 'mkdir', 'tags'],
    })
    await commitBypassingServer(old, { author: 'ann', message: 'Tag', changes: ['cp', 'HEAD', 'trunk', 'tags/v1'] })
    dump = await svnTool('svnadmin', 'dump', '--quiet', old)
  })

  it('keep their UUID, so that working copies of the old address go on; where a repository has it already, with a warning, they do not', async () => {
    await client.svn(ann.as, 'checkout', '--quiet', `file://${old}`, 'moved')
    const uuidOf = async (repository: string): Promise<string> => (await svnTool('svnlook', 'uuid', repository)).trim()
    const pathOf = (projectId: number | undefined, name: string) =>
      t.app.modules.svn.disk.pathOf({ projectId: projectId ?? 0, name })
    const files = (name: string) => ({
      'users.xml': usersXml(),
      'data/d': dump,
      'data/new': dump.replace(/^UUID: .*$/m, 'UUID: none'),
      'data/upper': dump.replace(/^UUID: .*$/m, 'UUID: 8F7E3A00-0000-4000-8000-00000000000A'),
      'project.xml': svnSection(
        name,
        `<repository name="charts" dump-file="data/d"/>
<repository name="copies" dump-file="data/d"/><repository name="others" dump-file="data/new"/><repository name="loud" dump-file="data/upper"/>`,
      ),
    })
    const warnings = (names: string[]) =>
      names.map(name => ({
        level: 'warning',
        file: 'project.xml',
        line: expect.any(Number) as number,
        text: expect.stringMatching(new RegExp(`"${name}".*UUID.*relocate`)) as string,
      }))
    const before = await leftOvers()

    const first = await importing(await archive(files('moving')))
    expect(first.messages).toEqual(warnings(['copies']))
    const charts = pathOf(first.project?.id, 'charts')
    expect(await uuidOf(charts)).toBe(await uuidOf(old))
    const url = `${address}/svnplugin/moving/charts`
    await client.svn(ann.as, 'relocate', `file://${old}`, url, 'moved')
    expect(await client.svn(ann.as, 'info', 'moved')).toContain(url)

    const second = await importing(await archive(files('moving2')), { isDryRun: true })
    expect(second.messages).toEqual(warnings(['charts', 'copies', 'loud']))
    const third = await importing(await archive(files('moving3')))
    expect(third.messages).toEqual(second.messages)
    const all = [first, third].flatMap(({ project }) =>
      ['charts', 'copies', 'others', 'loud'].map(name => pathOf(project?.id, name)),
    )
    expect(new Set(await Promise.all(all.map(uuidOf))).size).toBe(8)
    expect(await leftOvers()).toEqual(before)
  })

  it('get a new UUID, too, where the one that has it is in the trash, or came while they were loaded', async () => {
    const uuidOf = async (repository: string): Promise<string> => (await svnTool('svnlook', 'uuid', repository)).trim()
    const fresh = dump.replace(/^UUID: .*$/m, 'UUID: 8f7e3a00-0000-4000-8000-00000000000b')
    const files = (name: string) => ({
      'users.xml': usersXml(),
      'data/d': fresh,
      'project.xml': svnSection(name, '<repository name="charts" dump-file="data/d"/>'),
    })
    const warned = [expect.objectContaining({ level: 'warning', text: expect.stringContaining('UUID') as string })]
    const { disk } = t.app.modules.svn
    const first = await importing(await archive(files('deleting')))
    expect(first.messages).toEqual([])
    const at = { projectId: first.project?.id ?? 0, name: 'charts' }
    expect(await uuidOf(disk.pathOf(at))).toBe('8f7e3a00-0000-4000-8000-00000000000b')
    await disk.moveToTrash(at, 999_001)
    expect((await importing(await archive(files('deleting2')), { isDryRun: true })).messages).toEqual(warned)
    await disk.restoreFromTrash(at, 999_001)

    // Both are loaded before the first of them is put in place.
    const dumpFile = path.join(folder, 'twins.dump')
    await writeFile(dumpFile, dump.replace(/^UUID: .*$/m, 'UUID: 8f7e3a00-0000-4000-8000-00000000000c'))
    const twins = [{ name: 'twin', dumpFile, accessFile: null, notifications: [] }]
    const staged = [
      await t.app.modules.svn.stageImport(twins, { groupNames: [] }),
      await t.app.modules.svn.stageImport(twins, { groupNames: [] }),
    ]
    expect(staged.map(({ renewed }) => renewed)).toEqual([[], []])
    const uuids: string[] = []
    for (const [index, each] of staged.entries()) {
      const { id: projectId } = await givenProject(t, `twins${index}`, { as: ann.as })
      const target = { projectId, committerId: ann.id, actor: { userId: ann.id, means: 'import' } } as const
      await inTransaction(t.db, tx => each.place(tx, target))
      uuids.push(await uuidOf(disk.pathOf({ projectId, name: 'twin' })))
    }
    expect(uuids[0]).toBe('8f7e3a00-0000-4000-8000-00000000000c')
    expect(uuids[1]).not.toBe(uuids[0])
    expect(staged.map(({ renewed }) => renewed)).toEqual([[], ['twin']])
  })

  it('are imported with their history, which a Subversion client reads back, and cause no mails', async () => {
    const location = await archive({
      'users.xml': usersXml(),
      'data/charts.dump': dump,
      'project.xml': svnSection(
        'Old_Harbour',
        `<repository name="charts" dump-file="data/charts.dump"><access-file>[/]
@members = rw
@ghosts = rw
ann = rw
</access-file><notification path="/" emails="a@example.org, b@example.org a@example.org"/></repository><repository name="empty"/>`,
      ),
    })
    const progress: [string, number, number][] = []
    const report = await importing(location, {
      onProgress: (phase: string, done: number, total: number) => void progress.push([phase, done, total]),
    })
    expect(report.messages.filter(message => message.level === 'error')).toEqual([])
    expect(progress.filter(([phase]) => phase === 'repositories').at(-1)).toEqual(['repositories', 4, 4])

    const url = `${address}/svnplugin/Old_Harbour/charts`
    const log = await client.svn(ann.as, 'log', '-v', url)
    for (const text of [
      'r3 | ann',
      'r2 | jack',
      'r1 | ann',
      'Größere Änderung',
      'A /trunk/été & hiver',
      'from /trunk:2',
    ])
      expect(log).toContain(text)
    await client.svn(ann.as, 'export', `${url}/tags/v1`, 'tag')
    expect(await readFile(path.join(folder, 'tag', 'été & hiver'), 'utf8')).toBe(
      await readFile('/etc/hostname', 'utf8'),
    )
    expect(await client.svn(ann.as, 'mkdir', '-m', 'Ours', `${url}/ours`)).toContain('Committed revision 4')

    await t.work()
    const projectId = report.project?.id ?? 0
    const [charts, empty] = await t.app.modules.svn.listOfProject(projectId)
    expect(charts?.accessFile.text).toBe('[/]\n@members = rw\n# @ghosts = rw\nann = rw')
    expect(empty).toMatchObject({ name: 'empty', lastRevision: 0 })
    const revisions = await t.request('GET', `/api/svn/${charts?.id}/revisions`, { as: t.admin })
    expect(
      revisions
        .json<{ revision: number; author_login: string; author: unknown; artifacts: unknown[] }[]>()
        .map(({ revision, author_login, author, artifacts }) => [revision, author_login, author !== null, artifacts]),
    ).toEqual([
      [4, 'ann', true, []],
      [3, 'ann', true, []],
      [2, 'jack', false, []],
      [1, 'ann', true, []],
    ])
    expect(t.mails.map(mail => [mail.to.address, mail.subject])).toEqual([
      ['a@example.org', 'r4 /'],
      ['b@example.org', 'r4 /'],
    ])
    expect(await leftOvers()).toEqual([])
  })

  it('have rights before the first section of their access file, which are those of [/]', async () => {
    const location = await archive({
      'users.xml': usersXml(),
      'project.xml': svnSection(
        'Contributions',
        `<repository name="charts"><access-file>@members = r
ann = rw
[/tags]
ann =
</access-file></repository>`,
      ),
    })
    const report = await importing(location)
    expect(report.messages).toEqual([])
    const url = `${address}/svnplugin/Contributions/charts`
    expect(await client.svn(ann.as, 'mkdir', '-m', 'Ours', `${url}/trunk`)).toContain('Committed revision 1')
    await expect(client.svn(ann.as, 'mkdir', '-m', 'Not ours', `${url}/tags`)).rejects.toThrow(/E175013|forbidden/i)
  })

  it.each([
    [
      'a damaged dump',
      { 'data/d': 'this is no dump' },
      '<repository name="good"/><repository name="charts" dump-file="data/d"/>',
      /"charts"/,
    ],
    [
      'an access file that svn would not take',
      {},
      '<repository name="charts"><access-file>[/]\n* = r\n[/trunk</access-file></repository>',
      /"charts".*line 3/s,
    ],
  ])('leave nothing when there is %s, which a dry run tells too', async (_what, files, svn, words) => {
    const name = `bad${count}`
    const location = await archive({ 'users.xml': usersXml(), ...files, 'project.xml': svnSection(name, svn) })
    for (const isDryRun of [true, false]) {
      const report = await importing(location, { isDryRun })
      expect(report.isImported).toBe(false)
      expect(report.messages.filter(message => message.level === 'error').map(message => message.text)).toEqual([
        expect.stringMatching(words),
      ])
    }
    expect(await t.app.modules.projects.findByShortName(name)).toBeUndefined()
    expect(await leftOvers()).toEqual([])
  })

  it('leave no repository when the import fails after they were put in place', async () => {
    const location = await archive({
      'users.xml': usersXml(),
      'data/d': dump,
      'project.xml': svnSection('unlucky', '<repository name="charts" dump-file="data/d"/>'),
    })
    await query(
      "create function refuse_event() returns trigger language plpgsql as $$ begin if new.kind = 'project.imported' then raise exception 'no'; end if; return new; end $$",
    )
    await query('create trigger refuse_event before insert on event for each row execute function refuse_event()')
    const before = await readdir(path.join(t.config.sharedFolder, 'svn', 'repositories'), { recursive: true })
    await expect(importing(location)).rejects.toThrow('no')
    await query('drop trigger refuse_event on event')
    const after = await readdir(path.join(t.config.sharedFolder, 'svn', 'repositories'), { recursive: true })
    expect(after.filter(name => name.endsWith('format'))).toEqual(before.filter(name => name.endsWith('format')))
    expect(await leftOvers()).toEqual([])
    expect((await importing(location)).isImported).toBe(true)
  })

  it('are refused with a name that the project has, had or keeps', async () => {
    const { id } = await givenProject(t, 'ferries', { as: ann.as })
    await t.request('POST', '/api/svn', { as: ann.as, json: { project_id: id, name: 'lines' } })
    const location = await archive({
      'users.xml': usersXml(),
      'project.xml': svnSection('x', '<repository name="LINES"/>'),
    })
    const report = await importing(location, { project: 'ferries' })
    expect(report.messages.map(message => message.text)).toEqual([expect.stringContaining('"LINES" already')])
  })

  it('that were kept before Subversion was there are made when it is, once', async () => {
    const id = (await t.app.modules.projects.findByShortName('old_harbour'))?.id ?? 0
    const file = path.join('imported', 'svn', String(id), 'charts.dump')
    await mkdir(path.dirname(path.join(t.config.sharedFolder, file)), { recursive: true })
    await writeFile(path.join(t.config.sharedFolder, file), dump)
    const repositories = [
      {
        name: 'later',
        accessFile: '[/]\n* = r',
        notifications: [{ path: '/', emails: ['a@example.org'] }],
        dump: { path: file, size: 1, sha256: '' },
      },
    ]
    await inTransaction(t.db, tx =>
      t.app.modules.projects.deferSection(tx, id, 'svn', { committerId: ann.id, repositories }),
    )
    const { imports } = t.app.modules
    await Promise.all([imports.loadDeferredRepositories(), imports.loadDeferredRepositories()])
    expect(await client.svn(ann.as, 'log', '-q', `${address}/svnplugin/Old_Harbour/later`)).toContain('r2 | jack')
    expect(await query("select 1 from kept_section where section = 'svn'")).toEqual([])
    expect(await leftOvers()).toEqual([])
    await expect(readFile(path.join(t.config.sharedFolder, file))).rejects.toThrow()
  })
})
