import { buffer } from 'node:stream/consumers'
import { NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { contentKey, ContentMissing, type ContentStore } from '../contents/content-store.ts'
import type { findReadable } from './find-readable.ts'

export interface ReadAttachmentDependencies {
  readonly contents: ContentStore
  readonly find: ReturnType<typeof findReadable>
}

export interface AttachmentBytes {
  /** Size of the whole file. */
  readonly size: number
  /** null = the content is missing */
  readonly bytes: Buffer | null
}

/** GET /artifact_files/{id}: a part of an attached file, for viewers who may see its artifact and field (files.md §6.2). */
export const readAttachment =
  ({ contents, find }: ReadAttachmentDependencies) =>
  async (
    viewer: Viewer,
    id: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<AttachmentBytes> => {
    const file = await find(viewer, id)
    // Also for the viewer's own unattached file: no version of an artifact contains it.
    if (!file || file.artifactId === null) throw new NotFound('There is no such attached file')
    return { size: file.size, bytes: await readPart(contents, id, page) }
  }

const readPart = async (
  contents: ContentStore,
  id: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Buffer | null> => {
  const key = contentKey(id)
  const stored = await contents.size(key)
  if (stored === undefined) return null
  const end = Math.min(offset + limit, stored) - 1
  if (end < offset) return Buffer.alloc(0)
  try {
    return await buffer(await contents.read(key, { start: offset, end }))
  } catch (error) {
    // The file was detached and erased after it was found.
    if (error instanceof ContentMissing) return null
    throw error
  }
}
