import { invalidate, type Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { PLATFORM_PROJECT_ID } from '../../projects/index.ts'
import { getSiteAdministrators, NONE_USER_ID, requireAnotherAdministrator, type Actor } from '../../users/index.ts'
import { addSiteAdministrator, removeSiteAdministrator } from '../store/auth.store.ts'

/** Adds an account to the administrators of project 1, or removes it (auth.md §1.2). The last active administrator cannot be removed. */
export const setSiteAdministrator = async (
  tx: Tx,
  userId: number,
  isAdministrator: boolean,
  actor: Actor,
): Promise<boolean> => {
  const administrators = await getSiteAdministrators(tx)
  if (administrators.has(userId) === isAdministrator) return false
  if (userId <= NONE_USER_ID)
    throw new Invalid('this account belongs to the platform and cannot be changed', { reason: 'conflict' })
  if (!isAdministrator) {
    requireAnotherAdministrator(administrators, userId)
    await removeSiteAdministrator(tx, userId)
  } else if (!(await addSiteAdministrator(tx, userId))) {
    throw new Invalid('a restricted account cannot be a site administrator', { reason: 'conflict' })
  }
  const kind = isAdministrator ? 'site_administrator.added' : 'site_administrator.removed'
  await appendEvents(tx, [
    { kind, actorId: actor.userId, means: actor.means, projectId: PLATFORM_PROJECT_ID, payload: { userId } },
  ])
  await invalidate(tx, 'membership', userId)
  await invalidate(tx, 'user_group', PLATFORM_PROJECT_ID)
  return true
}
