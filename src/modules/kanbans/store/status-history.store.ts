import { statement, type Db } from '../../../platform/db/db.ts'

/** An artifact got a status. */
export interface StatusStep {
  readonly artifactId: number
  readonly at: Date
  /** Id of the value; null: none. */
  readonly status: number | null
}

const readSteps = statement<StatusStep>(
  'status-history',
  `select c.artifact_id as "artifactId", c.submitted_on as at, (c.delta -> $2::text -> 'a' ->> 0)::bigint as status
  from changeset c where c.artifact_id = any($1::bigint[]) and c.delta ? $2::text
  order by c.artifact_id, c.id`,
)

/** All changes of the status of some artifacts: each artifact by itself, the oldest first. */
export const listStatusSteps = (db: Db, artifactIds: readonly number[], fieldId: number): Promise<StatusStep[]> =>
  artifactIds.length === 0 ? Promise.resolve([]) : db.query(readSteps, [[...artifactIds], String(fieldId)])
