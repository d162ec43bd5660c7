import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { CriterionRow, StoredReportView } from '../../trackers/index.ts'
import type { Report, ReportContent, ReportRenderer } from './report.ts'

interface ReportTuple {
  id: number
  tracker_id: number
  owner_id: number | null
  name: string
  description: string
  is_default: boolean
  is_in_expert_mode: boolean
  expert_query: string
  criteria: string
  renderers: string
  view: string | null
}

const COLUMNS = sql`r.id, r.tracker_id, r.owner_id, r.name, r.description, r.is_default, r.is_in_expert_mode, r.expert_query,
  r.criteria, r.view, coalesce((
    select jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'name', d.name, 'definition', d.definition) order by d.rank, d.id)
    from report_renderer d where d.report_id = r.id
  ), '[]'::jsonb) as renderers`

const toReport = (row: ReportTuple): Report => ({
  id: row.id,
  trackerId: row.tracker_id,
  ownerId: row.owner_id,
  name: row.name,
  description: row.description,
  isDefault: row.is_default,
  isInExpertMode: row.is_in_expert_mode,
  expertQuery: row.expert_query,
  criteria: parseJsonb<CriterionRow[]>(row.criteria),
  renderers: parseJsonb<ReportRenderer[]>(row.renderers),
  view: row.view === null ? null : parseJsonb<StoredReportView>(row.view),
})

export const findReport = async (db: Queryable, id: number): Promise<Report | undefined> => {
  const { rows } = await sql<ReportTuple>`select ${COLUMNS} from report r where r.id = ${id}`.execute(db)
  return rows[0] && toReport(rows[0])
}

export const findReports = async (db: Queryable, ids: readonly number[]): Promise<Report[]> => {
  const { rows } = await sql<ReportTuple>`
    select ${COLUMNS} from report r where r.id = any(${ids.filter(id => Number.isSafeInteger(id))}::bigint[])`.execute(
    db,
  )
  return rows.map(toReport)
}

/** Reads the report, and locks it until the transaction ends. */
export const lockReport = async (tx: Tx, id: number): Promise<Report | undefined> => {
  await sql`select 1 from report where id = ${id} for update`.execute(tx)
  return findReport(tx, id)
}

/** Public reports and reports of the account: the default first, then by name (trackers.md §5). */
export const listReports = async (
  db: Queryable,
  trackerId: number,
  userId: number,
  page: Page,
): Promise<{ reports: Report[]; size: number }> => {
  const visible = sql`r.tracker_id = ${trackerId} and (r.owner_id is null or r.owner_id = ${userId})`
  const { rows } = await sql<ReportTuple>`select ${COLUMNS} from report r where ${visible}
    order by r.is_default desc, lower(r.name), r.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ size: number }>`select count(*) as size from report r where ${visible}`.execute(db)
  return { reports: rows.map(toReport), size: counted.rows[0]?.size ?? 0 }
}

const DEFAULT_TABLE = { name: 'Results', chunk_size: 15, multisort: false } as const

const insertTable = async (tx: Tx, reportId: number, columns: readonly number[]): Promise<void> => {
  if (columns.length === 0) return
  const { name, ...table } = DEFAULT_TABLE
  const definition = { ...table, columns: columns.map(field_id => ({ field_id })), sort: [] }
  await tx
    .insertInto('report_renderer')
    .values({ report_id: reportId, type: 'table', name, rank: 0, definition: JSON.stringify(definition) })
    .execute()
}

const rowOf = (content: ReportContent, ownerId: number) => ({
  owner_id: content.isPublic ? null : ownerId,
  name: content.name,
  description: content.description,
  is_default: content.isDefault,
  is_in_expert_mode: content.expertQuery !== null,
  expert_query: content.expertQuery ?? '',
  criteria: JSON.stringify(content.criteria),
  view: content.view === null ? null : JSON.stringify(content.view),
})

/** A tracker has one default report. */
const dropOtherDefaults = async (tx: Tx, trackerId: number, reportId: number): Promise<void> => {
  await sql`update report set is_default = false where tracker_id = ${trackerId} and id <> ${reportId} and is_default`.execute(
    tx,
  )
}

export const insertReport = async (
  tx: Tx,
  trackerId: number,
  ownerId: number,
  content: ReportContent,
): Promise<number> => {
  const { id } = await tx
    .insertInto('report')
    .values({ tracker_id: trackerId, ...rowOf(content, ownerId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertTable(tx, id, content.columns)
  if (content.isDefault) await dropOtherDefaults(tx, trackerId, id)
  return id
}

/** Replaces a report with its table: the given columns replace all previous renderers. */
export const replaceReport = async (tx: Tx, report: Report, ownerId: number, content: ReportContent): Promise<void> => {
  await tx.updateTable('report').set(rowOf(content, ownerId)).where('id', '=', report.id).execute()
  await tx.deleteFrom('report_renderer').where('report_id', '=', report.id).execute()
  await insertTable(tx, report.id, content.columns)
  if (content.isDefault) await dropOtherDefaults(tx, report.trackerId, report.id)
}

export const deleteReportRows = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('report').where('id', '=', id).execute()
}
