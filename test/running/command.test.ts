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

  it('changes trackers of a running server, which goes by them at once', async () => {
    const as = { authorization: `Basic ${Buffer.from('admin:the password of this test').toString('base64')}` }
    const call = (path: string, method = 'GET', json?: object) =>
      fetch(`${server?.address}/api/${path}`, {
        method,
        headers: { ...as, ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
      })
    expect(
      (await runCrocus(['user', 'set', 'admin', '--password-stdin'], settings, 'the password of this test')).code,
    ).toBe(0)
    const project = { shortname: 'garden', label: 'Garden', is_public: true, template_id: 100 }
    expect((await call('projects', 'POST', project)).status).toBe(201)
    const trackers = (await (await call('projects/101/trackers')).json()) as { id: number; item_name: string }[]
    const task = trackers.find(tracker => tracker.item_name === 'task')
    const titleOf = async () =>
      (
        (await (await call(`trackers/${task?.id}`)).json()) as { fields: { name: string; label: string }[] }
      ).fields.find(({ name }) => name === 'title')?.label
    const label = await titleOf()

    const { code, stdout } = await runCrocus(['tracker', 'export', 'garden', 'task'], settings)
    expect(code).toBe(0)
    const renamed = stdout.replace(`"label": "${label}"`, '"label": "What to do"')
    const apply = (...options: string[]) =>
      runCrocus(['tracker', 'apply', 'garden', '-', ...options], settings, renamed)
    expect((await apply('--dry-run')).stdout).toContain('"What to do"')
    expect(await titleOf()).toBe(label)
    expect((await apply()).stdout).toContain('"What to do"')
    await expect.poll(titleOf).toBe('What to do')
    expect((await apply()).stdout).toBe('Nothing differs.\n')
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
