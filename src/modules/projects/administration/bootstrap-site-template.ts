import { invalidate, type Tx } from '../../../platform/db/db.ts'
import { SITE_TEMPLATE_ID } from '../model/project.ts'
import { catalogue } from '../model/services.ts'
import { listServiceStates, upsertCatalogueServices } from '../store/services.store.ts'
import { catalogueStates } from '../store/write-projects.ts'

/**
 * Adds to the site template the catalogue services that it lacks, in their default state (projects.md §3.7): all of them at the first
 * start, none later.
 */
export const bootstrapSiteTemplate = async (tx: Tx): Promise<void> => {
  const states = await listServiceStates(tx, SITE_TEMPLATE_ID)
  if (catalogue.every(service => states.has(service.shortName))) return
  await upsertCatalogueServices(tx, SITE_TEMPLATE_ID, catalogueStates(states))
  await invalidate(tx, 'project', SITE_TEMPLATE_ID)
}
