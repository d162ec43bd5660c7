import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Viewer } from '../users/index.ts'
import { artifactFilesRoutes } from './attachments/artifact-files.routes.ts'
import type { ContentStore } from './contents/content-store.ts'
import {
  declareArchive,
  declareFile,
  quotaHeaders,
  USED_BY_NOBODY,
  type DeclareDependencies,
} from './uploads/declare-file.ts'
import { eraseContents, sweepContents } from './uploads/erase-contents.ts'
import { expireUploads } from './uploads/expire-uploads.ts'
import { filesRoutes } from './files.routes.ts'
import { findAttachable } from './attachments/find-attachable.ts'
import { findReadable, type CanReadAttachment } from './attachments/find-readable.ts'
import { holdContents } from './contents/hold-contents.ts'
import { createPreviews } from './contents/previews.ts'
import { readAttachment } from './attachments/read-attachment.ts'
import { serveDownload } from './attachments/serve-download.ts'
import { storeFile } from './uploads/store-file.ts'
import { serveUpload, type UploadKind } from './uploads/serve-upload.ts'
import { createTemporaryFiles } from './temporary/temporary-files.module.ts'
import { temporaryFilesRoutes } from './temporary/temporary-files.routes.ts'
import { verifyContents } from './contents/verify-contents.ts'

export interface FilesDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly contents: ContentStore
  readonly requireFileField: DeclareDependencies['requireFileField']
  readonly canReadAttachment: CanReadAttachment
}

export interface FilesModule {
  readonly routes: Route<Viewer>[]
  readonly findAttachable: ReturnType<typeof findAttachable>
  readonly findReadable: ReturnType<typeof findReadable>
  readonly serveDownload: ReturnType<typeof serveDownload>
  readonly jobs: readonly Job[]
  /** TUS, for addresses outside of the API. */
  readonly serveUpload: ReturnType<typeof serveUpload>
  /** Like `serveUpload`, for archives of projects, which `declareArchive` declares. */
  serveArchiveUpload(kind: UploadKind): ReturnType<typeof serveUpload>
  readonly declareArchive: ReturnType<typeof declareArchive>
  readonly storeFile: ReturnType<typeof storeFile>
  /** For readers of many contents over a long time. */
  readonly holdContents: ReturnType<typeof holdContents>
  /** Compares files with their contents, for the operator. */
  readonly verify: ReturnType<typeof verifyContents>
}

export const createFilesModule = (dependencies: FilesDependencies): FilesModule => {
  const { settings, contents } = dependencies
  const find = findReadable(dependencies)
  return {
    findAttachable: findAttachable(dependencies),
    findReadable: find,
    serveDownload: serveDownload({ contents, previews: createPreviews(contents), find }),
    jobs: [
      { name: 'expire_files', schedule: '*/10 * * * *', run: () => expireUploads(dependencies) },
      { name: 'erase_contents', schedule: '* * * * *', run: () => eraseContents(dependencies) },
      { name: 'sweep_contents', schedule: '27 3 * * *', run: () => sweepContents(dependencies) },
    ],
    serveUpload: serveUpload(dependencies),
    serveArchiveUpload: kind => serveUpload(dependencies, kind),
    declareArchive: declareArchive(dependencies),
    storeFile: storeFile(dependencies),
    holdContents: holdContents(dependencies.db),
    verify: verifyContents(dependencies),
    routes: [
      ...filesRoutes({
        declare: declareFile(dependencies),
        limits: () => quotaHeaders(settings.get('max_pending_uploads'), USED_BY_NOBODY),
      }),
      ...temporaryFilesRoutes(createTemporaryFiles(dependencies)),
      ...artifactFilesRoutes(readAttachment({ contents, find })),
    ],
  }
}
