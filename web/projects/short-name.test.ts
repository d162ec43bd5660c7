import { expect, it } from 'vitest'
import { shortNameOf } from './short-name.ts'

it.each([
  ['The lighthouse', 'the-lighthouse'],
  ['L’île d’Yeu', 'l-ile-d-yeu'],
  ['  Tides & currents (2026)! ', 'tides-currents-2026'],
  ['A name that is longer than a short one', 'a-name-that-is-longer-than-a-s'],
  ['Twenty-nine characters and so on', 'twenty-nine-characters-and-so'],
  ['灯台', ''],
])('suggests for “%s” the short name “%s”', (label, shortName) => {
  expect(shortNameOf(label)).toBe(shortName)
})
