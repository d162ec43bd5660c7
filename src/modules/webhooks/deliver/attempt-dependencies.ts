import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { RightsDependencies } from '../model/rights.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import type { PauseReason, Webhook } from '../model/webhook.ts'
import type { ComposeDependencies } from './compose-bodies.ts'

export interface AttemptDependencies extends ComposeDependencies, RightsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: Pick<SettingsModule, 'get'>
  readonly box: SecretBox
  readonly userAgent: string
  /** Tells the administrators of the place, in the caller's transaction. */
  tellAdministrators(tx: Tx, webhook: Webhook, about: AdministratorMail): Promise<void>
}

export type AdministratorMail =
  | { readonly kind: 'paused'; readonly because: PauseReason }
  | { readonly kind: 'skipped'; readonly artifactId: number | null; readonly status: number | null }
  | { readonly kind: 'retention'; readonly days: number }
