import type { Queryable } from '../../../platform/db/db.ts'

/** Whether the artifact exists, without regard to rights. */
export const isThere = async (db: Queryable, artifactId: number): Promise<boolean> =>
  (await db.selectFrom('artifact').select('id').where('id', '=', artifactId).executeTakeFirst()) !== undefined
