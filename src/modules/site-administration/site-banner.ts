import { DateTime } from 'luxon'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Viewer } from '../users/index.ts'
import { findBanner, saveBanner } from './site.store.ts'
import type { SiteBanner } from './site.ts'

/** Throws NotFound if there is no banner, or if it has expired. */
export const getSiteBanner = (db: Db, clock: Clock) => async (): Promise<SiteBanner> => {
  const banner = await findBanner(db.kysely)
  if (!banner || (banner.expiresAt !== null && banner.expiresAt <= clock.now()))
    throw new NotFound('The platform has no banner')
  return banner
}

/** Undefined removes the banner. */
export const setSiteBanner =
  (db: Db, clock: Clock, settings: Pick<SettingsModule, 'get'>) =>
  async (
    viewer: Viewer,
    wanted: (Omit<SiteBanner, 'expiresAt'> & { readonly expirationDate: string | null }) | undefined,
  ): Promise<void> => {
    if (!viewer.isSiteAdministrator)
      throw new Forbidden('Only site administrators set the banner of the platform', { reason: 'permission.admin' })
    const banner = wanted && {
      message: wanted.message,
      importance: wanted.importance,
      expiresAt:
        wanted.expirationDate === null
          ? null
          : parseFutureDate(wanted.expirationDate, settings.get('timezone'), clock.now()),
    }
    await inTransaction(db, async tx => {
      await saveBanner(tx, banner)
      const kind = banner ? 'site.banner_set' : 'site.banner_removed'
      await appendEvents(tx, [
        { kind, actorId: viewer.userId, means: viewer.means, payload: banner ? { importance: banner.importance } : {} },
      ])
    })
  }

const parseFutureDate = (text: string, zone: string, now: Date): Date => {
  const date = DateTime.fromISO(text, { zone })
  if (!date.isValid)
    throw new Invalid('`expiration_date` is not a date: it is to be one as of ISO 8601', {
      reason: 'parameter.range',
      parameter: 'expiration_date',
    })
  if (date.toJSDate() <= now)
    throw new Invalid('`expiration_date` is over already: it is to be in the future', {
      reason: 'parameter.range',
      parameter: 'expiration_date',
    })
  return date.toJSDate()
}
