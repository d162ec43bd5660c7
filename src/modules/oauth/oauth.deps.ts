import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { UsersModule } from '../users/index.ts'

/** What the operations of this module take. */
export interface OauthDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
}
