import type { Reason } from '../../../platform/reasons.ts'

/** Reasons for which values are refused, in any write of an artifact. */
export const VALUE_REASONS: readonly Reason[] = [
  'comment.groups',
  'field.date_rule',
  'field.dependency',
  'field.frozen',
  'field.required',
  'field.unknown',
  'field.value',
  'link.target',
  'limit.quota',
  'permission.field_update',
  'workflow.comment',
  'workflow.group',
  'workflow.not_empty',
  'workflow.transition',
  'write.overtaken',
]

export const CREATION_REASONS: readonly Reason[] = [...VALUE_REASONS, 'external_id.taken', 'permission.submit']
export const UPDATE_REASONS: readonly Reason[] = [...VALUE_REASONS, 'precondition.required']
export const DELETION_REASONS: readonly Reason[] = ['limit.deletions', 'precondition.required', 'write.overtaken']
export const UNDO_REASONS: readonly Reason[] = [
  ...VALUE_REASONS,
  'undo.creation',
  'undo.file_gone',
  'undo.moved',
  'undo.overlaid',
]
/** A refused batch tells the reasons of its operations in `results`. */
export const BATCH_REASONS: readonly Reason[] = [
  ...new Set([...CREATION_REASONS, ...UPDATE_REASONS, ...DELETION_REASONS, ...UNDO_REASONS]),
  'batch.dependency',
  'batch.path',
  'batch.ref',
  'batch.refused',
]
