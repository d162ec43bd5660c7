import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Policy, PolicyMode, WritingToolName } from '../model/policy.ts'

interface PolicyRow {
  app_id: number | null
  mode: string
  project_ids: number[] | null
  tracker_ids: number[] | null
  tools: string[] | null
  writes_per_hour: number | null
}

export interface StoredPolicy extends Policy {
  readonly appId: number | null
}

const policyOf = (row: PolicyRow): StoredPolicy => ({
  appId: row.app_id,
  mode: row.mode as PolicyMode,
  projectIds: row.project_ids,
  trackerIds: row.tracker_ids,
  tools: row.tools as WritingToolName[] | null,
  writesPerHour: row.writes_per_hour,
})

const columns = ['app_id', 'mode', 'project_ids', 'tracker_ids', 'tools', 'writes_per_hour'] as const

export const findPolicy = async (
  db: Queryable,
  userId: number,
  appId: number | null,
): Promise<StoredPolicy | undefined> => {
  const row = await db
    .selectFrom('agent_policy')
    .select(columns)
    .where('user_id', '=', userId)
    .where('app_id', 'is not distinct from', appId)
    .executeTakeFirst()
  return row && policyOf(row)
}

export const listPolicies = async (db: Queryable, userId: number): Promise<StoredPolicy[]> =>
  (await db.selectFrom('agent_policy').select(columns).where('user_id', '=', userId).execute()).map(policyOf)

/** A second writer of the same policy waits, so that each sees the policy before its own. */
export const lockPolicies = async (tx: Tx, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent_policy ${userId}`}, 0))`.execute(tx)
}

export const putPolicy = async (
  tx: Tx,
  userId: number,
  { appId, mode, projectIds, trackerIds, tools, writesPerHour }: StoredPolicy,
  at: Date,
): Promise<void> => {
  const values = {
    mode,
    project_ids: projectIds && [...projectIds],
    tracker_ids: trackerIds && [...trackerIds],
    tools: tools && [...tools],
    writes_per_hour: writesPerHour,
    updated_at: at,
  }
  await tx
    .insertInto('agent_policy')
    .values({ user_id: userId, app_id: appId, ...values })
    .onConflict(conflict => conflict.columns(['user_id', 'app_id']).doUpdateSet(values))
    .execute()
}
