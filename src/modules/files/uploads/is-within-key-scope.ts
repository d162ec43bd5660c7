import { unlessRefused } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import type { DeclareDependencies } from './declare-file.ts'

/** Whether the viewer's access key covers an unattached file: a key that is limited to projects needs a field of one of them. */
export const isWithinKeyScope = async (
  requireFileField: DeclareDependencies['requireFileField'],
  viewer: Viewer,
  { fieldId }: { readonly fieldId: number | null },
): Promise<boolean> => {
  if (!viewer.projectIds) return true
  // A file of the older interface belongs to no project.
  if (fieldId === null) return false
  const isInScope = async (): Promise<boolean> => {
    await requireFileField(viewer, fieldId)
    return true
  }
  return (await unlessRefused(isInScope)) ?? false
}
