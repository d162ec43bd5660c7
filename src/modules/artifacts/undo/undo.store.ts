import { statement, type Db } from '../../../platform/db/db.ts'

const moveStatement = statement<{ isMove: boolean }>(
  'changeset-is-move',
  `select exists (select from event where kind = 'artifact.moved' and artifact_id = $1 and changeset_id = $2) as "isMove"`,
)

/** Whether the changeset moved the artifact into its tracker. */
export const isMove = async (db: Db, artifactId: number, changesetId: number): Promise<boolean> =>
  (await db.query(moveStatement, [artifactId, changesetId]))[0]?.isMove ?? false
