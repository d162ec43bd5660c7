import { statement, type Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'

// A list with several values may hold more than one of the open ones.
const openIds = `select distinct artifact_id as id from artifact_index where field_id = $1 and val = any($2::float8[])`
const openPage = statement<{ id: number }>('open-artifacts', `${openIds} order by id desc limit $3 offset $4`)
const openCount = statement<{ size: number }>('open-artifacts-count', `select count(*) as size from (${openIds}) open`)

/** Artifacts whose status is one of the open ones, newest first. */
export const pageOfOpen = async (
  db: Db,
  statusFieldId: number,
  openValueIds: readonly number[],
  page: Page,
): Promise<{ ids: number[]; size: number }> => {
  const [rows, [count]] = await Promise.all([
    db.query(openPage, [statusFieldId, openValueIds, page.limit, page.offset]),
    db.query(openCount, [statusFieldId, openValueIds]),
  ])
  return { ids: rows.map(row => row.id), size: count?.size ?? 0 }
}

const newest = statement<{ id: number }>(
  'newest-artifacts',
  'select id from artifact where tracker_id = $1 order by id desc limit $2 offset $3',
)

export const pageOfNewest = async (db: Db, trackerId: number, page: Page): Promise<number[]> =>
  (await db.query(newest, [trackerId, page.limit, page.offset])).map(row => row.id)

const usedTypes = statement<{ type: string }>(
  'used-link-types',
  `select distinct l.type from artifact a join artifact_link l on l.source_id = a.id where a.tracker_id = $1 order by l.type`,
)

/** Types of the links that start at artifacts of the tracker; '' = untyped. */
export const readUsedLinkTypes = async (db: Db, trackerId: number): Promise<string[]> =>
  (await db.query(usedTypes, [trackerId])).map(row => row.type)
