import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { UsersModule } from '../../users/index.ts'

/** What the operations of this module take. */
export interface AuthDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly sleep: (milliseconds: number) => Promise<unknown>
  /** Attempts to sign in that this process has in work at the same time, those that wait included. */
  readonly maxSignIns: number
  readonly mailer: Pick<Mailer, 'queue'>
  readonly settings: Pick<SettingsModule, 'get' | 'isoDate' | 'publicUrl' | 'secret'>
  readonly users: UsersModule
  /** Memberships are cached; project 1 is among them, whose administrators are those of the platform. */
  readonly projects: Pick<
    ProjectsModule,
    'canAccess' | 'canCreateProjects' | 'canUserAccess' | 'getMany' | 'membershipsOf'
  >
}
