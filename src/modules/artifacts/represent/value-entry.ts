import { fieldType, type Field, type StoredLink, type ValueEntry } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { visibleStoredLinks, type LinkLookUp } from '../access/visible-links.ts'

/** The stored value without links that the viewer may not know of. */
export const visibleValue = async (deps: LinkLookUp, viewer: Viewer, field: Field, value: unknown): Promise<unknown> =>
  field.type === 'art_link' && value ? visibleStoredLinks(deps, viewer, value as readonly StoredLink[]) : value

/** The visible part of the value, as an entry of `PUT`. */
export const entryOf = async (
  deps: LinkLookUp,
  viewer: Viewer,
  field: Field,
  value: unknown,
): Promise<ValueEntry | null> => {
  const type = fieldType(field.type)
  if (value === undefined || !type.toEntry) return null
  return type.toEntry(await visibleValue(deps, viewer, field, value), field)
}
