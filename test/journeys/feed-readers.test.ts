// Readers of the feed: no change is missed, a long transaction is told, hidden things are silent, and a client of server-sent events goes on after cuts.
import { EventSource } from 'eventsource'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/db/db.ts'
import { appendEvents } from '../../src/platform/events/event-log.store.ts'
import { randomOf } from '../fuzz/random.ts'
import { afterFile } from '../harness/after-file.ts'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { allEventsVisible } from '../harness/events.ts'
import {
  expectDone,
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../harness/fixture.ts'
import { openStream } from '../harness/streams.ts'
import { tcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'

const WRITERS = 24
const EACH = Number(process.env['CROCUS_FEED_TURNS'] ?? 10)

let crocus: TestApp
let url: string
let boss: Account
let member: Account
let lamps: FixtureProject
let vault: FixtureProject
beforeAll(async () => {
  crocus = await testApp()
  url = await listen(crocus)
  boss = await givenAccount(crocus, 'boss')
  member = await givenAccount(crocus, 'member')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['member'] })
  vault = await givenProject(crocus, 'vault', { as: boss.as, isPublic: false })
})

interface Page {
  readonly changes: readonly { readonly cursor: string; readonly kind: string; readonly artifact_id: number }[]
  readonly next: string
  readonly more: boolean
  readonly held_since: string | null
}
const ask = async (query: string, { as }: Account = member): Promise<Page> => {
  const answer = await crocus.request('GET', `/api/changes?${query}`, { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}
const begin = async (who?: Account): Promise<string> => {
  await allEventsVisible(crocus)
  return (await ask('', who)).next
}
const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

it('a reader gets each change of 24 writers once, in whatever order their transactions overlap', async () => {
  const random = randomOf(Number(process.env['CROCUS_SEED'] ?? 1), 0)
  let since = await begin()
  const event = { kind: 'project.services_changed', actorId: boss.id, means: 'rest', projectId: lamps.id } as const
  let isWriting = true
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let turn = 0; turn < EACH; turn++)
        await inTransaction(crocus.db, async tx => {
          const isFirst = random.chance(0.5)
          if (isFirst) await appendEvents(tx, [event])
          await sql`select pg_sleep(${random.below(20) / 1_000})`.execute(tx)
          if (!isFirst) await appendEvents(tx, [event])
        })
    }),
  ).finally(() => (isWriting = false))
  const cursors: string[] = []
  const read = async (): Promise<void> => {
    const page = await ask(`since=${since}&limit=7`)
    cursors.push(...page.changes.map(({ cursor }) => cursor))
    since = page.next
    if (page.more) await read()
  }
  while (isWriting) await read()
  await writing
  await allEventsVisible(crocus)
  await read()
  expect([cursors.length, new Set(cursors).size]).toEqual([WRITERS * EACH, WRITERS * EACH])
}, 60_000)

it('a transaction that holds the feed back is told to everybody after two seconds, and forgotten when it ends', async () => {
  const since = await begin()
  const release = Promise.withResolvers<void>()
  const holding = inTransaction(crocus.db, async tx => {
    await sql`select pg_current_xact_id()`.execute(tx)
    await release.promise
  })
  await sleep(100)
  const id = await givenArtifact(crocus, lamps.tracker('bug'), 'Waits', { as: boss.as })
  const waiting = ask(`since=${since}&wait=3`)
  await sleep(2_500)
  const held = await ask(`since=${since}`)
  expect(held.changes).toEqual([])
  expect(Date.parse(held.held_since ?? '')).toBeGreaterThan(0)
  release.resolve()
  await holding
  expect((await waiting).changes.map(({ artifact_id }) => artifact_id)).toEqual([id])
  await expect.poll(async () => (await ask(`since=${since}`)).held_since, { timeout: 10_000 }).toBeNull()
}, 60_000)

describe('what a reader may not see', () => {
  /** Hidden changes of every kind, as fast as they go. */
  const makeNoise = (): (() => Promise<number>) => {
    const tracker = vault.tracker('bug')
    let isNoisy = true
    let changes = 0
    const change = async (): Promise<void> => {
      const id = await givenArtifact(crocus, tracker, 'Hidden', { as: boss.as })
      const comment = { body: '@member look', format: 'text' }
      const values = [{ field_id: tracker.field('title'), value: 'Hidden again' }]
      expectDone(await crocus.request('PUT', `/api/artifacts/${id}`, { as: boss.as, json: { values, comment } }))
      const presence = { state: 'editing', field_id: null, tab: 'one' }
      expectDone(await crocus.request('PUT', `/api/artifacts/${id}/presence`, { as: boss.as, json: presence }))
      changes += 3
    }
    const noise = (async () => {
      while (isNoisy) await change()
    })()
    return async () => {
      isNoisy = false
      await noise
      return changes
    }
  }

  it('changes neither the moment nor the content of an answer, an empty page and a stream', async () => {
    const stream = await openStream(`${url}/api/events`, {
      'x-auth-accesskey': await givenAccessKey(crocus, member.as),
    })
    const timed = async (query: string): Promise<{ page: Omit<Page, 'next'>; ms: number }> => {
      const began = performance.now()
      const { next: _, ...page } = await ask(query)
      return { page, ms: performance.now() - began }
    }
    const since = await begin()
    // The stream begins with its place.
    await until(() => stream.messages.length === 1)
    const quiet = { empty: await timed(`since=${since}`), waiting: await timed(`since=${since}&wait=2`) }
    const stop = makeNoise()
    await sleep(300)
    const noisy = { empty: await timed(`since=${since}`), waiting: await timed(`since=${since}&wait=2`) }
    expect(await stop()).toBeGreaterThan(10)
    expect([noisy.empty.page, noisy.waiting.page]).toEqual([quiet.empty.page, quiet.waiting.page])
    for (const { ms } of [quiet.waiting, noisy.waiting]) expect(ms).toBeGreaterThan(1_990)
    expect(noisy.waiting.ms - quiet.waiting.ms).toBeLessThan(700)
    expect([stream.kinds, stream.messages.length]).toEqual([[], 1])
    // A visible change ends the wait, and is all that it tells.
    const stopAgain = makeNoise()
    const waiting = ask(`since=${await begin()}&wait=20`)
    const id = await givenArtifact(crocus, lamps.tracker('bug'), 'Seen', { as: boss.as })
    expect((await waiting).changes.map(({ artifact_id }) => artifact_id)).toEqual([id])
    await stopAgain()
    await until(() => stream.kinds.length > 0)
    const [, ...told] = stream.messages
    expect(told.map(({ data }) => (JSON.parse(data) as { artifact_id: number }).artifact_id)).toEqual([id])
    stream.close()
  }, 60_000)

  it('is no presence: a hidden artifact cannot be watched, nor asked for', async () => {
    const id = await givenArtifact(crocus, vault.tracker('bug'), 'Hidden', { as: boss.as })
    for (const path of [`artifacts/${id}/presence`, `events?presence_of=${id}`]) {
      const hidden = await crocus.request('GET', `/api/${path}`, { as: member.as })
      const absent = await crocus.request('GET', `/api/${path.replace(String(id), '99999999')}`, { as: member.as })
      expect([path, hidden.status, hidden.text.replaceAll(String(id), '…')]).toEqual([
        path,
        404,
        absent.text.replaceAll('99999999', '…'),
      ])
    }
  })
})

it('the package eventsource reads each change once, through connections that are cut', async () => {
  const key = await givenAccessKey(crocus, member.as)
  const { port } = new URL(url)
  const proxy = await tcpProxy([{ host: '127.0.0.1', port: Number(port) }])
  afterFile(() => proxy.close())
  const source = new EventSource(`http://127.0.0.1:${proxy.port}/api/events?since=${await begin()}`, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, 'x-auth-accesskey': key } }),
  })
  afterFile(() => source.close())
  const told: number[] = []
  source.addEventListener('artifact.created', ({ data }) =>
    told.push((JSON.parse(data as string) as { artifact_id: number }).artifact_id),
  )
  const made: number[] = []
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 5; count++)
      made.push(await givenArtifact(crocus, lamps.tracker('bug'), `Lamp ${round}.${count}`, { as: boss.as }))
    await until(() => told.length > round * 5)
    // In the middle of an event, by a reset, and by an orderly end.
    const [connection] = proxy.connections()
    if (round === 0) connection?.cutAfter({ bytes: 40, direction: 'down' })
    else if (round === 1) connection?.reset()
  }
  await until(() => told.length >= made.length, 30_000)
  expect(told).toEqual(made)
  expect(proxy.counts.accepted).toBeGreaterThan(2)
}, 60_000)
