import { sql } from 'kysely'
import type { Queryable } from '../platform/db/db.ts'

/** A line of the list. A whole tracker needs the code of all types of fields, which is a fifth of the CPU of a command. */
export interface TrackerRow {
  readonly id: number
  readonly item_name: string
  readonly name: string
  /** Null without a workflow. */
  readonly workflow: 'advanced' | 'simple' | null
}

/** The trackers of a project that are not deleted, by id. */
export const listTrackerRows = async (db: Queryable, projectId: number): Promise<TrackerRow[]> => {
  const { rows } = await sql<TrackerRow>`
    select tracker.id, item_name, name,
      case when workflow.is_advanced then 'advanced' when not workflow.is_advanced then 'simple' end as workflow
    from tracker left join workflow on workflow.tracker_id = tracker.id
    where project_id = ${projectId} and deleted_at is null order by tracker.id`.execute(db)
  return rows
}
