import type { ApiError } from '../../api/api-error.ts'
import type { Field } from '../../fields/field-view.ts'

/** The sentences of a refusal about a field. A sentence that names no field of the form counts for each field. */
export const faultsOfField = (
  error: ApiError,
  sentences: readonly string[],
  field: Field,
  fields: readonly Field[],
): readonly string[] => {
  const names = new Set(fields.map(each => each.name))
  const own = sentences.filter((_sentence, index) => {
    const name = error.reasons[index]?.name
    return name === undefined || !names.has(name) || name === field.name
  })
  return own.map(sentence => sentence.replaceAll(`\`${field.name}\``, `“${field.label}”`))
}
