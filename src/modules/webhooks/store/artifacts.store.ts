import type { Queryable } from '../../../platform/db/db.ts'

/** Of these artifacts those that exist, without regard to rights. */
export const findExisting = async (db: Queryable, artifactIds: readonly number[]): Promise<ReadonlySet<number>> => {
  if (artifactIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('artifact')
    .select('id')
    .where('id', 'in', [...artifactIds])
    .execute()
  return new Set(rows.map(({ id }) => id))
}
