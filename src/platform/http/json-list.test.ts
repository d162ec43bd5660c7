import { request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/harness/until.ts'
import { JsonList } from './response/response.ts'
import { createApiServer } from './server/api-server.ts'
import { paginationHeaders } from './routes/pagination.ts'
import { json, routeFor } from './routes/route.ts'

const route = routeFor<null>()
const PORTIONS = 40
const SIZE = 50

/** How many chunks were made, and whether their maker was told to stop. */
const made = { portions: 0, isOver: false }

const element = (number: number): string => JSON.stringify({ number, text: `<${'word '.repeat(200)}>` })
const portion = (index: number): string[] => Array.from({ length: SIZE }, (_, place) => element(index * SIZE + place))

async function* portions(kind: string): AsyncGenerator<string[]> {
  try {
    for (let index = 1; kind === 'endless' || index < PORTIONS; index++) {
      await sleep(0)
      made.portions++
      if (kind === 'broken' && index === 3) throw new Error('the database is gone')
      if (kind === 'undeclared' && index === 3) yield ['{"number":1,"text":"","more":1}']
      // The elements of a chunk may all be hidden from the reader.
      yield kind === 'gaps' && index % 2 === 0 ? [] : portion(index)
    }
  } finally {
    made.isOver = true
  }
}

const routes = [
  route({
    method: 'GET',
    path: '/numbers/{kind}',
    access: 'public',
    operationId: 'listNumbers',
    summary: 'List numbers',
    spec: 'http.md §6',
    tag: 'numbers',
    params: Type.Object({ kind: Type.String({ description: 'Kind.' }) }, { description: 'Which.' }),
    responses: {
      200: Type.Array(
        Type.Object(
          { number: Type.Integer({ description: 'Number.' }), text: Type.String({ description: 'Text.' }) },
          { description: 'One.' },
        ),
        { description: 'The page.' },
      ),
    },
    errors: [404],
    handler: ({ params: { kind } }) =>
      Promise.resolve(
        json(
          new JsonList(kind === 'gaps' ? [] : portion(0), portions(kind)),
          paginationHeaders({ limit: 1000, offset: 0 }, 2000, 1000),
        ),
      ),
  }),
]

const lines: string[] = []
let app: FastifyInstance
let address: string
beforeAll(async () => {
  app = createApiServer({
    routes,
    logger: pino({ level: 'error' }, { write: line => lines.push(line) }),
    version: '1.2.3',
    checkResponses: true,
    authenticate: () => Promise.resolve(null),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/numbers`
})
afterAll(() => app.close())
beforeEach(() => {
  lines.length = 0
  made.portions = 0
  made.isOver = false
})

const numbersOf = (text: string): number[] => (JSON.parse(text) as { number: number }[]).map(({ number }) => number)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

describe('a list that is made in chunks', () => {
  it('arrives completely, with the headers of any response but its length', async () => {
    const answer = await fetch(`${address}/all`, { headers: { 'accept-encoding': 'identity' } })
    expect(numbersOf(await answer.text())).toEqual(upTo(PORTIONS * SIZE))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-pagination-size': '2000',
      'x-pagination-limit-max': '1000',
      vary: 'Accept, Accept-Encoding',
      'transfer-encoding': 'chunked',
      'access-control-allow-origin': '*',
    })
    expect(answer.headers.has('content-length')).toBe(false)
  })

  it('is compressed for clients that accept it', async () => {
    const answer = await fetch(`${address}/all`, { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(numbersOf(await answer.text())).toEqual(upTo(PORTIONS * SIZE))
  })

  it('has the same content in XML', async () => {
    const text = await (await fetch(`${address}/all.xml`)).text()
    expect(text.slice(0, 90)).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<response><item><number>0<\/number>/)
    expect(text.endsWith('</item></response>')).toBe(true)
    expect([...text.matchAll(/<item><number>(\d+)<\/number><text>&lt;word /g)].map(match => Number(match[1]))).toEqual(
      upTo(PORTIONS * SIZE),
    )
  })

  it('may have empty chunks, the first one too', async () => {
    const expected = upTo(PORTIONS * SIZE).filter(number => Math.floor(number / SIZE) % 2 === 1)
    expect(numbersOf(await (await fetch(`${address}/gaps`)).text())).toEqual(expected)
    const xml = await (await fetch(`${address}/gaps.xml`)).text()
    expect([...xml.matchAll(/<number>(\d+)<\/number>/g)].map(match => Number(match[1]))).toEqual(expected)
  })

  it.each(['broken', 'undeclared'])('is broken off, never ended like a complete list, when it is %s', async kind => {
    const answer = await fetch(`${address}/${kind}`)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    await until(() => made.isOver && lines.length > 0)
    expect(lines).toEqual([
      expect.stringContaining(kind === 'broken' ? 'the database is gone' : 'more is not declared'),
    ])
  })

  it('is made no faster than it is read, and stops when the reader leaves', async () => {
    const sent = request(`${address}/endless`)
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.pause()
    // Sockets buffer some chunks; after that no further chunk is made.
    let before = -1
    while (made.portions !== before) {
      before = made.portions
      await sleep(100)
    }
    expect(made.isOver).toBe(false)
    answer.destroy()
    await until(() => made.isOver)
    expect(lines).toEqual([])
  })
})
