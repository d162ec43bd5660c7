import type { Field } from '../../fields/index.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import { hasValues, type TqlContext } from '../queries/check-tql.ts'

/** A used field that holds values; undefined for one that the viewer may not read, too. */
export const readableField = (
  { tracker, rights }: Pick<TqlContext, 'tracker' | 'rights'>,
  id: number,
): Field | undefined => {
  const field = tracker.fieldById.get(id)
  return field?.isUsed && hasValues(field) && canRead(rights, field) ? field : undefined
}
