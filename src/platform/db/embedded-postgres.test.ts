import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/harness/until.ts'
import { openEmbedded, type EmbeddedDatabase } from './embedded-postgres.ts'
import { isLivingPostgres, readPostmaster } from './postgres-process.ts'
import { isRoot } from '../system-account.ts'

const rowsOf = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query(text)
    .then(result => result.rows as unknown[])
    .finally(() => client.end())
}

// A separate process that opens the database of a folder, writes rows as fast as it can and prints each committed row.
const WRITER = `
  const [, embedded, pgModule, folder] = process.argv
  const { openEmbedded } = await import(embedded)
  const { default: pg } = await import(pgModule)
  const { url } = await openEmbedded(folder)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists written (n int primary key)')
  for (let n = 1; ; n++) {
    await client.query('insert into written values ($1)', [n])
    process.stdout.write(n + '\\n')
  }`

describe('the embedded database', { timeout: 60_000 }, () => {
  let folder: string
  const opened: EmbeddedDatabase[] = []
  const children: ChildProcess[] = []

  const open = async (name = 'postgres', events: string[] = []): Promise<EmbeddedDatabase> => {
    const database = await openEmbedded(join(folder, name), { onEvent: message => events.push(message) })
    opened.push(database)
    return database
  }
  const postmasterOf = (name = 'postgres'): number => readPostmaster(join(folder, name, 'cluster'))?.pid ?? 0
  const startWriter = (): { child: ChildProcess; last: () => number } => {
    const modules = [join(import.meta.dirname, 'embedded-postgres.ts'), import.meta.resolve('pg')]
    const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, ...modules, join(folder, 'postgres')])
    children.push(child)
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    return { child, last: () => Number(text.trimEnd().split('\n').at(-1)) }
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crocus-embedded-'))
    await chmod(folder, 0o711)
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const database of opened.splice(0)) await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('makes a durable UTF-8 cluster with checksums, reached without any network', async () => {
    const { url } = await open()
    const names = [
      'server_encoding',
      'data_checksums',
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'jit',
      'listen_addresses',
    ]
    const values = await rowsOf(url, `select ${names.map(name => `current_setting('${name}') as ${name}`).join(', ')}`)
    expect(values).toEqual([
      {
        server_encoding: 'UTF8',
        data_checksums: 'on',
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        jit: 'off',
        listen_addresses: '',
      },
    ])
    expect(
      await rowsOf(url, `select upper('é') as upper, rolsuper from pg_roles where rolname = current_user`),
    ).toEqual([{ upper: 'É', rolsuper: false }])
  })

  it('lets nobody in without the password, which only its account reads', async () => {
    const { url } = await open()
    await expect(rowsOf(url.replace(/:[^:@/]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    expect((await stat(join(folder, 'postgres/password'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'postgres/run'))).mode & 0o777).toBe(0o700)
  })

  it('is shared by all processes that opened it, and stopped by the last', async () => {
    const [first, second] = await Promise.all([open(), open()])
    const pid = postmasterOf()
    expect(isLivingPostgres(pid)).toBe(true)
    await first.close()
    expect(await rowsOf(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.close()
    expect(isLivingPostgres(pid)).toBe(false)
    expect(postmasterOf()).toBe(0)
  })

  it('keeps its data from one start to the next', async () => {
    const first = await open()
    await rowsOf(first.url, 'create table kept (n int); insert into kept values (7)')
    await first.close()
    const second = await open()
    expect(await rowsOf(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('takes over what a killed process left running, and has every row that was acknowledged', async () => {
    const { child, last } = startWriter()
    await until(() => last() > 50)
    const pid = postmasterOf()
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const start = Date.now()
    const database = await open()
    expect(Date.now() - start).toBeLessThan(10_000)
    expect(postmasterOf()).toBe(pid)
    expect(await rowsOf(database.url, `select count(*)::int >= ${last()} as whole from written`)).toEqual([
      { whole: true },
    ])
    await database.close()
    expect(isLivingPostgres(pid)).toBe(false)
  })

  it('recovers when process and PostgreSQL are killed together', async () => {
    const { child, last } = startWriter()
    await until(() => last() > 50)
    const ended = once(child, 'exit')
    process.kill(postmasterOf(), 'SIGKILL')
    child.kill('SIGKILL')
    await ended
    const { url } = await open()
    expect(await rowsOf(url, `select count(*)::int >= ${last()} as whole from written`)).toEqual([{ whole: true }])
  })

  it('waits for what a killed PostgreSQL left running', async () => {
    const killed = await open()
    const client = new pg.Client({ connectionString: killed.url })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const left = rows[0]?.pid ?? 0
    // The stopped process holds the shared memory.
    process.kill(left, 'SIGSTOP')
    process.kill(postmasterOf(), 'SIGKILL')
    await killed.close()
    const opening = open()
    await Promise.all([opening, sleep(1_000).then(() => process.kill(left, 'SIGCONT'))])
    expect(await rowsOf((await opening).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is started again while it is open when PostgreSQL dies', async () => {
    const events: string[] = []
    const { url } = await open('postgres', events)
    const pid = postmasterOf()
    process.kill(pid, 'SIGKILL')
    await until(() => events.includes('PostgreSQL runs again'))
    expect(postmasterOf()).not.toBe(pid)
    expect(await rowsOf(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts although the pid in a stale pid file belongs to another program', async () => {
    await open().then(database => database.close())
    await writeFile(
      join(folder, 'postgres/cluster/postmaster.pid'),
      `${process.pid}\n${folder}/postgres/cluster\n1\n5432\n${folder}/postgres/run\n\n\nready\n`,
    )
    const { url } = await open()
    expect(await rowsOf(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts anew when the server that it would join is about to end', async () => {
    await open().then(database => database.close())
    const dying = await open('dying')
    await writeFile(
      join(folder, 'postgres/cluster/postmaster.pid'),
      `${postmasterOf('dying')}\n${folder}/postgres/cluster\n1\n5432\n${folder}/postgres/run\n\n\nready\n`,
    )
    const opening = open()
    await Promise.all([opening, sleep(500).then(() => dying.close())])
    expect(await rowsOf((await opening).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('makes the cluster anew when the process that made it was killed half way', async () => {
    await mkdir(join(folder, 'postgres/cluster.new/base'), { recursive: true })
    await writeFile(join(folder, 'postgres/cluster.new/PG_VERSION'), '18\n')
    const { url } = await open()
    expect(await rowsOf(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readdir(join(folder, 'postgres'))).not.toContain('cluster.new')
  })

  it('works below a path that is too long for a socket', async () => {
    const name = 'long'.repeat(30)
    const { url } = await open(name)
    expect(await rowsOf(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(new URL(url).searchParams.get('host') ?? '')).toBe(true)
  })

  it.runIf(isRoot())('works as root below a folder that is closed to all others', async () => {
    await mkdir(join(folder, 'closed'), { mode: 0o700 })
    const { url } = await open('closed/postgres')
    expect(await rowsOf(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('refuses a cluster of another version in one sentence', async () => {
    await open().then(database => database.close())
    await writeFile(join(folder, 'postgres/cluster/PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow(/made by PostgreSQL 17, but this Crocus brings PostgreSQL 18/)
  })

  it('says what PostgreSQL said when it cannot start', async () => {
    await open().then(database => database.close())
    await writeFile(join(folder, 'postgres/cluster/postgresql.conf'), 'no_such_setting = 1\n')
    await expect(open()).rejects.toThrow(/does not start: .*no_such_setting/)
  })
})
