// Cancelled and expensive queries: status, form and headers of the response.
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import { givenArtifact, givenProject, type FixtureTracker } from '../harness/fixture.ts'
import { readXml } from '../harness/xml.ts'

const LATE =
  'Service Unavailable: the database did not get to it in time, and nothing was changed; try again in a moment'

let crocus: TestApp
let tracker: FixtureTracker
let id: number

beforeAll(async () => {
  crocus = await testApp({}, { limits: { statement: 1_000, lock: 300, idleTransaction: 60_000, connection: 5_000 } })
  const project = await givenProject(crocus, 'late')
  tracker = project.tracker('bug')
  id = await created('the first')
}, 60_000)

const created = (title: string): Promise<number> => givenArtifact(crocus, tracker, title, { as: crocus.admin })

/** Runs the work while another connection holds the locks of `statement`, then releases them. */
const whileHeld = async (statement: string, work: (other: pg.Client) => Promise<void>): Promise<void> => {
  const other = new pg.Client({ connectionString: crocus.databaseUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(statement)
    await work(other)
  } finally {
    await other.end()
  }
}
const rename = (title: string, accept = 'application/json'): Promise<TestResponse> =>
  crocus.request('PUT', `/api/artifacts/${id}`, {
    as: crocus.admin,
    headers: { accept },
    json: { values: [{ field_id: tracker.field('title'), value: title }] },
  })
const title = async (): Promise<string> =>
  (await crocus.request('GET', `/api/artifacts/${id}`, { as: crocus.admin })).json<{ title: string }>().title
const messageOf = (response: TestResponse): string =>
  response.json<{ error: { code: number; message: string } }>().error.message

describe('a write that waits too long', () => {
  it('for what somebody holds is a 503 that says when to come again, in JSON and in XML, and changes nothing', async () => {
    const hold = `select from artifact where id = ${id} for update`
    await whileHeld(hold, async () => {
      const inJson = await rename('the second')
      expect([inJson.status, inJson.headers['retry-after'], messageOf(inJson)]).toEqual([503, '2', LATE])
      const inXml = await rename('the second', 'application/xml')
      expect([inXml.status, inXml.headers['retry-after'], readXml(inXml.text).first('error')?.say('message')]).toEqual([
        503,
        '2',
        LATE,
      ])
    })
    expect(await title()).toBe('the first')
    expect((await rename('the third')).status).toBe(200)
    expect(await title()).toBe('the third')
  })

  it('for the database itself is the same', async () => {
    const client = new pg.Client({ connectionString: crocus.databaseUrl })
    await client.connect()
    await client.query(`
      create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$;
      create trigger linger before insert on changeset for each row execute function linger()`)
    try {
      const response = await rename('the fourth')
      expect([response.status, response.headers['retry-after'], messageOf(response)]).toEqual([503, '2', LATE])
    } finally {
      await client.query('drop trigger linger on changeset; drop function linger()')
      await client.end()
    }
    expect(await title()).toBe('the third')
    expect((await rename('the fifth')).status).toBe(200)
  })
})

it('a query that asks for too many values is told what it costs and what it may', async () => {
  const values = Array.from({ length: 3_000 }, (_, index) => `"${index}"`).join(',')
  const query = encodeURIComponent(`title IN (${values})`)
  const response = await crocus.request('GET', `/api/trackers/${tracker.id}/artifacts?limit=10&expert_query=${query}`, {
    as: crocus.admin,
  })
  expect([response.status, messageOf(response)]).toEqual([
    400,
    'Bad Request: The query is too complex: it counts 302 comparisons, values and operators, at most 30 are possible',
  ])
})
