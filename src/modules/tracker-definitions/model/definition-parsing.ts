import { isDeepStrictEqual } from 'node:util'
import type { Key } from '../../trackers/index.ts'
import type { Names } from './definition-names.ts'

/** Collects faults and warnings, and resolves names. */
export interface DefinitionParser {
  readonly names: Names
  fault(place: string, text: string): void
  warn(place: string, text: string): void
  /** A key for a new part. */
  newKey(): Key
  /** Artifacts with the first value get the second. */
  merge(from: Key, into: Key): void
}

/** Resolves names of the definition to keys of the wanted tracker. */
export interface PartKeys {
  field(name: string, place: string): Key
  /** A value of a static list. */
  value(field: Key, name: string, place: string): Key
  typeOf(field: Key): string | undefined
}

/** Placeholder for a name that was not found. A fault was added, so the placeholder is never written. */
export const UNRESOLVED: Key = '?'

export const groupIds = (groups: readonly string[] | undefined, place: string, parsing: DefinitionParser): number[] => [
  ...new Set(
    (groups ?? []).flatMap(name => {
      const id = parsing.names.groupId(name)
      if (id === undefined) parsing.fault(place, `the project has no user group "${name}".`)
      return id ?? []
    }),
  ),
]

/** The same groups in another order are no change. */
export const keepOrder = (present: readonly number[] | undefined, wanted: readonly number[]): readonly number[] =>
  present && isDeepStrictEqual(present.toSorted(ascending), wanted.toSorted(ascending)) ? present : wanted

const ascending = (a: number, b: number): number => a - b
