import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chmod, lstat, mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../../../test/harness/process.ts'
import { hookProgram } from '../disk/hook-program.ts'
import { listenForHooks, socketPath, type SocketHandler } from './hook-server.ts'

const log = pino({ level: 'silent' })

/** Runs the program like Subversion, with the environment of hooks only. */
const hookIn = async (folder: string, socket: string) => {
  await writeFile(path.join(folder, 'hook'), hookProgram)
  await chmod(path.join(folder, 'hook'), 0o755)
  return async (name: string, args: readonly string[], input: string | Buffer = '') => {
    await symlink(path.join(folder, 'hook'), path.join(folder, name)).catch(() => undefined)
    return new Promise<{ code: number; stderr: string }>(resolve => {
      const child = execFile(
        path.join(folder, name),
        [...args],
        { env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', SVN_HOOK_SOCKET: socket } },
        (error, _stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stderr }),
      )
      child.stdin?.on('error', () => undefined).end(input)
    })
  }
}

describe('socketPath', () => {
  it('is inside the folder as long as the kernel takes the name, counted in bytes', () => {
    const fits = `/${'d'.repeat(107 - '/run/hooks.sock'.length - 1)}`
    expect(socketPath(fits)).toBe(`${fits}/run/hooks.sock`)
    for (const long of [`${fits}d`, `${fits.slice(0, -1)}é`, `/data/${'d'.repeat(300)}`]) {
      const found = socketPath(long)
      expect(path.dirname(path.dirname(found))).toBe(tmpdir())
      expect(Buffer.byteLength(found)).toBeLessThanOrEqual(107)
      expect(socketPath(long)).toBe(found)
    }
    expect(socketPath(`${fits}d`)).not.toBe(socketPath(`${fits}e`))
  })
})

describe.skipIf(!existsSync('/usr/bin/curl'))('the socket of the hooks (needs curl)', () => {
  const listening = async (handlers: Record<string, SocketHandler>, deep = '') => {
    const folder = await testFolder()
    const socket = socketPath(path.join(folder, deep))
    const server = await listenForHooks(socket, undefined, handlers, log)
    return { folder, socket, server, hook: await hookIn(folder, socket) }
  }

  it('answers the program of the hooks, which tells the client what was refused', async () => {
    const asked: Record<string, string>[] = []
    const { server, hook } = await listening({
      'pre-commit': async form => {
        asked.push(Object.fromEntries(form))
        return form.get('transaction') === '1-1' ? { status: 200, text: '' } : { status: 403, text: 'Nein: é & more' }
      },
      'pre-revprop-change': async form => {
        asked.push(Object.fromEntries(form))
        return { status: 200, text: '' }
      },
    })
    expect(await hook('pre-commit', ['/a b/é&c=d', '1-1'])).toEqual({ code: 0, stderr: '' })
    expect(await hook('pre-commit', ['/r', '1-2'])).toEqual({ code: 1, stderr: 'Nein: é & more\n' })
    const value = 'Zeile 1\n&b=c %41 + é\n'
    expect((await hook('pre-revprop-change', ['/r', '3', 'ann', 'svn:log', 'M'], value)).code).toBe(0)
    expect(asked).toEqual([
      { repository: '/a b/é&c=d', transaction: '1-1' },
      { repository: '/r', transaction: '1-2' },
      { repository: '/r', revision: '3', user: 'ann', property: 'svn:log', action: 'M', value },
    ])
    await server.close()
    // Without a listener on the socket the program refuses the commit.
    expect(await hook('pre-commit', ['/r', '1-1'])).toEqual({
      code: 1,
      stderr: expect.stringContaining('try again') as string,
    })
  })

  it('refuses when it does not know the hook, or cannot tell', async () => {
    const { server, hook } = await listening({
      'pre-commit': () => Promise.reject(new Error('the database is away')),
      'post-commit': async () => ({ status: 200, text: '' }),
    })
    expect(await hook('pre-commit', ['/r', '1-1'])).toEqual({
      code: 1,
      stderr: 'The server that checks commits could not do so: nothing was changed, try again later.\n',
    })
    expect((await hook('pre-revprop-change', ['/r', '1', 'ann', 'p', 'M'], 'x')).code).toBe(1)
    expect((await hook('constructor', ['/r'])).code).toBe(1)
    const long = await hook(
      'post-revprop-change',
      ['/r', '1', 'ann', 'svn:log', 'M'],
      Buffer.alloc(13 * 1024 ** 2, 'x'),
    )
    expect(long.code).toBe(1)
    await server.close()
  })

  it('listens for data folders with long names, too, where no other account can open it', async () => {
    const deep = 'a long name of a folder/'.repeat(6)
    const { socket, server, hook } = await listening({ 'post-commit': async () => ({ status: 200, text: '' }) }, deep)
    expect(socket.startsWith(path.join(tmpdir(), 'crocus-svn-'))).toBe(true)
    expect(await hook('post-commit', ['/r', '1'])).toEqual({ code: 0, stderr: '' })
    expect([statSync(path.dirname(socket)).mode & 0o777, statSync(socket).mode & 0o777]).toEqual([0o700, 0o600])
    await server.close()
    // The folder outside of the data folder is removed.
    await expect(lstat(path.dirname(socket))).rejects.toThrow(/ENOENT/)
  })

  it('does not listen in a folder of another account', async () => {
    const folder = await testFolder()
    await mkdir(path.join(folder, 'elsewhere'))
    await symlink(path.join(folder, 'elsewhere'), path.join(folder, 'run'))
    await expect(listenForHooks(path.join(folder, 'run', 'hooks.sock'), undefined, {}, log)).rejects.toThrow(
      /belongs to somebody else/,
    )
  })
})
