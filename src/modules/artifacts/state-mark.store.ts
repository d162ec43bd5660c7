import type { StateMark } from './artifact.ts'
import { connectionChangesOf } from './connections.store.ts'

/** What artifacts stood at when they were found. */
export type Marks = ReadonlyMap<number, StateMark>

/** As one text, for `toMarks`; `id` is SQL. */
export const markTextOf = (id: string): string =>
  `(select a.xmin || ' ' || ${connectionChangesOf('a.id')} from artifact a where a.id = ${id})`

/** Texts in the order of the ids. */
export const toMarks = (ids: readonly number[], texts: readonly string[]): Marks => {
  const marks = new Map<number, StateMark>()
  for (const [index, id] of ids.entries()) {
    const [writtenBy, connectionChanges] = texts[index]?.split(' ') ?? []
    if (writtenBy !== undefined) marks.set(id, { writtenBy, connectionChanges: Number(connectionChanges) })
  }
  return marks
}

export const isSameMark = (one: StateMark, other: StateMark | undefined): boolean =>
  one.writtenBy === other?.writtenBy && one.connectionChanges === other.connectionChanges
