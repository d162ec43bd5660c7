import { randomBytes } from 'node:crypto'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, MIGRATIONS_FOLDER } from '../../src/platform/db/migrate.ts'
import { dumpSchema } from '../../tools/dump-schema.ts'
import { scratchFolder } from '../harness/archives.ts'
import { testApp } from '../harness/app.ts'
import { databaseServer, testDatabaseUrl } from '../harness/database.ts'
import { onServer, urlOfDatabase } from '../harness/databases.ts'
import { allEventsVisible } from '../harness/events.ts'
import { fillTables } from '../harness/fill-tables.ts'
import { givenAccount, givenArtifact, givenProject } from '../harness/fixture.ts'
import { startServerProcess, testFolder } from '../harness/process.ts'
import { until } from '../harness/until.ts'

const names = (await readdir(MIGRATIONS_FOLDER)).filter(name => /^\d{4}_/.test(name)).sort()

const CATCH_UP = Number(names.find(name => name.endsWith('_rights_catch_up.sql'))?.slice(0, 4))

/** The last versions before a migration that moved rows, an early one, and the one before the newest; all when asked for. */
const CHOSEN = /^(0002|0006|0009|0015)_/
const versions =
  process.env['CROCUS_UPGRADES'] === 'all'
    ? names
    : names.filter((name, index) => CHOSEN.test(name) || index === names.length - 2)

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Rows by table, each as the text of its columns. */
type Contents = Map<string, Record<string, unknown>[]>

const readContents = async (client: pg.Client): Promise<Contents> => {
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'schema_migration' order by 1`)
  const contents: Contents = new Map()
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${pg.escapeIdentifier(name)} t`,
    )
    contents.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return contents
}

/** Columns that a migration writes in another form: 0053 makes keys of numbers, and keeps the order. */
const REWRITTEN: ReadonlySet<string> = new Set(['artifact.rank'])

/** Ids of all artifacts in the order of the platform. */
const orderOf = (contents: Contents): unknown[] =>
  (contents.get('artifact') ?? [])
    .map(({ id, rank }) => ({ id, rank: rank ?? id }))
    .sort((one, other) => ((one.rank as number) < (other.rank as number) ? -1 : 1))
    .map(({ id }) => id)

/** Rows of before that are not there any more, as far as their columns still are. */
const lostRows = (before: Contents, after: Contents): string[] => {
  const lost: string[] = []
  for (const [table, rows] of before) {
    const now = after.get(table)
    if (!now) {
      lost.push(`${table}: the table`)
      continue
    }
    const columns = Object.keys(rows[0] ?? {}).filter(
      name => (now[0] === undefined || name in now[0]) && !REWRITTEN.has(`${table}.${name}`),
    )
    const pick = (row: Record<string, unknown>): string => JSON.stringify(columns.map(name => row[name]))
    const kept = new Set(now.map(pick))
    lost.push(
      ...rows
        .map(pick)
        .filter(row => !kept.has(row))
        .map(row => `${table} (${columns.join()}): ${row}`),
    )
  }
  return lost
}

describe('upgrades', { timeout: 120_000 }, () => {
  /** A database of each version, by the name of its last migration. */
  const databases = new Map<string, string>()
  let fresh: string

  beforeAll(async () => {
    const server = databaseServer()
    fresh = await connected(await testDatabaseUrl(), client => dumpSchema(client))
    const folder = await scratchFolder()
    const growing = await testDatabaseUrl({ isEmpty: true })
    const template = pg.escapeIdentifier(new URL(growing).pathname.slice(1))
    for (const name of names) {
      await copyFile(join(MIGRATIONS_FOLDER, name), join(folder, name))
      if (!versions.includes(name)) continue
      await migrate(growing, folder)
      const copy = `crocus_test_${randomBytes(8).toString('hex')}`
      await onServer(server, client => client.query(`create database ${copy} template ${template}`))
      databases.set(name, urlOfDatabase(server, copy))
    }
  }, 120_000)
  afterAll(() =>
    onServer(databaseServer(), async client => {
      for (const url of databases.values())
        await client.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
    }),
  )

  it.each(versions)('from %s keep every row of every table and end with the schema of a fresh database', async name => {
    const url = databases.get(name) ?? ''
    const before = await connected(url, async client => {
      await client.query('begin')
      await fillTables(client)
      await client.query('commit')
      return readContents(client)
    })
    for (const [table, rows] of before) expect(rows.length, table).toBeGreaterThan(0)
    expect(await migrate(url)).toEqual(names.slice(names.indexOf(name) + 1))
    await connected(url, async client => {
      const after = await readContents(client)
      expect(lostRows(before, after)).toEqual([])
      expect(orderOf(after)).toEqual(orderOf(before))
      expect(await dumpSchema(client)).toBe(fresh)
      // Readers of the feed are told once the last process of that version is gone.
      const { rows } = await client.query<{ count: number }>('select count(*)::int as count from rights_catch_up')
      expect(rows[0]?.count).toBe(1)
    })
  })

  it('end with a server that answers', async () => {
    const server = await startServerProcess({
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: databases.get(versions[1] ?? '') ?? '',
      CROCUS_ADMIN_PASSWORD: 'a long enough one',
    })
    try {
      for (const path of ['/health', '/api/projects', '/api/users?query=%7B%22username%22%3A%22x%22%7D'])
        expect([path, (await fetch(`${server.address}${path}`)).status]).toEqual([path, 200])
    } finally {
      server.child.kill('SIGTERM')
      await server.exit
    }
  })
})

describe('readers of the feed after an upgrade (integrators.md §17)', () => {
  it('are told that rights may have changed anywhere, when the last process of the earlier version is gone', async () => {
    const crocus = await testApp()
    const boss = await givenAccount(crocus, 'boss')
    const reader = await givenAccount(crocus, 'reader')
    const project = await givenProject(crocus, 'garden', { as: boss.as, members: ['reader'] })
    const artifact = await givenArtifact(crocus, project.tracker('bug'), 'Weeds', { as: boss.as })
    const page = async (since: string) => {
      await allEventsVisible(crocus)
      const answer = await crocus.request('GET', `/api/changes?${since && `since=${since}`}`, { as: reader.as })
      return answer.json<{ changes: { kind: string; scope?: string; artifact_id?: number }[]; next: string }>()
    }
    const look = async (): Promise<void> => {
      await crocus.app.jobs.find(({ name }) => name === 'announce_upgrade')?.run({})
    }
    const told = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from event where kind = 'platform.upgraded'`.execute(crocus.db.kysely)
      return rows[0]?.count ?? 0
    }
    await look()
    expect(await told()).toBe(0)

    const { next } = await page('')
    await sql`insert into rights_catch_up (migration) values (${CATCH_UP})`.execute(crocus.db.kysely)
    const connect = async (name: string): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: crocus.databaseUrl, application_name: name })
      await client.connect()
      return client
    }
    // A process of the earlier version: it listens, and writes without facts about rights.
    const earlier = [await connect('crocus changes'), await connect('crocus')]
    const values = [{ field_id: project.tracker('bug').field('title'), value: 'Weeds again' }]
    await crocus.request('PUT', `/api/artifacts/${artifact}`, { as: boss.as, json: { values } })
    await look()
    crocus.clock.advance(120_000)
    await earlier[0]?.end()
    await look()
    crocus.clock.advance(120_000)
    await look()
    expect(await told()).toBe(0)

    await earlier[1]?.query(`update event set payload = payload - 'access_before'`)
    await earlier[1]?.end()
    await until(async () => {
      await look()
      const { rows } = await sql<{ quiet: boolean }>`
        select quiet_since is not null as quiet from rights_catch_up`.execute(crocus.db.kysely)
      return rows[0]?.quiet === true
    })
    crocus.clock.advance(30_000)
    await look()
    expect(await told()).toBe(0)
    crocus.clock.advance(31_000)
    await look()
    await look()
    expect(await told()).toBe(1)
    const { rows } = await sql<{ kind: string }>`select kind from event order by xid desc, seq desc limit 1`.execute(
      crocus.db.kysely,
    )
    expect(rows[0]?.kind).toBe('platform.upgraded')
    const after = await page(next)
    expect(after.changes.map(({ kind, scope }) => [kind, scope])).toEqual([
      ['artifact.updated', undefined],
      ['access.changed', 'site'],
    ])

    // One that was cut off for long comes back: what it wrote is told, too.
    const late = await connect('crocus changes')
    await look()
    await late.end()
    await until(async () => {
      await look()
      crocus.clock.advance(61_000)
      return (await told()) === 2
    })
    expect((await page(after.next)).changes).toMatchObject([{ kind: 'access.changed', scope: 'site' }])
  })
})
