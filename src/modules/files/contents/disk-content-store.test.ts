import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { testContentStore } from '../../../../test/content-store-contract.ts'
import { scratchFolder } from '../../../../test/harness/archives.ts'
import { createDiskContentStore } from './disk-content-store.ts'

let folder: string
beforeAll(async () => {
  folder = await scratchFolder()
})
testContentStore('disk', async () => createDiskContentStore(folder))

describe('folders of the disk store', () => {
  it('fans out by a thousand', async () => {
    const store = createDiskContentStore(folder)
    await store.write('7004005', Readable.from(['x']))
    expect(await readdir(path.join(folder, '7', '4'))).toEqual(['7004005'])
    await store.write('12', Readable.from(['x']))
    expect(await readdir(path.join(folder, '0', '0'))).toEqual(['12'])
  })

  // Not in the shared contract: the S3 server of the tests ignores this range.
  it('reads the first byte alone', async () => {
    const store = createDiskContentStore(folder)
    expect(await text(await store.read('12', { start: 0, end: 0 }))).toBe('x')
  })

  it('leaves nothing behind of streams that break', async () => {
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  })

  it('is closed to other accounts, also where an earlier start left it open', async () => {
    const open = await scratchFolder()
    await chmod(open, 0o755)
    await createDiskContentStore(open).check()
    expect((await stat(open)).mode & 0o777).toBe(0o700)
  })

  it('says why a folder cannot be used', async () => {
    const taken = path.join(await scratchFolder(), 'files')
    await writeFile(taken, 'no folder')
    await expect(createDiskContentStore(taken).check()).rejects.toThrow('folder of the files cannot be used')
  })
})
