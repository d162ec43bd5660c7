import { describe, expect, it } from 'vitest'
import { loginFault } from './login.ts'
import { isReservedName } from './reserved-names.ts'

describe('login names (users.md §4)', () => {
  it.each(['abc', 'Ann-Lee_2.x', 'a'.repeat(30), '12-3', 'itself'])('takes %s', login =>
    expect(loginFault(login)).toBeUndefined(),
  )
  it.each([
    'ab',
    'a'.repeat(31),
    'a b c',
    'añb',
    'a@b.c',
    'abc\n',
    '',
    'root',
    'WWW2',
    'forge__x',
    'self',
    'SELF',
    'Anonymous',
    '123',
    '0',
  ])('refuses %j', login => expect(loginFault(login)).toBeTypeOf('string'))
  it('has no length rule for accounts of an archive, the other rules stay (import.md §3)', () => {
    expect(loginFault('a'.repeat(31), { isAnyLength: true })).toBeUndefined()
    expect(loginFault('ab', { isAnyLength: true })).toBeUndefined()
    expect(loginFault('a b', { isAnyLength: true })).toBeTypeOf('string')
    expect(loginFault('', { isAnyLength: true })).toBeTypeOf('string')
  })
})

describe('reserved names (projects.md §3)', () => {
  it.each(['root', 'Mirrors', 'mirror', 'news', 'news3', 'imadmin-bot', 'FORGE__anything'])('reserves %s', name =>
    expect(isReservedName(name)).toBe(true),
  )
  it.each(['news33', 'newsroom', 'rooty', 'forge_', 'pub1', 'admin'])('leaves %s free', name =>
    expect(isReservedName(name)).toBe(false),
  )
})
