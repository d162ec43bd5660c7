import { describe, expect, it } from 'vitest'
import { safeReturnTo } from './return-to.ts'

const origin = 'https://crocus.example'

describe('the page after signing in', () => {
  it.each(['/', '/account/keys?page=2#last', '/projects/a%2Fb'])('may be %s', path => {
    expect(safeReturnTo(path, origin)).toBe(path)
  })

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '/\t/elsewhere.example/',
    '/.//elsewhere.example/',
    'javascript:alert(1)',
    'account',
    '',
    12,
    undefined,
  ])('is the start page instead of %s', value => {
    expect(safeReturnTo(value, origin)).toBe('/')
  })
})
