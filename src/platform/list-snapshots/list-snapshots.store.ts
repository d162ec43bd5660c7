import { statement, type Db } from '../db/db.ts'

/** A list of a caller. */
export interface KeptList {
  /** The caller. */
  readonly owner: string
  /** Hash of what the list is. */
  readonly list: Buffer
}

const saveStatement = statement(
  'list-snapshot-save',
  `with expired as (
    delete from list_snapshot where used_at < $5
  ), older as (
    delete from list_snapshot where id in (select id from list_snapshot where owner = $2 order by n desc offset $6)
  )
  insert into list_snapshot (id, owner, list, ids, used_at) values ($1, $2, $3, $4::bigint[], $7)`,
)

/** Keeps the ids. Deletes what nobody has used since `expiry`, and the oldest lists of the owner beyond `most`. */
export const saveSnapshot = async (
  db: Db,
  { id, owner, list, ids }: KeptList & { readonly id: string; readonly ids: readonly number[] },
  { expiry, now, most }: { readonly expiry: Date; readonly now: Date; readonly most: number },
): Promise<void> => {
  await db.query(saveStatement, [id, owner, list, `{${ids.join()}}`, expiry, most - 1, now])
}

const pageStatement = statement<{ ids: number[]; size: number }>(
  'list-snapshot-page',
  `update list_snapshot set used_at = $4 where id = $1 and owner = $2 and list = $3 and used_at >= $5
  returning ids[$6::int + 1 : $6::int + $7::int] as ids, cardinality(ids) as size`,
)

/** Ids of a page, and their total; undefined: the snapshot is gone, or it is of another owner or list. */
export const readSnapshotPage = async (
  db: Db,
  { id, owner, list }: KeptList & { readonly id: string },
  { expiry, now }: { readonly expiry: Date; readonly now: Date },
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly ids: readonly number[]; readonly size: number } | undefined> => {
  const [row] = await db.query(pageStatement, [id, owner, list, now, expiry, page.offset, page.limit])
  return row
}
