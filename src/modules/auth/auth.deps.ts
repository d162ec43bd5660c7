import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Mailer } from '../../platform/mail/mail.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Membership, UsersModule, Viewer } from '../users/index.ts'

/** What the operations of this module take. */
export interface AuthDeps {
  readonly db: Db
  readonly clock: Clock
  readonly sleep: (milliseconds: number) => Promise<unknown>
  readonly mailer: Pick<Mailer, 'queue'>
  readonly settings: Pick<SettingsModule, 'get' | 'isoDate' | 'publicUrl' | 'secret'>
  readonly users: UsersModule
  readonly projects: {
    /** Cached; project 1 included, whose administrators are those of the platform. */
    membershipsOf(userId: number): Promise<{
      readonly memberships: ReadonlyMap<number, Membership>
      readonly staticGroupIds: ReadonlySet<number>
    }>
    canCreateProjects(viewer: Viewer): boolean
  }
}
