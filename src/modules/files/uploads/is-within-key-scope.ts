import { Refusal } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import type { DeclareDependencies } from './declare-file.ts'

/** Whether a file that is attached to nothing yet is for the viewer: with an access key that is limited to projects, one of theirs is. */
export const isWithinKeyScope = async (
  requireFileField: DeclareDependencies['requireFileField'],
  viewer: Viewer,
  { fieldId }: { readonly fieldId: number | null },
): Promise<boolean> => {
  if (!viewer.projectIds) return true
  // What came by the older interface is of no project.
  if (fieldId === null) return false
  try {
    await requireFileField(viewer, fieldId)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
