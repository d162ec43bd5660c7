// The TypeScript client of `client/` against a real server.
import { beforeAll, describe, expect, it } from 'vitest'
import { changeArtifact, createClient, listAll, RequestRefused, uploadFile, type Fetch } from '../../client/index.ts'
import { repeatingFetch } from '../../client/repeating-fetch.ts'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { givenAccessKey, givenAccount, givenProject } from '../harness/fixture.ts'
import { anElement, aTracker, createTrackersOf } from '../harness/trackers.ts'

type Client = ReturnType<typeof createClient>

let crocus: TestApp
let server: string
let accessKey: string
let trackerId: number
let titleId: number
let plansId: number

beforeAll(async () => {
  crocus = await testApp()
  server = await listen(crocus)
  const owner = (await givenAccount(crocus, 'owner')).as
  accessKey = await givenAccessKey(crocus, owner)
  const project = await givenProject(crocus, 'garden', { as: owner })
  const created = await createTrackersOf(
    crocus,
    aTracker(project.id, 'chore', { elements: [anElement('string', 'title'), anElement('file', 'plans')] }),
  )
  trackerId = Number(created.trackerIds.get('chore'))
  titleId = Number(created.fieldIds.get('title'))
  plansId = Number(created.fieldIds.get('plans'))
})

const clientOf = (fetch?: Fetch): Client =>
  createClient({ server, credentials: { accessKey }, ...(fetch && { fetch }) })

const entry = (value: string): { field_id: number; value: string } => ({ field_id: titleId, value })

const idOf = (answer: object | undefined): number => (answer && 'id' in answer ? Number(answer.id) : 0)

const givenChore = async (client: Client, title: string): Promise<number> => {
  const { data } = await client.POST('/artifacts', { body: { tracker: { id: trackerId }, values: [entry(title)] } })
  return idOf(data)
}

const titlesOf = async (client: Client): Promise<string[]> => {
  const titles: string[] = []
  const params = { path: { id: trackerId }, query: { values: 'all', limit: 2 } } as const
  for await (const { values } of listAll(client, '/trackers/{id}/artifacts', params))
    titles.push(
      (values as { field_id: number; value: string }[]).find(value => value.field_id === titleId)?.value ?? '',
    )
  return titles
}

describe('repeated requests', () => {
  it('writes once when the answer of a write is lost', async () => {
    let lost = 0
    const losing: Fetch = async request => {
      const response = await fetch(request)
      if (request.method === 'POST' && lost++ === 0) throw new TypeError('the connection is lost')
      return response
    }
    await givenChore(clientOf(losing), 'water once')
    expect((await titlesOf(clientOf())).filter(title => title === 'water once')).toEqual(['water once'])
    expect(lost).toBe(2)
  })

  it('keeps the key of the caller', async () => {
    const client = clientOf()
    const once = {
      params: { header: { 'Idempotency-Key': 'prune-1' } },
      body: { tracker: { id: trackerId }, values: [entry('prune')] },
    }
    const [first, second] = [await client.POST('/artifacts', once), await client.POST('/artifacts', once)]
    expect(idOf(second.data)).toBe(idOf(first.data))
    expect(second.response.headers.get('Idempotent-Replayed')).toBe('true')
  })

  const statuses = async (
    request: Request,
    answers: readonly Response[],
    retries = 3,
  ): Promise<readonly [number, number[]]> => {
    const left = [...answers]
    const waits: number[] = []
    const send = repeatingFetch(() => Promise.resolve(left.shift() ?? new Response('', { status: 200 })), {
      retries,
      sleep: milliseconds => {
        waits.push(milliseconds)
        return Promise.resolve()
      },
    })
    return [(await send(request)).status, waits]
  }
  const write = (headers: Record<string, string> = {}): Request =>
    new Request('http://localhost/api/artifacts', { method: 'POST', body: '{}', headers })
  const busy = (): Response => new Response('', { status: 503, headers: { 'Retry-After': '7' } })

  it('waits as long as Retry-After says', async () => {
    expect(await statuses(new Request('http://localhost/'), [busy(), busy()])).toEqual([200, [7000, 7000]])
  })

  it('waits longer each time without Retry-After', async () => {
    const [status, [first = 0, second = 0, third = 0]] = await statuses(
      new Request('http://localhost/'),
      [502, 504, 429].map(code => new Response('', { status: code })),
    )
    expect(status).toBe(200)
    expect([first <= 200, second >= 200 && second <= 400, third >= 400]).toEqual([true, true, true])
  })

  it('gives the last refusal back when nothing helps', async () => {
    expect(await statuses(new Request('http://localhost/'), [busy(), busy(), busy()], 2)).toEqual([503, [7000, 7000]])
  })

  it('repeats a write only with a key or a condition', async () => {
    expect((await statuses(write(), [busy()]))[0]).toBe(503)
    expect((await statuses(write({ 'Idempotency-Key': 'a' }), [busy()]))[0]).toBe(200)
    expect((await statuses(write({ 'If-Match': 'a' }), [busy()]))[0]).toBe(200)
  })

  it('stops when the caller aborts', async () => {
    const stop = new AbortController()
    const send = repeatingFetch(
      () => {
        stop.abort(new Error('no longer needed'))
        return Promise.resolve(busy())
      },
      { retries: 3 },
    )
    await expect(send(new Request('http://localhost/', { signal: stop.signal }))).rejects.toThrow('no longer needed')
  })
})

it('reads a list page by page', async () => {
  const client = clientOf()
  for (const title of ['sow', 'rake', 'mow', 'dig', 'hoe']) await givenChore(client, title)
  expect(await titlesOf(client)).toEqual(expect.arrayContaining(['sow', 'rake', 'mow', 'dig', 'hoe']))
  expect(new Set(await titlesOf(client)).size).toBe((await titlesOf(client)).length)
})

it('reads a list that others change meanwhile, and a list as of a time', async () => {
  const client = clientOf()
  const ids = [await givenChore(client, 'one'), await givenChore(client, 'two'), await givenChore(client, 'three')]
  const params = { path: { id: trackerId }, query: { limit: 1, order: 'desc', snapshot: 'new' } } as const
  const found: number[] = []
  for await (const { id } of listAll(client, '/trackers/{id}/artifacts', params)) {
    found.push(id)
    // Each page would move by one.
    if (found.length < 4) await givenChore(client, 'more')
    if (found.length === 3) break
  }
  expect(found).toEqual([...ids].reverse())
  const asOf = crocus.clock.now().toISOString()
  crocus.clock.advance(60_000)
  const later = await givenChore(client, 'later')
  const past = { path: { id: trackerId }, query: { limit: 2, as_of: asOf } } as const
  const before: number[] = []
  for await (const { id, as_of } of listAll(client, '/trackers/{id}/artifacts', past)) {
    expect(as_of).toBeDefined()
    before.push(id)
  }
  expect(before).toEqual(expect.arrayContaining(ids))
  expect(before).not.toContain(later)
})

it('throws what the server refuses, with its reason', async () => {
  const client = clientOf()
  const read = async (): Promise<unknown> =>
    listAll(client, '/trackers/{id}/artifacts', { path: { id: 99_999 } }).next()
  await expect(read()).rejects.toThrow(RequestRefused)
  await expect(read()).rejects.toMatchObject({ response: { status: 404 }, reason: expect.any(String) as string })
})

it('begins again when somebody else changes the artifact', async () => {
  const client = clientOf()
  const id = await givenChore(client, 'lawn')
  let reads = 0
  await changeArtifact(client, id, async artifact => {
    const { value } = (artifact.values as { field_id: number; value: string }[]).find(
      each => each.field_id === titleId,
    )!
    if (reads++ === 0)
      await client.PUT('/artifacts/{id}', { params: { path: { id } }, body: { values: [entry(`${value}, mown`)] } })
    return { values: [entry(`${value}, raked`)] }
  })
  expect(reads).toBe(2)
  expect(await titlesOf(client)).toContain('lawn, mown, raked')
})

describe('uploads', () => {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, index) => index % 251)
  const sleep = (): Promise<void> => Promise.resolve()
  const contentOf = async (id: number): Promise<Uint8Array> =>
    new Uint8Array(await (await clientOf().send(`/plugins/tracker/attachments/${id}-plan.bin`)).arrayBuffer())

  it('goes on where the server has received a file when connections are cut', async () => {
    let cuts = 0
    const cutting: Fetch = async request => {
      const answer = await fetch(request)
      // The server has the bytes, and the client does not know.
      if (request.method === 'PATCH' && cuts++ % 2 === 0) throw new TypeError('the connection is cut')
      return answer
    }
    const client = clientOf(cutting)
    const seen: number[] = []
    const file = new File([bytes], 'plan.bin')
    const id = await uploadFile(client, plansId, file, {
      chunkSize: 20_000,
      sleep,
      onProgress: sent => seen.push(sent),
    })
    expect(seen).toEqual([20_000, 40_000, 50_000])
    const values = [entry('planned'), { field_id: plansId, value: [id] }]
    const created = await client.POST('/artifacts', { body: { tracker: { id: trackerId }, values } })
    expect(created.response.status).toBe(201)
    expect(Buffer.from(await contentOf(id)).equals(Buffer.from(bytes))).toBe(true)
  })

  it('sends an empty file', async () => {
    expect(await uploadFile(clientOf(), plansId, new File([], 'empty.txt'))).toBeGreaterThan(0)
  })

  it('gives a refusal back at once', async () => {
    const upload = uploadFile(clientOf(), titleId, new File([bytes], 'plan.bin'), { sleep })
    await expect(upload).rejects.toMatchObject({ name: 'RequestRefused', response: { status: 400 } })
  })

  it('never sends credentials to another server', () => {
    expect(() => clientOf().send('https://elsewhere.example.org/uploads/1')).toThrow('another server')
  })
})
