import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServerProcess, testFolder, type ServerProcess } from '../harness/process.ts'
import { isPostgresMissing, POSTGRES_NEEDS, startPrimary, type PostgresServer } from '../harness/standby.ts'

/** `CROCUS_FAILOVERS=10 npm run failover`: a longer run; the server that was killed comes back as the standby each time. */
const ROUNDS = Number(process.env['CROCUS_FAILOVERS'] ?? 1)
const ADMIN_PASSWORD = 'promote me if you can'
const WRITERS_EACH = 3
/** Acknowledged writes before the primary is killed, and after it until the round is over. */
const BEFORE = 150
const AFTER = 150

const headers = {
  authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
}

interface Changeset {
  id: number
  last_comment: { body: string }
  values: { field_id: number; value?: string }[]
}

describe.skipIf(isPostgresMissing)(
  `a failover of the database under load (${POSTGRES_NEEDS})`,
  { timeout: 60_000 + ROUNDS * 30_000 },
  () => {
    const postgres: PostgresServer[] = []
    const servers: ServerProcess[] = []
    afterAll(async () => {
      for (const server of servers) server.child.kill('SIGTERM')
      await Promise.all(servers.map(({ exit }) => exit))
      for (const server of postgres) await server.stop()
    }, 30_000)

    beforeAll(async () => {
      const folder = await testFolder()
      const primary = await startPrimary(join(folder, 'postgres'))
      postgres.push(primary)
      const standby = await primary.addStandby('two')
      postgres.push(standby)
      await primary.requireStandbys('*')
      const url = `postgres://crocus@${primary.place},${standby.place}/crocus?target_session_attrs=read-write`
      for (const name of ['a', 'b']) {
        const settings = {
          CROCUS_DATA: join(folder, name),
          DATABASE_URL: url,
          CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD,
          CROCUS_LOG_LEVEL: 'error',
        }
        servers.push(await startServerProcess(settings))
      }
    }, 60_000)

    it('loses no acknowledged write, doubles none, and is over within seconds', async () => {
      const call = (server: number, method: string, path: string, body?: unknown): Promise<Response> =>
        fetch(`${servers[server]?.address}/api${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      const read = async <T>(path: string): Promise<T> => (await (await call(0, 'GET', path)).json()) as T
      await call(0, 'POST', '/projects', { shortname: 'over', label: 'Over', is_public: true, template_id: 100 })
      const trackers =
        await read<{ id: number; item_name: string; fields: { field_id: number; name: string }[] }[]>(
          '/projects/101/trackers',
        )
      const task = trackers.find(tracker => tracker.item_name === 'task')
      const titleId = task?.fields.find(field => field.name === 'title')?.field_id
      const values = (title: string) => [{ field_id: titleId, value: title }]

      /** Number of responses by status. */
      const statuses = new Map<number, number>()
      const created = new Map<number, string>()
      /** Of each artifact that is edited: the comments that were acknowledged, in their order. */
      const edits = new Map<number, string[]>()
      let acknowledged = 0
      let lastAcknowledged = 0
      let isOver = false

      const note = async (response: Response): Promise<boolean> => {
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        if (response.status < 300) {
          acknowledged++
          lastAcknowledged = performance.now()
          return true
        }
        // A client does what it is told: it waits a moment.
        expect(response.headers.get('retry-after')).toMatch(/^\d$/)
        await response.arrayBuffer()
        await sleep(20)
        return false
      }
      const creator = async (writer: number): Promise<void> => {
        for (let next = 0; !isOver; next++) {
          const title = `by ${writer}, number ${next}`
          const response = await call(writer % 2, 'POST', '/artifacts', {
            tracker: { id: task?.id },
            values: values(title),
          })
          if (await note(response)) created.set(((await response.json()) as { id: number }).id, title)
        }
      }
      const editor = async (writer: number): Promise<void> => {
        const made = await call(writer % 2, 'POST', '/artifacts', {
          tracker: { id: task?.id },
          values: values(`edited by ${writer}`),
        })
        const { id } = (await made.json()) as { id: number }
        const comments: string[] = []
        edits.set(id, comments)
        // The servers take turns.
        for (let next = 0; !isOver; next++) {
          const comment = `edit ${next}`
          const response = await call(next % 2, 'PUT', `/artifacts/${id}`, {
            values: values(`${comment} of ${writer}`),
            comment: { body: comment, format: 'text' },
          })
          if (await note(response)) comments.push(comment)
        }
      }

      const writing = Promise.all(Array.from({ length: WRITERS_EACH }, (_, i) => [creator(i), editor(i)]).flat())
      const writes = async (count: number): Promise<void> => {
        const enough = acknowledged + count
        const end = Date.now() + 25_000
        while (acknowledged < enough) {
          if (Date.now() > end) throw new Error(`no write is acknowledged any more: ${JSON.stringify([...statuses])}`)
          await sleep(5)
        }
      }
      const keepCursors = async (isOn: '0' | '1'): Promise<void> => {
        const answer = await call(0, 'PATCH', '/site/settings', { event_cursors_survive_failover: isOn })
        expect(answer.status).toBe(200)
      }
      await keepCursors('1')
      const { next: kept } = await read<{ next: string }>('/changes')
      await keepCursors('0')
      const { next: lost } = await read<{ next: string }>('/changes')
      const outages: { promoted: number; back: number }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const [primary, standby] = (round % 2 === 0 ? postgres : postgres.toReversed()) as [
          PostgresServer,
          PostgresServer,
        ]
        await writes(BEFORE)
        await primary.kill()
        const killedAt = lastAcknowledged
        await standby.promote()
        const promotedAt = performance.now()
        await writes(1)
        outages.push({ promoted: promotedAt - killedAt, back: performance.now() - promotedAt })
        await writes(AFTER)
        if (round + 1 < ROUNDS) {
          await primary.follow(standby)
          await standby.requireStandbys('*')
        }
      }
      isOver = true
      await writing
      expect([...statuses.keys()].filter(status => ![200, 201, 503].includes(status))).toEqual([])
      expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null])

      // The log has another history, unless the operator says that nothing unconfirmed is ever read.
      const feed = async (place: string): Promise<number> => (await call(0, 'GET', `/changes?since=${place}`)).status
      expect(await feed(lost)).toBe(410)
      await keepCursors('1')
      expect(await feed(kept)).toBe(200)

      // Every artifact, by its title: one that was not acknowledged may be there, but not twice.
      const titles = new Map<string, number[]>()
      for (let offset = 0; ; offset += 1_000) {
        const page = await read<{ id: number; title: string }[]>(
          `/trackers/${task?.id}/artifacts?limit=1000&offset=${offset}`,
        )
        for (const { id, title } of page) titles.set(title, [...(titles.get(title) ?? []), id])
        if (page.length < 1_000) break
      }
      expect([...created].filter(([id, title]) => titles.get(title)?.includes(id) !== true)).toEqual([])
      expect([...titles].filter(([title, ids]) => title.startsWith('by ') && ids.length > 1)).toEqual([])
      for (const [id, comments] of edits) {
        const history: Changeset[] = []
        for (let offset = 0; ; offset += 50) {
          const page = await read<Changeset[]>(`/artifacts/${id}/changesets?limit=50&offset=${offset}&order=asc`)
          history.push(...page)
          if (page.length < 50) break
        }
        const told = history.map(changeset => changeset.last_comment.body).filter(body => body !== '')
        const numbers = told.map(body => Number(body.slice(5)))
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(comments.filter(comment => !told.includes(comment))).toEqual([])
        expect(history.map(({ id: changeset }) => changeset)).toEqual(
          history.map(({ id: changeset }) => changeset).toSorted((a, b) => a - b),
        )
      }
      // Invalidations, jobs and requests go to the new primary.
      const now = postgres[ROUNDS % 2] as PostgresServer
      await expect
        .poll(
          async () =>
            (
              await now.ask<{ name: string; count: number }>(
                `select application_name as name, count(*)::int as count from pg_stat_activity
                 where application_name like 'crocus changes/%' group by 1`,
              )
            )[0]?.count,
          { timeout: 5_000 },
        )
        .toBe(2)
      const written = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
      console.log(
        `failover: ${written}; ${outages
          .map(
            ({ promoted, back }) =>
              `last write to promoted ${Math.round(promoted)} ms, promoted to next write ${Math.round(back)} ms`,
          )
          .join('; ')}`,
      )
    })
  },
)
