import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { connectTo, migrate, QUEUE_MIGRATION } from './migrate.ts'

const rowsOf = async (url: string, query: string): Promise<unknown[]> => {
  const client = await connectTo(url)
  return client
    .query(query)
    .then(result => result.rows as unknown[])
    .finally(() => client.end())
}

describe('migrate', () => {
  let folder: string
  let url: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crocus-migrations-'))
    url = await testDatabaseUrl({ isEmpty: true })
  })
  afterEach(() => rm(folder, { recursive: true }))
  const add = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

  it('applies what is missing, in order, once', async () => {
    await add('0002_b.sql', 'insert into t values (2);')
    await add('0001_a.sql', 'create table t (n int); insert into t values (1);')
    expect(await migrate(url, folder)).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await migrate(url, folder)).toEqual([])
    await add('0003_c.sql', 'insert into t values (3);')
    expect(await migrate(url, folder)).toEqual(['0003_c.sql'])
    expect(await rowsOf(url, 'select n from t order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  it('lets only one of several starting processes apply a migration', async () => {
    await add('0001_a.sql', 'create table t (n int); select pg_sleep(0.2);')
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url, folder)))
    expect(applied.flat()).toEqual(['0001_a.sql'])
  })

  it('leaves nothing of a migration that fails, and says which line is wrong', async () => {
    await add('0001_a.sql', 'create table t (n int);\n\ninsert into nowhere values (1);')
    await expect(migrate(url, folder)).rejects.toThrow(/0001_a\.sql failed: .*nowhere.* \(line 3\)/)
    expect(await rowsOf(url, `select to_regclass('t') as t`)).toEqual([{ t: null }])
    expect(await rowsOf(url, 'select name from schema_migration')).toEqual([])
  })

  it('refuses a database of a newer program', async () => {
    await add('0001_a.sql', 'select 1')
    await add('0002_b.sql', 'select 1')
    await migrate(url, folder)
    await rm(join(folder, '0002_b.sql'))
    await expect(migrate(url, folder)).rejects.toThrow(/newer Crocus.*0002_b\.sql/)
  })

  it('refuses a migration that was changed after it was applied', async () => {
    await add('0001_a.sql', 'select 1')
    await migrate(url, folder)
    await add('0001_a.sql', 'select 2')
    await expect(migrate(url, folder)).rejects.toThrow(/0001_a\.sql was changed/)
  })

  it('refuses a migration that was inserted before an applied one', async () => {
    await add('0002_b.sql', 'select 1')
    await migrate(url, folder)
    await add('0001_a.sql', 'select 1')
    await expect(migrate(url, folder)).rejects.toThrow(/not the earlier migration 0001_a\.sql/)
  })

  it('knows the newest migration of the queue, and updates an older queue', async () => {
    const files = await readdir(join(import.meta.dirname, '../../../node_modules/graphile-worker/sql'))
    expect(Math.max(...files.map(name => Number.parseInt(name)))).toBe(QUEUE_MIGRATION)
    await add('0001_a.sql', 'select 1')
    await migrate(url, folder)
    const client = await connectTo(url)
    try {
      const last = async (): Promise<unknown> =>
        (await client.query<{ last: number }>('select max(id) as last from graphile_worker.migrations')).rows[0]?.last
      expect(await last()).toBe(QUEUE_MIGRATION)
      await client.query('drop schema graphile_worker cascade')
      await migrate(url, folder)
      expect(await last()).toBe(QUEUE_MIGRATION)
    } finally {
      await client.end()
    }
  })

  it('says in one line, without the password, that a database cannot be reached', async () => {
    const error = await migrate('postgres://someone:hushhush@127.0.0.1:1/nothing').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^The database nothing on 127\.0\.0\.1:1 .*ECONNREFUSED/) as string,
    })
    expect(String(error)).not.toMatch(/hushhush|\n/)
  })
})
