import type { Entry, FieldChange } from '../activity/activity-queries.ts'

export const KINDS = ['comments', 'values', 'texts', 'files', 'links'] as const
export type Kind = (typeof KINDS)[number]

/** Undefined members fit everything. */
export interface HistoryFilter {
  /** Id of an account. */
  readonly person?: number | undefined
  readonly field?: number | undefined
  readonly kind?: Kind | undefined
}

const KIND_OF_TYPE: Readonly<Record<string, Kind>> = {
  text: 'texts',
  ttmstepdef: 'texts',
  file: 'files',
  art_link: 'links',
}

const isOfKind = ({ type }: FieldChange, kind: Kind): boolean => (KIND_OF_TYPE[type] ?? 'values') === kind

/** Whether the history shows the entry: field and kind may hold for different changes of it only if one change fits both. */
export const fits = ({ by, comment, changes }: Entry, { person, field, kind }: HistoryFilter): boolean => {
  if (person !== undefined && by?.id !== person) return false
  if (kind === 'comments') return Boolean(comment) && (field === undefined || changes.some(at => at.field_id === field))
  if (field === undefined && kind === undefined) return true
  return changes.some(
    change => (field === undefined || change.field_id === field) && (kind === undefined || isOfKind(change, kind)),
  )
}
