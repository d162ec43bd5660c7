import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../test/harness/archives.ts'
import { Conflict, Invalid, InsufficientStorage } from '../../platform/errors.ts'
import { openArchiveWriter } from './archive-writer.ts'

const now = new Date('2026-05-04T03:02:00Z')
const options = { replaces: false, now }
const text = async function* (content: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(content))
}
const breaking = async function* (error: Error): AsyncGenerator<Buffer> {
  yield Buffer.from('a beginning')
  await Promise.resolve()
  throw error
}
const anyHalf = 'h'.repeat(300_000)

describe.each(['folder', 'archive.zip'])('an archive written as %s', name => {
  it('has its name only when it is complete', async () => {
    const folder = await scratchFolder()
    const target = path.join(folder, name)
    const writer = await openArchiveWriter(target, options)
    await writer.add('project.xml', text(anyHalf))
    await writer.add('data/Artifact1', text('bytes'))
    expect(await readdir(folder)).toEqual([expect.stringMatching(/[.]part$/)])
    await writer.finish()
    expect(await readdir(folder)).toEqual([name])
  })

  it.each([
    ['a full disk', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), InsufficientStorage],
    ['a content that cannot be read', new Error('damaged'), Error],
  ])('leaves nothing behind after %s', async (_what, error, kind) => {
    const folder = await scratchFolder()
    const writer = await openArchiveWriter(path.join(folder, name), options)
    await writer.add('project.xml', text(anyHalf))
    await expect(writer.add('data/Artifact1', breaking(error))).rejects.toThrow(kind)
    await writer.discard()
    expect(await readdir(folder)).toEqual([])
  })

  it('does not replace another archive unless requested', async () => {
    const folder = await scratchFolder()
    const target = path.join(folder, name)
    const write = async (content: string, replaces: boolean): Promise<void> => {
      const writer = await openArchiveWriter(target, { now, replaces })
      await writer.add('project.xml', text(content))
      await writer.finish()
    }
    await write('old', false)
    await expect(write('new', false)).rejects.toThrow(Conflict)
    await write('new', true)
    expect(await readdir(folder)).toEqual([name])
    if (name === 'folder') expect(await readFile(path.join(target, 'project.xml'), 'utf8')).toBe('new')
  })

  it('needs a folder to be in', async () => {
    await expect(openArchiveWriter(path.join(await scratchFolder(), 'gone', name), options)).rejects.toThrow(Invalid)
  })
})

it('a folder that is no archive is never replaced', async () => {
  const folder = await scratchFolder()
  await mkdir(path.join(folder, 'home'))
  await writeFile(path.join(folder, 'home', 'letter.txt'), 'dear')
  const asked = openArchiveWriter(path.join(folder, 'home'), { now, replaces: true })
  await expect(asked).rejects.toThrow(/no project[.]xml/)
  expect(await readdir(path.join(folder, 'home'))).toEqual(['letter.txt'])
})
