import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Viewer } from '../../users/index.ts'
import type { DeclareDependencies } from '../uploads/declare-file.ts'
import { isWithinKeyScope } from '../uploads/is-within-key-scope.ts'
import { findPresentFile, type StoredFileRow } from './attachments.store.ts'

/** A file, and its artifact and field. */
export interface AttachmentPlace {
  readonly id: number
  readonly artifactId: number
  readonly fieldId: number
}

/** Whether the file is in the current version of its artifact, and the viewer may see artifact and field. Never throws a refusal. */
export type CanReadAttachment = (viewer: Viewer, place: AttachmentPlace) => Promise<boolean>

export interface FindReadableDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly canReadAttachment: CanReadAttachment
  readonly requireFileField: DeclareDependencies['requireFileField']
}

/**
 * The file, if the viewer may read it now (files.md §4); checked at every read. An unattached file can be read by its sender, once it is
 * finished and until it expires. Undefined for all others, whatever the reason.
 */
export const findReadable =
  ({ db, clock, canReadAttachment, requireFileField }: FindReadableDependencies) =>
  async (viewer: Viewer, id: number): Promise<StoredFileRow | undefined> => {
    const file = await findPresentFile(db, id)
    if (!file?.isFinished) return undefined
    const { artifactId, fieldId } = file
    if (artifactId === null) {
      const isOwn = !viewer.isAnonymous && file.submittedBy === viewer.userId
      if (!isOwn || file.expiresAt === null || file.expiresAt <= clock.now()) return undefined
      return (await isWithinKeyScope(requireFileField, viewer, file)) ? file : undefined
    }
    if (fieldId === null) return undefined
    return (await canReadAttachment(viewer, { id, artifactId, fieldId })) ? file : undefined
  }
