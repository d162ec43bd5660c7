import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { archiveFolder, archiveZip, scratchFolder } from '../../../../test/harness/archives.ts'
import { ArchiveFault, openArchive } from './archive.ts'

describe.each([
  ['folder', archiveFolder],
  ['zip', archiveZip],
])('archive in a %s (import.md §1)', (_kind, make) => {
  it('reads files by their path, and knows which are missing', async () => {
    const archive = await openArchive(await make({ 'project.xml': '<project/>', 'data/Artifact1': 'é' }))
    expect(await archive.sizeOf('data/Artifact1')).toBe(2)
    expect(await archive.sizeOf('./data//Artifact1')).toBe(2)
    expect(await archive.sizeOf('data')).toBeUndefined()
    expect(await archive.sizeOf('data/Artifact2')).toBeUndefined()
    expect(await text(await archive.open('data/Artifact1'))).toBe('é')
    await expect(archive.open('data/Artifact2')).rejects.toBeInstanceOf(ArchiveFault)
    archive.close()
  })

  it.each(['../secret', 'data/../../secret', '/etc/passwd', 'data\\..\\secret', 'C:/secret', 'data/\0'])(
    'refuses the path %j',
    async name => {
      const archive = await openArchive(await make({ 'project.xml': '' }))
      await expect(archive.sizeOf(name)).rejects.toThrow('leaves the archive')
      archive.close()
    },
  )
})

const storedZip = async (name: string, content: string): Promise<Buffer> => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(content), name, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

describe('hostile archives', () => {
  it('refuses links in a folder, to files and on the way', async () => {
    const outside = await archiveFolder({ secret: 'x' })
    const folder = await archiveFolder({ 'project.xml': '' })
    await symlink(path.join(outside, 'secret'), path.join(folder, 'link'))
    await symlink(outside, path.join(folder, 'data'))
    const archive = await openArchive(folder)
    await expect(archive.sizeOf('link')).rejects.toThrow('is a link')
    await expect(archive.sizeOf('data/secret')).rejects.toThrow('is a link')
  })

  it('refuses a zip whose entry leaves it, is a link or is repeated', async () => {
    const refused = async (change: (bytes: Buffer) => Buffer, files: Record<string, string>): Promise<unknown> => {
      const file = path.join(await scratchFolder(), 'bad.zip')
      await writeFile(file, change(await readFile(await archiveZip(files))))
      return openArchive(file).catch((error: unknown) => error)
    }
    const rename = (from: string, to: string) => (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
    expect(await refused(rename('aa/secret', '../secret'), { 'aa/secret': 'x' })).toBeInstanceOf(ArchiveFault)
    expect(await refused(rename('first', 'other'), { first: 'x', other: 'y' })).toMatchObject({
      message: expect.stringContaining('twice') as string,
    })
    const asLink = (bytes: Buffer): Buffer => {
      const entry = bytes.indexOf(Buffer.from('504b0102', 'hex'))
      bytes.writeUInt32LE((0o120777 << 16) >>> 0, entry + 38)
      return bytes
    }
    expect(await refused(asLink, { link: '/etc/passwd' })).toMatchObject({
      message: expect.stringContaining('link') as string,
    })
    expect(
      await refused(bytes => bytes.subarray(0, bytes.length / 2), { 'project.xml': 'x'.repeat(500) }),
    ).toBeInstanceOf(ArchiveFault)
  })

  it('tells of a content that is damaged, although its size is right', async () => {
    const file = path.join(await scratchFolder(), 'damaged.zip')
    for (const name of ['kept', 'packed']) {
      const zip = await readFile(await archiveZip({ 'data/blob': 'lighthouse'.repeat(50) }))
      // Either an uncompressed entry whose bytes are changed, or an entry whose checksum is changed.
      const stored = name === 'kept' ? await storedZip('data/blob', 'lighthouse') : zip
      const at = name === 'kept' ? stored.indexOf('lighthouse') : stored.indexOf(Buffer.from('504b0102', 'hex')) + 16
      stored.writeUInt8(stored.readUInt8(at) ^ 1, at)
      await writeFile(file, stored)
      const archive = await openArchive(file)
      await expect(text(await archive.open('data/blob'))).rejects.toThrow(ArchiveFault)
      archive.close()
    }
  })

  it('reports a file that is neither a folder nor a zip', async () => {
    const folder = await scratchFolder()
    await mkdir(path.join(folder, 'empty'))
    await writeFile(path.join(folder, 'text'), 'no zip')
    await expect(openArchive(path.join(folder, 'missing'))).rejects.toThrow('no archive')
    await expect(openArchive(path.join(folder, 'text'))).rejects.toThrow('not a readable zip')
  })

  it('names no place on the server where the system refuses to read a file', async () => {
    const folder = await scratchFolder()
    await chmod(folder, 0o755)
    await writeFile(path.join(folder, 'locked.txt'), 'text', { mode: 0 })
    await writeFile(path.join(folder, 'locked.zip'), 'text', { mode: 0 })
    const archive = await openArchive(folder, 'the upload')
    const read = async (): Promise<void> => {
      for await (const _chunk of await archive.open('locked.txt'));
    }
    const root = process.geteuid?.() === 0
    // Root reads every file.
    if (root) process.seteuid?.(65_534)
    const [text, zip] = await Promise.allSettled([read(), openArchive(path.join(folder, 'locked.zip'), 'the upload')])
    if (root) process.seteuid?.(0)
    expect(text).toMatchObject({ reason: { message: 'the file "locked.txt" cannot be read: EACCES' } })
    expect(zip).toMatchObject({ reason: { message: 'the upload is not a readable zip: EACCES' } })
  })

  it('uses the given name in messages, and no path of this server', async () => {
    const folder = await scratchFolder()
    await writeFile(path.join(folder, 'text'), 'no zip')
    for (const name of ['text', 'missing']) {
      const error: unknown = await openArchive(path.join(folder, name), 'fleet.zip').catch((fault: unknown) => fault)
      expect((error as Error).message).toContain('fleet.zip')
      expect((error as Error).message).not.toContain(folder)
    }
  })
})
