// Each member of an archive is cut or damaged in turn: the report names the file, and the line that is wrong or that names the file.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import {
  archiveFolder,
  archiveWithFiles,
  archiveZip,
  scratchFolder,
  usersXml,
  type ArchiveFiles,
} from '../harness/archives.ts'
import { commitBypassingServer, isSvnMissing, SVN_NEEDS, svnTool } from '../harness/svn.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

/** The errors of a dry run and of an import, which must be the same. */
const errorsOf = async (archive: string): Promise<string[]> => {
  const [dry, real] = await Promise.all(
    [true, false].map(async isDryRun => {
      const report = await t.app.modules.imports.importProject(archive, { automap: 'no-email,create:A', isDryRun })
      expect(report.isImported).toBe(false)
      return report.messages
        .filter(({ level }) => level === 'error')
        .map(({ file, line, text }) => `${file ?? ''}:${line ?? ''} ${text}`)
    }),
  )
  expect(dry).toEqual(real)
  expect(await t.app.modules.projects.findByShortName('quay')).toBeUndefined()
  return real ?? []
}

const files: ArchiveFiles = {
  ...archiveWithFiles({ 'lamp.txt': 'The lamp is lit. '.repeat(100) }),
  'testmanagement.xml':
    '<testmanagement>\n<configuration>\n<campaigns>T1</campaigns>\n</configuration></testmanagement>',
}
const textOf = (name: string): string => String(files[name])
const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length
/** Line of the element that names a file of the archive. */
const lineNaming = (project: string, name: string): number =>
  lineOf(project, project.lastIndexOf('<', project.indexOf(name)))

describe('a document', () => {
  const documents = ['project.xml', 'users.xml', 'testmanagement.xml']

  it.each(documents)('%s that ends too early is told with the line of its end', async name => {
    const text = textOf(name)
    // Between elements, inside of a tag, inside of an attribute, and before the last tag.
    for (const end of [0.3, 0.5, 0.8].map(part => Math.floor(part * text.length)).concat(text.lastIndexOf('<'))) {
      const cut = text.slice(0, end)
      const errors = await errorsOf(await archiveFolder({ ...files, [name]: cut }))
      expect(errors, cut.slice(-30)).toEqual([
        expect.stringMatching(new RegExp(`^${name}:${lineOf(cut, end)} not well-formed`)),
      ])
    }
  })

  it.each(documents)('%s that holds other bytes than UTF-8, or nothing, is told by name', async name => {
    const text = textOf(name)
    const damaged = Buffer.concat([
      Buffer.from(text.slice(0, 60)),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(text.slice(60)),
    ])
    for (const content of [damaged, ''])
      expect(await errorsOf(await archiveFolder({ ...files, [name]: content }))).toEqual([
        expect.stringMatching(new RegExp(`^${name}:\\d+ (not UTF-8 text|the file is empty)`)),
      ])
  })

  it('that ends too early hides no fault of another one', async () => {
    const cut = (name: string) => textOf(name).slice(0, -5)
    const errors = await errorsOf(
      await archiveFolder({ ...files, ...Object.fromEntries(documents.map(name => [name, cut(name)])) }),
    )
    expect(errors.map(error => error.split(':')[0])).toEqual(documents)
  })
})

describe('a zip', () => {
  /** Changes the checksum of an entry, or a byte in the middle of its packed content. */
  const damage = async (name: string, part: 'checksum' | 'content'): Promise<string> => {
    const zip = await archiveZip(files)
    const bytes = await readFile(zip)
    // The name is first in the local header, which the content follows, and last in the directory.
    const at =
      part === 'checksum'
        ? bytes.lastIndexOf(name) - 46 + 16
        : bytes.indexOf(name) + name.length + Math.floor(bytes.readUInt32LE(bytes.lastIndexOf(name) - 46 + 20) / 2)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at)
    await writeFile(zip, bytes)
    return zip
  }

  it.each(['checksum', 'content'] as const)(
    'with a damaged %s is told by the file, and the line that names it',
    async part => {
      for (const name of ['project.xml', 'users.xml', 'testmanagement.xml'])
        expect(await errorsOf(await damage(name, part)), name).toEqual([expect.stringMatching(new RegExp(`^${name}:`))])
      const line = lineNaming(textOf('project.xml'), 'lamp.txt</filename>')
      expect(await errorsOf(await damage('data/lamp.txt', part))).toEqual([
        expect.stringMatching(new RegExp(`^project\\.xml:${line} .*"data/lamp\\.txt"`)),
      ])
    },
  )

  it('with several damaged files is told by each of them', async () => {
    const names = ['anchor.txt', 'buoy.txt', 'chain.txt']
    const some = archiveWithFiles(Object.fromEntries(names.map(name => [name, name])))
    const zip = await archiveZip(some)
    const bytes = await readFile(zip)
    for (const name of ['anchor.txt', 'chain.txt']) bytes.writeUInt32LE(1, bytes.lastIndexOf(`data/${name}`) - 46 + 16)
    await writeFile(zip, bytes)
    const project = String(some['project.xml'])
    expect(await errorsOf(zip)).toEqual(
      ['anchor.txt', 'chain.txt'].map(
        name =>
          expect.stringMatching(
            new RegExp(`^project\\.xml:${lineNaming(project, `${name}</filename>`)} .*"data/${name}"`),
          ) as string,
      ),
    )
  })

  it('that ends too early is told by its name', async () => {
    const bytes = await readFile(await archiveZip(files))
    for (const length of [0, 10, Math.floor(bytes.length / 2), bytes.length - 10]) {
      const cut = path.join(await scratchFolder(), 'fleet.zip')
      await writeFile(cut, bytes.subarray(0, length))
      expect(await errorsOf(cut), `${length} bytes`).toEqual([expect.stringMatching(/^: .*fleet\.zip.*zip/)])
    }
  })
})

describe.skipIf(isSvnMissing)(`a dump (${SVN_NEEDS})`, { timeout: 60_000 }, () => {
  it('that ends too early or is damaged is told by its file, and the line of the repository', async () => {
    const repository = path.join(await scratchFolder(), 'charts')
    await svnTool('svnadmin', 'create', repository)
    await commitBypassingServer(repository, { author: 'ann', message: 'Begin', changes: ['mkdir', 'trunk'] })
    await commitBypassingServer(repository, {
      author: 'ann',
      message: 'Lights',
      changes: ['put', '/etc/services', 'trunk/lights'],
    })
    const dump = await svnTool('svnadmin', 'dump', '--quiet', repository)
    const project = textOf('project.xml').replace(
      '<trackers>',
      '<svn>\n<repository name="first"/>\n<repository name="charts"\n dump-file="svn/charts.svn"/></svn>\n<trackers>',
    )
    const damaged: Readonly<Record<string, string>> = {
      nothing: '',
      'its first half': dump.slice(0, dump.length / 2),
      'half of a header': dump.slice(0, dump.indexOf('Revision-number: 1') + 10),
      'another content than its checksum tells': dump.replace('http', 'hxxp'),
      'a revision that follows none': dump
        .replace('Node-copyfrom-rev: 1', 'Node-copyfrom-rev: 9')
        .replace('Node-path: trunk/lights', 'Node-path: trunc/lights'),
    }
    for (const [what, content] of Object.entries(damaged)) {
      const errors = await errorsOf(
        await archiveFolder({
          ...files,
          'users.xml': usersXml({ name: 'ann' }),
          'project.xml': project,
          'svn/charts.svn': content,
        }),
      )
      expect(errors, what).toEqual([
        expect.stringMatching(
          new RegExp(
            `^project\\.xml:${lineOf(project, project.indexOf('<repository name="charts"'))} svn/charts\\.svn: .*"charts"`,
          ),
        ),
      ])
    }
  })

  it('and an access file are told together with those of other repositories', async () => {
    const project = textOf('project.xml').replace(
      '<trackers>',
      `<svn>
<repository name="charts" dump-file="svn/charts.svn"/>
<repository name="ports"><access-file>[/]
* = r
[/trunk</access-file></repository>
<repository name="empty"/>
<repository name="tides" dump-file="svn/tides.svn"/></svn><trackers>`,
    )
    const archive = { ...files, 'project.xml': project, 'svn/charts.svn': 'x', 'svn/tides.svn': 'y' }
    const line = (name: string): number => lineOf(project, project.indexOf(`name="${name}"`))
    expect(await errorsOf(await archiveFolder(archive))).toEqual([
      expect.stringMatching(new RegExp(`^project\\.xml:${line('charts')} svn/charts\\.svn: `)),
      expect.stringMatching(new RegExp(`^project\\.xml:${line('ports')} .*"ports".*line 3`)),
      expect.stringMatching(new RegExp(`^project\\.xml:${line('tides')} svn/tides\\.svn: `)),
    ])
  })
})
