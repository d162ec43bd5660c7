import { expect, it } from 'vitest'
import { slowness } from './count-reporter.ts'

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
