import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { ArtifactsModule } from '../../artifacts/index.ts'
import type { AuthModule } from '../../auth/index.ts'
import type { ContentStore, FilesModule } from '../../files/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { SiteModule } from '../../site-administration/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { UsersModule } from '../../users/index.ts'

export interface ImportDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly site: Pick<SiteModule, 'invite'>
  readonly files: Pick<FilesModule, 'declareArchive' | 'serveArchiveUpload' | 'storeFile'>
  readonly contents: ContentStore
  readonly trackers: TrackersModule
  readonly artifacts: ArtifactsModule
}
