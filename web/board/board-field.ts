import type { Field } from '../fields/field-view.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'

/** Lists that can make a board: each artifact has one value at most. */
export const boardFields = (tracker: Tracker): readonly Field[] =>
  tracker.fields.filter(({ is_used, type }) => is_used && (type === 'sb' || type === 'rb'))

/** The list of the address, else the status; undefined: the reader chooses one. */
export const boardFieldOf = (tracker: Tracker, name: string | undefined): Field | undefined => {
  const fields = boardFields(tracker)
  return (
    fields.find(field => field.name === name) ??
    fields.find(field => field.field_id === tracker.semantics.status?.field_id) ??
    (fields.length === 1 ? fields[0] : undefined)
  )
}
