import { Type } from 'typebox'
import { readOnlyType } from '../read-only.ts'

const shown = readOnlyType({
  type: 'ttmstepexec',
  output: Type.Object({}, { description: 'Never shown.' }),
  represent: () => ({}),
  flat: () => undefined,
})

/**
 * Results of the steps of a test: neither shown nor written by artifacts; entries for it are ignored (§3.13). So they are never missing
 * either: a tracker that requires them could hold no new artifact.
 */
export const ttmstepexec = { ...shown, family: 'external' as const, represent: () => null, isEmpty: () => false }
