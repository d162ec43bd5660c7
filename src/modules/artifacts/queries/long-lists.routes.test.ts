// Lists that are longer than one batch, and queries that exceed the timeout.
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { aTracker, anElement, givenTracker } from '../../../../test/harness/trackers.ts'
import { expectSameInXml, readXml } from '../../../../test/harness/xml.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { ImportedArtifact } from '../transfer/import-artifacts.ts'
import { BATCH_SIZE } from '../read/read-artifacts.ts'

const COUNT = 2 * BATCH_SIZE + 30
const actor = { actorId: null, means: 'command' } as const

let crocus: TestApp
let member: Account
let trackerId: number
let ids: number[]

interface ListEntry {
  readonly id: number
  readonly values: readonly object[] | null
}

const path = (parameters: string): string => `/api/trackers/${trackerId}/artifacts?values=all&${parameters}`
const list = async (parameters: string, as: Account['as'] = crocus.admin): Promise<ListEntry[]> => {
  const response = await crocus.request('GET', path(parameters), { as })
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  expect(response.headers['x-pagination-size']).toBe(String(COUNT))
  return response.json<ListEntry[]>()
}
const inPages = async (parameters: string, as?: Account['as']): Promise<ListEntry[]> => {
  const pages: ListEntry[] = []
  for (let offset = 0; offset < COUNT; offset += 50)
    pages.push(...(await list(`${parameters}&limit=50&offset=${offset}`, as)))
  return pages
}

beforeAll(async () => {
  crocus = await testApp()
  member = await givenAccount(crocus, 'ann')
  const project = await givenProject(crocus, 'long', { members: ['ann'] })
  const { artifacts } = crocus.app.modules
  const { tracker, field } = await givenTracker(
    crocus,
    aTracker(project.id, 'thing', {
      semantics: { title: { field: 'title' } },
      elements: [
        anElement('string', 'title'),
        anElement('int', 'size'),
        anElement('perm', 'only'),
        anElement('art_link', 'links'),
      ],
    }),
  )
  trackerId = tracker.id
  await inTransaction(crocus.db, async tx => {
    ids = await artifacts.allocateArtifactIds(tx, COUNT)
    const imported = ids.map((id, index): ImportedArtifact => {
      const values = new Map<number, unknown>([
        [field('title'), `<thing> ${index}`],
        [field('size'), (index * 7) % 11],
        [field('links'), index === 0 ? [] : [{ id: ids[index - 1], type: '_is_child' }]],
        // Every fifth artifact is for administrators of the project only.
        [field('only'), index % 5 === 0 ? [4] : []],
      ])
      const by = { submittedBy: 101, submittedByEmail: null, submittedOn: new Date('2026-02-03T04:05:06Z') }
      return { id, changesets: [{ ...by, values, comment: [] }] }
    })
    await artifacts.importArtifacts(tx, { trackers: [{ tracker, artifacts: imported }], actorId: 101 })
  })
}, 60_000)

describe('a list that is longer than one batch', () => {
  it.each(['order=asc', 'order=desc', 'query={"size":">=0"}', 'order_by=-size'])(
    '%s: equals its pages, in their order',
    async parameters => {
      const whole = await list(`${parameters}&limit=1000`)
      expect(whole).toEqual(await inPages(parameters))
      expect(whole).toHaveLength(COUNT)
    },
  )

  it('begins and ends where the request says, also inside a batch', async () => {
    const listed = async (limit: number, offset: number) =>
      (await list(`limit=${limit}&offset=${offset}`)).map(({ id }) => id)
    for (const [limit, offset] of [
      [BATCH_SIZE, 0],
      [BATCH_SIZE + 1, 3],
      [2 * BATCH_SIZE, 7],
      [1000, BATCH_SIZE - 1],
      [1000, COUNT],
    ] as const)
      expect(await listed(limit, offset)).toEqual(ids.slice(offset, offset + limit))
  })

  it('omits artifacts that the reader may not see', async () => {
    const seen = await list('limit=1000', member.as)
    expect(seen.map(({ id }) => id)).toEqual(ids.filter((_, index) => index % 5 !== 0))
    expect(seen).toEqual(await inPages('', member.as))
  })

  it('has the same content in XML', async () => {
    const { text, headers } = await crocus.request('GET', path('limit=1000'), {
      as: crocus.admin,
      headers: { accept: 'application/xml' },
    })
    expect([headers['content-type'], headers['x-pagination-size']]).toEqual([
      'application/xml; charset=utf-8',
      String(COUNT),
    ])
    expectSameInXml(await list('limit=1000'), readXml(text), 'list')
  })
})

/** Runs `work` while a lock blocks all reads of search rows: any query waits until it is cancelled. */
const whileNothingIsFound = async (work: (other: pg.Client) => Promise<void>): Promise<void> => {
  const other = new pg.Client({ connectionString: crocus.databaseUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('lock table artifact_index in access exclusive mode')
    await work(other)
  } finally {
    await other.end()
  }
}

describe('a query whose client has disconnected', () => {
  it('ends in the database, too, and frees a connection for the next', async () => {
    await crocus.app.modules.settings.set('query_timeout', '0', actor)
    await crocus.app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { port } = crocus.app.fastify.server.address() as AddressInfo
    await whileNothingIsFound(async other => {
      const running = async (): Promise<number> =>
        (
          await other.query<{ count: number }>(
            `select count(*)::int as count from pg_locks where not granted and relation = 'artifact_index'::regclass`,
          )
        ).rows[0]?.count ?? 0
      // Three queries run, the maximum, and one waits in the queue.
      const callers = Array.from({ length: 4 }, () =>
        request({
          port,
          path: path(`limit=10&query=${encodeURIComponent('{"size":">=0"}')}`),
          headers: { authorization: `Basic ${Buffer.from(crocus.admin.join(':')).toString('base64')}` },
        })
          .on('error', () => undefined)
          .end(),
      )
      await vi.waitFor(async () => expect(await running()).toBe(3), { timeout: 10_000, interval: 20 })
      for (const caller of callers) caller.destroy()
      await vi.waitFor(async () => expect(await running()).toBe(0), { timeout: 10_000, interval: 20 })
    })
    expect(await list('limit=10')).toHaveLength(10)
  })
})

describe('concurrent queries (docs/decisions/0045)', () => {
  const AT_ONCE = 3
  const WAITING = 48

  it('run three at a time; a full queue and a wait of 5 s give 503', async () => {
    await crocus.app.modules.settings.set('query_timeout', '0', actor)
    const answers: TestResponse[] = []
    const answered = (count: number) =>
      vi.waitFor(() => expect(answers.length).toBe(count), { timeout: 20_000, interval: 20 })
    await whileNothingIsFound(async other => {
      const all = Array.from({ length: AT_ONCE + WAITING + 1 }, async () => {
        const query = encodeURIComponent('{"size":">=0"}')
        answers.push(await crocus.request('GET', path(`limit=10&query=${query}`), { as: crocus.admin }))
      })
      await answered(1)
      await answered(1 + WAITING)
      await other.query('rollback')
      await Promise.all(all)
    })
    const told = answers.map(({ status, headers, text }) => [
      status,
      headers['retry-after'],
      status === 200 ? '' : (JSON.parse(text) as object),
    ])
    const error = {
      code: 503,
      message: 'Service Unavailable: the server has more to do than it can; try again in a moment',
      details: {
        reason: 'limit.busy',
        doc: '/docs/reasons#limit.busy',
        retry_at: expect.stringMatching(/^20.*Z$/) as string,
      },
    }
    expect(told).toEqual([
      ...Array.from({ length: 1 + WAITING }, () => [503, '2', { error }]),
      ...Array.from({ length: AT_ONCE }, () => [200, undefined, '']),
    ])
  }, 30_000)
})

describe('a query that takes too long', () => {
  /** Connections that ran searches, the latest first. */
  const searchers = async (): Promise<number[]> => {
    const client = new pg.Client({ connectionString: crocus.databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name like 'crocus/%'
        and query like '%artifact_index%' order by state_change desc`,
    )
    await client.end()
    return rows.map(({ pid }) => pid)
  }
  const query = `limit=10&query=${encodeURIComponent('{"size":">=0"}')}`

  it('is a 400 that says so, in JSON and in XML; its connection stays usable', async () => {
    await crocus.app.modules.settings.set('query_timeout', '1', actor)
    expect(await list(query)).toHaveLength(10)
    const [before] = await searchers()
    const sentence = 'The query takes longer than 1 second: narrow it down'
    await whileNothingIsFound(async () => {
      const [inJson, inXml] = await Promise.all([
        crocus.request('GET', path(query), { as: crocus.admin }),
        crocus.request('GET', path(query), { as: crocus.admin, headers: { accept: 'application/xml' } }),
      ])
      expect([inJson.status, inJson.json<{ error: { message: string } }>().error.message]).toEqual([
        400,
        `Bad Request: ${sentence}`,
      ])
      expect([inXml.status, readXml(inXml.text).first('error')?.say('message')]).toEqual([
        400,
        `Bad Request: ${sentence}`,
      ])
    })
    expect(await list(query)).toHaveLength(10)
    expect(await searchers()).toContain(before)
    // The timeout is reset on each connection before the next query.
    const connections = [1, 2, 3, 4, 5]
    const limits = await Promise.all(
      connections.map(() =>
        crocus.db.query<{ limit: string }>(
          { name: 'limit', text: `select pg_sleep(0.05)::text, current_setting('statement_timeout') as limit` },
          [],
        ),
      ),
    )
    expect(limits.flat().map(({ limit }) => limit)).toEqual(connections.map(() => '0'))
  })

  it('has no time limit if the setting is 0', async () => {
    await crocus.app.modules.settings.set('query_timeout', '0', actor)
    let answer: Promise<ListEntry[]> | undefined
    await whileNothingIsFound(async () => {
      answer = list(query)
      await new Promise(resolve => setTimeout(resolve, 200))
    })
    expect(await answer).toHaveLength(10)
  })
})
