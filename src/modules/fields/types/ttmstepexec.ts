import { Type } from 'typebox'
import { readOnlyType } from '../read-only.ts'

const shown = readOnlyType({
  type: 'ttmstepexec',
  output: Type.Object({}, { description: 'Never shown.' }),
  represent: () => ({}),
  flat: () => undefined,
  isNamed: false,
})

/**
 * Results of the steps of a test. Artifacts neither show nor write them, and entries for them are ignored (§3.13). The field is never
 * empty, because a tracker that requires it could otherwise hold no new artifact.
 */
export const ttmstepexec = { ...shown, family: 'external' as const, represent: () => null, isEmpty: () => false }
