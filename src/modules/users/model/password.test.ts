import { hash } from '@node-rs/argon2'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { decoyHash, hashPassword, isOutdatedHash, requirePassword, verifyPassword } from './password.ts'

it('hashes with argon2id, 19 MiB, 2 passes, 1 lane, and a salt of its own (DESIGN.md §4)', async () => {
  const [one, other] = await Promise.all([hashPassword('some password'), hashPassword('some password')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(isOutdatedHash(one)).toBe(false)
  expect(await verifyPassword(one, 'some password')).toBe(true)
  expect(await verifyPassword(one, 'some Password')).toBe(false)
})

it('verifies hashes of other parameters and calls them outdated (auth.md §5)', async () => {
  const old = await hash('some password', { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 1 })
  expect(await verifyPassword(old, 'some password')).toBe(true)
  expect(isOutdatedHash(old)).toBe(true)
})

it('takes a text that is no hash as one that nothing opens', async () => {
  expect(await verifyPassword('plain', 'plain')).toBe(false)
})

it('wants 8 characters, whatever they are, and not a megabyte of them', () => {
  expect(() => requirePassword('1234567')).toThrow(/8 characters/)
  expect(() => requirePassword('🌷🌷🌷🌷')).toThrow(/8 characters/)
  expect(() => requirePassword('x'.repeat(2000))).toThrow(/1024/)
  requirePassword('12345678')
  requirePassword('🌷🌷🌷🌷🌷🌷🌷🌷')
})

it('hashes few passwords at a time and refuses long queues, so that files do not wait for guesses', async () => {
  const one = await hashPassword('some password')
  const order: string[] = []
  const guesses = Array.from({ length: 200 }, () => verifyPassword(one, 'a guess'))
  const outcomes = Promise.allSettled(guesses).then(all => {
    order.push('guesses')
    return all
  })
  for (let read = 0; read < 5; read++) await readFile(import.meta.filename)
  order.push('files')
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(order).toEqual(['files', 'guesses'])
  expect(refused.length).toBeGreaterThan(100)
  expect(refused[0]).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '2' } } })
  // After the burst verifications work again.
  expect(await verifyPassword(one, 'some password')).toBe(true)
})

it('has a hash that takes as long as others and that no password opens', async () => {
  expect(isOutdatedHash(decoyHash())).toBe(false)
  expect(decoyHash()).not.toBe(decoyHash())
  const began = performance.now()
  expect(await verifyPassword(decoyHash(), '')).toBe(false)
  const decoyMs = performance.now() - began
  const verified = performance.now()
  await verifyPassword(await hashPassword('some password'), 'other')
  // A check that refuses the text without hashing would take microseconds.
  expect(decoyMs).toBeGreaterThan((performance.now() - verified) / 20)
})
