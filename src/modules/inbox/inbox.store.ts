import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../platform/db/db.ts'
import type { EntryChange, EntrySelection, EntryState, Reason } from './entries.ts'

/** A change that an account is told of. */
export interface NewInboxChange {
  readonly userId: number
  readonly artifactId: number
  readonly changesetId: number
  readonly reasons: readonly Reason[]
  readonly at: Date
}

export interface WrittenEntry {
  readonly id: number
  readonly userId: number
}

/** Adds changes, oldest first, to the unread entries of their accounts and artifacts. */
export const addChanges = async (tx: Tx, changes: readonly NewInboxChange[]): Promise<WrittenEntry[]> => {
  const latest = new Map(changes.map(change => [keyOf(change.userId, change.artifactId), change]))
  const wanted = [...latest.values()].sort((left, right) => left.changesetId - right.changesetId)
  const userIds = wanted.map(({ userId }) => userId)
  const artifactIds = wanted.map(({ artifactId }) => artifactId)
  // In the order in which the account's own calls lock them.
  await sql`
    select from inbox_entry
    where state = 'unread' and (user_id, artifact_id) in (
      select * from unnest(${userIds}::bigint[], ${artifactIds}::bigint[]))
    order by user_id, artifact_id for update`.execute(tx)
  const { rows } = await sql<{ id: number; user_id: number; artifact_id: number }>`
    insert into inbox_entry (user_id, artifact_id, at)
    select u.id, w.artifact_id, w.at
    from unnest(${userIds}::bigint[], ${artifactIds}::bigint[], ${wanted.map(({ at }) => at.toISOString())}::timestamptz[])
      with ordinality w (user_id, artifact_id, at, place)
    join users u on u.id = w.user_id
    order by w.place
    on conflict (user_id, artifact_id) where state = 'unread' do update set id = default, at = excluded.at
    returning id, user_id, artifact_id`.execute(tx)
  const idOf = new Map(rows.map(row => [keyOf(row.user_id, row.artifact_id), row.id]))
  const added = changes.flatMap(change => {
    const entryId = idOf.get(keyOf(change.userId, change.artifactId))
    return entryId === undefined ? [] : [{ ...change, entryId }]
  })
  await sql`
    insert into inbox_change (entry_id, changeset_id, reasons)
    select entry_id, changeset_id, string_to_array(reasons, ' ')
    from unnest(${added.map(({ entryId }) => entryId)}::bigint[], ${added.map(({ changesetId }) => changesetId)}::bigint[],
      ${added.map(({ reasons }) => reasons.join(' '))}::text[]) added (entry_id, changeset_id, reasons)
    on conflict do nothing`.execute(tx)
  return rows.map(row => ({ id: row.id, userId: row.user_id }))
}

const keyOf = (userId: number, artifactId: number): string => `${userId} ${artifactId}`

/** A change of an entry with all that a list shows of it. */
export interface ListedChange extends EntryChange {
  readonly actorId: number
  readonly at: Date
  readonly commentBody: string
  readonly commentFormat: 'text' | 'html' | 'commonmark'
  /** The change made the artifact. */
  readonly isFirst: boolean
}

export interface StoredEntry {
  readonly id: number
  /** 0: the entry is about an approval. */
  readonly artifactId: number
  /** 0: the entry is about an artifact. */
  readonly approvalId: number
  readonly state: EntryState
  /** Oldest first; without those whose artifact is gone. */
  readonly changes: readonly ListedChange[]
}

interface FactsRow {
  id: number
  artifact_id: number
  changeset_id: number | null
  reasons: Reason[]
  field_ids: string[]
  has_comment: boolean
  comment_group_ids: number[] | null
}

interface EntryRow extends Omit<FactsRow, 'artifact_id'> {
  artifact_id: number | null
  approval_id: number | null
  state: EntryState
  submitted_by: number
  submitted_on: Date
  comment_body: string
  comment_format: ListedChange['commentFormat']
  is_first: boolean
}

const FACTS = `s.id as changeset_id, c.reasons, array(select jsonb_object_keys(s.delta)) as field_ids,
    s.comment_body <> '' or s.comment_history is not null as has_comment, s.comment_group_ids`

const factsOf = (row: Omit<FactsRow, 'artifact_id'>): EntryChange => ({
  changesetId: row.changeset_id ?? 0,
  reasons: row.reasons,
  fieldIds: row.field_ids.map(Number),
  hasComment: row.has_comment,
  commentGroupIds: row.comment_group_ids,
})

const entriesStatement = statement<EntryRow>(
  'inbox-entries',
  `with page as materialized (
    select id, artifact_id, approval_id, state from inbox_entry
    where user_id = $1 and state = any($2::text[]) and id < $3 order by id desc limit $4
  )
  select p.id, p.artifact_id, p.approval_id, p.state, ${FACTS}, s.submitted_by, s.submitted_on, s.comment_body, s.comment_format,
    not exists (select from changeset e where e.artifact_id = s.artifact_id and e.id < s.id) as is_first
  from page p left join inbox_change c on c.entry_id = p.id
    left join changeset s on s.id = c.changeset_id and s.artifact_id = p.artifact_id
  order by p.id desc, s.id`,
)

export interface EntryFilter {
  readonly states: readonly EntryState[]
  /** Only entries with smaller ids. */
  readonly before: number
  readonly limit: number
}

/** Newest first, whether the account may see them or not. */
export const listEntries = async (
  db: Db,
  userId: number,
  { states, before, limit }: EntryFilter,
): Promise<StoredEntry[]> => {
  const rows = await db.query(entriesStatement, [userId, states, before, limit])
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, [first, ...others]]) => ({
    id,
    artifactId: first?.artifact_id ?? 0,
    approvalId: first?.approval_id ?? 0,
    state: first?.state ?? 'unread',
    changes: [...(first ? [first] : []), ...others].flatMap(row =>
      row.changeset_id === null
        ? []
        : [
            {
              ...factsOf(row),
              actorId: row.submitted_by,
              at: row.submitted_on,
              commentBody: row.comment_body,
              commentFormat: row.comment_format,
              isFirst: row.is_first,
            },
          ],
    ),
  }))
}

/** A change of an unread entry, with the facts that decide who sees its artifact. */
export interface UnreadChange {
  readonly entryId: number
  readonly subject: {
    readonly id: number
    readonly trackerId: number
    readonly submittedBy: number
    readonly grantedGroupIds: readonly number[] | null
  }
  readonly change: EntryChange
}

interface UnreadRow extends FactsRow {
  tracker_id: number
  submitted_by: number
  granted_group_ids: number[] | null
}

const unreadStatement = statement<UnreadRow>(
  'inbox-unread',
  `with page as materialized (
    select id, artifact_id from inbox_entry
    where user_id = $1 and state = 'unread' and ($2::bigint[] is null or id = any($2)) order by id desc limit $3
  )
  select p.id, p.artifact_id, a.tracker_id, a.submitted_by, a.granted_group_ids, ${FACTS}
  from page p join artifact a on a.id = p.artifact_id join inbox_change c on c.entry_id = p.id
    join changeset s on s.id = c.changeset_id and s.artifact_id = p.artifact_id`,
)

/** Changes of the newest unread entries, or of those with the given ids. */
export const listUnread = async (
  db: Db,
  userId: number,
  limit: number,
  entryIds: readonly number[] | null = null,
): Promise<UnreadChange[]> =>
  (await db.query(unreadStatement, [userId, entryIds, limit])).map(row => ({
    entryId: row.id,
    subject: {
      id: row.artifact_id,
      trackerId: row.tracker_id,
      submittedBy: row.submitted_by,
      grantedGroupIds: row.granted_group_ids,
    },
    change: factsOf(row),
  }))

const unreadApprovalsStatement = statement<{ id: number; approval_id: number }>(
  'inbox-unread-approvals',
  `select id, approval_id from inbox_entry
  where user_id = $1 and state = 'unread' and approval_id is not null and ($2::bigint[] is null or id = any($2))
  order by id desc limit $3`,
)

/** The newest unread entries about approvals, or those with the given ids. */
export const listUnreadApprovals = async (
  db: Db,
  userId: number,
  limit: number,
  entryIds: readonly number[] | null = null,
): Promise<{ readonly entryId: number; readonly approvalId: number }[]> =>
  (await db.query(unreadApprovalsStatement, [userId, entryIds, limit])).map(row => ({
    entryId: row.id,
    approvalId: row.approval_id,
  }))

/** Makes entries about approvals that wait. */
export const addApprovals = async (tx: Tx, approvalIds: readonly number[]): Promise<WrittenEntry[]> => {
  const { rows } = await sql<{ id: number; user_id: number }>`
    insert into inbox_entry (user_id, approval_id, at)
    select user_id, id, asked_at from approval where id = any(${approvalIds}::bigint[]) and state = 'waiting' order by id
    on conflict do nothing returning id, user_id`.execute(tx)
  return rows.map(row => ({ id: row.id, userId: row.user_id }))
}

/** An approval that is decided needs nobody any more. Returns the accounts whose entries changed. */
export const endApprovals = async (tx: Tx, approvalIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    update inbox_entry set state = 'done' where approval_id = any(${approvalIds}::bigint[]) and state <> 'done'
    returning user_id`.execute(tx)
  return [...new Set(rows.map(row => row.user_id))]
}

const isSelected = (selection: EntrySelection) =>
  'ids' in selection ? sql`id = any(${selection.ids}::bigint[])` : sql`id <= ${selection.until}`

/** Sets the state of the selected entries that are in one of the states `from`. */
export const setState = async (
  tx: Tx,
  userId: number,
  selection: EntrySelection,
  state: 'read' | 'done',
  from: readonly EntryState[],
): Promise<void> => {
  await sql`
    with chosen as materialized (
      select id from inbox_entry
      where user_id = ${userId} and state = any(${from}::text[]) and ${isSelected(selection)}
      order by artifact_id, id for update
    )
    update inbox_entry set state = ${state} where id in (select id from chosen)`.execute(tx)
}

/** Makes the selected entries that are in one of the states `from` unread. Unread entries of one artifact become one. */
export const setUnread = async (
  tx: Tx,
  userId: number,
  selection: EntrySelection,
  from: readonly EntryState[],
): Promise<void> => {
  const { rows } = await sql<{ id: number; artifact_id: number }>`
    select id, artifact_id from inbox_entry
    where user_id = ${userId} and artifact_id in (
      select artifact_id from inbox_entry
      where user_id = ${userId} and state = any(${from}::text[]) and ${isSelected(selection)}
    ) and (state = 'unread' or state = any(${from}::text[]) and ${isSelected(selection)})
    order by artifact_id, id for update`.execute(tx)
  await sql`
    update inbox_entry set state = 'unread'
    where user_id = ${userId} and approval_id is not null and state = any(${from}::text[])
      and ${isSelected(selection)}`.execute(tx)
  const entries = [...Map.groupBy(rows, row => row.artifact_id).values()].map(list => list.map(({ id }) => id))
  const targets = entries.flatMap(ids => ids.slice(-1))
  const joined = entries.flatMap(ids => ids.slice(0, -1).map(id => ({ id, target: ids.at(-1) ?? 0 })))
  await sql`
    insert into inbox_change (entry_id, changeset_id, reasons)
    select j.target, c.changeset_id, c.reasons
    from unnest(${joined.map(({ id }) => id)}::bigint[], ${joined.map(({ target }) => target)}::bigint[]) j (id, target)
    join inbox_change c on c.entry_id = j.id
    on conflict do nothing`.execute(tx)
  await sql`delete from inbox_entry where id = any(${joined.map(({ id }) => id)}::bigint[])`.execute(tx)
  await sql`update inbox_entry set state = 'unread' where id = any(${targets}::bigint[])`.execute(tx)
}

/** Deletes entries whose latest change was before the date, and those whose artifact is gone for good; returns their number. */
export const deleteOldEntries = async (db: Queryable, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from inbox_entry where id in (
      select id from inbox_entry where at < ${before.toISOString()}::timestamptz limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export const deleteEntriesOfGoneArtifacts = async (db: Queryable): Promise<void> => {
  await sql`
    delete from inbox_entry e
    where artifact_id is not null and not exists (select from artifact a where a.id = e.artifact_id)
      and not exists (select from trashed_artifact t where t.artifact_id = e.artifact_id)`.execute(db)
}
