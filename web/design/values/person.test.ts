import { expect, it } from 'vitest'
import { initialsOf } from './person.tsx'

it.each([
  ['Ana Lima', 'AL'],
  ['Maëlle Le Goff', 'MG'],
  ['joe', 'J'],
  ['élise d’Arc', 'ÉD'],
  ['  ', '?'],
  ['佐藤 春香', '佐春'],
  ['(bot) nightly-build', 'BB'],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
