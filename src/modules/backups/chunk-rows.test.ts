import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { chunkRows } from './chunk-rows.ts'

const LIMITS = { min: 4_000, max: 32_000 }
const rowsOf = (numbers: readonly number[]): Buffer[] =>
  numbers.map(number => Buffer.from(`${number}\t${createHash('sha256').update(String(number)).digest('hex')}\n`))
const cut = async (rows: readonly Buffer[], limits = LIMITS): Promise<string[]> => {
  // Cut at other places than the rows, as the network delivers them.
  const bytes = Buffer.concat(rows)
  const parts = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, i) =>
    bytes.subarray(i * 1_000, (i + 1) * 1_000),
  )
  const pieces: string[] = []
  for await (const piece of chunkRows(Readable.from(parts), limits)) pieces.push(piece.toString())
  return pieces
}
const numbers = Array.from({ length: 10_000 }, (_, i) => i)

describe('tables in pieces', () => {
  it('have all rows in their order, whole, in pieces within the limits', async () => {
    const pieces = await cut(rowsOf(numbers))
    expect(pieces.join('')).toBe(Buffer.concat(rowsOf(numbers)).toString())
    expect(pieces.length).toBeGreaterThan(20)
    for (const piece of pieces) expect(piece.endsWith('\n') && piece.length <= LIMITS.max).toBe(true)
    expect(await cut([])).toEqual([])
  })

  it('keep chunks far from a change as they were, also when rows are added and removed', async () => {
    const before = new Set(await cut(rowsOf(numbers)))
    const changed = [
      ...numbers.slice(0, 2_000),
      77_777,
      ...numbers.slice(2_000, 7_000),
      ...numbers.slice(7_003),
      10_000,
      10_001,
    ]
    const after = await cut(rowsOf(changed))
    expect(after.filter(piece => !before.has(piece)).length).toBeLessThan(after.length / 3)
  })

  it('make one piece of a row that is larger than any', async () => {
    const long = Buffer.from(`1\t${'x'.repeat(100_000)}\n`)
    const pieces = await cut([long, ...rowsOf(numbers.slice(0, 10))])
    expect(pieces.join('')).toContain('x'.repeat(100_000))
    expect(pieces[0]).toBe(long.toString())
  })
})
