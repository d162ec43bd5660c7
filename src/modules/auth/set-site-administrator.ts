import { announceChange, type Tx } from '../../platform/db/db.ts'
import { Invalid } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { PLATFORM_PROJECT_ID } from '../projects/index.ts'
import type { Actor } from '../users/index.ts'
import { addSiteAdministrator, lockSiteAdministrators, removeSiteAdministrator } from './auth.store.ts'

/** Makes an account administrator of project 1, or takes it out (auth.md §1.2). The last active one stays. */
export const setSiteAdministrator = async (
  tx: Tx,
  userId: number,
  isAdministrator: boolean,
  actor: Actor,
): Promise<boolean> => {
  const administrators = await lockSiteAdministrators(tx)
  if (administrators.has(userId) === isAdministrator) return false
  if (!isAdministrator) {
    const others = [...administrators].filter(([id, status]) => id !== userId && status === 'A')
    if (others.length === 0) throw new Invalid('this is the last site administrator: make another one first')
    await removeSiteAdministrator(tx, userId)
  } else if (!(await addSiteAdministrator(tx, userId))) {
    throw new Invalid('a restricted account cannot be a site administrator')
  }
  const kind = isAdministrator ? 'site_administrator.added' : 'site_administrator.removed'
  await appendEvents(tx, [
    { kind, actorId: actor.userId, means: actor.means, projectId: PLATFORM_PROJECT_ID, payload: { userId } },
  ])
  await announceChange(tx, 'membership', userId)
  await announceChange(tx, 'user_group', PLATFORM_PROJECT_ID)
  return true
}
