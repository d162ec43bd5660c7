import { describe, expect, it } from 'vitest'
import { patternSize } from './pattern-size.ts'

describe('the size of a regular expression with its repetitions written out', () => {
  it.each([
    ['abc', 3],
    ['a{3}b', 4],
    ['a{1,200}', 200],
    ['(a{1,200}){1,200}b', 40_001],
    ['((a{2}){3}b{4}){5}', 50],
    ['[a-z{9}]{3}', 3],
    ['\\(a{2}\\)', 4],
    ['a{2,}', 2],
    ['(((', 0],
  ])('%s → %i', (pattern, size) => {
    expect(patternSize(pattern)).toBe(size)
  })
})
