import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Refusals } from '../../../platform/events/refusals.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { UsersModule } from '../../users/index.ts'

/** The dependencies of the operations of this module. */
export interface AuthDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly sleep: (milliseconds: number) => Promise<unknown>
  /** Maximum attempts to sign in that this process runs at the same time, including waiting ones. */
  readonly maxSignIns: number
  /** Refused sign-ins, for the audit. */
  readonly refusals: Pick<Refusals, 'note'>
  readonly mailer: Pick<Mailer, 'queue'>
  readonly settings: Pick<SettingsModule, 'get' | 'isoDate' | 'publicUrl' | 'secret'>
  readonly users: UsersModule
  /** Memberships are cached and include project 1, whose administrators are the site administrators. */
  readonly projects: Pick<
    ProjectsModule,
    'canAccess' | 'canCreateProjects' | 'canUserAccess' | 'getMany' | 'membershipsOf'
  >
}
