import type { Tx } from '../../../platform/db/db.ts'
import { SITE_TEMPLATE_ID } from '../../projects/index.ts'
import { createTrackers } from './create-trackers.ts'
import { newSiteTrackers } from './site-trackers.ts'
import { lockProjects } from '../store/trackers.store.ts'
import { hasSiteTrackers } from '../store/write-trackers.store.ts'

/**
 * Gives the site template of a fresh platform its trackers, once: those that an administrator deleted later do not come back.
 * Their numbers are far above the ordinary ones, so that imports start at 1 (import.md §11).
 */
export const bootstrapSiteTrackers = async (tx: Tx): Promise<void> => {
  if (await hasSiteTrackers(tx)) return
  // Another process may be at its first start, too.
  await lockProjects(tx, [SITE_TEMPLATE_ID])
  if (await hasSiteTrackers(tx)) return
  await createTrackers(tx, newSiteTrackers(), { userId: null, means: 'command' }, { numbering: 'site' })
}
