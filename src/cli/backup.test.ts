import { createServer } from 'node:http'
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveFolder, archiveWithFiles, scratchFolder } from '../../test/harness/archives.ts'
import { runCommand } from '../../test/harness/command.ts'
import { testDatabaseUrl } from '../../test/harness/database.ts'
import { startProcess, testFolder } from '../../test/harness/process.ts'
import { s3Environment, startS3Server, type S3Server } from '../../test/harness/s3-server.ts'
import { createBackup } from '../modules/backups/index.ts'
import { openBackup } from '../modules/backups/read-backup.ts'
import { fileOutput } from '../modules/backups/backup-output.ts'
import { createBackupWriter } from '../modules/backups/write-backup.ts'
import { createDiskContentStore } from '../modules/files/index.ts'
import { holdContents } from '../modules/files/contents/hold-contents.ts'
import { openDatabase } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { Diagnosis } from './doctor/diagnosis.ts'

type Environment = Record<string, string>

const NAMES = ['anchor.txt', 'buoy.txt', 'chart.txt']
const archive = archiveWithFiles(Object.fromEntries(NAMES.map(name => [name, `content of ${name} `.repeat(50_000)])))

const query = async <Row extends object>(environment: Environment, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: environment['DATABASE_URL'] ?? '' })
  await client.connect()
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Events of the commands of this test: the audit tells of them. */
const OF_COMMANDS = `'command.run', 'backup.restored'`

/** The log without the events of commands. A restore gives transactions other numbers, not another order. */
const eventsOf = (environment: Environment): Promise<object[]> =>
  query(
    environment,
    `select seq, to_jsonb(event) - 'xid' as event from event where kind not in (${OF_COMMANDS}) order by event.xid, seq`,
  )

/**
 * Content of a backup by entry name: the names of table pieces follow from their rows. Each restore gives the folder another id, which is
 * among the secrets.
 */
const withoutLog = (entries: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...entries].filter(([name]) => !name.startsWith('tables/event/')))

const entriesOf = async (file: string): Promise<Map<string, string>> => {
  const backup = await openBackup(file)
  const entries = new Map<string, string>()
  for await (const { name, sha256 } of backup.entries())
    if (!name.startsWith('tables/instance_secret/')) entries.set(name, sha256)
  await backup.close()
  return entries
}

describe('crocus backup and restore', { timeout: 120_000 }, () => {
  let environment: Environment
  let server: S3Server
  let folder: string
  let full: string
  /** As they were at the backup. */
  let events: readonly object[]

  const emptyTarget = async (): Promise<Environment> => ({
    CROCUS_DATA: path.join(await testFolder(), 'data'),
    DATABASE_URL: await testDatabaseUrl({ isEmpty: true }),
  })
  const crocus = (target: Environment, ...args: string[]) => runCommand(target, args)
  const done = async (target: Environment, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await crocus(target, ...args)
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }

  beforeAll(async () => {
    environment = {
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: await testDatabaseUrl(),
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    }
    folder = await testFolder()
    full = path.join(folder, 'full.tar')
    server = await startS3Server(await scratchFolder())
    const imported = await crocus(
      environment,
      'import-project',
      await archiveFolder(archive),
      '--automap',
      'no-email,create:A',
    )
    expect(imported.code, imported.stderr).toBe(0)
    for (const [parent, name] of [
      ['deleted', 'deleted__artifact_7_1.zip'],
      ['imported/svn/7', 'charts.dump'],
    ] as const) {
      await mkdir(path.join(environment['CROCUS_DATA'] ?? '', parent), { recursive: true })
      await writeFile(path.join(environment['CROCUS_DATA'] ?? '', parent, name), name)
    }
    // Short-lived credentials; a job that failed twice; consumers at three positions of a log whose transactions have high numbers.
    await query(
      environment,
      `insert into token (token_hash, user_id, expires_at) values ('\\x01', 101, now() + interval '1 day');
       insert into session (user_id, secret_hash, methods, signed_in_at, expires_at, last_used_at, last_used_by, user_agent)
         values (101, '\\x02', '{pwd}', now(), now() + interval '1 day', now(), '', '');
       select graphile_worker.add_job('sweep', '{"dust": true}', run_at => now() + interval '1 day', job_key => 'once');
       update graphile_worker._private_jobs set attempts = 2, last_error = 'the broom broke' where key = 'once';
       insert into event (xid, means, kind) select (5000000000 + n % 3)::text::xid8, 'web', 'tide.' || n from generate_series(1, 9) n;
       insert into event_consumer (name, cursor) values ('early', ''), ('middle', '5000000001.999999'), ('late', '5000000009.0');
       insert into webhook (scope, url, kinds, include, owner_id, secret, cursor, created_at, changed_at)
         values ('site', 'https://receiver.example/', '{}', 'none', 101, '', '5000000001.4', now(), now());
       insert into webhook_replay (webhook_id, cursor, last, created_at) select id, '5000000000.1', '5000000002.99', now() from webhook;
       insert into webhook_delivery (webhook_id, message_id, kind, lane, position, state, created_at)
         select id, 'msg_1', 'artifact.created', 'a1', 0, 'waiting', now() from webhook;
       insert into event_horizon (cursor, at) select '5000000000.' || max(seq), '2026-01-02' from event where xid = '5000000000';
       insert into idempotency_record (account_id, key_hash, fingerprint, status, at) values (101, '\\x03', '\\x04', 200, '2026-01-02')`,
    )
    expect(await done(environment, 'backup', full)).toMatch(
      /^Backup of .*: \d+ rows, 3 files, 0 repositories; \d+ bytes/,
    )
    events = await eventsOf(environment)
    expect(events.length).toBeGreaterThan(9)
  }, 120_000)
  afterAll(() => server.close())

  it('brings everything to another PostgreSQL and into S3, and from there back onto the disk', async () => {
    const inS3 = { ...(await emptyTarget()), ...s3Environment(server.settings) }
    expect(await done(inS3, 'restore', full)).toMatch(/^Restored as it was at .*Everybody has to sign in again/)
    expect(await done(inS3, 'files', 'verify')).toMatch(/^3 files, .* in S3: all is well/)
    const second = path.join(folder, 'of-s3.tar')
    await done(inS3, 'backup', second)
    const onDisk = await emptyTarget()
    await done(onDisk, 'restore', second)
    expect(await done(onDisk, 'files', 'verify')).toMatch(/^3 files, .* on the disk: all is well/)
    const third = path.join(folder, 'of-disk.tar')
    await done(onDisk, 'backup', third)
    const modes = async (name: string) =>
      ((await stat(path.join(onDisk.CROCUS_DATA ?? '', name))).mode & 0o777).toString(8)
    expect(await modes('deleted/deleted__artifact_7_1.zip')).toBe('640')
    expect(await modes('imported')).toBe('700')
    const { checks } = JSON.parse(await done(onDisk, 'doctor', '--json')) as { checks: readonly Diagnosis[] }
    expect(checks.filter(({ check, status }) => check === 'data folder' && status !== 'ok')).toEqual([])

    const entries = await entriesOf(full)
    expect([...entries.keys()].filter(name => !name.startsWith('tables/'))).toEqual([
      'files/1',
      'files/2',
      'files/3',
      'deleted/deleted__artifact_7_1.zip',
      'imported/svn/7/charts.dump',
    ])
    expect(withoutLog(await entriesOf(second))).toEqual(withoutLog(entries))
    expect(withoutLog(await entriesOf(third))).toEqual(withoutLog(entries))
    for (const target of [inS3, onDisk]) expect(await eventsOf(target)).toEqual(events)
    const restored = await query<{ payload: unknown }>(
      onDisk,
      `select payload from event where kind = 'backup.restored'`,
    )
    expect(restored).toHaveLength(2)
    const schema = `select pg_get_indexdef(indexrelid) as text from pg_index join pg_class on pg_class.oid = indexrelid
        where relnamespace = 'public'::regnamespace
      union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`
    expect(await query(onDisk, schema)).toEqual(await query(environment, schema))
    const secrets = `select name, value from instance_secret where name <> 'installation_id' order by name`
    expect(await query(onDisk, secrets)).toEqual(await query(environment, secrets))
  })

  it('makes the folder that of the database, and neither one of the installation that it was taken from', async () => {
    const ids: string[] = []
    for (const target of [await emptyTarget(), await emptyTarget()]) {
      await done(target, 'restore', full)
      const [row] = await query<{ id: string }>(
        target,
        `select convert_from(value, 'UTF8') as id from instance_secret where name = 'installation_id'`,
      )
      expect(await readFile(path.join(target.CROCUS_DATA ?? '', 'installation-id'), 'utf8')).toBe(`${row?.id}\n`)
      ids.push(row?.id ?? '')
      // Only the folder is left: no other installation may use it.
      const other = { ...target, DATABASE_URL: await testDatabaseUrl({ isEmpty: true }) }
      for (const name of ['files', 'deleted', 'imported'])
        await rm(path.join(target.CROCUS_DATA ?? '', name), { recursive: true })
      expect((await crocus(other, 'restore', full)).stderr).toContain('installation-id) is in use')
    }
    expect(new Set(ids).size).toBe(2)
  })

  it('opens no session, keeps waiting jobs as they were, and lets readers of the log go on where they were', async () => {
    const target = await emptyTarget()
    await done(target, 'restore', full)
    expect(await query(target, 'select from token union all select from session')).toEqual([])
    const jobs = `select task_identifier, run_at, max_attempts, attempts, key, last_error from graphile_worker.jobs`
    expect(await query(target, jobs)).toEqual(await query(environment, jobs))
    const waiting = `
      select name, (select array_agg(kind order by seq) from event
        where kind not in (${OF_COMMANDS}) and (event.xid, event.seq) > (coalesce(nullif(split_part(cursor, '.', 1), ''), '0')::xid8,
                                        coalesce(nullif(split_part(cursor, '.', 2), ''), '0')::bigint)) as kinds
      from (
        select name, cursor from event_consumer union all select 'webhook', cursor from webhook
        union all select 'replay', cursor from webhook_replay union all select 'horizon', cursor from event_horizon
      ) reader order by name`
    expect(await query(target, waiting)).toEqual(await query(environment, waiting))
    for (const table of ['idempotency_record', '(select at from event_horizon)'])
      expect(await query(target, `select * from ${table} as kept`)).toEqual(
        await query(environment, `select * from ${table} as kept`),
      )
    // Events from here on come after all of them.
    await query(target, `insert into event (means, kind) values ('web', 'tide.new')`)
    const rows = await query<{ name: string; kinds: string[] }>(target, waiting)
    expect(rows.length).toBeGreaterThan(3)
    for (const { kinds } of rows) expect(kinds).toContain('tide.new')
    expect(await query(target, `select from event where xid >= pg_snapshot_xmin(pg_current_snapshot())`)).toEqual([])
  })

  it('--no-jobs leaves out waiting jobs, and tells how many', async () => {
    const busy = path.join(folder, 'busy.tar')
    await query(
      environment,
      `select graphile_worker.add_job('send_mail', '{}', job_key => 'of a test');
       insert into event_consumer (name, cursor) values ('notifications', '5000000001.999999'), ('webhooks', '5000000009.0')
         on conflict (name) do update set cursor = excluded.cursor`,
    )
    await done(environment, 'backup', busy)
    await query(environment, `select graphile_worker.remove_job('of a test')`)
    const target = await emptyTarget()
    const told = await done(target, 'restore', busy, '--no-jobs')
    const [, jobs, mails, calls, events] =
      /Left out: (\d+) jobs that waited, (\d+) of them mails; (\d+) calls of webhooks; .* about (\d+) events/.exec(
        told,
      ) ?? []
    expect([Number(jobs) >= 2, mails, calls]).toEqual([true, '1', '1'])
    expect(Number(events)).toBeGreaterThanOrEqual(3)
    expect(await query(target, 'select from graphile_worker._private_jobs')).toEqual([])
    const unseen = `select name, count(event.seq)::int as events from event_consumer left join event
        on kind not in (${OF_COMMANDS}) and (event.xid, event.seq) > (coalesce(nullif(split_part(cursor, '.', 1), ''), '0')::xid8,
          coalesce(nullif(split_part(cursor, '.', 2), ''), '0')::bigint)
      where name in ('notifications', 'webhooks', 'early') group by name order by name`
    const [early, ...telling] = await query<{ name: string; events: number }>(target, unseen)
    expect(telling).toEqual([
      { name: 'notifications', events: 0 },
      { name: 'webhooks', events: 0 },
    ])
    // Consumers that maintain data continue at their cursors.
    expect(early?.events).toBeGreaterThanOrEqual(9)
    await query(target, `insert into event (means, kind) values ('web', 'tide.new')`)
    expect((await query<{ events: number }>(target, unseen)).slice(1).map(each => each.events)).toEqual([1, 1])
  })

  it('writes only what the base lacks, and needs the base to be restored', async () => {
    const chain = path.join(folder, 'chain')
    await mkdir(chain)
    const [first, second, third] = ['1.tar', '2.tar', '3.tar'].map(name => path.join(chain, name)) as [
      string,
      string,
      string,
    ]
    await done(environment, 'backup', first)
    await done(environment, 'config', 'set', 'platform_name', 'Harbour')
    await done(environment, 'backup', second, '--base', first)
    await done(environment, 'config', 'set', 'platform_name', 'Quay')
    const report = JSON.parse(await done(environment, 'backup', third, '--base', second, '--json')) as {
      entries: number
      reused_entries: number
    }
    // The setting, and the event log if it has new entries.
    expect(report.entries - report.reused_entries).toBeLessThanOrEqual(3)
    expect((await stat(third)).size).toBeLessThan((await stat(first)).size / 2)

    const moved = path.join(folder, 'moved.tar')
    await rename(first, moved)
    const target = await emptyTarget()
    const refused = await crocus(target, 'restore', third)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/builds on 1\.tar, which is not beside it .*--base/)
    expect(await done(target, 'backup', 'verify', third, '--base', moved)).toMatch(/all is well/)
    // The base is found by its content, under any name.
    await rename(moved, path.join(chain, 'renamed.tar'))
    await done(target, 'restore', third)
    expect(await done(target, 'config', 'get', 'platform_name')).toBe('Quay\n')
    expect(await done(target, 'files', 'verify')).toMatch(/all is well/)
  })

  it('reports damage, and restores nothing of a damaged backup', async () => {
    const damaged = path.join(folder, 'damaged.tar')
    await done(environment, 'backup', damaged)
    const backup = await openBackup(damaged)
    const places: { name: string; offset: number }[] = []
    for await (const entry of backup.entries()) places.push(entry)
    await backup.close()
    const place = places.find(({ name }) => name === 'files/2')
    const flip = async (offset: number): Promise<void> => {
      const handle = await open(damaged, 'r+')
      const byte = Buffer.alloc(1)
      await handle.read(byte, 0, 1, offset)
      byte[0] = (byte[0] ?? 0) ^ 1
      await handle.write(byte, 0, 1, offset)
      await handle.close()
    }
    const target = await emptyTarget()
    // In the content, and in the header before it.
    for (const [offset, said] of [
      [512 + 70_000, /files\/2: its bytes are not those that were written/],
      [110, /files\/2: its header is damaged/],
    ] as const) {
      await flip((place?.offset ?? 0) + offset)
      for (const args of [
        ['backup', 'verify', damaged],
        ['restore', damaged],
        ['restore', damaged, '--dry-run'],
      ]) {
        const { code, stderr } = await crocus(target, ...args)
        expect([args, code]).toEqual([args, 1])
        expect(stderr).toMatch(said)
      }
      await flip((place?.offset ?? 0) + offset)
    }
    expect(await query(target, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])

    await truncate(damaged, (await stat(damaged)).size - 2_000)
    expect((await crocus(target, 'restore', damaged)).stderr).toMatch(/no backup of Crocus, or it was cut off/)
    expect((await crocus(target, 'backup', 'verify', path.join(folder, 'nothing.tar'))).stderr).toMatch(/is not there/)
  })

  it('refuses what a newer Crocus has written', async () => {
    const of = async (name: string, migrations: { name: string; checksum: string }[]): Promise<string> => {
      const file = path.join(folder, name)
      const sink = await fileOutput(file)
      const writer = createBackupWriter(sink)
      const nothing = { tables: [], sequences: [], repositories: [], bases: [] }
      await writer.finish({ id: name, crocus: '99.0.0', takenAt: new Date().toISOString(), migrations, ...nothing })
      await sink.commit()
      return file
    }
    const backup = await openBackup(full)
    const { migrations } = backup.summary
    await backup.close()
    const newer = await of('newer.tar', [...migrations, { name: '9999_future.sql', checksum: '0'.repeat(64) }])
    const refused = await crocus(await emptyTarget(), 'restore', newer)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/backup is of a newer Crocus: .*9999_future/),
    ])
  })

  it('restores a backup of an earlier Crocus, and brings it up to date', async () => {
    const backup = await openBackup(full)
    const upTo = backup.summary.migrations.slice(0, -3)
    await backup.close()
    const old = { DATABASE_URL: await testDatabaseUrl({ isEmpty: true }) }
    await migrate(old.DATABASE_URL, undefined, { upTo })
    await query(old, `insert into users (login, status) values ('admin', 'A'), ('nell', 'A')`)
    const db = openDatabase(old.DATABASE_URL)
    const file = path.join(folder, 'old.tar')
    const dataFolder = await scratchFolder()
    const contents = createDiskContentStore(path.join(dataFolder, 'files'))
    const files = { holdContents: holdContents(db) }
    const create = createBackup({
      db,
      databaseUrl: old.DATABASE_URL,
      contents,
      files,
      folders: { dataFolder, sharedFolder: dataFolder },
    })
    await create(file).finally(() => db.close())
    const target = await emptyTarget()
    await done(target, 'restore', file)
    expect(await query(target, 'select count(*)::int from schema_migration')).toEqual(
      await query(environment, 'select count(*)::int from schema_migration'),
    )
    expect(await query(target, `select login from users where login = 'nell'`)).toHaveLength(1)
  })

  it('refuses a target that is in use, and an existing file', async () => {
    for (const target of [environment, { ...(await emptyTarget()), CROCUS_DATA: environment['CROCUS_DATA'] ?? '' }]) {
      for (const more of [[], ['--dry-run']]) {
        const refused = await crocus(target, 'restore', full, ...more)
        expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/in use: a restore needs an empty/)])
      }
    }
    const before = await readdir(folder)
    expect((await crocus(environment, 'backup', full)).stderr).toMatch(/full\.tar is there already/)
    expect((await crocus(environment, 'backup', '/nowhere/a.tar')).stderr).toMatch(/its folder is not there/)
    expect((await crocus(environment, 'backup', '/dev/full/a.tar')).stderr).toMatch(/its folder is none/)
    expect(await readdir(folder)).toEqual(before)
    expect((await stat(full)).mode & 0o777).toBe(0o600)
  })

  it('that is interrupted leaves a state on which no server starts, and which the next restore completes', async () => {
    // A bucket that takes no object.
    const bucket = createServer((request, response) => {
      if (request.method === 'PUT') return
      response.writeHead(200, { 'Content-Type': 'application/xml' }).end('<ListBucketResult/>')
    })
    await new Promise<void>(resolve => bucket.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
    const target = await emptyTarget()
    const restore = startProcess('src/cli/main.ts', ['restore', full], {
      ...target,
      ...s3Environment({ ...server.settings, endpoint }),
    })
    const marks = (): Promise<object[]> =>
      query(target, `select from pg_class where relname in ('unfinished_restore', 'svn_revision')`)
    await expect.poll(marks, { timeout: 60_000, interval: 50 }).toHaveLength(2)
    restore.child.kill('SIGKILL')
    await restore.exit
    bucket.closeAllConnections()
    bucket.close()

    for (const args of [
      ['config', 'list'],
      ['backup', path.join(folder, 'half.tar')],
    ]) {
      const refused = await crocus(target, ...args)
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/restore .* was broken off.*restore FILE/),
      ])
    }
    await done(target, 'restore', full)
    const again = path.join(folder, 'again.tar')
    await done(target, 'backup', again)
    expect(withoutLog(await entriesOf(again))).toEqual(withoutLog(await entriesOf(full)))
    expect(await eventsOf(target)).toEqual(events)
  })
})
