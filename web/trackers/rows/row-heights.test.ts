import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRowHeights } from './row-heights.ts'

const COUNT = 60

it('finds offsets of rows, and rows at offsets, as counting from the first row does', () => {
  const sizes = fc.array(fc.tuple(fc.nat(COUNT - 1), fc.integer({ min: 1, max: 200 })), { maxLength: 30 })
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 100 }), sizes, (height, measured) => {
      const known = new Map(measured)
      const { startOf, rowAt } = createRowHeights(height, known)
      let offset = 0
      for (let row = 0; row < COUNT; row++) {
        expect(startOf(row)).toBe(offset)
        const size = known.get(row) ?? height
        expect(rowAt(offset)).toBe(row)
        expect(rowAt(offset + size - 0.5)).toBe(row)
        offset += size
      }
    }),
  )
})

it('has no row before the first one', () => {
  expect(createRowHeights(36, new Map()).rowAt(-5)).toBe(0)
  expect(createRowHeights(36, new Map([[0, 50]])).rowAt(-5)).toBe(0)
})
