import type { Tx } from '../../../platform/db/db.ts'
import { SITE_TEMPLATE_ID } from '../../projects/index.ts'
import { createTrackers } from './create-trackers.ts'
import { newSiteTrackers } from './site-trackers.ts'
import { lockProjects } from '../store/trackers.store.ts'
import { hasSiteTrackers } from '../store/write-trackers.store.ts'

/**
 * Creates the trackers of the site template on a new platform, once: trackers that an administrator deletes later are not created again.
 * Their ids are far above the ordinary ones, so that imports start at 1 (import.md §11).
 */
export const bootstrapSiteTrackers = async (tx: Tx): Promise<void> => {
  if (await hasSiteTrackers(tx)) return
  // Another process may start for the first time at the same moment.
  await lockProjects(tx, [SITE_TEMPLATE_ID])
  if (await hasSiteTrackers(tx)) return
  await createTrackers(tx, newSiteTrackers(), { userId: null, means: 'command' }, { numbering: 'site' })
}
