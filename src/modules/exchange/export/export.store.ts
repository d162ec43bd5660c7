import { statement, type Db } from '../../../platform/db/db.ts'

const idsStatement = statement<{ id: number }>(
  'project-export-ids',
  'select id from artifact where project_id = $1 and id >= $2 order by id limit $3',
)

/** Artifacts of the project from an id on, hidden ones included. */
export const listIdsFrom = async (db: Db, projectId: number, from: number, limit: number): Promise<number[]> =>
  (await db.query(idsStatement, [projectId, from, limit])).map(({ id }) => id)

const holderStatement = statement<{ artifact_id: number | null }>(
  'project-export-holder',
  `select case $1 when 'changeset' then (select artifact_id from changeset where id = $2)
    else (select artifact_id from file where id = $2) end as artifact_id`,
)

/** The artifact of a changeset or a file. */
export const findHolder = async (db: Db, type: 'changeset' | 'file', id: number): Promise<number | null> =>
  (await db.query(holderStatement, [type, id]))[0]?.artifact_id ?? null
