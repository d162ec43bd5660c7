import { isDeepStrictEqual } from 'node:util'
import type { Key } from '../../trackers/index.ts'
import type { Names } from './definition-names.ts'

/** Collects what is wrong, and finds what names mean. */
export interface Parsing {
  readonly names: Names
  fault(place: string, text: string): void
  warn(place: string, text: string): void
  /** A key for something new. */
  newKey(): Key
}

/** How the parts of the wanted tracker are found by what the definition calls them. */
export interface PartKeys {
  field(name: string, place: string): Key
  /** A value of a static list. */
  value(field: Key, name: string, place: string): Key
  typeOf(field: Key): string | undefined
}

/** Stands for what was not found: a fault was noted, so it is never written. */
export const UNRESOLVED: Key = '?'

export const groupIds = (groups: readonly string[] | undefined, place: string, parsing: Parsing): number[] => [
  ...new Set(
    (groups ?? []).flatMap(name => {
      const id = parsing.names.groupId(name)
      if (id === undefined) parsing.fault(place, `the project has no user group "${name}".`)
      return id ?? []
    }),
  ),
]

/** The same groups in whatever order are no change. */
export const keepOrder = (present: readonly number[] | undefined, wanted: readonly number[]): readonly number[] =>
  present && isDeepStrictEqual(present.toSorted(ascending), wanted.toSorted(ascending)) ? present : wanted

const ascending = (a: number, b: number): number => a - b
