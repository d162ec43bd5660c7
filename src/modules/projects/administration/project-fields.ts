import type { ProjectField } from '../store/projects.store.ts'

export interface FieldValue {
  readonly fieldId: number
  readonly value: string
}

/** The first fault of the custom fields given for a new project (projects.md §3.6); undefined if there is none. */
export const fieldValuesFault = (
  fields: readonly ProjectField[],
  values: readonly FieldValue[],
): string | undefined => {
  const given = new Map(values.map(({ fieldId, value }) => [fieldId, value]))
  const missing = fields.filter(field => field.isRequired && (given.get(field.id) ?? '') === '')
  if (missing.length > 0)
    return `A project needs a value of each mandatory field: ${missing.map(({ name }) => name).join(', ')}`
  const known = new Set(fields.map(field => field.id))
  const unknown = [...given.keys()].filter(id => !known.has(id))
  if (unknown.length > 0) return `There are no project fields with these ids: ${unknown.join(', ')}`
  return undefined
}
