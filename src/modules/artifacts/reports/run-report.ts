import { Invalid, type Fault } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { ALL, and, savedListCriterion, type Condition } from '../../fields/index.ts'
import type { CriterionRow, Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { findArtifacts } from '../store/artifacts.store.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import { flatten, type OutputFormat } from '../read/list-links.ts'
import { checkTql, type TqlContext } from '../queries/check-tql.ts'
import { criterionCondition } from '../queries/criteria.ts'
import {
  searchArtifacts,
  searchContext,
  type SearchDependencies,
  type CancelOptions,
} from '../queries/search-artifacts.ts'
import { inOrderOf, representVisible, type ReadDependencies } from '../read/read-artifacts.ts'
import { limitFields } from '../read/row-shape.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import { getReport } from './get-report.ts'
import type { Report } from './report.ts'

export interface RunReportInput extends Page, CancelOptions {
  readonly values: '' | 'all' | 'from_table_renderer'
  readonly tableRendererId: number | undefined
  readonly format: OutputFormat
}

/** GET /tracker_reports/{id}/artifacts: JSON text of the page, and the number of artifacts that the report finds for the viewer. */
export const runReport =
  (dependencies: ReadDependencies & SearchDependencies, serializerOf: SerializerOf) =>
  async (viewer: Viewer, id: number, input: RunReportInput): Promise<{ json: string; size: number }> => {
    const { report, place } = await getReport(dependencies)(viewer, id)
    if (input.format !== 'nested' && input.values === '')
      throw new Invalid('The flat formats need values: `values` must be all or from_table_renderer', {
        reason: 'parameter.required',
        parameter: 'values',
      })
    const columns = input.values === 'from_table_renderer' ? columnsOf(report, input.tableRendererId) : undefined
    const context = searchContext(dependencies, viewer, place, 'tql')
    const condition = await conditionOf(report, context)
    const found = await searchArtifacts(dependencies, context, place.project, condition, { ...input, order: [] })
    const artifacts = inOrderOf(found.ids, await findArtifacts(dependencies.db, found.ids))

    const limited = columns ? limitFields(serializerOf, withoutLinks(context.tracker, columns)) : serializerOf
    if (input.format === 'nested') {
      const shape = { values: input.values !== '', valuesByField: false }
      const texts = await representVisible(dependencies, limited, viewer, artifacts, shape)
      return { json: `[${texts.join(',')}]`, size: found.size }
    }
    const rows = await flatten(dependencies, limited, viewer, artifacts, input.format)
    return { json: JSON.stringify(rows), size: found.size }
  }

/** The saved condition of the report; criteria of fields that the viewer may not read are ignored (trackers.md §5). */
const conditionOf = async (report: Report, context: TqlContext): Promise<Condition> => {
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
