import { randomBytes } from 'node:crypto'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, MIGRATIONS_FOLDER } from '../../src/platform/db/migrate.ts'
import { dumpSchema } from '../../tools/dump-schema.ts'
import { scratchFolder } from '../harness/archives.ts'
import { databaseServer, testDatabaseUrl } from '../harness/database.ts'
import { onServer, urlOfDatabase } from '../harness/databases.ts'
import { fillTables } from '../harness/fill-tables.ts'
import { startServerProcess, testFolder } from '../harness/process.ts'

const names = (await readdir(MIGRATIONS_FOLDER)).filter(name => /^\d{4}_/.test(name)).sort()

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

/** Rows of before that are not there any more, as far as their columns still are. */
const lostRows = (before: Contents, after: Contents): string[] => {
  const lost: string[] = []
  for (const [table, rows] of before) {
    const now = after.get(table)
    if (!now) {
      lost.push(`${table}: the table`)
      continue
    }
    const columns = Object.keys(rows[0] ?? {}).filter(name => now[0] === undefined || name in now[0])
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
      expect(lostRows(before, await readContents(client))).toEqual([])
      expect(await dumpSchema(client)).toBe(fresh)
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
