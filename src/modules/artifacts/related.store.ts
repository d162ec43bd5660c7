import { statement, type Db } from '../../platform/db/db.ts'

/** A reference from one artifact's texts to another artifact. */
export interface CrossReferenceRow {
  readonly source_artifact_id: number
  readonly target_artifact_id: number
  readonly keyword: string
  /** Item name of the source's tracker, for references that come in. */
  readonly source_item_name: string
}

const crossReferences = statement<CrossReferenceRow>(
  'cross-references',
  `select r.source_artifact_id, r.target_artifact_id, r.keyword, t.item_name as source_item_name
  from cross_reference r join artifact a on a.id = r.source_artifact_id join tracker t on t.id = a.tracker_id
  where r.source_artifact_id = any($1::bigint[]) or r.target_artifact_id = any($1::bigint[])
  order by r.target_artifact_id, r.source_artifact_id, r.keyword`,
)

export const readCrossReferences = (db: Db, artifactIds: readonly number[]): Promise<CrossReferenceRow[]> =>
  db.query(crossReferences, [artifactIds])

export interface LinkedDocumentRow {
  readonly source_id: number
  readonly id: number
  readonly tracker_id: number
  readonly document: string
}

const linkedDocuments = statement<LinkedDocumentRow>(
  'linked-documents',
  `select l.source_id, a.id, a.tracker_id, a.document from artifact_link l join artifact a on a.id = l.target_id
  where l.source_id = any($1::bigint[]) order by l.id`,
)

/** Documents of what some artifacts link to: one step of the calculation of fields.md §3.11. */
export const readLinkedDocuments = (db: Db, sourceIds: readonly number[]): Promise<LinkedDocumentRow[]> =>
  db.query(linkedDocuments, [sourceIds])

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
