import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { VALUE_COLOURS, valueColour } from '../../web/design/values/value-colour.ts'

const tokens = readFileSync(new URL('../../web/design/tokens.css', import.meta.url), 'utf8')

/** The light and the dark colour of a token. */
const pairOf = (token: string): readonly [light: string, dark: string] => {
  const [, light = '', dark = ''] =
    new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? []
  if (light === '') throw new Error(`tokens.css has no --${token}`)
  return [light, dark]
}

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

describe('colours of values', () => {
  it.each(VALUE_COLOURS)('%s is readable on its ground and on the page, light and dark', colour => {
    const ground = pairOf(`value-${colour}-soft`)
    const text = pairOf(`value-${colour}-text`)
    const page = pairOf('surface')
    for (const theme of [0, 1] as const) {
      expect(contrast(text[theme], ground[theme])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text[theme], page[theme])).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('the letters of avatar %i are readable', number => {
    const ground = pairOf(`person-${number}`)
    const text = pairOf(`person-${number}-text`)
    for (const theme of [0, 1] as const) expect(contrast(text[theme], ground[theme])).toBeGreaterThanOrEqual(4.5)
  })

  it('shows names of the palette and old colours as the nearest of ten', () => {
    expect(valueColour('fiesta-red')).toBe('red')
    expect(valueColour('acid-green')).toBe('green')
    expect(valueColour(null)).toBe('grey')
    expect(valueColour('no such name')).toBe('grey')
    expect(valueColour(null, { r: 255, g: 255, b: 204 })).toBe('amber')
    expect(valueColour(null, { r: 0, g: 0, b: 200 })).toBe('blue')
    expect(valueColour(null, { r: 120, g: 120, b: 125 })).toBe('grey')
    expect(valueColour('', { r: 110, g: 60, b: 20 })).toBe('brown')
  })
})
