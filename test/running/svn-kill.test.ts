import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { openEmbedded } from '../../src/platform/db/embedded-postgres.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/log.ts'
import { testClock } from '../harness/clock.ts'
import { startServerProcess, stopLeftDatabase, testFolder, type ServerProcess } from '../harness/process.ts'
import { createRepository, isSvnMissing, SVN_NEEDS, svnClient, type FixtureRepository } from '../harness/svn.ts'
import { until } from '../harness/until.ts'

const PASSWORD = 'kill me if you can'
const MIB = 1024 * 1024
const FILE_SIZE = 300 * MIB
/** Bytes that Apache has taken when something is killed. */
const KILL_AFTER = 60 * MIB

describe.skipIf(isSvnMissing)(`a commit of 300 MB (${SVN_NEEDS})`, { timeout: 240_000 }, () => {
  let dataFolder: string
  let server: ServerProcess | undefined
  let repository: FixtureRepository
  let client: ReturnType<typeof svnClient>
  const admin = ['admin', PASSWORD] as const

  const start = async (): Promise<void> => {
    server = await startServerProcess({ CROCUS_DATA: dataFolder, CROCUS_WORKERS: '2', CROCUS_LOG_LEVEL: 'fatal' })
  }
  const url = (): string => `${server?.address}/svnplugin/kill/main`
  const hash = async (file: string): Promise<string> => {
    const made = createHash('sha256')
    for await (const chunk of createReadStream(file)) made.update(chunk as Buffer)
    return made.digest('hex')
  }

  beforeAll(async () => {
    client = svnClient(await testFolder())
    dataFolder = join(await testFolder(), 'data')
    const parsed = parseConfig({ CROCUS_DATA: dataFolder, CROCUS_ADMIN_PASSWORD: PASSWORD, PORT: '0' })
    if (!('config' in parsed)) throw new Error('wrong settings')
    const database = await openEmbedded(join(dataFolder, 'postgres'))
    await migrate(database.url)
    const db = openDatabase(database.url)
    const app = await createApp({ config: parsed.config, db, clock: testClock(), log: createLog('fatal') })
    await app.bootstrap()
    const authorization = `Basic ${Buffer.from(admin.join(':')).toString('base64')}`
    const project = { shortname: 'kill', label: 'Kill', is_public: true, template_id: 100 }
    await app.fastify.inject({ method: 'POST', url: '/api/projects', headers: { authorization }, payload: project })
    repository = await createRepository(app, db, 101, 'main')
    await app.modules.settings.set('svn_max_file_size', '0', { actorId: null, means: 'command' })
    await app.close()
    await db.close()
    await database.close()

    const file = await open(join(client.folder, 'large'), 'w')
    for (let size = 0; size < FILE_SIZE; size += MIB) await file.write(randomBytes(MIB))
    await file.close()
    await start()
  }, 120_000)
  afterAll(async () => {
    server?.child.kill('SIGTERM')
    await server?.exit
    await stopLeftDatabase(dataFolder)
  })

  const importLarge = (name: string) =>
    client.run('svn', ['import', '-q', '-m', name, 'large', `${url()}/${name}`], admin)
  const taken = (): number => {
    const folder = join(repository.path, 'db/txn-protorevs')
    return Math.max(
      0,
      ...readdirSync(folder).map(name => (name.endsWith('.rev') ? statSync(join(folder, name)).size : 0)),
    )
  }
  const whileCommitting = async (name: string, kill: () => void): Promise<void> => {
    const before = new Set(readdirSync(join(repository.path, 'db/transactions')))
    const committing = importLarge(name)
    await until(() => taken() >= KILL_AFTER, 60_000)
    kill()
    expect((await committing).code).not.toBe(0)
    // A killed commit may leave a transaction that is no revision; it is removed here, so that the next test starts clean. If Apache was
    // back in time, the client has removed it itself.
    const dead = readdirSync(join(repository.path, 'db/transactions')).filter(txn => !before.has(txn))
    for (const txn of dead) execFileSync('/usr/bin/svnadmin', ['rmtxns', '-q', repository.path, txn.slice(0, -4)])
  }
  const apachePid = (): number => Number(readFileSync(join(dataFolder, 'svn/apache/run/httpd.pid'), 'utf8'))
  /** Apache processes of this data folder. */
  const apaches = (): string[] =>
    readdirSync('/proc').filter(pid => {
      if (!/^\d+$/.test(pid)) return false
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dataFolder, 'svn/apache/conf/httpd.conf'))
      } catch {
        return false
      }
    })
  const youngest = (): number => Number(execFileSync('/usr/bin/svnlook', ['youngest', repository.path]).toString())

  it('arrives whole, and comes back the same', async () => {
    expect(await importLarge('whole')).toMatchObject({ code: 0, stderr: '' })
    await client.svn(admin, 'export', '-q', `${url()}/whole`, 'back')
    expect(await hash(join(client.folder, 'back'))).toBe(await hash(join(client.folder, 'large')))
    expect(youngest()).toBe(1)
  })

  it('is no revision when Apache is killed in the middle; the client tries again', async () => {
    const before = apachePid()
    await whileCommitting('apache', () => process.kill(before, 'SIGKILL'))
    expect(youngest()).toBe(1)
    expect(await client.svn(admin, 'mkdir', '-q', '-m', 'On it goes', `${url()}/a`)).toBe('')
    expect(youngest()).toBe(2)
    expect(apachePid()).not.toBe(before)
    // Those that the killed one had started went with it.
    expect(apaches()).not.toContain(String(before))
  })

  it('is no revision when the server is killed in the middle; Apache goes along, and a new start goes on', async () => {
    const worker = Number(execFileSync('/usr/bin/ps', ['-o', 'ppid=', '-p', String(apachePid())]).toString())
    await whileCommitting('server', () => {
      process.kill(worker, 'SIGKILL')
      process.kill(server?.pid ?? 0, 'SIGKILL')
    })
    await server?.exit
    await until(() => apaches().length === 0)
    await start()
    expect(youngest()).toBe(2)
    expect(await client.svn(admin, 'mkdir', '-q', '-m', 'And on', `${url()}/b`)).toBe('')
    expect(youngest()).toBe(3)
    execFileSync('/usr/bin/svnadmin', ['verify', '-q', repository.path])
  })

  it('goes on when the worker that runs Apache is killed: the other takes over', async () => {
    const before = apachePid()
    const worker = Number(execFileSync('/usr/bin/ps', ['-o', 'ppid=', '-p', String(before)]).toString())
    process.kill(worker, 'SIGKILL')
    // The first request may meet the end of the old one.
    let code = 1
    for (let attempt = 0; attempt < 20 && code !== 0; attempt++) {
      code = (await client.run('svn', ['mkdir', '-q', '-m', 'Taken over', `${url()}/c`], admin)).code
      if (code !== 0) await sleep(250)
    }
    expect([code, youngest()]).toEqual([0, 4])
    expect(apachePid()).not.toBe(before)
  })

  it('leaves no Apache behind when the server is stopped', async () => {
    server?.child.kill('SIGTERM')
    expect(await server?.exit).toBe(0)
    expect([apaches(), existsSync(join(dataFolder, 'svn/apache/conf/secret.conf'))]).toEqual([[], false])
    await start()
  })
})
