import { inTransaction, UNIQUE_VIOLATION, sqlState, type Db } from '../../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { insertDashboard, pageOfDashboards } from '../store/dashboards.store.ts'
import { isOneself } from '../model/users.permissions.ts'
import type { Viewer } from '../model/viewer.ts'

/** A personal page that an account arranges; the API knows its name only. */
export interface Dashboard {
  readonly id: number
  readonly name: string
}

const MAX_NAME = 255

export const listDashboards =
  (db: Db) =>
  async (
    viewer: Viewer,
    id: number | 'self',
    page: Page,
  ): Promise<{ readonly dashboards: readonly Dashboard[]; readonly size: number }> => {
    if (!isOneself(viewer, id))
      throw new Forbidden('dashboards are listed by their owner only', { reason: 'permission.owner' })
    return pageOfDashboards(db.kysely, viewer.userId, page)
  }

export const createDashboard =
  (db: Db) =>
  async (viewer: Viewer, name: string): Promise<Dashboard> => {
    if (name.length > MAX_NAME)
      throw new Invalid(`the name of a dashboard has at most ${MAX_NAME} characters`, {
        reason: 'limit.size',
        parameter: 'name',
        limit: MAX_NAME,
      })
    const id = await inTransaction(db, tx => insertDashboard(tx, viewer.userId, name)).catch((error: unknown) => {
      if (sqlState(error) === UNIQUE_VIOLATION)
        throw new Invalid('you have a dashboard of that name already', { reason: 'conflict' })
      throw error
    })
    return { id, name }
  }
