import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../test/harness/archives.ts'
import { runCommand } from '../../../test/harness/command.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { testFolder } from '../../../test/harness/process.ts'
import { startS3Server } from '../../../test/harness/s3-server.ts'
import { isPostgresMissing, POSTGRES_NEEDS, startPrimary, type PostgresServer } from '../../../test/harness/standby.ts'
import { startTraceCollector } from '../../../test/harness/trace-collector.ts'
import { checkNode } from './check-machine.ts'
import { runChecks, type Diagnosis } from './diagnosis.ts'

const SECRET = 'hushhush-hushhush'

interface Report {
  readonly status: string
  readonly problems: number
  readonly checks: readonly Diagnosis[]
}

let environment: Record<string, string>
let client: pg.Client
beforeAll(async () => {
  environment = { CROCUS_DATA: await testFolder(), DATABASE_URL: await testDatabaseUrl(), CROCUS_WORKERS: '1' }
  client = new pg.Client({ connectionString: environment['DATABASE_URL'] })
  await client.connect()
})
afterAll(() => client.end())

const doctor = async (settings: Record<string, string> = {}): Promise<Report & { code: number; text: string }> => {
  const { code, stdout, stderr } = await runCommand({ ...environment, ...settings }, ['doctor', '--json'])
  expect(stdout + stderr).not.toContain(SECRET)
  return { code, text: stdout, ...(JSON.parse(stdout) as Report) }
}
/** The text of a finding; also checks that the finding has an advice. */
const found = ({ checks }: Report, name: string, status: string): string => {
  const matching = checks.filter(each => each.check === name && each.status === status)
  if (status !== 'ok') for (const { advice } of matching) expect(advice ?? '').not.toBe('')
  return matching.map(({ message }) => message).join('\n')
}

describe('crocus doctor', { timeout: 30_000 }, () => {
  it('finds nothing wrong with a sound installation, and ends with 0', async () => {
    const report = await doctor()
    expect(report.checks.filter(({ status }) => status === 'problem')).toEqual([])
    expect(report.code).toBe(0)
    for (const name of ['settings', 'program', 'data folder', 'database', 'background', 'files', 'mail', 'address'])
      expect(found(report, name, 'ok')).not.toBe('')
    const { stdout, code } = await runCommand(environment, ['doctor'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok {7}data folder {3}\S.+\.$/m)
  })

  it('creates nothing in an empty place', async () => {
    const folder = path.join(await testFolder(), 'new')
    const report = await doctor({ CROCUS_DATA: folder, DATABASE_URL: '' })
    expect(found(report, 'data folder', 'warning')).toContain('is not there yet')
    expect(found(report, 'database', 'warning')).toContain('no embedded database yet')
    expect(report.code).toBe(0)
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })

  it('leaves nothing behind', async () => {
    const folder = await testFolder()
    await doctor({ CROCUS_DATA: folder })
    expect(await readdir(folder)).toEqual([])
  })

  it('lists every wrong variable, and looks at no more', async () => {
    const report = await doctor({ PORT: 'x', DATABASE_URL: `mysql://root:${SECRET}@db/x` })
    expect(found(report, 'settings', 'problem').split('\n')).toHaveLength(2)
    expect(report.code).toBe(1)
  })

  it('wants a Node that runs the sources', () => {
    expect(checkNode('20.1.0')).toMatchObject([{ status: 'problem' }])
  })

  describe('on the data folder', () => {
    it('reports that it is a file', async () => {
      const file = path.join(await testFolder(), 'file')
      await writeFile(file, '')
      expect(found(await doctor({ CROCUS_DATA: file }), 'data folder', 'problem')).toContain('is not a folder')
    })

    it('reports missing write access', async () => {
      const report = await doctor({ CROCUS_DATA: '/proc/self' })
      expect(found(report, 'data folder', 'problem')).toMatch(/cannot be written to \(E\w+\)/)
      expect(report.code).toBe(1)
    })

    it('reports other accounts with access', async () => {
      const folder = await testFolder()
      for (const [name, mode] of [
        ['files', 0o755],
        ['imported', 0o750],
        ['deleted', 0o755],
      ] as const) {
        await mkdir(path.join(folder, name))
        await chmod(path.join(folder, name), mode)
      }
      await chmod(folder, 0o777)
      const problems = found(await doctor({ CROCUS_DATA: folder }), 'data folder', 'problem')
      expect(problems).toContain('can be written to by other accounts')
      expect(problems).toContain(`can reach ${path.join(folder, 'files')}, ${path.join(folder, 'imported')}`)
      expect(problems).toContain(`can reach ${path.join(folder, 'deleted')}`)
      // The operator's group may also read archives of deleted artifacts.
      await chmod(path.join(folder, 'deleted'), 0o750)
      expect(found(await doctor({ CROCUS_DATA: folder }), 'data folder', 'problem')).not.toContain('deleted')
      await chmod(folder, 0o700)
      expect(found(await doctor({ CROCUS_DATA: folder }), 'data folder', 'problem')).toBe('')
    })

    it('reports a folder in memory', async () => {
      const folder = path.join('/dev/shm', `crocus-doctor-${process.pid}`)
      await mkdir(folder, { mode: 0o700 })
      try {
        expect(found(await doctor({ CROCUS_DATA: folder }), 'data folder', 'problem')).toContain('in memory')
      } finally {
        await rm(folder, { recursive: true })
      }
    })
  })

  describe('on the database', () => {
    it('says why it is not reached, without the password', async () => {
      const url = new URL(environment['DATABASE_URL'] ?? '')
      url.password = SECRET
      const refused = await doctor({ DATABASE_URL: url.href })
      const isTrusted = found(refused, 'database', 'problem') === ''
      // Servers with `trust` authentication ask for no password.
      if (!isTrusted) expect(found(refused, 'database', 'problem')).toContain('password')
      const nobody = await doctor({ DATABASE_URL: `postgres://a:${SECRET}@127.0.0.1:1/x` })
      expect(found(nobody, 'database', 'problem')).toContain('cannot be reached')
      expect(found(nobody, 'mail', 'ok')).not.toBe('')
    })

    it('distinguishes a newer schema, an older one and none', async () => {
      const empty = await testDatabaseUrl({ isEmpty: true })
      expect(found(await doctor({ DATABASE_URL: empty }), 'database', 'warning')).toContain('no tables of Crocus yet')
      await client.query(`insert into schema_migration (name, checksum) values ('9999_future.sql', 'x')`)
      expect(found(await doctor(), 'database', 'problem')).toContain('newer Crocus')
      await client.query(`delete from schema_migration where name = '9999_future.sql'`)
      const { rows } = await client.query(
        `delete from schema_migration where name = (select max(name) from schema_migration) returning *`,
      )
      expect(found(await doctor(), 'database', 'warning')).toContain('1 migrations are to be applied')
      const [{ name, checksum }] = rows as [{ name: string; checksum: string }]
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    })

    it('warns of settings that lose data, and of limits that are too low', async () => {
      const name = pg.escapeIdentifier(new URL(environment['DATABASE_URL'] ?? '').pathname.slice(1))
      await client.query(`alter database ${name} set synchronous_commit = off`)
      await client.query(`alter database ${name} connection limit 15`)
      try {
        const warnings = found(await doctor({ CROCUS_WORKERS: '2' }), 'database', 'warning')
        expect(warnings).toContain('synchronous_commit is off')
        expect(warnings).toMatch(/2 processes needs up to 32 connections, but the database lets in 15/)
      } finally {
        await client.query(`alter database ${name} reset synchronous_commit`)
        await client.query(`alter database ${name} connection limit -1`)
      }
    })

    it('reports an account that may not create schemas', async () => {
      const role = `crocus_doctor_${process.pid}`
      await client.query(`create role ${role} login`)
      try {
        const url = new URL(environment['DATABASE_URL'] ?? '')
        url.searchParams.set('options', `-c role=${role}`)
        const report = await doctor({ DATABASE_URL: url.href })
        expect(found(report, 'database', 'problem')).toContain('may not make schemas')
      } finally {
        await client.query(`drop role ${role}`)
      }
    })
  })

  it('reports a shared folder in memory', async () => {
    const folder = path.join('/dev/shm', `crocus-doctor-shared-${process.pid}`)
    await mkdir(folder, { mode: 0o700 })
    try {
      const report = await doctor({ CROCUS_SHARED: folder })
      expect(found(report, 'shared', 'ok')).toContain('GiB are free on its disk')
      expect(found(report, 'shared', 'problem')).toContain('in memory')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('sends an empty batch to a collector of traces, and reports a refusal', async () => {
    const traced = (url: string) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}`,
    })
    const collector = await startTraceCollector()
    expect(found(await doctor(traced(collector.url)), 'traces', 'ok')).toContain('takes what it is sent')
    expect(collector.spans).toEqual([])
    expect(collector.headers.map(({ authorization }) => authorization)).toEqual([`Bearer ${SECRET}`])
    await collector.close()
    expect(found(await doctor(traced(collector.url)), 'traces', 'warning')).toContain('does not answer')

    for (const [status, words] of [
      [401, 'does not let us in (401)'],
      [404, 'does not take traces (404)'],
    ] as const) {
      const other = await startTraceCollector(status)
      expect(found(await doctor(traced(other.url)), 'traces', 'warning')).toContain(words)
      await other.close()
    }
    expect((await doctor()).checks.filter(({ check }) => check === 'traces')).toEqual([])
  })

  describe.skipIf(isPostgresMissing)(`on a standby (${POSTGRES_NEEDS})`, () => {
    let primary: PostgresServer
    let standby: PostgresServer
    const closers: (() => Promise<unknown>)[] = []
    afterAll(async () => {
      for (const close of closers.reverse()) await close()
    }, 30_000)
    beforeAll(async () => {
      primary = await startPrimary(path.join(await testFolder(), 'postgres'))
      closers.push(() => primary.stop())
      standby = await primary.addStandby('two')
      closers.push(() => standby.stop())
    }, 60_000)
    const read = (readUrl: string, url = primary.url) => doctor({ DATABASE_URL: url, DATABASE_READ_URL: readUrl })

    it('reports whether it has caught up, and whether it lets long reads finish', async () => {
      const report = await read(standby.url)
      expect(found(report, 'standby', 'ok')).toContain('shows what the primary has')
      expect(found(report, 'standby', 'warning')).toContain('hot_standby_feedback is off')
      await standby.ask("alter system set hot_standby_feedback = 'on'")
      await standby.ask('select pg_reload_conf()')
      expect(found(await read(standby.url), 'standby', 'warning')).toBe('')
    })

    it('reports one whose replay is paused', async () => {
      await standby.ask('select pg_wal_replay_pause()')
      await primary.ask('create table later ()')
      expect(found(await read(standby.url), 'standby', 'warning')).toMatch(/MiB of log behind: its replay is paused/)
      await standby.ask('select pg_wal_replay_resume()')
    })

    it('finds the standbys among all servers of a cluster', async () => {
      const both = `postgres://crocus@${primary.place},${standby.place}/crocus`
      const report = await read(both)
      expect(found(report, 'standby', 'ok')).toContain(standby.place)
      expect(found(report, 'standby', 'warning')).toBe('')
    })

    it('reports a server that is no standby, of another cluster, or away', async () => {
      expect(found(await read(primary.url), 'standby', 'warning')).toContain('is no standby')
      expect(found(await read(standby.url, await testDatabaseUrl()), 'standby', 'warning')).toContain('another cluster')
      const away = await read(`postgres://a:${SECRET}@127.0.0.1:1/x`)
      expect(found(away, 'standby', 'warning')).toContain('cannot be reached')
      // The primary serves the reads instead.
      expect(found(away, 'standby', 'problem')).toBe('')
    })
  })

  it('sees jobs that failed or wait, and consumers that cannot go on', async () => {
    await client.query(
      `select graphile_worker.add_job('send_mail', max_attempts => 1), graphile_worker.add_job('expire_files')`,
    )
    await client.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '2 hours', attempts = least(1, max_attempts)`,
    )
    await client.query(`insert into event_consumer (name, cursor, failures) values ('stuck', '0.0', 3)
      on conflict (name) do update set failures = 3`)
    const warnings = found(await doctor(), 'background', 'warning')
    expect(warnings).toContain('1 jobs send_mail failed')
    expect(warnings).toMatch(/1 jobs expire_files wait, one of them for 120 minutes/)
    expect(warnings).toContain('stuck could not handle the next event 3 times')
    await client.query(`delete from graphile_worker._private_jobs; delete from event_consumer where name = 'stuck'`)
  })

  it('names webhooks for which the log is kept, or that lost changes', async () => {
    const columns = `scope, url, kinds, include, owner_id, secret, state, paused_because, cursor, lost_from, lost_to, created_at, changed_at`
    const one = (cursor: string, lost: string): string =>
      `('site', 'https://far.example/${SECRET}', '{}', 'none', 101, '', 'paused', 'failures', ${cursor}, ${lost}, ${lost}, now(), now())`
    await client.query(
      `insert into event (kind, means, at) values ('setting.changed', 'command', now() - interval '91 days')`,
    )
    await client.query(
      `insert into webhook (${columns}) values ${one("'0.0'", 'null')}, ${one('null', "'2026-01-02'")}`,
    )
    const lines = found(await doctor(), 'webhooks', 'warning').split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/^The webhook \d+ for far\.example waits for changes since \d{4}-/),
      expect.stringMatching(/for far\.example is paused: the log lost its changes from 2026-01-0\d to 2026-01-0\d/),
    ])
    await client.query(`delete from webhook; delete from event where kind = 'setting.changed'`)
  })

  it('reports files without content', async () => {
    await client.query(
      `insert into file (id, name, size, type, submitted_by) values (77, 'chart.txt', 5, 'text/plain', 101)`,
    )
    const report = await doctor()
    expect(found(report, 'files', 'problem')).toMatch(/Of 1 files 1 have lost their content.*: 77$/)
    expect(report.code).toBe(1)
    await client.query('delete from file where id = 77')
  })

  it('writes, reads and erases an object of the bucket, and reports a failure', async () => {
    const folder = await scratchFolder()
    const server = await startS3Server(folder)
    const { endpoint, bucket, region, accessKeyId } = server.settings
    const s3 = {
      CROCUS_S3_ENDPOINT: endpoint,
      CROCUS_S3_BUCKET: bucket,
      CROCUS_S3_REGION: region,
      CROCUS_S3_ACCESS_KEY_ID: accessKeyId,
      CROCUS_S3_SECRET_ACCESS_KEY: SECRET,
    }
    expect(found(await doctor(s3), 's3', 'ok')).toContain('can be written, read and erased')
    expect(
      (await readdir(path.join(folder, bucket), { recursive: true })).filter(name => /probe\/./.test(name)),
    ).toEqual([])
    expect(found(await doctor({ ...s3, CROCUS_S3_BUCKET: 'another-one' }), 's3', 'problem')).toContain('another-one')
    await server.close()
    expect(found(await doctor(s3), 's3', 'problem')).toContain('cannot be used')
  })

  it('calls the mail server without sending, and reports one that is away', async () => {
    const server = await mailServer()
    expect(found(await doctor({ CROCUS_SMTP_URL: server.url }), 'mail', 'ok')).toContain('lets us in')
    expect(server.received).toEqual([])
    const gone = await doctor({ CROCUS_SMTP_URL: `smtp://ann:${SECRET}@127.0.0.1:1` })
    expect(found(gone, 'mail', 'problem')).toContain('cannot be used')
  })

  it('reports a mail server that refuses the password', async () => {
    const strict = createServer(socket => {
      socket.on('error', () => undefined).write('220 strict\r\n')
      socket.setEncoding('utf8').on('data', (line: string) => {
        if (line.startsWith('EHLO')) socket.write('250-strict\r\n250 AUTH PLAIN LOGIN\r\n')
        else socket.write(line.startsWith('AUTH') ? '535 wrong credentials\r\n' : '250 ok\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(strict, 'listening')
    const { port } = strict.address() as AddressInfo
    const report = await doctor({ CROCUS_SMTP_URL: `smtp://ann:${SECRET}@127.0.0.1:${port}` })
    expect(found(report, 'mail', 'problem')).toContain('refuses the user and password')
    strict.close()
  })

  it('reports mails that are not sent', async () => {
    const folder = await testFolder()
    await mkdir(path.join(folder, 'outbox'), { mode: 0o700 })
    await writeFile(path.join(folder, 'outbox', 'a.eml'), '')
    expect(found(await doctor({ CROCUS_DATA: folder }), 'mail', 'warning')).toContain('1 mails lie in the outbox')
  })

  it('reports repositories without their hooks', async () => {
    const folder = await testFolder()
    const hooks = path.join(folder, 'svn/repositories/101/ships/hooks')
    await mkdir(hooks, { recursive: true })
    const report = await doctor({ CROCUS_DATA: folder })
    // Without Subversion the finding says so.
    if (found(report, 'subversion', 'warning') !== '') return
    expect(found(report, 'subversion', 'problem')).toContain('Hooks are missing in')
    await writeFile(path.join(folder, 'svn/hook'), '#!/bin/sh\n', { mode: 0o755 })
    await symlink('../../../../hook', path.join(hooks, 'pre-commit'))
    expect(found(await doctor({ CROCUS_DATA: folder }), 'subversion', 'ok')).toContain('hooks of 1 repositories')
  })
})

describe('checks', () => {
  it('that throw or hang become problems and delay no other check', async () => {
    const outcome = await runChecks(
      [
        { name: 'hangs', run: () => new Promise(() => undefined) },
        { name: 'throws', run: () => Promise.reject(new Error('out of\norder')) },
        { name: 'works', run: async () => [{ status: 'ok', message: 'fine' }] },
      ],
      undefined,
      20,
    )
    expect(outcome.map(({ check, status, message }) => `${check} ${status} ${message}`)).toEqual([
      'hangs problem no result within 0.02 s',
      'throws problem out of order',
      'works ok fine',
    ])
  })
})
