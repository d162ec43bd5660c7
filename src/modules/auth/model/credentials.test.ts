import { describe, expect, it } from 'vitest'
import { isLastUseOutdated, isValidFor, type AccessKey } from './access-key.ts'
import { authorizationOf, parseBasic, type Caller } from './credentials.ts'
import { parseScopes } from './scopes.ts'
import { formatSecretText, hashSecret, newSecret, parseSecretText } from './secret-text.ts'

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')
const caller = (authorization: string): Caller => ({ headers: { authorization }, method: 'GET', ip: '127.0.0.1' })

describe('HTTP Basic (auth.md §2.4)', () => {
  it('takes UTF-8, and colons in the password', () =>
    expect(parseBasic(base64('ann:pä:ss:'))).toEqual({ login: 'ann', password: 'pä:ss:' }))
  it('takes an empty password for one', () =>
    expect(parseBasic(base64('ann:'))).toEqual({ login: 'ann', password: '' }))
  it.each(['', '!!!', base64('no colon'), Buffer.from([0x61, 0x3a, 0xff]).toString('base64')])('refuses %j', value =>
    expect(parseBasic(value)).toBeUndefined(),
  )
})

describe('the header Authorization', () => {
  it.each([
    ['Bearer abc', 'bearer', 'abc'],
    ['bEaReR   abc ', 'bearer', 'abc'],
    ['Bearer', 'bearer', ''],
    ['', '', ''],
  ])('%j is scheme %j and value %j', (header, scheme, value) =>
    expect(authorizationOf(caller(header))).toEqual({ scheme, value }),
  )
})

describe('the text of a key (auth.md §4.1)', () => {
  const secret = newSecret()
  it('reads back what it writes, upper-case digits too', () => {
    const text = formatSecretText('tlp-k1-', 12, secret)
    expect(text).toMatch(/^tlp-k1-12\.[0-9a-f]{64}$/)
    expect(parseSecretText('tlp-k1-', text)).toEqual({ id: 12, secret })
    expect(
      parseSecretText(
        'tlp-k1-',
        text.replace(/[a-f]/g, digit => digit.toUpperCase()),
      ),
    ).toEqual({ id: 12, secret })
  })
  it.each(['', 'tlp-k1-', `tlp-k1-x.${'0'.repeat(64)}`, `tlp-k1-1.${'0'.repeat(62)}`, `tlp-k2-1.${'0'.repeat(64)}`])(
    'refuses %j',
    text => expect(parseSecretText('tlp-k1-', text)).toBeUndefined(),
  )
  it('takes an id beyond all numbers for one that nothing has', () =>
    expect(parseSecretText('tlp-k1-', `tlp-k1-${'9'.repeat(40)}.${'0'.repeat(64)}`)?.id).toBe(Number.MAX_SAFE_INTEGER))
})

describe('an access key (auth.md §4.3)', () => {
  const now = new Date('2030-01-01T12:00:00Z')
  const secret = newSecret()
  const key: AccessKey = {
    id: 1,
    userId: 101,
    secretHash: hashSecret(secret),
    description: '',
    projectIds: null,
    scopes: ['write:rest'],
    createdAt: now,
    expiresAt: null,
    lastUsedAt: null,
    lastUsedBy: null,
  }
  it('opens its scope with its secret', () => {
    expect(isValidFor(key, secret, 'write:rest', now)).toBe(true)
    expect(isValidFor(key, newSecret(), 'write:rest', now)).toBe(false)
    expect(isValidFor(key, secret, 'write:svn', now)).toBe(false)
  })
  it('reads where it may write, not the other way round', () => {
    expect(isValidFor(key, secret, 'read:rest', now)).toBe(true)
    expect(isValidFor({ ...key, scopes: ['read:rest'] }, secret, 'read:rest', now)).toBe(true)
    expect(isValidFor({ ...key, scopes: ['read:rest'] }, secret, 'write:rest', now)).toBe(false)
    expect(isValidFor({ ...key, scopes: ['write:svn'] }, secret, 'read:rest', now)).toBe(false)
  })
  it('ends in the very moment of its expiration', () => {
    expect(isValidFor({ ...key, expiresAt: now }, secret, 'write:rest', now)).toBe(false)
    expect(isValidFor({ ...key, expiresAt: new Date(now.getTime() + 1) }, secret, 'write:rest', now)).toBe(true)
  })
  it('has an outdated last use if it was never recorded, came from another address, or is an hour old', () => {
    const used = { ...key, lastUsedAt: now, lastUsedBy: '10.0.0.1' }
    expect(isLastUseOutdated(key, '10.0.0.1', now)).toBe(true)
    expect(isLastUseOutdated(used, '10.0.0.1', new Date(now.getTime() + 3_599_999))).toBe(false)
    expect(isLastUseOutdated(used, '10.0.0.1', new Date(now.getTime() + 3_600_000))).toBe(true)
    expect(isLastUseOutdated(used, '10.0.0.2', now)).toBe(true)
  })
})

describe('scopes (auth.md §4.2, §4.3)', () => {
  it('drops unknown ones among known ones', () =>
    expect(parseScopes(['write:webdav', 'write:rest', 'write:rest'])).toEqual(['write:rest']))
  it.each([
    [[], /at least one/],
    [['rest'], /"rest" is not a scope/],
    [['write:rest', 'a b:c'], /"a b:c" is not a scope/],
    [['write:webdav'], /none is known/],
  ])('refuses %j', (scopes, reason) => expect(() => parseScopes(scopes)).toThrow(reason))
})
