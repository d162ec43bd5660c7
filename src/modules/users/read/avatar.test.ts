import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawAvatar, drawDefaultAvatar, initialsOf } from './avatar.ts'

/** Parses a PNG, and checks length and checksum of each chunk. */
const chunksOf = (png: Buffer): Map<string, Buffer> => {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4))
    at += 12 + length
  }
  return chunks
}
const lit = (png: Buffer): number =>
  inflateSync(chunksOf(png).get('IDAT') as Buffer).filter(pixel => pixel === 1).length

describe('pictures drawn from names (users.md §1)', () => {
  it('is a well-formed PNG of 64 × 64 with something on it', () => {
    const png = drawAvatar('ann', 'Ann Lee')
    const chunks = chunksOf(png)
    expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
    expect([chunks.get('IHDR')?.readUInt32BE(0), chunks.get('IHDR')?.readUInt32BE(4)]).toEqual([64, 64])
    expect(inflateSync(chunks.get('IDAT') as Buffer)).toHaveLength(65 * 64)
    expect(lit(png)).toBeGreaterThan(100)
  })

  it('differs by initials', () => {
    expect(drawAvatar('ann', 'Ann Lee').equals(drawAvatar('ann', 'Bob Lee'))).toBe(false)
    expect(lit(drawDefaultAvatar())).toBeGreaterThan(100)
  })

  it.each([
    ['Ann Lee', 'AL'],
    ['Ann Mary Lee', 'AL'],
    ['Plato', 'P'],
    ['  élodie  Öz ', 'EO'],
    ['李 雷', ''],
    ['', ''],
    ['(7 of 9)', '79'],
  ])('takes the initials of %j', (name, initials) => expect(initialsOf(name)).toBe(initials))
})
