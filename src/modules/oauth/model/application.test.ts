import { describe, expect, it } from 'vitest'
import { parseClientId, redirectUriFault } from './application.ts'

describe('the address that browsers are sent to (auth.md §6.1)', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example',
    'https://app.example:8443/callback?from=crocus',
    'HTTPS://App.Example/Callback',
    'http://localhost',
    'http://localhost:5173/callback',
    'HTTP://LOCALHOST/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback',
    'http://[::1]:49152/callback',
  ])('may be %s', uri => {
    expect(redirectUriFault(uri)).toBeUndefined()
  })

  it.each([
    '',
    'app.example/callback',
    '/callback',
    'http://app.example/callback',
    'http://127.0.0.2/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://localhost.evil.example/callback',
    'http://localhost@evil.example/callback',
    'http://localhost:99999/callback',
    'https://app.example/callback#fragment',
    'http://localhost/#',
    'https://',
    'https:///callback',
    'https:app.example',
    'https://app.example:port/',
    'javascript:alert(1)',
    'https://app.example/a b',
    'https://app.example/\r\nSet-Cookie: a=b',
    'https://bücher.example/',
    `https://app.example/${'a'.repeat(2000)}`,
  ])('is never %j', uri => {
    expect(redirectUriFault(uri)).toMatch(/\w/)
  })
})

describe('the id of a client', () => {
  it.each([
    ['tlp-client-id-1', 1],
    ['tlp-client-id-987654321', 987654321],
    ['tlp-client-id-', undefined],
    ['tlp-client-id-01', undefined],
    ['tlp-client-id-1 ', undefined],
    ['tlp-client-id-99999999999999999999', undefined],
    ['1', undefined],
    ['', undefined],
  ])('%j is application %s', (text, id) => {
    expect(parseClientId(text)).toBe(id)
  })
})
