import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import { findPendingFiles, type FilesModule, type UploadKind } from '../../files/index.ts'
import type { DeclareArchive } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import {
  findArchiveOfProject,
  findWaitingFileId,
  insertArchive,
  type ProjectArchive,
} from './project-archives.store.ts'

export const ARCHIVE_UPLOADS = '/uploads/project/file'
export const MAKE_PROJECTS = 'make_projects_from_archives'

interface ArchiveDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly files: Pick<FilesModule, 'declareArchive'>
}

/** Creates the upload for the archive of a new project, in the transaction that creates the project. */
export const declareProjectArchive =
  ({ clock, files }: ArchiveDependencies): DeclareArchive =>
  async (tx: Tx, { projectId, fileName, fileSize, viewer }) => {
    const file = await files.declareArchive(tx, viewer, { name: fileName, size: fileSize })
    const id = await insertArchive(tx, {
      projectId,
      fileId: file.id,
      fileName,
      fileSize,
      submittedBy: viewer.userId,
      now: clock.now(),
      expiresAt: file.expiresAt,
    })
    return { uploadHref: `${ARCHIVE_UPLOADS}/${id}` }
  }

/** Uploads of archives: the files that their account still has to send. */
export const archiveUploads = ({ db, clock }: Pick<ArchiveDependencies, 'db' | 'clock'>): UploadKind => ({
  find: async (id, userId) => {
    const fileId = await findWaitingFileId(db, id, userId)
    if (fileId === undefined) return undefined
    const [file] = await findPendingFiles(db, [fileId], userId, clock.now())
    // http.md §12: a finished upload does not exist for clients.
    return file?.isFinished === false ? file : undefined
  },
  ended: () => enqueueJobs(db.kysely, [{ name: MAKE_PROJECTS, key: MAKE_PROJECTS }]),
})

/** For the sender and for site administrators. Other callers get a 404, because the project is hidden. */
export const getProjectArchive =
  (db: Db) =>
  async (viewer: Viewer, projectId: number): Promise<ProjectArchive> => {
    const archive = Number.isSafeInteger(projectId) ? await findArchiveOfProject(db, projectId) : undefined
    const isHidden = viewer.projectIds?.has(projectId) === false
    if (!archive || isHidden || (archive.submittedBy !== viewer.userId && !viewer.isSiteAdministrator))
      throw new NotFound('No project was made from an archive under this number')
    return archive
  }
