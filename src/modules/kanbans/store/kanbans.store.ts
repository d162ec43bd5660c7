import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Kanban, KanbanReport, KanbanView, NewKanban } from '../model/kanban.ts'

interface KanbanRow {
  id: number
  tracker_id: number
  name: string
  is_promoted: boolean
  limits: [columnId: number, limit: number][]
  reports: KanbanReport[]
  view: KanbanView | null
}

const NEW_VIEW: KanbanView = { foldedColumnIds: [], isBacklogOpen: true, isArchiveOpen: false }

const toKanban = (row: KanbanRow): Kanban => ({
  id: row.id,
  trackerId: row.tracker_id,
  name: row.name,
  isPromoted: row.is_promoted,
  limits: new Map(row.limits),
  reports: row.reports,
  view: row.view ?? NEW_VIEW,
})

/** A report that has become personal filters no board any more. */
const selectKanbans = (userId: number) => sql`
  select k.id, k.tracker_id, k.name, k.is_promoted,
    (select coalesce(json_agg(json_build_array(l.value_id, l.wip_limit)), '[]') from kanban_limit l where l.kanban_id = k.id) as limits,
    (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.id), '[]')
      from kanban_report kr join report r on r.id = kr.report_id
      where kr.kanban_id = k.id and r.owner_id is null) as reports,
    (select json_build_object('foldedColumnIds', v.folded_column_ids, 'isBacklogOpen', v.is_backlog_open, 'isArchiveOpen', v.is_archive_open)
      from kanban_view v where v.kanban_id = k.id and v.user_id = ${userId}) as view
  from kanban k`

/** With the view of an account; 0: of nobody. */
export const findKanban = async (db: Queryable, id: number, userId: number): Promise<Kanban | undefined> => {
  const { rows } = await sql<KanbanRow>`${selectKanbans(userId)} where k.id = ${id}`.execute(db)
  return rows[0] && toKanban(rows[0])
}

/** Kanbans of some trackers, by id. */
export const listKanbans = async (db: Queryable, trackerIds: readonly number[], userId: number): Promise<Kanban[]> => {
  if (trackerIds.length === 0) return []
  const { rows } = await sql<KanbanRow>`
    ${selectKanbans(userId)} where k.tracker_id = any(${[...trackerIds]}::bigint[]) order by k.id`.execute(db)
  return rows.map(toKanban)
}

/** The first kanban of a tracker. */
export const findKanbanOfTracker = async (
  db: Queryable,
  trackerId: number,
  userId: number,
): Promise<Kanban | undefined> => (await listKanbans(db, [trackerId], userId))[0]

/** Adds kanbans, which are numbered in their order. Returns their ids. */
export const insertKanbans = async (tx: Tx, kanbans: readonly NewKanban[]): Promise<number[]> => {
  const ids: number[] = []
  for (const { trackerId, name, isPromoted, limits, reportIds } of kanbans) {
    const { rows } = await sql<{ id: number }>`
      insert into kanban (tracker_id, name, is_promoted) values (${trackerId}, ${name}, ${isPromoted}) returning id`.execute(
      tx,
    )
    const id = rows[0]?.id ?? 0
    ids.push(id)
    for (const { columnId, limit } of limits) await writeLimit(tx, id, columnId, limit)
    await writeReports(tx, id, reportIds)
  }
  return ids
}

/** Another change of the same kanban waits for the end of the transaction. False: it is gone. */
export const lockKanban = async (tx: Tx, id: number): Promise<boolean> => {
  const { rows } = await sql`select from kanban where id = ${id} for no key update`.execute(tx)
  return rows.length > 0
}

export const updateKanban = async (
  tx: Tx,
  { id, name, isPromoted }: Pick<Kanban, 'id' | 'name' | 'isPromoted'>,
): Promise<void> => {
  await sql`update kanban set name = ${name}, is_promoted = ${isPromoted} where id = ${id}`.execute(tx)
}

export const deleteKanban = async (tx: Tx, id: number): Promise<void> => {
  await sql`delete from kanban where id = ${id}`.execute(tx)
}

/** 0 and null are no limit. */
export const writeLimit = async (tx: Tx, kanbanId: number, columnId: number, limit: number | null): Promise<void> => {
  await (
    limit
      ? sql`
        insert into kanban_limit (kanban_id, value_id, wip_limit) values (${kanbanId}, ${columnId}, ${limit})
        on conflict (kanban_id, value_id) do update set wip_limit = excluded.wip_limit`
      : sql`delete from kanban_limit where kanban_id = ${kanbanId} and value_id = ${columnId}`
  ).execute(tx)
}

/** The reports of the kanban become exactly these. */
export const writeReports = async (tx: Tx, kanbanId: number, reportIds: readonly number[]): Promise<void> => {
  await sql`
    delete from kanban_report where kanban_id = ${kanbanId} and report_id <> all(${[...reportIds]}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into kanban_report (kanban_id, report_id)
    select ${kanbanId}, id from unnest(${[...reportIds]}::bigint[]) as given (id) on conflict do nothing`.execute(tx)
}

export const writeView = async (tx: Tx, kanbanId: number, userId: number, view: KanbanView): Promise<void> => {
  const folded = sql`${[...view.foldedColumnIds]}::bigint[]`
  await sql`
    insert into kanban_view (kanban_id, user_id, folded_column_ids, is_backlog_open, is_archive_open)
    values (${kanbanId}, ${userId}, ${folded}, ${view.isBacklogOpen}, ${view.isArchiveOpen})
    on conflict (kanban_id, user_id) do update set folded_column_ids = excluded.folded_column_ids,
      is_backlog_open = excluded.is_backlog_open, is_archive_open = excluded.is_archive_open`.execute(tx)
}
