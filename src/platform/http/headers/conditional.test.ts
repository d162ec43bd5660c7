import { describe, expect, it } from 'vitest'
import { PreconditionFailed } from '../../errors.ts'
import { parseHttpDate, preconditionOf, requireFresh, versionHeaders } from './conditional.ts'

const version = { etag: 'c42-9f', modifiedAt: new Date('1994-11-06T08:49:37.612Z') }
const isFresh = (headers: Record<string, string>): boolean => {
  try {
    requireFresh(preconditionOf(headers), version)
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed) return false
    throw error
  }
}

describe('preconditions (artifacts.md §8)', () => {
  it('checks nothing when no condition is sent', () => {
    expect(isFresh({})).toBe(true)
  })

  it('takes the token as sent out, or in double quotes', () => {
    expect(isFresh({ 'if-match': 'c42-9f' })).toBe(true)
    expect(isFresh({ 'if-match': '"c42-9f"' })).toBe(true)
    for (const sent of ['*', '', 'W/"c42-9f"', '"c42-9f", "x"', 'c42', '""', "'c42-9f'"])
      expect(isFresh({ 'if-match': sent })).toBe(false)
  })

  it('takes exactly the second of the change, in every form of date', () => {
    for (const sent of [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
      '1994-11-06T08:49:37Z',
      '1994-11-06T09:49:37+01:00',
      '1994-11-06 08:49:37',
      'Sun, 06 Nov 1994 03:49:37 -0500',
    ])
      expect(isFresh({ 'if-unmodified-since': sent }), sent).toBe(true)
  })

  it('refuses earlier, later and unreadable dates', () => {
    for (const sent of [
      'Sun, 06 Nov 1994 08:49:36 GMT',
      'Sun, 06 Nov 1994 08:49:38 GMT',
      'Sun, 31 Feb 1994 08:49:37 GMT',
      'Sun, 06 Xyz 1994 08:49:37 GMT',
      'yesterday',
      '',
      '784111777',
    ])
      expect(isFresh({ 'if-unmodified-since': sent }), sent).toBe(false)
  })

  it('requires both to match when both are sent', () => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
    expect(isFresh({ 'if-match': 'c42-9f', 'if-unmodified-since': date })).toBe(true)
    expect(isFresh({ 'if-match': 'other', 'if-unmodified-since': date })).toBe(false)
    expect(isFresh({ 'if-match': 'c42-9f', 'if-unmodified-since': 'x' })).toBe(false)
  })

  it('accepts the headers that it sent', () => {
    const headers = versionHeaders(version)
    expect(headers).toEqual({ Etag: 'c42-9f', 'Last-Modified': 'Sun, 06 Nov 1994 08:49:37 GMT' })
    expect(isFresh({ 'if-match': headers['Etag'] ?? '', 'if-unmodified-since': headers['Last-Modified'] ?? '' })).toBe(
      true,
    )
  })

  it('reads two-digit years of either century', () => {
    expect(parseHttpDate('Friday, 01-Jan-27 00:00:00 GMT')).toBe(Date.UTC(2027, 0, 1) / 1000)
  })
})
