import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCrocus, startServerProcess, testFolder, type ServerProcess } from '../harness/process.ts'

const run = promisify(execFile)

describe('the administration command, as a process', { timeout: 120_000 }, () => {
  let settings: { CROCUS_DATA: string }
  let server: ServerProcess | undefined
  beforeAll(async () => {
    settings = { CROCUS_DATA: join(await testFolder(), 'data') }
  })
  afterAll(async () => {
    server?.child.kill('SIGTERM')
    await server?.exit
  })

  it('works before any server ran, and tells the password that it made', async () => {
    const { code, stdout, stderr } = await runCrocus(['config', 'set', 'platform_name', 'Garden'], settings)
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(
      /^First use: the site administrator is admin, the password is \S+ \(it is not shown again\)\.\n$/,
    )
  })

  it('works while a server runs on the same data, and leaves its database running', async () => {
    server = await startServerProcess(settings)
    expect(server.stdout()).not.toContain('First start')
    expect(await runCrocus(['config', 'get', 'platform_name'], settings)).toEqual({
      code: 0,
      stdout: 'Garden\n',
      stderr: '',
    })
    expect((await fetch(`${server.address}/health`)).status).toBe(200)
  })

  it('runs by bin/crocus from any folder, also through a link', async () => {
    const link = join(settings.CROCUS_DATA, '../crocus')
    await symlink(join(import.meta.dirname, '../../bin/crocus'), link)
    const { stdout } = await run(link, ['config', 'get', 'platform_name'], {
      cwd: '/',
      env: { ...process.env, ...settings },
    })
    expect(stdout).toBe('Garden\n')
  })
})
