import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiServer } from '../server/api-server.ts'
import { buildOpenApi } from '../contract/openapi.ts'
import { paginated, paginationQuery } from './pagination.ts'
import { ok, routeFor, type Route } from './route.ts'

const about = { access: 'public', spec: 'integrators.md §11', tag: 'seeds', errors: [400], summary: 'Seeds' } as const
const route = routeFor<unknown>()
const Seeds = Type.Array(Type.String({ description: 'A seed.' }), { description: 'Seeds.' })
const Page = Type.Object(
  { next: Type.Union([Type.Integer(), Type.Null()], { description: 'Where to go on.' }) },
  { description: 'A page.' },
)
const SIZE = 25

const routes: Route[] = [
  route({
    ...about,
    method: 'GET',
    path: '/seeds',
    operationId: 'list',
    query: Type.Object(
      { kind: Type.Optional(Type.String({ description: 'Kind.' })), ...paginationQuery({ max: 50 }) },
      { description: 'Which.' },
    ),
    responses: { 200: Seeds },
    handler: ({ query }) => Promise.resolve(paginated([], query, query.kind === 'none' ? 0 : SIZE, 50)),
  }),
  route({
    ...about,
    method: 'GET',
    path: '/seeds/log',
    operationId: 'log',
    cursor: 'since',
    query: Type.Object(
      {
        since: Type.Optional(Type.Integer({ description: 'Where.' })),
        limit: Type.Integer({ default: 5, description: 'Rows.' }),
      },
      { description: 'Which.' },
    ),
    responses: { 200: Page },
    handler: ({ query }) => {
      const next = query.since === 3 ? null : 3
      return Promise.resolve({ ...ok({ next }), next })
    },
  }),
]

let app: FastifyInstance
beforeAll(async () => {
  app = createApiServer({
    routes,
    authenticate: () => Promise.resolve(undefined),
    logger: pino({ level: 'silent' }),
    version: '1',
    baseUrl: () => 'https://crocus.example.org',
  })
  await app.ready()
})
afterAll(() => app.close())

/** The addresses by relation, without the server. */
const linksOf = async (url: string): Promise<Record<string, string>> => {
  const { headers, statusCode } = await app.inject({ method: 'GET', url })
  expect(statusCode).toBe(200)
  const text = String(headers['link'] ?? '')
  return Object.fromEntries(
    [...text.matchAll(/<https:\/\/crocus\.example\.org([^>]*)>; rel="(\w+)"/g)].map(([, address = '', name = '']) => [
      name,
      address,
    ]),
  )
}

it.each([
  ['offset=0', { next: 10, first: 0, last: 20 }],
  ['offset=10', { next: 20, prev: 0, first: 0, last: 20 }],
  ['offset=20', { prev: 10, first: 0, last: 20 }],
  ['offset=4', { next: 14, prev: 0, first: 0, last: 20 }],
  ['offset=1000', { prev: 20, first: 0, last: 20 }],
  ['kind=none', { first: 0, last: 0 }],
])('links the pages of a list: %s', async (query, offsets) => {
  const links = await linksOf(`/api/seeds?${query}`)
  const found = Object.fromEntries(
    Object.entries(links).map(([name, address]) => [name, Number(/offset=(\d+)/.exec(address)?.[1])]),
  )
  expect(found).toEqual(offsets)
})

it('keeps the path as it was asked and all parameters, also unknown ones and several of a name', async () => {
  const { next } = await linksOf('/api/v1/seeds.json?kind=a%20%22b%3E&tag=1&tag=2&limit=7')
  expect(next).toBe('/api/v1/seeds.json?kind=a+%22b%3E&tag=1&tag=2&limit=7&offset=7')
})

it('has no links for a page of nothing, and less of them for a long address', async () => {
  expect(await linksOf('/api/seeds?limit=0')).toEqual({})
  expect(Object.keys(await linksOf(`/api/seeds?offset=10&kind=${'x'.repeat(850)}`))).toEqual(['next', 'prev'])
  expect(await linksOf(`/api/seeds?kind=${'x'.repeat(4_000)}`)).toEqual({})
})

it('links the next page of a list with a cursor, and no other', async () => {
  expect(await linksOf('/api/seeds/log?limit=2')).toEqual({ next: '/api/seeds/log?limit=2&since=3' })
  expect(await linksOf('/api/seeds/log?since=3')).toEqual({})
})

it('is in the OpenAPI document', () => {
  const { paths } = buildOpenApi(routes, { version: '1' })
  const headersOf = (path: string) =>
    Object.keys((paths[path]?.['get']?.['responses'] as Record<string, { headers: object }>)['200']?.headers ?? {})
  expect(headersOf('/seeds')).toContain('Link')
  expect(headersOf('/seeds/log')).toEqual(['Link'])
})
