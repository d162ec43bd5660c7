import { statement, type Db } from '../../platform/db/db.ts'

/** A reference between an artifact that was asked for and another one, either way. */
export interface CrossReferenceRow {
  readonly own_id: number
  readonly is_outgoing: boolean
  readonly keyword: string
  /** The other end. */
  readonly id: number
  readonly tracker_id: number
  readonly submitted_by: number
  readonly granted_group_ids: number[] | null
}

const crossReferences = statement<CrossReferenceRow>(
  'cross-references',
  `select r.source_artifact_id as own_id, true as is_outgoing, r.keyword, o.id, o.tracker_id, o.submitted_by, o.granted_group_ids
  from cross_reference r join artifact o on o.id = r.target_artifact_id where r.source_artifact_id = any($1::bigint[])
  union all
  select r.target_artifact_id, false, r.keyword, o.id, o.tracker_id, o.submitted_by, o.granted_group_ids
  from cross_reference r join artifact o on o.id = r.source_artifact_id where r.target_artifact_id = any($1::bigint[])
  order by own_id, id, keyword`,
)

export const readCrossReferences = (db: Db, artifactIds: readonly number[]): Promise<CrossReferenceRow[]> =>
  db.query(crossReferences, [artifactIds])

const openValues = statement<{ id: number; label: string }>(
  'open-values',
  'select id, label from open_value where field_id = $1 and label = any($2::text[])',
)

export const findOpenValues = async (
  db: Db,
  fieldId: number,
  labels: readonly string[],
): Promise<Map<string, number>> =>
  new Map((await db.query(openValues, [fieldId, labels])).map(row => [row.label, row.id]))

const openValueIds = statement<{ id: number }>(
  'open-value-ids',
  "select nextval('open_value_id_seq') as id from generate_series(1, $1::int)",
)
const stepIds = statement<{ id: number }>(
  'step-ids',
  "select nextval('test_step_id_seq') as id from generate_series(1, $1::int)",
)

export const allocateOpenValueIds = async (db: Db, count: number): Promise<number[]> =>
  (await db.query(openValueIds, [count])).map(row => row.id)

export const allocateStepIds = async (db: Db, count: number): Promise<number[]> =>
  count === 0 ? [] : (await db.query(stepIds, [count])).map(row => row.id)
