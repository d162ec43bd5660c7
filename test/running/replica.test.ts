import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, statement, type Db } from '../../src/platform/db/db.ts'
import { isOutage } from '../../src/platform/db/outage.ts'
import { databaseServers } from '../../src/platform/db/database-servers.ts'
import { startServerProcess, testFolder, type ServerProcess } from '../harness/process.ts'
import { isPostgresMissing, POSTGRES_NEEDS, startPrimary, type PostgresServer } from '../harness/standby.ts'

const ADMIN_PASSWORD = 'read your writes'
const headers = {
  authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
}

const WHERE = statement<{ is_standby: boolean; words: number }>(
  'where',
  'select pg_is_in_recovery() as is_standby, count(*) as words from word',
)

describe.skipIf(isPostgresMissing)(`reads from a standby (${POSTGRES_NEEDS})`, { timeout: 20_000 }, () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let server: ServerProcess
  let db: Db
  const onReplicaError = vi.fn()
  const closers: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  }, 30_000)

  beforeAll(async () => {
    const folder = await testFolder()
    primary = await startPrimary(join(folder, 'postgres'))
    closers.push(() => primary.stop())
    standby = await primary.addStandby('two')
    closers.push(() => standby.stop())
    server = await startServerProcess({
      CROCUS_DATA: join(folder, 'data'),
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
      CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD,
      CROCUS_LOG_LEVEL: 'error',
    })
    closers.push(() => {
      server.child.kill('SIGTERM')
      return server.exit
    })
    await primary.ask('create table word (word text)')
    db = openDatabase(primary.url, { replica: databaseServers(standby.url, { role: 'standby' }), onReplicaError })
    closers.push(() => db.close())
  }, 60_000)

  const read = async () => (await db.reads.query(WHERE, []))[0]
  const write = () => primary.ask("insert into word values ('another')")
  const isRead = (isStandby: boolean) =>
    vi.waitFor(async () => expect((await read())?.is_standby).toBe(isStandby), { timeout: 10_000, interval: 50 })
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${server.address}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  it('show everything that was written before, by whomever, while the standby is a little behind', async () => {
    await isRead(true)
    let fromStandby = 0
    for (let words = 1; words <= 100; words++) {
      await write()
      const found = await read()
      expect(found?.words).toBe(words)
      if (found?.is_standby) fromStandby++
    }
    expect(fromStandby).toBeGreaterThan(0)
    const transaction = await db.reads.kysely
      .transaction()
      .setAccessMode('read only')
      .execute(async tx => (await tx.selectFrom('replica_mark').select('id').execute()).length)
    expect(transaction).toBeGreaterThan(0)
  })

  it('come from the primary while the standby does not replay, and from the standby again when it has caught up', async () => {
    await isRead(true)
    await standby.ask('select pg_wal_replay_pause()')
    const before = (await read())?.words ?? 0
    await write()
    expect(await read()).toEqual({ is_standby: false, words: before + 1 })
    await standby.ask('select pg_wal_replay_resume()')
    await isRead(true)
    expect((await read())?.words).toBe(before + 1)
  })

  it('are lists and histories of the API; what was written is in them, whatever the standby does', async () => {
    await call('POST', '/projects', { shortname: 'reads', label: 'Reads', is_public: true, template_id: 100 })
    const trackers = (await (await call('GET', '/projects/101/trackers')).json()) as {
      id: number
      item_name: string
      fields: { field_id: number; name: string }[]
    }[]
    const task = trackers.find(tracker => tracker.item_name === 'task')
    const titleId = task?.fields.find(field => field.name === 'title')?.field_id
    const values = (title: string) => [{ field_id: titleId, value: title }]
    const create = async (title: string): Promise<number> => {
      const made = await call('POST', '/artifacts', { tracker: { id: task?.id }, values: values(title) })
      return ((await made.json()) as { id: number }).id
    }
    const query = encodeURIComponent(JSON.stringify({ title: 'needle' }))
    const listed = async () =>
      (await (await call('GET', `/trackers/${task?.id}/artifacts?query=${query}`)).json()) as { id: number }[]
    const commits = async () =>
      (
        await standby.ask<{ count: number }>(
          "select xact_commit::int as count from pg_stat_database where datname = 'crocus'",
        )
      )[0]?.count ?? 0

    const started = await commits()
    const ids: number[] = []
    for (let round = 0; round < 20; round++) {
      if (round === 10) await standby.ask('select pg_wal_replay_pause()')
      ids.push(await create(`needle ${round}`))
      expect((await listed()).map(({ id }) => id)).toEqual(ids)
      const first = ids[0] ?? 0
      await call('PUT', `/artifacts/${first}`, { values: [], comment: { body: `round ${round}`, format: 'text' } })
      const history = await call('GET', `/artifacts/${first}/changesets?limit=50`)
      expect(await history.json()).toHaveLength(round + 2)
    }
    await standby.ask('select pg_wal_replay_resume()')
    for (let round = 0; round < 20; round++) await listed()
    await expect.poll(async () => (await commits()) - started, { timeout: 5_000 }).toBeGreaterThan(20)
  })

  it('come from the primary when the standby is killed, which is told once, and from the standby when it is back', async () => {
    await isRead(true)
    await standby.kill()
    const before = (await read())?.words
    expect(before).toBeGreaterThan(0)
    expect((await call('GET', '/trackers/1000000001/artifacts')).status).toBe(200)
    await write()
    expect(await read()).toEqual({ is_standby: false, words: (before ?? 0) + 1 })
    await vi.waitFor(() => expect(onReplicaError).toHaveBeenCalledTimes(1), 10_000)
    await standby.start()
    await isRead(true)
    expect(onReplicaError).toHaveBeenCalledTimes(1)
  })

  it('do not acknowledge a commit whose wait for a synchronous standby was broken off', async () => {
    await primary.requireStandbys('nobody')
    try {
      const insert = statement('insert', "insert into word values ('unconfirmed')")
      let isBrokenOff = false
      const insertUntilOneIsBrokenOff = async (): Promise<unknown> => {
        // The primary applies the setting a moment later: commits until then wait for no standby.
        do await db.query(insert, [])
        while (!isBrokenOff)
        return 'acknowledged'
      }
      const outcome = insertUntilOneIsBrokenOff().catch((error: unknown) => error)
      const breakOff = async (): Promise<boolean> => {
        const broken = await primary.ask(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and backend_type = 'client backend'",
        )
        return (isBrokenOff ||= broken.length === 1)
      }
      await expect.poll(breakOff, { timeout: 10_000 }).toBe(true)
      expect(isOutage(await outcome)).toBe(true)
    } finally {
      await primary.requireStandbys('')
    }
  })

  it('never come from a standby that was promoted: it goes its own way', async () => {
    await isRead(true)
    await standby.promote()
    await isRead(false)
    await write()
    await primary.ask("insert into word values ('only here')")
    for (let i = 0; i < 20; i++) expect((await read())?.is_standby).toBe(false)
    const [count] = await primary.ask<{ count: number }>('select count(*)::int as count from word')
    expect((await read())?.words).toBe(count?.count)
  })
})
