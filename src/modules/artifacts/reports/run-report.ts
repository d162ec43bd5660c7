import { Invalid, type Fault } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type {
  FindIds,
  KeptPage,
  SnapshotPages,
  SnapshotRequest,
} from '../../../platform/list-snapshots/list-snapshots.ts'
import { ALL, and, savedListCriterion, type Condition } from '../../fields/index.ts'
import type { CriterionRow, Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import { flatten, type OutputFormat } from '../read/list-links.ts'
import { checkTql, type TqlContext } from '../queries/check-tql.ts'
import { criterionCondition } from '../queries/criteria.ts'
import {
  runSearch,
  searchContext,
  type CancelOptions,
  type PreparedSearch,
  type SearchDependencies,
} from '../queries/search-artifacts.ts'
import { searchPast } from '../past/list-past.ts'
import {
  ofKnownPast,
  representPast,
  withForwardLinks,
  type PastArtifact,
  type PastDependencies,
} from '../past/past-artifact.ts'
import { findPast } from '../past/read-past.ts'
import { inOrderOf, representVisible } from '../read/read-artifacts.ts'
import { limitFields } from '../read/row-shape.ts'
import { getReport } from './get-report.ts'
import type { Report } from './report.ts'

export interface RunReportInput extends Page, CancelOptions {
  readonly values: '' | 'all' | 'from_table_renderer'
  readonly tableRendererId: number | undefined
  readonly format: OutputFormat
  /** The report as it was then; undefined: now. */
  readonly at: Date | undefined
  /** For a page of a kept list. */
  readonly kept: Omit<SnapshotRequest, 'list'> | undefined
}

export type RunReportDependencies = PastDependencies & SearchDependencies & { readonly snapshotPages: SnapshotPages }

/** JSON text of a page, and the number of artifacts that the report finds for the viewer. */
interface ReportPage {
  readonly json: string
  readonly size: number
  readonly kept?: KeptPage
}

/** GET /tracker_reports/{id}/artifacts */
export const runReport =
  (dependencies: RunReportDependencies) =>
  async (viewer: Viewer, id: number, input: RunReportInput): Promise<ReportPage> => {
    const { serializerOf } = dependencies
    const { report, place } = await getReport(dependencies)(viewer, id)
    if (input.format !== 'nested' && input.values === '')
      throw new Invalid('The flat formats need values: `values` must be all or from_table_renderer', {
        reason: 'parameter.required',
        parameter: 'values',
      })
    const columns = input.values === 'from_table_renderer' ? columnsOf(report, input.tableRendererId) : undefined
    const context = searchContext(dependencies, viewer, place, 'tql')
    const search: PreparedSearch = { context, condition: await conditionOf(report, context), order: [] }
    const limited = columns ? limitFields(serializerOf, withoutLinks(context.tracker, columns)) : serializerOf
    const { at, signal, kept, limit, offset } = input
    const find: FindIds = page =>
      at
        ? searchPast(dependencies, search, place, { ...page, signal, at })
        : runSearch(dependencies, search, place, { ...page, signal })
    const page = { limit, offset }
    // A report that was changed since is another list.
    const list = ['report', id, report.expertQuery, report.isInExpertMode, report.criteria, at ?? null]
    const write = (ids: readonly number[]) => writeRows({ ...dependencies, serializerOf: limited }, viewer, ids, input)
    if (!kept) {
      const { ids, size } = await find(page)
      return { json: (await write(ids)).json, size }
    }
    const { id: snapshot, ids, size } = await dependencies.snapshotPages({ ...kept, list }, page, find)
    const { json, count } = await write(ids)
    return { json, size, kept: { id: snapshot, missing: ids.length - count } }
  }

/** The artifacts that the viewer sees, as of the time if there is one, in the form that is asked for. */
const writeRows = async (
  dependencies: PastDependencies,
  viewer: Viewer,
  ids: readonly number[],
  { at, format, values }: RunReportInput,
): Promise<{ readonly json: string; readonly count: number }> => {
  const { serializerOf, db } = dependencies
  const shape = { values: values !== '', valuesByField: false }
  const past = at && (await findPast(dependencies, viewer, ids, at))
  if (format === 'nested') {
    const texts = past
      ? await representPast(dependencies, viewer, past, shape)
      : await representVisible(dependencies, serializerOf, viewer, inOrderOf(ids, await findArtifacts(db, ids)), shape)
    return { json: `[${texts.join(',')}]`, count: texts.length }
  }
  const rows = past
    ? await flatten(dependencies, ofKnownPast(serializerOf), viewer, await artifactsOf(dependencies, past), format)
    : await flatten(dependencies, serializerOf, viewer, inOrderOf(ids, await findArtifacts(db, ids)), format)
  return { json: JSON.stringify(rows), count: rows.length }
}

const artifactsOf = async (dependencies: PastDependencies, past: readonly PastArtifact[]) =>
  (await withForwardLinks(dependencies, past)).map(({ artifact }) => artifact)

/** The saved condition of the report; criteria of fields that the viewer may not read are ignored (trackers.md §5). */
export const conditionOf = async (report: Report, context: TqlContext): Promise<Condition> => {
  if (report.isInExpertMode) return report.expertQuery.trim() === '' ? ALL : checkTql(report.expertQuery, context)
  const faults: Fault[] = []
  const conditions = report.criteria.flatMap(criterion => {
    const answer = savedCondition(criterion, context)
    if (typeof answer !== 'string') return answer ? [answer] : []
    faults.push({
      text: `The report cannot be run: ${answer}`,
      reason: 'parameter.range',
      field_id: criterion.field_id,
      name: context.tracker.fieldById.get(criterion.field_id)?.name,
    })
    return []
  })
  if (faults.length > 0) throw new Invalid(faults)
  return and(...conditions)
}

export const savedCondition = (
  { field_id, value }: CriterionRow,
  context: TqlContext,
): Condition | string | undefined => {
  const field = context.tracker.fieldById.get(field_id)
  if (!field?.isUsed || value === null || !canRead(context.rights, field)) return undefined
  if (typeof value === 'string')
    return value === '' ? undefined : criterionCondition({ field, operator: 'contains', value }, context)
  if ('operator' in value) return criterionCondition({ field, operator: value.operator, value: value.value }, context)
  return value.none || value.value_ids.length > 0 ? savedListCriterion(field, value) : undefined
}

/** Fields of the requested table (trackers.md §5): the table with the id, or the only table. */
const columnsOf = ({ renderers }: Report, rendererId: number | undefined): ReadonlySet<number> => {
  const tables = renderers.filter(({ type }) => type === 'table')
  const table =
    rendererId === undefined
      ? tables.length === 1
        ? tables[0]
        : undefined
      : tables.find(({ id }) => id === rendererId)
  if (!table) {
    const known = tables.map(({ id, name }) => `${id} (${name})`).join(', ')
    throw new Invalid(
      tables.length === 0
        ? 'The report has no table'
        : `\`table_renderer_id\` must name one of the tables of the report: ${known}`,
      { reason: 'parameter.range' },
    )
  }
  return new Set(table.definition.columns.map(column => column.field_id))
}

/** Tables omit links. */
const withoutLinks = ({ fieldById }: Tracker, columns: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...columns].filter(id => fieldById.get(id)?.type !== 'art_link'))
