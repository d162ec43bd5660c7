import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { hashesAtOnce, silence } from './thread-pool.ts'

it('leaves a processor and most threads free from password hashes, and one to the hashes', () => {
  const counts = [1, 2, 4, 64].map(processors => hashesAtOnce(processors, 16, false))
  expect(counts).toEqual([1, 1, 3, 4])
  expect(hashesAtOnce(64, 4, false)).toBe(1)
  expect(hashesAtOnce(64, 16, true)).toBe(1)
})

it('does not count the time in which the event loop was blocked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'crocus-pool-'))
  const file = path.join(folder, 'file')
  await writeFile(file, 'text')
  const read = readFile(file, 'utf8')
  const first = Promise.race([read, silence(read, 150).then(() => 'silent')])
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  expect(await first).toBe('text')
  await rm(folder, { recursive: true })
})

it('reports work that never ends', async () => {
  const began = performance.now()
  await silence(new Promise(() => undefined), 200)
  expect(performance.now() - began).toBeGreaterThan(190)
})
