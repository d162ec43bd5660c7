import type { SettingsModule } from '../settings/index.ts'
import { languages } from '../users/index.ts'

export interface PlatformDescription {
  readonly name: string
  readonly accessMode: 'anonymous' | 'regular' | 'restricted'
  readonly publicUrl: string
  readonly canResetPassword: boolean
  readonly languages: readonly string[]
  /** IANA name of the zone in which dates are counted, unless an account has its own. */
  readonly timezone: string
}

/** The data that a page needs before anybody signs in; none of it is secret. */
export const describePlatform = (settings: SettingsModule, isMailSent: boolean) => (): PlatformDescription => ({
  name: settings.get('platform_name'),
  accessMode: settings.get('access_mode'),
  publicUrl: settings.publicUrl(),
  canResetPassword: isMailSent,
  languages,
  timezone: settings.get('timezone'),
})
