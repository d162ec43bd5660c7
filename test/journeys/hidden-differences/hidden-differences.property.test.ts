// Two databases that differ only in what the caller may not see answer every list, query, count, header and message the same.
import { beforeAll, expect, it } from 'vitest'
import { randomOf } from '../../fuzz/random.ts'
import { testApp, type TestApp } from '../../harness/app.ts'
import { givenAccessKey, givenAccount, type Account } from '../../harness/fixture.ts'
import { draftHiddenChange, type HiddenChange } from './changes.ts'
import { draftRequests, type ViewerRequest } from './requests.ts'
import { createRightsWorld } from './world.ts'

/** Hidden changes that are made; each is a case: the same requests before and after it. */
const CASES = Number(process.env['CROCUS_HIDDEN_CHANGES'] ?? 40)
const SEED = Number(process.env['CROCUS_SEED'] ?? 1)
const CHANGES_OF_A_WORLD = 10
const REQUESTS_OF_A_WORLD = 60
/** Of a case on a busy machine. */
const CASE_MS = 3_000

let crocus: TestApp
let viewer: Account
let accessKey: string

beforeAll(async () => {
  crocus = await testApp()
  viewer = await givenAccount(crocus, 'viewer')
  accessKey = await givenAccessKey(crocus, viewer.as)
})

/** Sends the request as the viewer and returns the response, without headers that every response has. */
const ask = async ({ method, path, json, isXml }: ViewerRequest) => {
  const { status, headers, text } = await crocus.request(method, `/api/${path}`, {
    headers: { 'x-auth-accesskey': accessKey, ...(isXml && { accept: 'application/xml' }) },
    ...(json && { json }),
  })
  const kept = Object.entries(headers).filter(([name]) => !UNRELATED_HEADERS.has(name))
  return { status, headers: Object.fromEntries(kept), text }
}
const UNRELATED_HEADERS: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'keep-alive',
  'connection',
  'server-timing',
])

type Answer = Awaited<ReturnType<typeof ask>>

/** Without the version that the change has given to something that the viewer sees. */
const comparable = (answer: Answer, { versionOf, isHistory }: ViewerRequest, change: HiddenChange): unknown => {
  const isEdited =
    versionOf !== undefined &&
    ('artifactId' in versionOf
      ? versionOf.artifactId === change.editedId
      : versionOf.trackerId === change.editedTrackerId)
  if (!isEdited) return answer
  if (isHistory) return answer.status
  const { etag, 'last-modified': _, ...headers } = answer.headers
  return { ...answer, headers: { ...headers, hasEtag: etag !== undefined } }
}

it(
  `answers the same whatever hidden things are like: ${CASES} changes of hidden things`,
  { timeout: 60_000 + CASES * CASE_MS },
  async () => {
    const statuses = new Map<number, number>()
    let cases = 0
    let requestCount = 0
    for (let number = 0; cases < CASES; number++) {
      const random = randomOf(SEED, number)
      const world = await createRightsWorld(crocus, random, viewer, `w${number}`)
      for (const { id, isVisible } of world.artifacts) {
        const { status } = await ask({ method: 'GET', path: `artifacts/${id}`, isXml: false })
        expect([id, status]).toEqual([id, isVisible ? 200 : 403])
      }
      const requests = draftRequests(random, world, REQUESTS_OF_A_WORLD)
      let before: Answer[] = []
      for (const request of requests) before.push(await ask(request))
      for (let step = 0; step < CHANGES_OF_A_WORLD && cases < CASES; step++, cases++) {
        const change = draftHiddenChange(crocus, random, world)
        await change.apply()
        const after: Answer[] = []
        for (const [index, request] of requests.entries()) {
          const answer = await ask(request)
          const then = before[index]
          if (!then) throw new Error('no answer before')
          expect(
            { change: change.name, request, answer: comparable(answer, request, change) },
            `seed ${SEED}, world ${number}, change ${step}`,
          ).toEqual({ change: change.name, request, answer: comparable(then, request, change) })
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          after.push(answer)
          requestCount++
        }
        before = after
      }
    }
    const told = [...statuses].sort().map(([status, count]) => `${count} × ${status}`)
    console.info(`${cases} hidden changes, ${requestCount} pairs of answers compared: ${told.join(', ')}`)
    // Answers that show nothing would be the same in any case.
    expect((statuses.get(200) ?? 0) / requestCount).toBeGreaterThan(0.25)
    expect(statuses.get(500)).toBeUndefined()
  },
)
