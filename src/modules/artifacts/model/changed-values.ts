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
