import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { findPresentFile } from './attachments.store.ts'
import { completeUpload } from '../uploads/complete-uploads.ts'
import type { ContentStore } from '../contents/content-store.ts'
import type { AttachedFile, PendingFile } from '../model/file.ts'
import type { CanReadAttachment } from './find-readable.ts'
import { finishTemporaryFile } from '../temporary/finish-temporary-file.ts'
import { findPendingFiles } from '../uploads/pending-files.store.ts'

export interface AttachDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly contents: ContentStore
  readonly canReadAttachment: CanReadAttachment
}

/**
 * Files that the viewer may attach to the field now (files.md §3): finished, their own, not expired, declared for this field. Other files
 * are missing from the result. If the first of these is attached to another artifact that the viewer may read, the refusal says so; for
 * everybody else such a file does not exist. `artifactId` 0 = a new artifact.
 */
export const findAttachable =
  (dependencies: AttachDependencies) =>
  async (
    viewer: Viewer,
    fieldId: number,
    artifactId: number,
    ids: readonly number[],
  ): Promise<Map<number, AttachedFile>> => {
    const { db, clock } = dependencies
    const find = async (): Promise<PendingFile[]> =>
      (await findPendingFiles(db, ids, viewer.userId, clock.now())).filter(
        // A file of the older interface belongs to no project, so an access key that is limited to projects cannot attach it.
        file => file.fieldId === fieldId || (file.fieldId === null && !viewer.projectIds),
      )
    let pending = await find()
    if (await finishLast(dependencies, pending)) pending = await find()
    const files = new Map(pending.filter(file => file.isFinished).map(file => [file.id, toAttached(file)]))
    const missing = ids.find(id => !files.has(id))
    if (missing !== undefined && (await isReadableElsewhere(dependencies, viewer, missing, artifactId)))
      throw new Invalid(`Attached to another artifact: file ${missing}`, { reason: 'conflict' })
    return files
  }

const isReadableElsewhere = async (
  { db, canReadAttachment }: AttachDependencies,
  viewer: Viewer,
  id: number,
  here: number,
): Promise<boolean> => {
  const file = await findPresentFile(db, id)
  if (!file || file.artifactId === null || file.artifactId === here || file.fieldId === null) return false
  return canReadAttachment(viewer, { id, artifactId: file.artifactId, fieldId: file.fieldId })
}

/** Finishes uploads whose process died after the last byte, before it stored the state. Returns whether there were any. */
const finishLast = async (dependencies: AttachDependencies, pending: readonly PendingFile[]): Promise<boolean> => {
  const complete = completeUpload(dependencies)
  let isAny = false
  const completeTemporary = finishTemporaryFile(dependencies)
  for (const file of pending) {
    // A file of the older interface is complete when it is attached (§6.1).
    if (!file.isFinished && (await (file.fieldId === null ? completeTemporary(file.id) : complete(file)))) isAny = true
  }
  return isAny
}

const toAttached = (file: PendingFile): AttachedFile => ({
  id: file.id,
  name: file.name,
  size: file.size,
  type: file.type,
  description: file.description,
  submittedBy: file.submittedBy,
  ...(file.sha256 && { sha256: file.sha256.toString('hex') }),
  detectedType: file.detectedType,
})
