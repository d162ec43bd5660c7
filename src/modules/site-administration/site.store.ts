import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import type { SiteBanner, SystemEvent } from './site.ts'
import type { SystemEventStatus } from './site.schema.ts'

export const findBanner = async (db: Queryable): Promise<SiteBanner | undefined> => {
  const row = await db.selectFrom('site_banner').selectAll().executeTakeFirst()
  return (
    row && { message: row.message, importance: row.importance as SiteBanner['importance'], expiresAt: row.expires_at }
  )
}

/** Undefined removes the banner. */
export const saveBanner = async (tx: Tx, banner: SiteBanner | undefined): Promise<void> => {
  if (!banner) {
    await tx.deleteFrom('site_banner').execute()
    return
  }
  const row = { message: banner.message, importance: banner.importance, expires_at: banner.expiresAt }
  // If two requests write at the same time, the banner of the second one stays.
  await tx
    .insertInto('site_banner')
    .values(row)
    .onConflict(conflict => conflict.column('is_only').doUpdateSet(row))
    .execute()
}

export const pageOfSystemEvents = async (
  db: Queryable,
  status: SystemEventStatus | undefined,
  page: Page,
): Promise<{ readonly events: SystemEvent[]; readonly size: number }> => {
  const wanted = db
    .selectFrom('system_event')
    .$if(status !== undefined, query => query.where('status', '=', status ?? ''))
  const events = await wanted
    .select(['id', 'type', 'status', 'owner', 'log'])
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { size } = await wanted.select(({ fn }) => fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  return { events, size }
}

/** Starts the entry of a job run; returns its id. */
export const insertSystemEvent = async (db: Queryable, type: string): Promise<number> => {
  const { id } = await db
    .insertInto('system_event')
    .values({ type, status: 'running', owner: 'crocus' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const finishSystemEvent = async (
  db: Queryable,
  id: number,
  status: 'done' | 'error',
  log: string,
): Promise<void> => {
  await db.updateTable('system_event').set({ status, log }).where('id', '=', id).execute()
}

/** Removes entries of our own jobs older than a month. Entries that clients read stay. */
export const removeOldJobEvents = async (db: Queryable): Promise<void> => {
  await db
    .deleteFrom('system_event')
    .where('owner', '=', 'crocus')
    .where('at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

/** Number of invitations that the account has sent since this time. Locks the account against another request for invitations. */
export const countInvitations = async (tx: Tx, senderId: number, since: Date): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('invitation'), ${senderId}::int)`.execute(tx)
  const { count } = await tx
    .selectFrom('invitation')
    .where('sender_id', '=', senderId)
    .where('sent_on', '>=', since)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertInvitations = async (
  tx: Tx,
  invitations: readonly {
    readonly senderId: number
    readonly email: string
    readonly projectId: number | null
    readonly sentOn: Date
  }[],
): Promise<void> => {
  await tx
    .insertInto('invitation')
    .values(
      invitations.map(({ senderId, email, projectId, sentOn }) => ({
        sender_id: senderId,
        email,
        project_id: projectId,
        sent_on: sentOn,
      })),
    )
    .execute()
}
