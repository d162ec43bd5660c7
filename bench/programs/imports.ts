// An import of lines with histories, from the end of its upload to its end, and the export of the tracker, in an application of this process.
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../tools/random.ts'
import type { Accounts } from './accounts.ts'
import type { ProgramsBench } from './measuring.ts'

const ARTIFACTS = 10_000
/** Changesets of an artifact, its creation included. */
const CHANGESETS = 5
/** integrators.md §12: an import of that many artifacts takes at most so long. */
const LIMIT_S = 60

interface Described {
  readonly project: { readonly id: number }
  readonly fields: readonly { readonly name: string; readonly values: readonly { readonly label: string }[] | null }[]
}

export const measureImport = async ({ data }: ProgramsBench, { app, adminKey }: Accounts): Promise<string[]> => {
  const key = { 'x-auth-accesskey': await adminKey() }
  const call = async (
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload: object | Buffer | undefined,
    status: number,
  ) => {
    const own = Buffer.isBuffer(payload)
      ? { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      : {}
    const answer = await app.fastify.inject({ method, url, headers: { ...key, ...own }, ...(payload && { payload }) })
    if (answer.statusCode !== status) throw new Error(`${method} ${url} answers ${answer.statusCode}: ${answer.body}`)
    return answer
  }
  const tracker = (await call('GET', `/api/trackers/${data.trackerId}`, undefined, 200)).json<Described>()
  const states = tracker.fields.find(({ name }) => name === 'status')?.values?.map(({ label }) => label) ?? []
  const content = Buffer.from(linesOf(states))
  const declared = await call(
    'POST',
    `/api/projects/${tracker.project.id}/imports`,
    {
      source: 'bench',
      format: 'ndjson',
      tracker_id: data.trackerId,
      file_name: 'bench.ndjson',
      file_size: content.length,
      original_dates: true,
    },
    201,
  )
  const { id, upload_href } = declared.json<{ id: number; upload_href: string }>()
  await call('PATCH', upload_href, content, 204)
  const begun = performance.now()
  const [job] = app.modules.exchange.jobs
  let most = 0
  for (;;) {
    const at = performance.now()
    await job?.run({})
    most = Math.max(most, performance.now() - at)
    const { status, created, messages } = (await call('GET', `/api/imports/${id}`, undefined, 200)).json<{
      status: string
      created: number
      messages: readonly { text: string }[]
    }>()
    if (status === 'done' && created === ARTIFACTS) break
    if (status !== 'running') throw new Error(`the import is ${status}, ${created} created: ${messages[0]?.text ?? ''}`)
    await pause(1)
  }
  const seconds = (performance.now() - begun) / 1_000
  const exportBegun = performance.now()
  const sheet = await call(
    'GET',
    `/api/trackers/${data.trackerId}/export?columns=title,status,points,due`,
    undefined,
    200,
  )
  const exportSeconds = (performance.now() - exportBegun) / 1_000
  const rows = sheet.body.split('\r\n').length - 2
  return [
    `import of ${ARTIFACTS} artifacts with ${CHANGESETS} changesets: ${seconds.toFixed(1)} s (limit ${LIMIT_S} s), ` +
      `${Math.round((ARTIFACTS * CHANGESETS) / seconds)} changesets a second, ${(content.length / 1_024 / 1_024).toFixed(1)} MB`,
    `export of ${rows} artifacts as a sheet of four columns: ${exportSeconds.toFixed(1)} s`,
  ]
}

const BEGINNING = Date.UTC(2020, 0, 1)

const linesOf = (states: readonly string[]): string => {
  const random = randomFrom(17)
  const words = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 2 ** 32).toString(36)).join(' ')
  const stateOf = (number: number): string | null => states[number % Math.max(1, states.length)] ?? null
  const dateOf = (second: number): string => `${new Date(BEGINNING + second * 1_000).toISOString().slice(0, 19)}+00:00`
  return Array.from({ length: ARTIFACTS }, (_, number) => {
    const second = number * CHANGESETS
    return `${JSON.stringify({
      type: 'artifact',
      external_id: `B-${number}`,
      submitted_on: dateOf(second),
      values: {
        title: words(6),
        details: { content: words(40), format: 'text' },
        points: number % 100,
        status: stateOf(0),
      },
      changesets: Array.from({ length: CHANGESETS - 1 }, (_change, index) => ({
        on: dateOf(second + index + 1),
        values: { points: (number + index) % 90, status: stateOf(index + 1) },
        comment: { body: words(12), format: 'text' },
      })),
    })}\n`
  }).join('')
}
