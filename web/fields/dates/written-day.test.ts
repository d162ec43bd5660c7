import { describe, expect, it } from 'vitest'
import { timeOfWords, writtenDay } from './written-day.ts'

describe('a written day', () => {
  it.each([
    ['fr-FR', '27/11/2026'],
    ['en-GB', '27/11/2026'],
    ['en-US', '11/27/2026'],
  ])('in %s: %s', (locale, written) => {
    expect(writtenDay('2026-11-27', locale)).toBe(written)
  })
})

describe('a typed time', () => {
  it.each([
    ['14:30', '14:30'],
    ['14h30', '14:30'],
    ['9', '09:00'],
    ['9h', '09:00'],
    ['0930', '09:30'],
    ['25:00', undefined],
    ['12:60', undefined],
    ['noon', undefined],
  ])('%s: %s', (text, time) => {
    expect(timeOfWords(text)).toBe(time)
  })
})
