import { describe, expect, it } from 'vitest'
import { linkByPattern, patternFaults, type ReferencePattern } from './reference-pattern.ts'

const pattern = (given: Partial<ReferencePattern>): ReferencePattern => ({
  keyword: 'ticket',
  description: '',
  link: 'https://old.example/$1',
  isEnabled: true,
  ...given,
})
const project = (...referencePatterns: ReferencePattern[]) => ({ id: 102, shortName: 'lamps', referencePatterns })
const faults = (...patterns: ReferencePattern[]) => patternFaults(patterns, new Set(['bug']))

describe('where a word of a project leads', () => {
  it.each([
    ['https://old.example/$1', '12', 'https://old.example/12'],
    ['/plugins/$0/?p=$projname&g=$group_id&n=$1', 'a.b', '/plugins/ticket/?p=lamps&g=102&n=a.b'],
    ['/plugins/$0/?p=$projname&g=$group_id&n=$1', '7', '/plugins/ticket/?p=lamps&g=102&n=7'],
    ['https://old.example/$2/$1', 'main/12', 'https://old.example/12/main'],
    ['https://old.example/$2/$1', '12', undefined],
    ['https://old.example/$1', 'main/12', undefined],
    ['https://old.example/$1?again=$1', '12', 'https://old.example/12?again=12'],
  ])('%s with %s is %s', (link, value, expected) =>
    expect(linkByPattern(project(pattern({ link })), 'Ticket', value)).toBe(expected),
  )
  it('is nowhere for a word that is switched off or another one', () => {
    expect(linkByPattern(project(pattern({ isEnabled: false })), 'ticket', '12')).toBeUndefined()
    expect(linkByPattern(project(pattern({})), 'tickets', '12')).toBeUndefined()
  })
})

describe('the keywords of a project', () => {
  it.each(['https://a.example/$1', 'http://a.example:8080/x?y=$1#$2', '/wiki/$1', '/$0/$1/$2/$3'])(
    'a link to %s is fine',
    link => expect(faults(pattern({ link }))).toEqual([]),
  )
  it.each([
    'javascript:alert($1)',
    'data:text/html,$1',
    '//evil.example/$1',
    '/\\evil.example/$1',
    'https://',
    'https:///$1',
    'wiki/$1',
    '',
    'https://a.example/',
    'https://a.example/$group_id',
    'https://a.example/$2',
    'https://a.example/ $1',
    'https://a.example/"$1',
    `https://a.example/$1${'x'.repeat(2000)}`,
  ])('a link to %s is refused', link => expect(faults(pattern({ link }))).toHaveLength(1))
  it.each(['', 'two words', 'a-b', 'é', 'Ticket', 'art', 'rev', 'bug', 'x'.repeat(101)])(
    'the keyword %s is refused',
    keyword => expect(faults(pattern({ keyword }))).toHaveLength(1),
  )
  it('a keyword is given once, and every fault is told with its place', () => {
    const told = faults(pattern({}), pattern({ link: 'x' }), pattern({ keyword: 'art' }))
    expect(told.map(fault => fault.text.slice(0, 12))).toEqual(['Reference 2:', 'Reference 2:', 'Reference 3:'])
  })
})
