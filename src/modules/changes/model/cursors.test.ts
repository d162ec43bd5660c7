import { describe, expect, it } from 'vitest'
import { createCursors } from './cursors.ts'
import { MAX_SEQ, type Place } from './place.ts'

const SECRET = Buffer.alloc(32, 7)
const ACCOUNT = 101
const cursors = createCursors(SECRET, 'here 00000001')
const places: readonly Place[] = [
  { xid: 0n, seq: 0n },
  { xid: 900n, seq: 12n },
  { xid: 900n, seq: MAX_SEQ },
  { xid: 2n ** 63n, seq: 2n ** 33n + 1n },
]

const reasonOf = (text: string, accountId = ACCOUNT, reader = cursors): unknown => {
  try {
    return reader.read(text, accountId)
  } catch (error) {
    return (error as { details: { reason: string } }).details.reason
  }
}

describe('cursors (integrators.md §1.4)', () => {
  it('are short texts that lead back to their places, written alone or together', () => {
    const written = cursors.writeAll(places, ACCOUNT)
    expect(written.map(text => cursors.read(text, ACCOUNT))).toEqual(places)
    expect(places.map(place => cursors.write(place, ACCOUNT))).toEqual(written)
    for (const text of written) expect(text).toMatch(/^[\w-]{1,64}$/)
  })

  it('differ in nearly all characters behind the head, however near their places are', () => {
    const [one = '', other = ''] = cursors.writeAll(
      [
        { xid: 5n, seq: 5n },
        { xid: 5n, seq: 6n },
      ],
      ACCOUNT,
    )
    const same = [...one].filter((sign, index) => index >= 14 && sign === other[index])
    expect(same.length).toBeLessThan(8)
  })

  it('are refused after any change, for another account, and of another history', () => {
    const text = cursors.write({ xid: 900n, seq: 12n }, ACCOUNT)
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let index = 0; index < text.length; index++) {
      const sign = signs[(signs.indexOf(text[index] ?? '') + 1) % signs.length] ?? ''
      expect(reasonOf(text.slice(0, index) + sign + text.slice(index + 1))).toMatch(
        /^feed\.(?:bad_cursor|other_history|other_account)$/,
      )
    }
    expect(reasonOf(text, ACCOUNT + 1)).toBe('feed.other_account')
    expect(reasonOf(text, ACCOUNT, createCursors(SECRET, 'here 00000002'))).toBe('feed.other_history')
    expect(reasonOf(text, ACCOUNT, createCursors(Buffer.alloc(32), 'here 00000001'))).toBe('feed.other_history')
    expect(reasonOf(`${text}A`)).toBe('feed.bad_cursor')
    expect(reasonOf('')).toBe('feed.bad_cursor')
  })
})
