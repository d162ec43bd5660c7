import type { Db } from '../../../platform/db/db.ts'

/** A trigger of the database queues the contents for erasure. */
export const deleteExpiredFiles = async (db: Db, now: Date): Promise<void> => {
  await db.kysely.deleteFrom('file').where('expires_at', '<=', now).where('artifact_id', 'is', null).execute()
}

/** Files whose contents are to be erased, by id, after the given id. */
export const listErasures = async (db: Db, after: number, limit: number): Promise<number[]> => {
  const rows = await db.kysely
    .selectFrom('content_erasure')
    .select('file_id')
    .where('file_id', '>', after)
    .orderBy('file_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.file_id)
}

export const forgetErasure = async (db: Db, fileId: number): Promise<void> => {
  await db.kysely.deleteFrom('content_erasure').where('file_id', '=', fileId).execute()
}
