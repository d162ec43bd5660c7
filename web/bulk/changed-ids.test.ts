import { expect, it } from 'vitest'
import { changedIds } from './changed-ids.ts'

it.each([
  ['add', [1, 2], [2, 3], [1, 2, 3]],
  ['add', [], [], []],
  ['remove', [1, 2, 3], [2, 9], [1, 3]],
  ['remove', [1], [1], []],
] as const)('%s: %j and %j make %j', (mode, before, given, after) => {
  expect(changedIds(mode, before, given)).toEqual(after)
})
