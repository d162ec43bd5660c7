import type { FoundPage, Marks, StateMark } from './artifact.ts'
import { connectionChangesOf } from './connections.store.ts'

export const NO_MARKS: Marks = new Map()

export const isSameMark = (one: StateMark | undefined, other: StateMark | undefined): boolean =>
  one !== undefined && one.writtenBy === other?.writtenBy && one.connectionChanges === other.connectionChanges

/** What a query with the ids of a `page` answers of it; each mark is one text. `withMarks` is SQL of a boolean. */
export const pageColumns = (withMarks: string): string => `array(select id from page) as ids,
    case when ${withMarks} then array(
      select (select a.xmin || ' ' || ${connectionChangesOf('a.id')} from artifact a where a.id = page.id) from page)
    else '{}' end as marks`

export interface PageRow {
  ids: number[]
  marks: string[]
  size: number | null
}

export const toPage = ({ ids, marks, size }: PageRow): FoundPage => ({
  ids,
  size: size ?? 0,
  marks: toMarks(ids, marks),
})

const toMarks = (ids: readonly number[], texts: readonly string[]): Marks => {
  const marks = new Map<number, StateMark>()
  for (const [index, id] of ids.entries()) {
    const [writtenBy, connectionChanges] = texts[index]?.split(' ') ?? []
    if (writtenBy !== undefined) marks.set(id, { writtenBy, connectionChanges: Number(connectionChanges) })
  }
  return marks
}
