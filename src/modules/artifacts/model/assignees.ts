import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactDocument } from './artifact.ts'

/** Accounts in the contributor field, which decide who may see the artifact as an assignee or as one of their group. */
export const assigneeIds = (
  { semantics }: Pick<Tracker, 'semantics'>,
  document: ArtifactDocument,
): readonly number[] => {
  const fieldId = semantics.contributor?.fieldId
  const stored = fieldId === undefined ? undefined : document[fieldId]
  return Array.isArray(stored) ? stored.filter(id => typeof id === 'number') : []
}
