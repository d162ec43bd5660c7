import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSvnMissing, SVN_NEEDS, svnTool } from '../../../../test/harness/svn.ts'
import { violatedTag } from '../model/immutable-tags.ts'
import { linesOf, svnPrograms } from '../disk/svn-programs.ts'
import { changesOf, messageOf, type Transaction } from '../disk/svnlook.ts'
import { changesIn, messageIn, parseChanges, parseProperties } from './transaction-folder.ts'

describe('parseProperties', () => {
  it('counts bytes of values with any content', () => {
    const properties = parseProperties(Buffer.from('K 7\nsvn:log\nV 16\nété\nV 2\nart #1\nK 1\na\nV 0\n\nEND\n'))
    expect([...(properties ?? [])]).toEqual([
      ['svn:log', 'été\nV 2\nart #1'],
      ['a', ''],
    ])
    expect(parseProperties(Buffer.from('END\n'))?.size).toBe(0)
  })

  it.each([
    '',
    'K 7\nsvn:log\n',
    'K 7\nsvn:log\nV 9\nshort\nEND\n',
    'K 6\nsvn:log\nV 1\nx\nEND\n',
    'D 1\nx\nEND\n',
    'K 1\na\nV 1\nb\n',
  ])('makes nothing of %j', text => {
    expect(parseProperties(Buffer.from(text))).toBeUndefined()
  })
})

describe('parseChanges', () => {
  it('reports a replacement as a removal and an addition', () => {
    expect(parseChanges('_5.0.t1-1 replace-dir false false /tags/v1\n3 /trunk\n')).toEqual([
      { action: 'D', path: 'tags/v1/' },
      { action: 'A', path: 'tags/v1/' },
    ])
  })

  it.each([
    'x reset-file true false /a\n\n',
    'x add-file true false /a\n',
    'x add-file true false /a\n\nrest',
    'x add-file true false a\n\n',
    'x add-file true false /a\nfrom elsewhere\n',
    'x add-file maybe false /a\n\n',
  ])('makes nothing of %j', text => {
    expect(parseChanges(text)).toBeUndefined()
  })
})

it('lines of programs end at line feeds only, wherever the chunks are cut', async () => {
  const text = Buffer.from('A   tags/v1/\u2028é\nU   a\rb\nlast')
  const chunks = [text.subarray(0, 14), text.subarray(14, 16), text.subarray(16)]
  const lines: string[] = []
  for await (const line of linesOf(Readable.from(chunks, { objectMode: false }))) lines.push(line)
  expect(lines).toEqual(['A   tags/v1/\u2028é', 'U   a\rb', 'last'])
})

describe.skipIf(isSvnMissing)(`the folder of a transaction (${SVN_NEEDS})`, () => {
  const programs = svnPrograms(['/'], () => Promise.resolve(undefined))
  let folder: string
  let count = 0

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'crocus-transactions-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A transaction as its hook sees it: the hook copies the repository and then refuses. */
  const transactionOf = async (message: string, ...changes: string[]): Promise<Transaction> => {
    const repository = path.join(folder, `repository${++count}`)
    const copy = `${repository}-copy`
    const mucc = (text: string, ...args: string[]) =>
      svnTool('svnmucc', '-U', `file://${repository}`, '-u', 'ann', '-m', text, ...args)
    await svnTool('svnadmin', 'create', repository)
    const file = '/etc/hostname'
    await mucc('First', 'mkdir', 'trunk', 'mkdir', 'tags', 'put', file, 'trunk/a', 'put', file, 'trunk/b')
    await writeFile(path.join(repository, 'hooks/pre-commit'), `#!/bin/sh\n/bin/cp -a "$1" "${copy}"; exit 1\n`, {
      mode: 0o755,
    })
    await expect(mucc(message, ...changes)).rejects.toThrow(/blocked by pre-commit hook/)
    const [name = ''] = await readdir(path.join(copy, 'db/transactions'))
    return { repositoryPath: copy, name: name.replace(/\.txn$/, '') }
  }
  const svnlookChanges = async (transaction: Transaction): Promise<string[]> => {
    const found: string[] = []
    for await (const { action, path: changed } of changesOf(programs, transaction)) found.push(`${action} ${changed}`)
    return found.sort()
  }

  it.each([
    ['a file', ['put', '/etc/passwd', 'trunk/new é & #\u2028.txt']],
    [
      'contents and properties',
      ['put', '/etc/passwd', 'trunk/a', 'propset', 'x', 'y', 'trunk/b', 'propset', 'x', 'y', 'trunk'],
    ],
    [
      'a tag by copying, with changes in it',
      ['cp', 'HEAD', 'trunk', 'tags/v1', 'put', '/etc/passwd', 'tags/v1/a', 'rm', 'tags/v1/b'],
    ],
    ['a replacement', ['rm', 'trunk/a', 'cp', 'HEAD', 'trunk/b', 'trunk/a']],
    ['a directory, gone with all that it has', ['mkdir', 'tags/v1', 'mkdir', 'tags/v1/deep', 'rm', 'trunk']],
  ])('reports for %s all changes of svnlook', async (_what, changes) => {
    const transaction = await transactionOf('Été\n\nart #1 \u2028 x\n', ...changes)
    const own = await changesIn(transaction)
    const told = new Set(own?.map(({ action, path: changed }) => `${action} ${changed}`))
    const expected = await svnlookChanges(transaction)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.filter(change => !told.has(change))).toEqual([])
    expect(await messageIn(transaction)).toBe(await messageOf(programs, transaction))
  })

  it('knows that a tag is made, and that one is changed', async () => {
    const rules = { paths: ['/tags'], whitelist: [] }
    const made = await changesIn(await transactionOf('Tag', 'cp', 'HEAD', 'trunk', 'tags/v1'))
    expect(made && violatedTag(rules, made)).toBeUndefined()
    const changed = await changesIn(await transactionOf('More', 'mkdir', 'tags/v1', 'mkdir', 'tags/v1/more'))
    expect(changed && violatedTag(rules, changed)).toBe('/tags')
  })

  it('of another format says nothing', async () => {
    const absent = { repositoryPath: folder, name: '1-1' }
    expect([await messageIn(absent), await changesIn(absent)]).toEqual([undefined, undefined])
  })
})
