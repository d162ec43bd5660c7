import { statement, type Db } from '../../../platform/db/db.ts'

/** The facts of an artifact that decide who sees it. */
export interface StoredSubject {
  readonly id: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly grantedGroupIds: readonly number[] | null
}

const subjectsStatement = statement<{
  id: number
  tracker_id: number
  submitted_by: number
  granted_group_ids: number[] | null
}>(
  'access-subjects',
  'select id, tracker_id, submitted_by, granted_group_ids from artifact where id = any($1::bigint[])',
)

/** Without artifacts that are gone. */
export const findAccessSubjects = async (db: Db, ids: readonly number[]): Promise<StoredSubject[]> =>
  (await db.query(subjectsStatement, [ids])).map(row => ({
    id: row.id,
    trackerId: row.tracker_id,
    submittedBy: row.submitted_by,
    grantedGroupIds: row.granted_group_ids,
  }))
