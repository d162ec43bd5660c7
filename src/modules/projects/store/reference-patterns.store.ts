import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { ReferencePattern } from '../model/reference-pattern.ts'

export const replaceReferencePatterns = async (
  tx: Tx,
  projectId: number,
  patterns: readonly ReferencePattern[],
): Promise<void> => {
  // One writer at a time for each project: two lists must not be mixed.
  await sql`select from project where id = ${projectId} for update`.execute(tx)
  await tx.deleteFrom('reference_pattern').where('project_id', '=', projectId).execute()
  if (patterns.length === 0) return
  await tx
    .insertInto('reference_pattern')
    .values(
      patterns.map(({ keyword, description, link, isEnabled }, rank) => ({
        project_id: projectId,
        rank,
        keyword,
        description,
        link,
        is_enabled: isEnabled,
      })),
    )
    .execute()
}

export const copyReferencePatterns = async (tx: Tx, fromProjectId: number, toProjectId: number): Promise<void> => {
  await sql`
    insert into reference_pattern (project_id, keyword, rank, description, link, is_enabled)
    select ${toProjectId}, keyword, rank, description, link, is_enabled
    from reference_pattern where project_id = ${fromProjectId}`.execute(tx)
}
