// The disk store under what a machine does to it: a process that is killed, a disk that is full.
import { execFile, spawn } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Upload } from '@tus/utils'
import { describe, expect, it } from 'vitest'
import { createDiskContentStore, hashContent, type ContentStore } from '../../src/modules/files/index.ts'
import { scratchFolder } from '../harness/archives.ts'

const exec = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')
const SIZE = 64 * 1024 * 1024

/** Writes contents one after another, and finishes uploads, until it is killed. */
const WRITER = `
  const { createDiskContentStore } = await import(${JSON.stringify(`${ROOT}/src/modules/files/index.ts`)})
  const { Upload } = await import('@tus/utils')
  const { Readable } = await import('node:stream')
  const store = createDiskContentStore(process.argv[1])
  const content = () => Readable.from((function* () { for (let i = 0; i < 64; i++) yield Buffer.alloc(${SIZE / 64}, i) })())
  for (let id = 1; ; id += 2) {
    await store.write(String(id), content())
    await store.uploads.create(new Upload({ id: String(id + 1), size: ${SIZE}, offset: 0 }))
    await store.uploads.write(content(), String(id + 1), 0)
    await store.finish(String(id + 1))
  }`

const writeAndKill = async (folder: string, afterMs: number): Promise<void> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, folder], { cwd: ROOT, stdio: 'inherit' })
  const ended = new Promise(resolve => child.once('exit', resolve))
  for (let waited = 0; waited < 100 && (await readdir(folder)).length === 0; waited++) await sleep(50)
  await sleep(afterMs)
  child.kill('SIGKILL')
  await ended
}

const keysOf = async (store: ContentStore): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

describe('the disk store', () => {
  it('shows no half content after kill -9 in the middle of writing and finishing', async () => {
    const folder = await scratchFolder()
    const store = createDiskContentStore(folder)
    let expected: string | undefined
    for (const afterMs of [20, 130, 350]) {
      await writeAndKill(folder, afterMs)
      for (const key of await keysOf(store)) {
        const { size, sha256 } = await hashContent(await store.read(key))
        expected ??= sha256.toString('hex')
        expect([key, size, sha256.toString('hex')]).toEqual([key, SIZE, expected])
      }
      // Files of interrupted writes cause no fault, and can be swept.
      await store.sweep(new Date(Date.now() + 60_000))
      expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
    }
  }, 60_000)

  it('says that the disk is full, stays whole, and goes on when there is room', async context => {
    const folder = await scratchFolder()
    const mounted = path.join(folder, 'small')
    await mkdir(mounted)
    try {
      await exec('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mounted])
    } catch {
      context.skip('mounting a small disk is not permitted here')
    }
    try {
      const store = createDiskContentStore(mounted)
      const megabytes = (count: number): Readable =>
        Readable.from(Array.from({ length: count }, () => Buffer.alloc(1024 * 1024, 7)))
      await store.write('1', megabytes(2))
      const refusal = { status: 507, message: expect.stringContaining('no room left') as string }
      await expect(store.write('2', megabytes(3))).rejects.toMatchObject(refusal)
      expect(await keysOf(store)).toEqual(['1'])
      expect(await readdir(path.join(mounted, 'incoming'))).toEqual([])

      await store.uploads.create(new Upload({ id: '3', size: 3 * 1024 * 1024, offset: 0 }))
      await expect(store.uploads.write(megabytes(3), '3', 0)).rejects.toMatchObject(refusal)
      await expect(store.finish('3')).rejects.toThrow('not complete')
      const { offset } = await store.uploads.getUpload('3')
      await store.remove(['1'])
      await store.uploads.write(Readable.from([Buffer.alloc(3 * 1024 * 1024 - offset, 7)]), '3', offset)
      expect((await store.finish('3')).sha256).toEqual((await hashContent(megabytes(3))).sha256)
    } finally {
      await exec('umount', [mounted])
    }
  })
})
