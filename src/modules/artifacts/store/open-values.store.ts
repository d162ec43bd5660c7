import { statement, type Db } from '../../../platform/db/db.ts'

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
