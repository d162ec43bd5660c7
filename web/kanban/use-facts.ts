import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cardFactsOf, fieldNamesOf } from '../board/card-facts.ts'
import type { Field } from '../fields/field-view.ts'
import { reportsQuery, type Report } from '../trackers/reports/report-queries.ts'
import { columnFields, columnOf, defaultColumns } from '../trackers/table/columns.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { rowsQuery } from './kanban-queries.ts'

interface FactsOptions {
  readonly kanbanId: number
  readonly tracker: Tracker
  readonly field: Field
  readonly report: number | undefined
  /** The archive is in sight. */
  readonly hasArchive: boolean
}

/** The fields of the cards, chosen as the columns of the tracker's first report, with their values. */
export const useFacts = ({ kanbanId, tracker, field, report: reportId, hasArchive }: FactsOptions) => {
  const reports = useQuery(reportsQuery(tracker.id)).data
  const report = reports?.find(({ id, is_default }) => (reportId === undefined ? is_default : id === reportId))
  const facts = useMemo(() => cardFactsOf(tracker, columnsOfReport(tracker, report), field), [tracker, report, field])
  const query = { kanbanId, trackerId: tracker.id, fields: fieldNamesOf(tracker, field, facts) }
  const open = useQuery(rowsQuery({ ...query, tql: `@status = OPEN() OR ${field.name} = ""` })).data
  const closed = useQuery({ ...rowsQuery({ ...query, tql: '@status != OPEN()' }), enabled: hasArchive }).data
  const rows = useMemo(() => new Map([...(closed ?? []), ...(open ?? [])]), [open, closed])
  return { facts, rows }
}

const columnsOfReport = (tracker: Tracker, report: Report | undefined) => {
  const fields = new Map(columnFields(tracker).map(field => [field.field_id, field]))
  const chosen = report?.renderers.find(({ type }) => type === 'table')?.columns ?? []
  const columns = chosen.flatMap(({ field_id }) => fields.get(field_id) ?? []).map(field => columnOf(field))
  return columns.length > 0 ? columns : defaultColumns(tracker)
}
