import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { Forbidden, Invalid, NotFound, type Fault, type WithReason } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { requireSame, stateEtag, type Precondition } from '../../../platform/http/headers/conditional.ts'
import { fieldType, type Field } from '../../fields/index.ts'
import { isTrackerAdmin, type CriterionRow, type SavedCriterion, type Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { checkTql } from '../queries/check-tql.ts'
import { searchContext, type SearchDependencies, type TrackerInProject } from '../queries/search-artifacts.ts'
import { getReport } from './get-report.ts'
import type { Report, ReportContent } from './report.ts'
import { deleteReportRows, findReport, insertReport, lockReport, replaceReport } from './reports.store.ts'
import { readableField } from './readable-field.ts'
import { checkView, type WrittenView } from './report-view.ts'
import { savedCondition } from './run-report.ts'

/** A report as a client sends it. */
export interface ReportInput {
  readonly label: string
  readonly description: string
  readonly isPublic: boolean
  readonly isDefault: boolean
  readonly expertQuery: string
  readonly criteria: readonly { readonly field_id: number; readonly operator?: string; readonly value?: unknown }[]
  readonly columns: readonly number[]
  /** Null: the usual table. */
  readonly view: WrittenView | null
}

const MAX_LABEL = 255

/** A report as a transaction leaves it. */
export interface WrittenReport {
  readonly report: Report
  readonly place: TrackerInProject
}

/** POST /tracker_reports: a private report, or a public one by an administrator of the tracker. */
export const createReport =
  (dependencies: SearchDependencies) =>
  async (viewer: Viewer, trackerId: number, input: ReportInput): Promise<WrittenReport> => {
    const place = await dependencies.trackers.requireTracker(viewer, trackerId)
    requireRight(viewer, place, input.isPublic)
    dependencies.projects.requireWritable(place.project)
    const content = await checkContent(dependencies, viewer, place, input)
    return inTransaction(dependencies.db, async tx => {
      const id = await insertReport(tx, place.tracker.id, viewer.userId, content)
      await appendEvents(tx, [event('report.created', viewer, place, id)])
      return { report: await findWrittenReport(tx, id), place }
    })
  }

/** PUT /tracker_reports/{id}: replaces the whole report. */
export const updateReport =
  (dependencies: SearchDependencies) =>
  async (viewer: Viewer, id: number, input: ReportInput, precondition: Precondition): Promise<WrittenReport> => {
    const { report, place } = await getReport(dependencies)(viewer, id)
    requireRight(viewer, place, report.ownerId === null || input.isPublic)
    dependencies.projects.requireWritable(place.project)
    requireSame(precondition, stateEtag(report))
    const content = await checkContent(dependencies, viewer, place, input)
    return inTransaction(dependencies.db, async tx => {
      const locked = await lockUnchanged(tx, report, precondition)
      await replaceReport(tx, locked, viewer.userId, content)
      await appendEvents(tx, [event('report.updated', viewer, place, id)])
      return { report: await findWrittenReport(tx, id), place }
    })
  }

/** DELETE /tracker_reports/{id} */
export const deleteReport =
  (dependencies: SearchDependencies) =>
  async (viewer: Viewer, id: number, precondition: Precondition): Promise<void> => {
    const { report, place } = await getReport(dependencies)(viewer, id)
    requireRight(viewer, place, report.ownerId === null)
    dependencies.projects.requireWritable(place.project)
    await inTransaction(dependencies.db, async tx => {
      await lockUnchanged(tx, report, precondition)
      await deleteReportRows(tx, id)
      await appendEvents(tx, [event('report.deleted', viewer, place, id)])
    })
  }

/**
 * Locks the report until the transaction ends. Throws 404 if it is gone or belongs to another account since the rights were checked, and 412
 * if the condition does not hold.
 */
const lockUnchanged = async (tx: Tx, { id, ownerId }: Report, precondition: Precondition): Promise<Report> => {
  const locked = await lockReport(tx, id)
  if (!locked || locked.ownerId !== ownerId) throw new NotFound('Report does not exist')
  requireSame(precondition, stateEtag(locked))
  return locked
}

/** Whether the viewer may change or delete the report. */
export const canChangeReport = (viewer: Viewer, { ownerId }: Report, tracker: Tracker): boolean =>
  ownerId === null ? isTrackerAdmin(viewer, tracker) : ownerId === viewer.userId

const findWrittenReport = async (tx: Tx, id: number): Promise<Report> => {
  const report = await findReport(tx, id)
  if (!report) throw new Error('the report that was just written is not there')
  return report
}

const event = (kind: string, viewer: Viewer, { tracker }: TrackerInProject, reportId: number) => ({
  kind,
  actorId: viewer.userId,
  means: viewer.means,
  projectId: tracker.projectId,
  trackerId: tracker.id,
  payload: { report_id: reportId },
})

const requireRight = (viewer: Viewer, { tracker }: TrackerInProject, isPublic: boolean): void => {
  if (isPublic && !isTrackerAdmin(viewer, tracker))
    throw new Forbidden('Public reports are for administrators of the tracker', { reason: 'permission.admin' })
}

/** Throws all faults at once. Criteria and query are checked as in a search. */
const checkContent = async (
  dependencies: SearchDependencies,
  viewer: Viewer,
  place: TrackerInProject,
  input: ReportInput,
): Promise<ReportContent> => {
  const context = searchContext(dependencies, viewer, place, 'tql')
  const faults: Fault[] = []
  const fault = (parameter: string, text: string, about: WithReason = { reason: 'parameter.range' }): void =>
    void faults.push({ ...about, text, parameter })
  const unknownField = (parameter: string, id: number): void =>
    fault(parameter, `\`${parameter}\`: unknown field ${id}`, { reason: 'field.unknown', field_id: id })
  const name = input.label.trim()
  if (name === '') fault('label', '`label` must not be empty', { reason: 'parameter.required' })
  if (name.length > MAX_LABEL)
    fault('label', `\`label\` is longer than ${MAX_LABEL} characters`, { reason: 'parameter.range', limit: MAX_LABEL })
  if (input.isDefault && !input.isPublic) fault('is_default', 'Only a public report can be the default one')
  const expertQuery = input.expertQuery.trim()
  if (expertQuery !== '' && input.criteria.length > 0)
    fault('expert_query', '`expert_query` and `criteria` exclude each other')

  const criteria = input.criteria.flatMap((given, index): CriterionRow[] => {
    const field = readableField(context, given.field_id)
    if (!field) unknownField(`criteria[${index}]`, given.field_id)
    if (!field) return []
    const criterion = {
      field_id: field.id,
      is_advanced: false,
      value: toSavedCriterion(field, given.operator, given.value),
    }
    const answer = savedCondition(criterion, context)
    if (typeof answer === 'string')
      fault(`criteria[${index}]`, `\`criteria[${index}]\`: ${answer}`, {
        reason: 'parameter.range',
        field_id: field.id,
        name: field.name,
      })
    return [criterion]
  })
  for (const [index, id] of input.columns.entries())
    if (!readableField(context, id)) unknownField(`columns[${index}]`, id)
  const view = input.view && checkView(input.view, context, fault)
  if (faults.length > 0) throw new Invalid(faults)
  if (expertQuery !== '') await checkTql(input.expertQuery, context)
  return {
    name,
    description: input.description.trim(),
    isPublic: input.isPublic,
    isDefault: input.isDefault,
    expertQuery: expertQuery === '' ? null : input.expertQuery,
    criteria,
    columns: [...new Set(input.columns)],
    view,
  }
}

/** Converts a criterion to the form of imported reports if one exists, so that archives and copies of the tracker keep it. */
const toSavedCriterion = (field: Field, operator = 'contains', value: unknown = null): SavedCriterion => {
  if (value === null) return null
  const isPlain = operator.toLowerCase() === 'contains'
  if (isPlain && (typeof value === 'string' || typeof value === 'number') && isTextual(field)) return String(value)
  if (isPlain && field.bind?.type === 'static') {
    const ids = Array.isArray(value) ? (value as readonly unknown[]) : [value]
    const { byId } = field.bind
    if (ids.every(id => typeof id === 'number' && (byId.has(id) || id === NONE_VALUE_ID)))
      return { none: ids.includes(NONE_VALUE_ID), value_ids: (ids as number[]).filter(id => id !== NONE_VALUE_ID) }
  }
  return { operator, value }
}

/** Id of "None" among the values of a list. */
const NONE_VALUE_ID = 100

const isTextual = ({ type }: Field): boolean => fieldType(type).query?.criteria?.['<'] === undefined
