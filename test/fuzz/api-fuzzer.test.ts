import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { findInconsistencies } from '../harness/consistency.ts'
import { isSvnMissing } from '../harness/svn.ts'
import { readDocument, type OpenApi } from './api-document.ts'
import { injectRequests } from './send-request.ts'
import { ROUTES_WITHOUT_SUCCESS } from './routes-without-success.ts'
import { createApiFuzzer, type ApiFuzzer } from './api-fuzzer.ts'
import { createFixture, type Fixture } from './fixture.ts'

// The API fuzzer in the test suite: requests into the application itself, as many as there is time for. `npm run fuzz` sends any number
// of them over sockets.

const SEED = 20_260_302
/** Those of all kinds, beside those that go to every route. */
const REQUESTS = 35_000
/** A slow machine ends before; a machine in use by others ends much before. */
const TIME_MS = 75_000
const FEWEST = 2_000
const TIMEOUT = 480_000
/** Maximum growth by caches of objects that the fuzzer created. */
const GROWTH_MIB = 48

let crocus: TestApp
let fixture: Fixture
let fuzzer: ApiFuzzer

beforeAll(async () => {
  crocus = await testApp()
  const exchange = injectRequests(crocus.app.fastify)
  fixture = await createFixture({ exchange, db: crocus.db, admin: crocus.admin, hasSvn: !isSvnMissing })
  const document = readDocument((await crocus.request('GET', '/api/openapi.json')).json<OpenApi>())
  fuzzer = createApiFuzzer({ exchange, db: crocus.db, fixture, document, seed: SEED, isAlone: true })
}, 120_000)

const expectNoFaults = (): void => {
  const told = fuzzer.faults.map(
    ({ what, request, number, times }) =>
      `${number === undefined ? '' : `npm run fuzz -- --seed ${SEED} --only ${number}: `}×${times} ${what}\n   ${request}`,
  )
  const count = fuzzer.faults.length
  fuzzer.faults.length = 0
  expect(told.slice(0, 30).join('\n\n'), `${count} faults`).toBe('')
}

const collectGarbage = (): number => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

describe('the walk of the API (http.md §3, §4)', { timeout: TIMEOUT }, () => {
  it('finds every route taking what is not hostile, so that the hostile part is what is looked at', async () => {
    const refused = await fuzzer.tryEverything()
    expect(
      refused.map(text => text.split(' ', 3).join(' ')),
      refused.join('\n'),
    ).toEqual([
      // Decided in a browser.
      'POST /account/recovery_codes 403',
      'GET /account/second_factors 403',
      'POST /account/second_factors 403',
      'POST /account/second_factors/{id}/confirmation 403',
      'POST /account/second_factors/{id}/removal 403',
      // No agent has asked for a write.
      'GET /approvals/{id} 404',
      'POST /approvals/{id} 404',
      // No banner exists before one is set.
      'GET /banner 404',
      // No import has ended.
      'POST /imports/{id}/undo 409',
      // The order must name all columns.
      'PUT /kanban/{id}/columns 404',
      // Nothing there has a chart.
      'GET /milestones/{id}/burndown 404',
      'GET /milestones/{id}/burnup 404',
      // Decided in a browser, by a link of a mail, or in the past.
      'GET /oauth2_interactions/{uid} 403',
      'POST /oauth2_interactions/{uid} 403',
      'GET /password_resets/{token} 404',
      'PUT /password_resets/{token} 404',
      'GET /projects/{id}/archive 404',
      'GET /projects/{id}/banner 404',
      // No tracker there has a timeframe.
      'GET /roadmaps/{id}/iterations 400',
      'GET /roadmaps/{id}/tasks 400',
      'POST /site/jobs/{id}/retry 404',
      'PUT /users/{id}/agent_policies/{agent} 403',
    ])
    expectNoFaults()
  })

  it('reads everything as everybody: JSON, XML and HEAD say the same, nobody learns a secret, and nothing changes', async () => {
    await fuzzer.readEverything()
    expectNoFaults()
  })

  it('finds nobody who writes into what is not theirs', async () => {
    await fuzzer.writeWithoutRights()
    expectNoFaults()
  })

  it('answers everybody who writes the same at the same time', async () => {
    await fuzzer.writeConcurrently()
    expectNoFaults()
  })

  it('gets no answer but documented ones to anything hostile, finds no trace of what was refused, and does not fill the memory', async () => {
    const end = Date.now() + TIME_MS
    const third = Math.round(REQUESTS / 3)
    let done = await fuzzer.runRequests(0, third, Date.now() + TIME_MS / 3)
    const warm = collectGarbage()
    done += await fuzzer.runRequests(third, 2 * third, Date.now() + TIME_MS / 3)
    // Other callers see other things now: nobody without a name, restricted accounts only what is theirs.
    await fixture.restrict()
    done += await fuzzer.runRequests(2 * third, REQUESTS, end)
    const grown = collectGarbage() - warm
    expectNoFaults()
    expect(done).toBeGreaterThan(FEWEST)
    expect(grown, 'MiB that stay after the garbage was collected').toBeLessThan(GROWTH_MIB)
    console.log(`${fuzzer.counts.requests} requests, ${grown.toFixed(1)} MiB more than after a third`)
  })

  it('leaves everything whole: what is kept twice says the same, and every artifact can be read', async () => {
    expect(await findInconsistencies(crocus.db)).toEqual([])
    const ids = await crocus.db.kysely.selectFrom('artifact').select('id').orderBy('id').execute()
    const { headers } = fixture.caller('admin')
    for (const { id } of ids)
      for (const path of ['.json', '.xml', '/changesets?limit=50', '/links']) {
        const { status, text } = await crocus.request('GET', `/api/artifacts/${id}${path}`, { headers })
        expect([id, path, status, status === 200 ? '' : text]).toEqual([id, path, 200, ''])
      }
  })

  it('deletes what there is, and has reached nearly every route by then', async () => {
    await fuzzer.deleteEverything()
    expectNoFaults()
    expect(await findInconsistencies(crocus.db)).toEqual([])
    expect(fuzzer.neverReached()).toEqual(ROUTES_WITHOUT_SUCCESS.filter(name => fuzzer.counts.routes.has(name)))
  })
})
