import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tryLock, waitForLock } from './file-lock.ts'

describe('a file lock', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crocus-lock-'))
    file = join(folder, 'lock')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is held by many when shared, by one when exclusive', () => {
    const first = tryLock(file, 'shared')
    const second = tryLock(file, 'shared')
    expect(first && second).toBeDefined()
    expect(tryLock(file, 'exclusive')).toBeUndefined()
    first?.release()
    expect(tryLock(file, 'exclusive')).toBeUndefined()
    second?.release()
    const alone = tryLock(file, 'exclusive')
    expect(alone).toBeDefined()
    expect(tryLock(file, 'shared')).toBeUndefined()
    alone?.release()
    expect(tryLock(file, 'shared')).toBeDefined()
  })

  it('dies with a process that is killed', async () => {
    const script = `const { tryLock } = await import(process.argv[1]); globalThis.held = tryLock(process.argv[2], 'exclusive'); console.log('held'); setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      join(import.meta.dirname, 'file-lock.ts'),
      file,
    ])
    await once(holder.stdout, 'data')
    expect(tryLock(file, 'shared')).toBeUndefined()
    const ended = once(holder, 'exit')
    holder.kill('SIGKILL')
    await ended
    expect(tryLock(file, 'exclusive')).toBeDefined()
  })

  it('can be waited for, within a time limit', async () => {
    const held = tryLock(file, 'exclusive')
    expect(await waitForLock(file, 'shared', 60)).toBeUndefined()
    setTimeout(() => held?.release(), 50)
    expect(await waitForLock(file, 'shared', 5_000)).toBeDefined()
  })

  it('stores nothing', async () => {
    tryLock(file, 'exclusive')?.release()
    expect((await stat(file)).size).toBe(0)
  })
})
