import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Logger } from 'pino'
import type { AuthModule } from '../../auth/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { UsersModule } from '../../users/index.ts'

/** The dependencies of the operations of this module. */
export interface OauthDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: SettingsModule
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly auth: Pick<AuthModule, 'findSession' | 'onDeactivated' | 'onPasswordChanged' | 'setBearerTokens'>
}
