import { sql } from 'kysely'
import { statement, type Db, type Tx } from '../../../platform/db/db.ts'

/**
 * Attaches files that are finished, pending and the account's own. Attaches all of them and returns true, or returns false. If two
 * transactions want one file, the second waits here for the first, and then does not get it.
 */
export const attachFiles = async (
  tx: Tx,
  given: {
    readonly artifactId: number
    readonly files: readonly { readonly id: number; readonly fieldId: number }[]
    readonly userId: number
    readonly now: Date
  },
): Promise<boolean> => {
  const { rows } = await sql`
    update file set artifact_id = ${given.artifactId}, field_id = wanted.field_id, expires_at = null
    from unnest(${given.files.map(({ id }) => id)}::bigint[], ${given.files.map(({ fieldId }) => fieldId)}::bigint[])
      as wanted (id, field_id)
    where file.id = wanted.id and file.artifact_id is null and file.removed_at is null and file.is_finished
      and file.submitted_by = ${given.userId} and file.expires_at > ${given.now}
    returning file.id`.execute(tx)
  return rows.length === given.files.length
}

/** Detaches files. Their rows stay, for history; a job erases the contents after the commit (`erase-contents.ts`). */
export const detachFiles = async (
  tx: Tx,
  given: { readonly artifactId: number; readonly fileIds: readonly number[]; readonly now: Date },
): Promise<void> => {
  await tx
    .updateTable('file')
    .set({ removed_at: given.now })
    .where('id', 'in', [...given.fileIds])
    .where('artifact_id', '=', given.artifactId)
    .where('removed_at', 'is', null)
    .execute()
}

/** A file, with the columns that decide who may read it. */
export interface StoredFileRow {
  readonly id: number
  /** null = not attached */
  readonly artifactId: number | null
  readonly fieldId: number | null
  readonly name: string
  readonly size: number
  readonly type: string
  readonly description: string
  readonly submittedBy: number
  readonly isFinished: boolean
  readonly expiresAt: Date | null
  readonly sha256: Buffer | null
}

const presentFile = statement<StoredFileRow>(
  'present-file',
  `select id, artifact_id as "artifactId", field_id as "fieldId", name, size, type, description,
     submitted_by as "submittedBy", is_finished as "isFinished", expires_at as "expiresAt", sha256
   from file where id = $1 and removed_at is null`,
)

/** Undefined for a detached file, too. */
export const findPresentFile = async (db: Db, id: number): Promise<StoredFileRow | undefined> =>
  (await db.query(presentFile, [id]))[0]
