import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createApiServer } from '../http/server/api-server.ts'
import { done, routeFor, type Method, type Route } from '../http/routes/route.ts'
import { idempotentCall, parseIdempotencyKey } from './idempotency-key.ts'

const input = {
  method: 'POST',
  path: '/api/seeds',
  query: 'b=2&a=1',
  headers: { 'if-match': 'v1' },
  limits: '',
  body: Buffer.from('{}'),
}

it('takes a key as it is, or between double quotes', () => {
  expect(parseIdempotencyKey('a-B_1~!')).toBe('a-B_1~!')
  expect(parseIdempotencyKey('"a"')).toBe('a')
  for (const wrong of ['', '""', ' a', 'a\tb', 'ü', 'x'.repeat(256)])
    expect(() => parseIdempotencyKey(wrong), wrong).toThrow('Idempotency-Key')
})

it('tells requests apart by all that decides what they do', () => {
  const { fingerprint } = idempotentCall(101, 'k', input)
  expect(idempotentCall(101, 'k', { ...input, query: 'a=1&b=2' }).fingerprint).toBe(fingerprint)
  expect(idempotentCall(101, 'k', { ...input, headers: { ...input.headers, accept: 'text/xml' } }).fingerprint).toBe(
    fingerprint,
  )
  const others = [
    { method: 'PUT' },
    { path: '/api/seed' },
    { query: 'a=1&b=3' },
    { headers: {} },
    { headers: { 'if-match': 'v1', prefer: 'handling=merge' } },
    { limits: '[101]' },
    { body: Buffer.from('{ }') },
    { body: undefined },
  ].map(difference => idempotentCall(101, 'k', { ...input, ...difference }).fingerprint)
  expect(new Set([fingerprint, ...others]).size).toBe(9)
})

it('keeps accounts apart, and keys', () => {
  const locks = [idempotentCall(101, 'k', input), idempotentCall(102, 'k', input), idempotentCall(101, 'l', input)]
  expect(new Set(locks.map(({ lock }) => lock)).size).toBe(3)
})

const route = routeFor<number | undefined>()
const seed = (method: Method, path: string, idempotency?: 'own'): Route<number | undefined> =>
  route({
    method,
    path,
    access: 'hybrid',
    operationId: `${method} ${path}`,
    summary: 'Seeds',
    spec: 'integrators.md §5',
    tag: 'seeds',
    responses: { 200: null },
    errors: [],
    ...(idempotency && { idempotency }),
    handler: ({ call }) => Promise.resolve(done({ 'X-Call': String(call?.accountId) })),
  })

it('refuses a key without an account, and where it does not count; reads ignore it', async () => {
  const app = createApiServer<number | undefined>({
    routes: [seed('GET', '/seeds', 'own'), seed('POST', '/seeds', 'own'), seed('DELETE', '/seeds')],
    authenticate: caller => Promise.resolve(caller.headers['x-who'] === undefined ? undefined : 101),
    accountIdOf: viewer => viewer,
    logger: pino({ level: 'silent' }),
    version: '1',
  })
  const ask = async (method: 'GET' | 'POST' | 'DELETE', headers: Record<string, string>) => {
    const { statusCode, body, headers: told } = await app.inject({ method, url: '/api/seeds', headers })
    const reason = (JSON.parse(body === '' ? '{}' : body) as { error?: { details: { reason: string } } }).error?.details
    return [statusCode, reason?.reason ?? told['x-call']]
  }
  const key = { 'idempotency-key': 'k' }
  expect(await ask('POST', { ...key, 'x-who': 'ann' })).toEqual([200, '101'])
  expect(await ask('POST', { 'x-who': 'ann' })).toEqual([200, 'undefined'])
  expect(await ask('POST', key)).toEqual([400, 'idempotency.anonymous'])
  expect(await ask('DELETE', { ...key, 'x-who': 'ann' })).toEqual([400, 'idempotency.unsupported'])
  expect(await ask('GET', { 'idempotency-key': 'a b' })).toEqual([200, 'undefined'])
  await app.close()
})
