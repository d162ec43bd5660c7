import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

/** Members of the explicit top backlog of a project, open or closed, in ascending rank. `among`: only these. */
export const listTopBacklogIds = async (
  db: Queryable,
  projectId: number,
  among?: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select a.id from top_backlog_item item join artifact a on a.id = item.artifact_id
    where item.project_id = ${projectId} ${among ? sql`and a.id = any(${[...among]}::bigint[])` : sql``}
    order by a.rank`.execute(db)
  return rows.map(({ id }) => id)
}

/** Adds artifacts to the explicit top backlog of a project, except those that a milestone links. */
export const addToTopBacklog = async (tx: Tx, projectId: number, artifactIds: readonly number[]): Promise<void> => {
  if (artifactIds.length === 0) return
  await sql`
    insert into top_backlog_item (artifact_id, project_id)
    select wanted.id, ${projectId} from unnest(${[...artifactIds]}::bigint[]) as wanted (id)
    where not exists (
      select from artifact_link link join artifact milestone on milestone.id = link.source_id
      join planning on planning.planning_tracker_id = milestone.tracker_id
      where link.target_id = wanted.id)
    on conflict (artifact_id) do update set project_id = excluded.project_id`.execute(tx)
}

export const removeFromTopBacklog = async (
  tx: Tx,
  projectId: number,
  artifactIds: readonly number[],
): Promise<void> => {
  await sql`
    delete from top_backlog_item
    where project_id = ${projectId} and artifact_id = any(${[...artifactIds]}::bigint[])`.execute(tx)
}

/** Artifacts of other trackers leave the top backlog. */
export const keepInTopBacklog = async (tx: Tx, projectId: number, trackerIds: readonly number[]): Promise<void> => {
  await sql`
    delete from top_backlog_item item using artifact a
    where item.project_id = ${projectId} and a.id = item.artifact_id
      and a.tracker_id <> all(${[...trackerIds]}::bigint[])`.execute(tx)
}

/** All artifacts of the trackers come to the top backlog, except those that a milestone links. */
export const fillTopBacklog = async (
  tx: Tx,
  projectId: number,
  trackerIds: readonly number[],
  milestoneTrackerIds: readonly number[],
): Promise<void> => {
  await sql`
    insert into top_backlog_item (artifact_id, project_id)
    select a.id, ${projectId} from artifact a
    where a.tracker_id = any(${[...trackerIds]}::bigint[]) and not exists (
      select from artifact_link link join artifact milestone on milestone.id = link.source_id
      where link.target_id = a.id and milestone.tracker_id = any(${[...milestoneTrackerIds]}::bigint[]))
    on conflict (artifact_id) do nothing`.execute(tx)
}
