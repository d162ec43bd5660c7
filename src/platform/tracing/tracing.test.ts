import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTraceCollector, type CollectedSpan, type TraceCollector } from '../../../test/harness/trace-collector.ts'
import { batchCalls } from '../db/batching.ts'
import type { TracingSettings } from './settings.ts'
import { statementName } from './statement-names.ts'
import { startTracing } from './start-tracing.ts'
import type { Tracing } from './tracing.ts'

const log = pino({ level: 'silent' })
let collector: TraceCollector
beforeAll(async () => {
  collector = await startTraceCollector()
})
afterAll(() => collector.close())

/** Spans that the collector gets from `work`, by name. */
const spansOf = async (
  work: (tracing: Tracing) => Promise<void>,
  settings: Partial<TracingSettings> = {},
): Promise<CollectedSpan[]> => {
  collector.spans.length = 0
  const url = `${collector.url}/v1/traces`
  const tracing = await startTracing({
    settings: {
      url,
      headers: {},
      serviceName: 'crocus',
      attributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      ...settings,
    },
    version: '1',
    log,
  })
  await work(tracing)
  await tracing.stop()
  return [...collector.spans]
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

/** Handles a request with these headers by `work`. */
const answer = async (tracing: Tracing, headers: Record<string, string>, work: () => unknown): Promise<void> => {
  const span = tracing.startRequest({ method: 'GET', route: '/x/{id}', scheme: 'http', requestId: 'r1', headers })
  await span.run(work)
  span.end(200)
}

describe('a trace', () => {
  it('continues the trace of the caller, with its state', async () => {
    let state: string | undefined
    const [span] = await spansOf(tracing =>
      answer(tracing, { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'rojo=1' }, () => {
        state = tracing.caller()?.traceId
      }),
    )
    expect(span).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, name: 'GET /x/{id}', kind: 2 })
    expect(state).toBe(TRACE)
  })

  it('is kept only if the caller keeps it, unless the sampler decides alone', async () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER}-00` }
    const work = (tracing: Tracing): Promise<void> =>
      answer(tracing, headers, () => tracing.statement('select 1 from users', async () => 1))
    expect(await spansOf(work)).toEqual([])
    expect(await spansOf(work, { sampler: 'always_on' })).toHaveLength(2)
    expect(await spansOf(work, { sampler: 'always_off' })).toEqual([])
    expect(
      await spansOf(tracing => answer(tracing, {}, () => 1), { sampler: 'parentbased_traceidratio', ratio: 0 }),
    ).toEqual([])
  })

  it.each([
    `00-${TRACE}-${CALLER}-01-more`,
    `ff-${TRACE}-${CALLER}-01`,
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${CALLER}-01`,
    'nonsense',
  ])('begins anew at %s', async traceparent => {
    const [span] = await spansOf(tracing => answer(tracing, { traceparent }, () => 1))
    expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(span?.traceId).not.toBe(TRACE)
    expect(span?.parentSpanId ?? '').toBe('')
  })

  it('of a shared batch is that of one caller, and the others link to it', async () => {
    const spans = await spansOf(async tracing => {
      const read = batchCalls<number, number>({
        run: async items => {
          await tracing.statement({ name: 'read-all' }, async () => undefined)
          return items
        },
        maxItems: 10,
        tracing,
      })
      await Promise.all([1, 2, 3].map(item => answer(tracing, {}, () => read(item))))
      // The request is over.
      await read(4)
    })
    const requests = spans.filter(({ kind }) => kind === 2)
    const statements = spans.filter(({ name }) => name === 'read-all')
    const pointers = spans.filter(({ name }) => name === 'shared round trip')
    expect([requests.length, statements.length, pointers.length]).toEqual([3, 1, 2])
    const owner = requests.find(({ spanId }) => spanId === statements[0]?.parentSpanId)
    expect(owner).toBeDefined()
    for (const { links, traceId, parentSpanId } of pointers) {
      expect(links).toEqual([owner?.spanId])
      expect(traceId).not.toBe(owner?.traceId)
      expect(requests.find(({ spanId }) => spanId === parentSpanId)?.traceId).toBe(traceId)
    }
  })

  it('ends with its request: what a timer does later is not part of it', async () => {
    const lines: { msg: string; traceId?: string }[] = []
    const plain = pino({}, { write: line => void lines.push(JSON.parse(line) as { msg: string }) })
    let late: Promise<void> | undefined
    const spans = await spansOf(async tracing => {
      const told = tracing.addToLogLines(plain)
      await answer(tracing, {}, () => {
        told.child({ reqId: 'r1' }).info('in time')
        late = sleep(20).then(() => tracing.statement('select 1 from late', async () => told.info('late')))
      })
      await late
    })
    expect(spans).toHaveLength(1)
    expect(lines).toMatchObject([{ msg: 'in time', reqId: 'r1', traceId: spans[0]?.traceId }, { msg: 'late' }])
    expect(lines[1]).not.toHaveProperty('traceId')
  })

  it('has no span for its own export', async () => {
    const spans = await spansOf(tracing =>
      answer(tracing, {}, async () => {
        // As many as are sent at once, while the request still runs.
        for (let count = 0; count < 600; count++) await tracing.statement({ name: 'many' }, async () => undefined)
        while (collector.spans.length === 0) await sleep(5)
      }),
    )
    expect(new Set(spans.map(({ name }) => name))).toEqual(new Set(['many', 'GET /x/{id}']))
    expect(collector.headers.at(-1)).not.toHaveProperty('traceparent')
  })

  it('records a failure without its message', async () => {
    const error = Object.assign(new Error('Key (name)=(sesame) exists'), { code: '23505' })
    const work = tracingFails(error)
    const spans = await spansOf(work)
    expect(spans.map(({ name, isFailed, attributes }) => [name, isFailed, attributes['error.type']])).toEqual([
      ['insert users', true, '23505'],
      ['job x', true, '23505'],
    ])
    expect(collector.bodies.at(-1)).not.toContain('sesame')
  })
})

const tracingFails = (error: Error) => (tracing: Tracing) =>
  tracing
    .work('job x', {}, () =>
      tracing.statement(`insert into "users" ("name") values ('sesame')`, () => Promise.reject(error)),
    )
    .catch(() => undefined)

describe('a collector that is away', () => {
  const warnings: string[] = []
  const complaining = pino({ level: 'warn' }, { write: line => void warnings.push(line) })
  const settings: TracingSettings = {
    url: '',
    headers: { authorization: 'sesame' },
    serviceName: 'crocus',
    attributes: {},
    sampler: 'always_on',
    ratio: 1,
  }
  const manySpans = async (url: string): Promise<void> => {
    warnings.length = 0
    const tracing = await startTracing({ settings: { ...settings, url }, version: '1', log: complaining })
    for (let count = 0; count < 6_000; count++) tracing.startRequest(REQUEST).end(200)
    await tracing.stop()
  }

  it.each([
    ['refuses them', 403],
    ['does not answer', 0],
  ])('is logged once when it %s, and delays nothing', async (_words, status) => {
    const deaf = await startTraceCollector(status)
    try {
      await manySpans(`${deaf.url}/v1/traces`)
    } finally {
      await deaf.close()
    }
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/"dropped":[1-9]/)
    expect(warnings[0]).not.toContain('sesame')
  })
})

const REQUEST = { method: 'GET', route: '/x', scheme: 'http', requestId: 'r1', headers: {} }

describe('the name of a statement', () => {
  it.each([
    ['select "a"."id" from "artifact" as "a" where "id" = $1', 'select', 'artifact'],
    ['  insert into users (name) values ($1)', 'insert', 'users'],
    ['update only setting set value = $1', 'update', 'setting'],
    ['delete from "token" where id = $1', 'delete', 'token'],
    [`select 'from secrets' from mails`, 'select', 'mails'],
    ['begin', 'begin', undefined],
    ['(select 1)', 'select', undefined],
  ])('is made of its first words: %s', (text, operation, collection) => {
    expect(statementName(text)).toEqual({ operation, collection })
  })
})
