import { Readable } from 'node:stream'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { Conflict, Invalid, TooManyRequests } from '../../../platform/errors.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ContentStore } from '../contents/content-store.ts'
import { ARCHIVE_FIELD, downloadPath, type Declaration, type PendingFile } from '../model/file.ts'
import { finishUpload } from './finish-upload.ts'
import { findSameDeclarations, insertDeclaration, lockDeclarations, sumPendingBytes } from './pending-files.store.ts'

/** files.md §1: lifetime of a declaration, whatever happens to it. */
export const DECLARATION_LIFE_MS = 4 * 60 * 60 * 1000

/** Maximum length of an address, with room for the rest of the request's head. */
const MAX_ADDRESS_LENGTH = 8_000
const LONGEST_ID = Number.MAX_SAFE_INTEGER

export interface DeclareDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsModule, 'get'>
  readonly contents: ContentStore
  /** Throws unless the id is a file field that the viewer may write (files.md §1). */
  readonly requireFileField: (viewer: Viewer, fieldId: number) => Promise<unknown>
}

export interface NewPendingFile {
  readonly id: number
  readonly name: string
  readonly size: number
}

/** POST /tracker_fields/{id}/files: the checks in the order of files.md §1. */
export const declareFile =
  (dependencies: DeclareDependencies) =>
  async (viewer: Viewer, declaration: Declaration): Promise<NewPendingFile> => {
    const { db, clock, settings, contents } = dependencies
    await dependencies.requireFileField(viewer, declaration.fieldId)
    const { name, size, type } = declaration
    if (name.trim() === '') throw new Invalid('`name` is required', { reason: 'parameter.required', parameter: 'name' })
    if (downloadPath(LONGEST_ID, name).length > MAX_ADDRESS_LENGTH)
      throw new Invalid('`name` is too long: no address could hold it', {
        reason: 'parameter.range',
        parameter: 'name',
      })
    if (type === '')
      throw new Invalid('`file_type` is required', { reason: 'parameter.required', parameter: 'file_type' })
    requireSize(settings.get('max_upload_size'), size)

    const now = clock.now()
    const file = await inTransaction(db, async tx => {
      await lockDeclarations(tx, viewer.userId, declaration)
      const same = await findSameDeclarations(tx, declaration, now)
      const own = same.find(({ submittedBy }) => submittedBy === viewer.userId)
      if (own) return own
      if (same.length > 0) throw new Conflict('Somebody else is already uploading a file of this name and size')
      const { id } = await insertWithinQuota(tx, dependencies, viewer, declaration, now)
      return { id, isFinished: false }
    })
    if (size === 0 && !file.isFinished) await finishEmpty(dependencies, file, contents)
    return { id: file.id, name, size }
  }

/**
 * Declares the archive of a project, or the content of an import, in the caller's transaction. It has no field, and the limits of all files
 * apply; `most` replaces the limit of attachments.
 */
export const declareArchive =
  ({ clock, settings }: Pick<DeclareDependencies, 'clock' | 'settings'>) =>
  async (
    tx: Tx,
    viewer: Viewer,
    {
      name,
      size,
      type = 'application/zip',
      most = settings.get('max_upload_size'),
    }: Pick<Declaration, 'name' | 'size'> & { readonly type?: string; readonly most?: number },
  ): Promise<{ readonly id: number; readonly expiresAt: Date }> => {
    requireSize(most, size)
    const declaration = { fieldId: ARCHIVE_FIELD, name, size, type, description: '' }
    await lockDeclarations(tx, viewer.userId, declaration)
    return insertWithinQuota(tx, { settings }, viewer, declaration, clock.now())
  }

const requireSize = (most: number, size: number): void => {
  if (size < 0)
    throw new Invalid('`file_size` cannot be negative', { reason: 'parameter.range', parameter: 'file_size' })
  if (size > most)
    throw new Invalid(`The file is too large: ${size} bytes, where ${most} are accepted`, {
      reason: 'limit.size',
      parameter: 'file_size',
      limit: most,
    })
}

const insertWithinQuota = async (
  tx: Tx,
  { settings }: Pick<DeclareDependencies, 'settings'>,
  { userId }: Viewer,
  declaration: Declaration,
  now: Date,
): Promise<{ readonly id: number; readonly expiresAt: Date }> => {
  requireRoom(await sumPendingBytes(tx, userId, now), declaration.size, settings.get('max_pending_uploads'))
  const expiresAt = new Date(now.getTime() + DECLARATION_LIFE_MS)
  return { id: await insertDeclaration(tx, declaration, { userId, now, expiresAt }), expiresAt }
}

/** An empty file needs no upload: it can be attached at once. */
const finishEmpty = async (
  { db }: DeclareDependencies,
  { id }: Pick<PendingFile, 'id'>,
  contents: ContentStore,
): Promise<void> => {
  await contents.write(String(id), Readable.from([]))
  await finishUpload({ db, contents })(id)
}

const requireRoom = (used: number, size: number, quota: number): void => {
  if (used + size <= quota) return
  throw new TooManyRequests(
    `Your files that are not attached yet take ${used} bytes; with ${size} more they would exceed your quota of ${quota} bytes. ` +
      'Attach or cancel some of them, or wait until they expire.',
    { reason: 'limit.quota', limit: quota, remaining: Math.max(0, quota - used), headers: quotaHeaders(quota, used) },
  )
}

/** Headers of the older interface (files.md §6.1): the quota, and the caller's use of it. */
export const quotaHeaders = (quota: number, used: number): Record<string, string> => ({
  'X-QUOTA': String(quota),
  'X-DISK-USAGE': String(used),
})

/** OPTIONS ignores credentials (auth.md §1), so there is no caller whose use could be shown. */
export const USED_BY_NOBODY = 0
