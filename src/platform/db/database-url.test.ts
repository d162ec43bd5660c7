import { describe, expect, it } from 'vitest'
import { describeDatabase, serverUrls } from './database-url.ts'

describe('the address of a database', () => {
  it.each([
    'postgres://db/crocus',
    'postgresql://crocus:secret@db:5433/crocus?sslmode=require',
    'postgres://crocus@localhost/crocus?host=/run/postgresql&port=5433',
    'postgres://[::1]:5432/crocus',
    'postgres:///crocus?host=/tmp',
  ])('of one server stays as it is: %s', url => {
    expect(serverUrls(url)).toEqual([url])
  })

  it('of several servers is split, each with its port', () => {
    expect(serverUrls('postgres://u:p%40,q@one,[::1]:5433,three:5434/crocus?target_session_attrs=read-write')).toEqual([
      'postgres://u:p%40,q@one/crocus',
      'postgres://u:p%40,q@[::1]:5433/crocus',
      'postgres://u:p%40,q@three:5434/crocus',
    ])
  })

  it.each([
    ['?target_session_attrs=primary&sslmode=require', '?sslmode=require'],
    ['?sslmode=require&target_session_attrs=any', '?sslmode=require'],
    ['?a=1&target_session_attrs=read-write&b=2', '?a=1&b=2'],
  ])('leaves out what the driver does not know: %s', (given, left) => {
    expect(serverUrls(`postgres://a,b/c${given}`)).toEqual([`postgres://a/c${left}`, `postgres://b/c${left}`])
  })

  it.each([
    'mysql://db/crocus',
    'db',
    'postgres://one,/crocus',
    'postgres://one:x,two/crocus',
    'postgres://one:70000/crocus',
    'postgres://one/crocus?target_session_attrs=standby',
    'postgres://one/crocus?target_session_attrs=fast',
  ])('refuses %s', url => {
    expect(serverUrls(url)).toBeUndefined()
  })

  it('may ask for standbys where it is for reading', () => {
    expect(serverUrls('postgres://one,two/c?target_session_attrs=prefer-standby', 'standby')).toHaveLength(2)
    expect(serverUrls('postgres://one/c?target_session_attrs=read-write', 'standby')).toBeUndefined()
  })

  it('is shown to people without account and password', () => {
    const told = (url: string) => describeDatabase(serverUrls(url) ?? [''])
    expect(told('postgres://u:secret@one:5433,two/crocus')).toBe('crocus on one:5433, two')
    expect(told('postgres://u:secret@x/a%20b?host=/run/postgresql')).toBe('a b on /run/postgresql')
  })
})
