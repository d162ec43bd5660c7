import { fieldType } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactDocument } from './artifact.ts'

/** The submitted values that differ from the document: an equal value is no change (artifacts.md §6). */
export const changedValues = (
  tracker: Tracker,
  document: ArtifactDocument,
  values: ReadonlyMap<number, unknown>,
): Map<number, unknown> => {
  const changed = new Map<number, unknown>()
  for (const [fieldId, value] of values) {
    const field = tracker.fieldById.get(fieldId)
    if (field && !fieldType(field.type).same(document[fieldId], value)) changed.set(fieldId, value)
  }
  return changed
}

/** The values of a change with others set in their place. Setting the value that the document holds already is no change. */
export const withSetValues = (
  tracker: Tracker,
  document: ArtifactDocument | undefined,
  values: ReadonlyMap<number, unknown>,
  set: ReadonlyMap<number, unknown>,
): ReadonlyMap<number, unknown> => {
  if (set.size === 0) return values
  const changed = document ? changedValues(tracker, document, set) : set
  const all = new Map(values)
  for (const fieldId of set.keys()) {
    if (changed.has(fieldId)) all.set(fieldId, changed.get(fieldId))
    else all.delete(fieldId)
  }
  return all
}
