import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApiServer } from '../server/api-server.ts'
import { buildOpenApi } from '../contract/openapi.ts'
import { done, ok, routeFor, type Route } from './route.ts'

const about = { access: 'public', spec: 'integrators.md §0', tag: 'seeds', errors: [400], summary: 'Seeds' } as const
const route = routeFor<unknown>()
const Report = Type.Object({ dry_run: Type.Boolean({ description: 'True.' }) }, { description: 'The report.' })
let sown = 0
let charged: string[] = []
const sow = () => {
  sown++
  return Promise.resolve(done())
}

const routes: Route[] = [
  route({ ...about, method: 'GET', path: '/seeds', operationId: 'list', responses: { 200: null }, handler: sow }),
  route({
    ...about,
    method: 'GET',
    path: '/seeds/past',
    operationId: 'past',
    query: Type.Object({ as_of: Type.Optional(Type.String({ description: 'When.' })) }, { description: 'When.' }),
    responses: { 200: null },
    handler: sow,
  }),
  route({ ...about, method: 'DELETE', path: '/seeds', operationId: 'clear', responses: { 200: null }, handler: sow }),
  route({
    ...about,
    method: 'POST',
    path: '/seeds',
    operationId: 'sow',
    dryRun: Report,
    responses: { 201: null },
    handler: ({ isDryRun }) => (isDryRun ? Promise.resolve(ok({ dry_run: true })) : sow()),
  }),
  route({
    ...about,
    method: 'POST',
    path: '/seeds/old',
    operationId: 'sowOld',
    query: Type.Object(
      { dry_run: Type.Boolean({ default: false, description: 'Only try.' }) },
      { description: 'How.' },
    ),
    responses: { 200: null, 204: null },
    handler: ({ query }) => (query.dry_run ? Promise.resolve({ status: 204 }) : sow()),
  }),
]

let app: FastifyInstance
beforeAll(async () => {
  app = createApiServer({
    routes,
    authenticate: () => Promise.resolve(undefined),
    logger: pino({ level: 'silent' }),
    version: '1',
    callLimits: {
      isOn: () => true,
      charge: (_viewer, { method }) => {
        charged.push(method)
        return Promise.resolve({})
      },
    },
  })
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => {
  sown = 0
  charged = []
})

const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await app.inject({ method, url: `/api${url}`, headers })
  const parameter =
    statusCode === 400
      ? (JSON.parse(body) as { error: { details: { reason: string; parameter: string } } }).error.details
      : undefined
  return { status: statusCode, body, reason: parameter?.reason, parameter: parameter?.parameter }
}

it.each([
  ['DELETE', '/seeds?dry_run=true', 'dry_run'],
  ['DELETE', '/seeds?dry_run', 'dry_run'],
  ['DELETE', '/seeds?dry%5Frun=false', 'dry_run'],
  ['GET', '/seeds?as_of=2026-01-01', 'as_of'],
  ['GET', '/seeds?limit=1&snapshot=new', 'snapshot'],
  ['GET', '/seeds/past?snapshot=new', 'snapshot'],
  ['POST', '/seeds?as_of=2026-01-01&dry_run=1', 'as_of'],
] as const)('refuses what a route does not offer: %s %s', async (method, url, parameter) => {
  expect(await call(method, url)).toMatchObject({ status: 400, reason: 'parameter.unsupported', parameter })
  expect(sown).toBe(0)
})

it('refuses the preference for a dry run on a write without one, and ignores it on a read', async () => {
  const headers = { prefer: 'respond-async, Dry-Run' }
  expect(await call('DELETE', '/seeds', headers)).toMatchObject({ status: 400, parameter: 'Prefer' })
  expect(await call('GET', '/seeds', headers)).toMatchObject({ status: 200 })
})

it('still ignores other parameters and preferences', async () => {
  expect(await call('DELETE', '/seeds?dryrun=true', { prefer: 'dry-running, handling=strict' })).toMatchObject({
    status: 200,
  })
  expect(await call('GET', '/seeds/past?as_of=2026-01-01')).toMatchObject({ status: 200 })
})

it.each(['?dry_run=true', '?dry_run=1', ''])('rehearses by the parameter or the preference: %s', async query => {
  const prefer: Record<string, string> = query === '' ? { prefer: 'dry-run' } : {}
  expect(await call('POST', `/seeds${query}`, prefer)).toMatchObject({ status: 200, body: '{"dry_run":true}' })
  expect(sown).toBe(0)
  expect(charged).toEqual(['GET'])
})

it('writes with dry_run=false, and refuses a value that is none', async () => {
  expect((await call('POST', '/seeds?dry_run=false')).status).toBe(200)
  expect(sown).toBe(1)
  expect(await call('POST', '/seeds?dry_run=maybe')).toMatchObject({ status: 400, parameter: 'dry_run' })
  expect([sown, charged]).toEqual([1, ['POST', 'POST']])
})

it('gives a route with its own parameter the preference as this parameter', async () => {
  expect((await call('POST', '/seeds/old', { prefer: 'dry-run' })).status).toBe(204)
  expect((await call('POST', '/seeds/old?dry_run=false', { prefer: 'dry-run' })).status).toBe(204)
  expect(sown).toBe(0)
})

it('is in the OpenAPI document', () => {
  const { post } = buildOpenApi(routes, { version: '1' }).paths['/seeds'] ?? {}
  const names = (post?.['parameters'] as { name: string; in: string }[]).map(one => `${one.in} ${one.name}`)
  expect(names).toEqual(['query dry_run', 'header Prefer'])
  expect(Object.keys(post?.['responses'] as object)).toEqual(expect.arrayContaining(['200', '201', '400']))
})
