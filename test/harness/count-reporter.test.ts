import { expect, it } from 'vitest'
import { longestFiles, repetition, slowness } from './count-reporter.ts'

const module = { relativeModuleId: 'src/a.test.ts' }
const testOf = (duration: number, timeout?: number) => ({
  fullName: 'does it',
  options: { timeout },
  project: { config: { testTimeout: 20_000 } },
  diagnostic: () => ({ duration }),
})

it('names a test that took more than a fifth of its own limit, or else of the limit of all', () => {
  expect(slowness(module, testOf(4_100))).toEqual(['slow: src/a.test.ts > does it: 4.1 s of 20.0'])
  expect(slowness(module, testOf(3_900))).toEqual([])
  expect(slowness(module, testOf(4_100, 60_000))).toEqual([])
  expect(slowness(module, testOf(12_500, 60_000))).toEqual(['slow: src/a.test.ts > does it: 12.5 s of 60.0'])
  expect(slowness(module, testOf(99_000, 0))).toEqual([])
})

it('tells the longest files first, fifteen at most', () => {
  const moduleOf = (seconds: number) => ({
    relativeModuleId: `src/${seconds}.test.ts`,
    diagnostic: () => ({ duration: seconds * 1000, collectDuration: 500 }),
  })
  const lines = longestFiles(Array.from({ length: 20 }, (_, seconds) => moduleOf(seconds)))
  expect(lines).toHaveLength(15)
  expect(lines[0]).toBe('time: 19.5 s src/19.test.ts')
  expect(lines.at(-1)).toBe('time: 5.5 s src/5.test.ts')
})

it('names a test that passed only when it was repeated, and what it failed of first', () => {
  const repeatedOf = (flaky: boolean) =>
    repetition(module, {
      fullName: 'does it',
      result: () => ({ state: 'passed', errors: flaky ? [{ message: '\nToo late\n  at a line' }] : [] }),
      diagnostic: () => ({ flaky }),
    })
  expect(repeatedOf(true)).toEqual(['repeated: src/a.test.ts > does it: Too late'])
  expect(repeatedOf(false)).toEqual([])
})
