import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import { NO_HASH } from '../model/row-hash.ts'
import type { ChainLink, SealedEntry, StoredEntry } from '../model/entry.ts'

/** The end of the chain: its last row, or what the retention left of it; row 0 before the first one. */
export const readChainEnd = async (db: Queryable): Promise<ChainLink> => {
  const { rows } = await sql<ChainLink>`
    (select n, hash from audit_entry order by n desc limit 1)
    union all (select n, hash from audit_anchor)
    order by n desc limit 1`.execute(db)
  return rows[0] ?? { n: 0, hash: NO_HASH }
}

/** The row before the first one that is kept; row 0 if none was removed. */
export const readAnchor = async (db: Queryable): Promise<ChainLink> => {
  const { rows } = await sql<ChainLink>`select n, hash from audit_anchor`.execute(db)
  return rows[0] ?? { n: 0, hash: NO_HASH }
}

export interface NewEntry extends StoredEntry {
  readonly eventAt: Date
}

export const insertEntries = async (tx: Tx, entries: readonly NewEntry[]): Promise<void> => {
  await tx
    .insertInto('audit_entry')
    .values(
      entries.map(({ n, entry, previous, hash, eventAt }) => ({
        n,
        event_at: eventAt,
        kind: entry.kind,
        actor_id: entry.actor?.id ?? null,
        project_id: entry.project_id,
        subject: entry.subject,
        entry: JSON.stringify(entry),
        previous,
        hash,
      })),
    )
    .execute()
}

export interface EntryFilter {
  readonly projectId?: number | undefined
  readonly actorId?: number | undefined
  readonly subject?: string | undefined
  /** Kinds, or their beginnings that end with a point. */
  readonly kinds: readonly string[]
  readonly otherKinds: readonly string[]
  readonly from?: Date | undefined
  readonly until?: Date | undefined
}

export interface EntryPage {
  /** Number of the row to begin with, this one included. */
  readonly since: number | undefined
  readonly limit: number
  readonly isDescending: boolean
}

export const listEntries = async (
  db: Queryable,
  { projectId, actorId, subject, kinds, otherKinds, from, until }: EntryFilter,
  { since, limit, isDescending }: EntryPage,
): Promise<StoredEntry[]> => {
  const anyOf = (of: readonly string[]) =>
    sql<boolean>`exists (select from unnest(${of}::text[]) wanted
      where kind = wanted or (right(wanted, 1) = '.' and starts_with(kind, wanted)))`
  let query = db
    .selectFrom('audit_entry')
    .select(['n', 'entry', 'previous', 'hash'])
    .orderBy('n', isDescending ? 'desc' : 'asc')
    .limit(limit)
  if (since !== undefined) query = query.where('n', isDescending ? '<=' : '>=', since)
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (kinds.length > 0) query = query.where(anyOf(kinds))
  if (otherKinds.length > 0) query = query.where(sql<boolean>`not ${anyOf(otherKinds)}`)
  if (from) query = query.where('event_at', '>=', from)
  if (until) query = query.where('event_at', '<', until)
  return (await query.execute()).map(row => ({ ...row, entry: parseJsonb<SealedEntry>(row.entry) }))
}

/** Whether the account has a row of this kind in the place since a time. */
export const hasEntrySince = async (
  db: Queryable,
  kind: string,
  actorId: number,
  projectId: number | null,
  since: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from audit_entry
      where actor_id = ${actorId} and kind = ${kind} and event_at > ${since} and project_id is not distinct from ${projectId}
    ) as found`.execute(db)
  return rows[0]?.found === true
}

/** Undefined: there is no such artifact. */
export const trackerOfArtifact = async (db: Queryable, artifactId: number): Promise<number | undefined> =>
  (await db.selectFrom('artifact').select('tracker_id').where('id', '=', artifactId).executeTakeFirst())?.tracker_id

/** A row of the chain with the columns by which it is found. */
export interface RowToCheck extends StoredEntry {
  readonly eventAt: Date
  readonly kind: string
  readonly actorId: number | null
  readonly projectId: number | null
  readonly subject: string | null
}

export const listRowsToCheck = async (db: Queryable, after: number, limit: number): Promise<RowToCheck[]> => {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['n', 'event_at', 'kind', 'actor_id', 'project_id', 'subject', 'entry', 'previous', 'hash'])
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    n: row.n,
    eventAt: row.event_at,
    kind: row.kind,
    actorId: row.actor_id,
    projectId: row.project_id,
    subject: row.subject,
    entry: parseJsonb<SealedEntry>(row.entry),
    previous: row.previous,
    hash: row.hash,
  }))
}

/** Removes the rows before a time from the front of the chain; returns how many. */
export const removeEntriesBefore = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  await sql`select set_config('crocus.audit_retention', 'on', true)`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from audit_entry where n in (
        select n from audit_entry
        where n < coalesce((select min(n) from audit_entry where event_at >= ${before}), 9223372036854775807)
        order by n limit ${limit}
      ) returning n, hash
    ), last as (select n, hash from gone order by n desc limit 1), moved as (
      insert into audit_anchor (n, hash) select n, hash from last
      on conflict (is_only) do update set n = excluded.n, hash = excluded.hash
    )
    select n from gone`.execute(tx)
  return rows.length
}
