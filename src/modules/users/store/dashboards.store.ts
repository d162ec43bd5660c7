import type { Queryable } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'

/** Ordered by id. */
export const pageOfDashboards = async (
  db: Queryable,
  userId: number,
  page: Page,
): Promise<{ dashboards: { id: number; name: string }[]; size: number }> => {
  const own = db.selectFrom('user_dashboard').where('user_id', '=', userId)
  const dashboards = await own.select(['id', 'name']).orderBy('id').limit(page.limit).offset(page.offset).execute()
  const { size } = await own.select(({ fn }) => fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  return { dashboards, size }
}

export const insertDashboard = async (db: Queryable, userId: number, name: string): Promise<number> => {
  const { id } = await db
    .insertInto('user_dashboard')
    .values({ user_id: userId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
