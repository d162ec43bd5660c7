import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { hashPassword, isOutdatedHash, requirePassword, verifyPassword } from './password.ts'

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
