import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNumber, writeNumber } from './number-text.ts'

const locales = ['en', 'en-GB', 'en-DE', 'fr', 'fr-CH', 'de']

describe('numbers as people write them', () => {
  it('reads back every number that it wrote, in every locale', () => {
    const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(1e21))
    fc.assert(
      fc.property(numbers, fc.constantFrom(...locales), (number, locale) => {
        expect(parseNumber(writeNumber(number, locale), locale)).toBe(number === 0 ? 0 : number)
      }),
    )
  })

  it.each([
    ['en', '1,250', 1250],
    ['en', '1,250.5', 1250.5],
    ['en', '1,2', undefined],
    ['de', '1.250', 1250],
    ['de', '1.5', 1.5],
    ['de', '1,5', 1.5],
    ['de', '1.250,75', 1250.75],
    ['fr', '1 250,5', 1250.5],
    ['fr', '1\u202f250,5', 1250.5],
    ['fr', '1.5', 1.5],
    ['fr', '−3', -3],
    ['de-CH', "1'250.5", 1250.5],
    ['de-CH', '1’250.5', 1250.5],
    ['en', '1e3', 1000],
    ['en', '1e999', undefined],
    ['en', 'five', undefined],
    ['en', '0x10', undefined],
    ['en', '', undefined],
  ] as const)('%s: %s is %s', (locale, text, number) => {
    expect(parseNumber(text, locale)).toBe(number)
  })
})
