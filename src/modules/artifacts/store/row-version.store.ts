import type { ArtifactIdPage, RowVersions, RowVersion } from '../model/artifact.ts'
import { connectionChangesOf } from './links-and-references.store.ts'

export const NO_ROW_VERSIONS: RowVersions = new Map()

export const isSameRowVersion = (one: RowVersion | undefined, other: RowVersion | undefined): boolean =>
  one !== undefined && one.writtenBy === other?.writtenBy && one.connectionChanges === other.connectionChanges

/** Columns of a query with the ids of a `page`; each row version is one text. `withRowVersions` is SQL of a boolean. */
export const pageColumns = (withRowVersions: string): string => `array(select id from page) as ids,
    case when ${withRowVersions} then array(
      select (select a.xmin || ' ' || ${connectionChangesOf('a.id')} from artifact a where a.id = page.id) from page)
    else '{}' end as marks`

export interface PageRow {
  ids: number[]
  marks: string[]
  size: number | null
}

export const toPage = ({ ids, marks: rowVersions, size }: PageRow): ArtifactIdPage => ({
  ids,
  size: size ?? 0,
  rowVersions: toRowVersions(ids, rowVersions),
})

const toRowVersions = (ids: readonly number[], texts: readonly string[]): RowVersions => {
  const rowVersions = new Map<number, RowVersion>()
  for (const [index, id] of ids.entries()) {
    const [writtenBy, connectionChanges] = texts[index]?.split(' ') ?? []
    if (writtenBy !== undefined) rowVersions.set(id, { writtenBy, connectionChanges: Number(connectionChanges) })
  }
  return rowVersions
}
