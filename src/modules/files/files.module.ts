import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Route } from '../../platform/http/route.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ContentStore } from './content-store.ts'
import { declareFile, quotaHeaders, type DeclareDependencies } from './declare-file.ts'
import { filesRoutes } from './files.routes.ts'
import { findAttachable } from './find-attachable.ts'
import { serveUpload } from './serve-upload.ts'
import { createTemporaryFiles } from './temporary-files.module.ts'
import { temporaryFilesRoutes } from './temporary-files.routes.ts'
import { verifyContents } from './verify-contents.ts'

export interface FilesDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly contents: ContentStore
  readonly requireFileField: DeclareDependencies['requireFileField']
}

export interface FilesModule {
  readonly routes: Route<Viewer>[]
  readonly findAttachable: ReturnType<typeof findAttachable>
  /** TUS, for addresses outside of the API. */
  readonly serveUpload: ReturnType<typeof serveUpload>
  /** Compares files with their contents, for the operator. */
  readonly verify: ReturnType<typeof verifyContents>
}

export const createFilesModule = (dependencies: FilesDependencies): FilesModule => {
  const { settings } = dependencies
  return {
    findAttachable: findAttachable(dependencies),
    serveUpload: serveUpload(dependencies),
    verify: verifyContents(dependencies),
    routes: [
      ...filesRoutes({
        declare: declareFile(dependencies),
        limits: () => quotaHeaders(settings.get('max_pending_uploads')),
      }),
      ...temporaryFilesRoutes(createTemporaryFiles(dependencies)),
    ],
  }
}
