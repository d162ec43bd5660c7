import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../harness/database.ts'
import {
  startProcess,
  startServerProcess,
  stopLeftDatabase,
  testFolder,
  type ServerProcess,
  type Settings,
} from '../harness/process.ts'
import { until } from '../harness/until.ts'

const basic = (credentials: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
})

describe('the server process', { timeout: 120_000 }, () => {
  let folder: string
  let dataFolder: string
  let count = 0
  const servers: ServerProcess[] = []

  const start = async (settings: Settings = {}): Promise<ServerProcess> => {
    const server = await startServerProcess({ CROCUS_DATA: dataFolder, ...settings })
    servers.push(server)
    return server
  }
  const refuse = async (settings: Settings): Promise<{ code: unknown; lines: string[] }> => {
    const server = startProcess('src/main.ts', [], {
      PORT: '0',
      CROCUS_WORKERS: '1',
      CROCUS_DATA: dataFolder,
      ...settings,
    })
    const code = await server.exit
    return { code, lines: server.stderr().split('\n').slice(0, -1) }
  }
  /** The run's database server instead of an embedded one, where that is not what the test is about: it starts faster. */
  const elsewhere = async (): Promise<Settings> => ({ DATABASE_URL: await testDatabaseUrl() })
  const stop = async (server: ServerProcess): Promise<unknown> => {
    server.child.kill('SIGTERM')
    return server.exit
  }
  const health = async (server: ServerProcess): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${server.address}/health`, { headers: { connection: 'close' } })
    return { status: response.status, body: await response.json() }
  }

  beforeAll(async () => {
    folder = await testFolder()
    dataFolder = join(folder, 'data-0')
  })
  afterEach(async () => {
    for (const server of servers.splice(0))
      if (server.child.exitCode === null && server.child.signalCode === null) await stop(server)
    // A new one for each test, made when it is needed.
    dataFolder = join(folder, `data-${++count}`)
  })

  it('says at the first start, and only then, where it listens, the password, and a command that works', async () => {
    const first = await start()
    expect(first.stdout()).toMatch(/^Crocus \d+\.\d+\.\d+ listens on http:\/\/127\.0\.0\.1:\d+$/m)
    const password = /password is (\S+) \(it is not shown again\)/.exec(first.stdout())?.[1] ?? ''
    expect(password.length).toBeGreaterThanOrEqual(12)
    const [, credentials = '', url = ''] = /^Try: curl -u (\S+) (\S+)$/m.exec(first.stdout()) ?? []
    const tried = await fetch(url, { headers: basic(credentials) })
    expect([tried.status, await tried.json()]).toMatchObject([200, { username: 'admin' }])
    expect(await stop(first)).toBe(0)
    expect(first.stderr()).toBe('')

    const second = await start()
    expect(second.stdout()).toMatch(/^Crocus .* listens on \S+\n$/)
    const answer = await fetch(`${second.address}/api/users/self`, { headers: basic(`admin:${password}`) })
    expect(answer.status).toBe(200)
  })

  it('takes the password of CROCUS_ADMIN_PASSWORD at the first start and does not repeat it', async () => {
    const server = await start({ ...(await elsewhere()), CROCUS_ADMIN_PASSWORD: 'a long enough one' })
    expect(server.stdout()).toContain('CROCUS_ADMIN_PASSWORD')
    expect(server.stdout()).not.toContain('a long enough one')
    const answer = await fetch(`${server.address}/api/users/self`, { headers: basic('admin:a long enough one') })
    expect(answer.status).toBe(200)
  })

  it('tells its health: 200 with database and svn, 503 while the database is away', async () => {
    const server = await start()
    const version = (
      JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
    ).version
    expect(await health(server)).toEqual({
      status: 200,
      body: { status: 'ok', version, database: 'ok', svn: expect.stringMatching(/^(on|off: .+)$/) as string },
    })
    const pidFile = join(dataFolder, 'postgres/cluster/postmaster.pid')
    const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    // Stopped, not killed: it does not answer, and the server cannot start another in its place.
    process.kill(pid, 'SIGSTOP')
    for (const child of await childrenOf(pid)) process.kill(child, 'SIGSTOP')
    try {
      const answer = await health(server)
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({ status: 'unavailable' })
    } finally {
      for (const child of [...(await childrenOf(pid)), pid]) process.kill(child, 'SIGCONT')
    }
    await until(async () => (await health(server)).status === 200)
  })

  it('starts the embedded database again when it dies', async () => {
    const server = await start()
    const pid = Number((await readFile(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    const statuses: number[] = []
    for (let i = 0; i < 200 && statuses.at(-1) !== 200; i++) {
      await sleep(100)
      if (i > 3) statuses.push((await health(server)).status)
    }
    expect(statuses.at(-1)).toBe(200)
  })

  it('refuses wrong settings, one line each, with exit code 2', async () => {
    const { code, lines } = await refuse({ PORT: 'many', CROCUS_WORKERS: '-3', CROCUS_LOG_LEVEL: 'loud' })
    expect(code).toBe(2)
    expect(lines).toHaveLength(3)
    expect(lines.every(line => /^crocus: (PORT|CROCUS_WORKERS|CROCUS_LOG_LEVEL) must be /.test(line))).toBe(true)
  })

  it('refuses a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const workers of ['1', '2']) {
      const { code, lines } = await refuse({ ...(await elsewhere()), PORT: String(port), CROCUS_WORKERS: workers })
      expect(code).toBe(1)
      expect(lines).toEqual([
        expect.stringMatching(new RegExp(`^crocus: Port ${port} of 127\\.0\\.0\\.1 is taken`)) as string,
      ])
    }
    other.close()
  })

  it('refuses an address that is not of this machine', async () => {
    for (const workers of ['1', '2']) {
      const { code, lines } = await refuse({ ...(await elsewhere()), HOST: '192.0.2.1', CROCUS_WORKERS: workers })
      expect(code).toBe(1)
      expect(lines).toEqual([
        expect.stringMatching(/^crocus: 192\.0\.2\.1 is not an address of this machine/) as string,
      ])
    }
  })

  it('refuses a second server on the same data folder, and leaves the first alone', async () => {
    const first = await start()
    const { code, lines } = await refuse({})
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^crocus: Another server already runs on the data folder /) as string])
    expect((await health(first)).status).toBe(200)
  })

  it.runIf(existsSync('/proc/self'))('refuses a data folder where the file system makes none', async () => {
    expect(await refuse({ CROCUS_DATA: '/proc/crocus/data' })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^crocus: The data folder \/proc\/crocus\/data cannot be used: /) as string],
    })
  })

  it('refuses a data folder that is a file, or below one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'below')]) {
      const { code, lines } = await refuse({ CROCUS_DATA: path })
      expect(code).toBe(1)
      expect(lines).toEqual([expect.stringMatching(/^crocus: The data folder .* cannot be used: /) as string])
    }
  })

  it('refuses a data folder that it cannot write to', async () => {
    // Permissions do not stop root; the file system of the kernel does.
    const isRoot = process.getuid?.() === 0
    if (!isRoot) await mkdir(dataFolder, { mode: 0o500 })
    const { code, lines } = await refuse(isRoot ? { CROCUS_DATA: '/sys/crocus' } : {})
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/cannot be used: no permission to write there/) as string])
  })

  it('refuses a database that cannot be reached, without telling its password', async () => {
    const { code, lines } = await refuse({ DATABASE_URL: 'postgres://crocus:hushhush@127.0.0.1:1/crocus' })
    expect(code).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/^crocus: The database crocus on 127\.0\.0\.1:1 cannot be reached: /) as string,
    ])
    expect(lines.join()).not.toContain('hushhush')
  })

  it('works on the database of DATABASE_URL and starts none', async () => {
    const server = await start({ DATABASE_URL: await testDatabaseUrl({ isEmpty: true }) })
    expect((await health(server)).status).toBe(200)
    await expect(readFile(join(dataFolder, 'postgres/password'))).rejects.toThrow(/ENOENT/)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('finishes what runs at %s and ends with 0 in under 10 s', async signal => {
    const server = await start()
    // A request whose body is still on its way when the signal comes.
    const { hostname, port } = new URL(server.address)
    const slow = request({
      hostname,
      port,
      method: 'POST',
      path: '/api/tokens',
      headers: { 'content-type': 'application/json', 'content-length': 2 },
    })
    const answer = once(slow, 'response') as Promise<[{ statusCode: number }]>
    slow.write('{')
    await sleep(200)
    const since = Date.now()
    server.child.kill(signal)
    await sleep(300)
    slow.end('}')
    const [response] = await answer
    expect(response.statusCode).toBe(400)
    expect(await server.exit).toBe(0)
    expect(Date.now() - since).toBeLessThan(10_000)
    expect(server.stderr()).toBe('')
    await expect(readFile(join(dataFolder, 'postgres/cluster/postmaster.pid'))).rejects.toThrow(/ENOENT/)
  })

  it('ends in under 10 s although a request never ends', async () => {
    const server = await start(await elsewhere())
    const { hostname, port } = new URL(server.address)
    const stuck = request({ hostname, port, method: 'POST', path: '/api/tokens', headers: { 'content-length': 2 } })
    stuck.on('error', () => undefined)
    stuck.write('{')
    await sleep(200)
    const since = Date.now()
    expect(await stop(server)).toBe(0)
    expect(Date.now() - since).toBeLessThan(10_000)
  })

  it('starts again after kill -9, on the database that was left running', async () => {
    const first = await start()
    first.child.kill('SIGKILL')
    expect(await first.exit).toBe('SIGKILL')
    const since = Date.now()
    const second = await start()
    expect(Date.now() - since).toBeLessThan(20_000)
    expect(second.stdout()).not.toContain('First start')
    expect((await health(second)).status).toBe(200)
  })

  it('shares the port among worker processes and replaces one that dies', async () => {
    const server = await start({ ...(await elsewhere()), CROCUS_WORKERS: '2', CROCUS_LOG_LEVEL: 'silent' })
    const workers = await workersOf(server.pid)
    expect(workers).toHaveLength(2)
    const [victim = 0] = workers
    // Busy: one connection is handed to it, and it does not take it.
    process.kill(victim, 'SIGSTOP')
    let answered = 0
    const asked = Array.from({ length: 4 }, () =>
      health(server).then(
        () => ++answered,
        () => 'ended',
      ),
    )
    await until(() => answered === 3)
    process.kill(victim, 'SIGKILL')
    expect((await Promise.all(asked)).filter(outcome => outcome === 'ended')).toHaveLength(1)
    await until(async () => (await workersOf(server.pid)).filter(pid => pid !== victim).length === 2)
    for (let i = 0; i < 4; i++) expect((await health(server)).status).toBe(200)
    expect(await stop(server)).toBe(0)
    expect(await childrenOf(server.pid)).toEqual([])
  })

  it('takes its workers with it when the primary is killed', async () => {
    const server = await start({ CROCUS_WORKERS: '2' })
    const workers = await workersOf(server.pid)
    expect(workers).toHaveLength(2)
    server.child.kill('SIGKILL')
    await server.exit
    const isAlive = async (pid: number): Promise<boolean> =>
      !/^State:\s*Z|^$/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))
    await until(async () => !(await Promise.all(workers.map(isAlive))).some(Boolean))
    await stopLeftDatabase(dataFolder)
  })
})

/** Living child processes: pid → name of the program. */
const programsOf = async (parent: number): Promise<Map<number, string>> => {
  const found = new Map<number, string>()
  for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? ''
    if (Number(field('PPid')) === parent && field('State') !== 'Z') found.set(Number(pid), field('Name'))
  }
  return found
}
const childrenOf = async (parent: number): Promise<number[]> => [...(await programsOf(parent)).keys()]
const workersOf = async (parent: number): Promise<number[]> =>
  [...(await programsOf(parent))].filter(([, name]) => name !== 'postgres').map(([pid]) => pid)
