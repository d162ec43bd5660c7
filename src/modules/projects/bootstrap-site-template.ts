import type { Tx } from '../../platform/db/db.ts'
import { announceChange } from '../../platform/db/db.ts'
import { SITE_TEMPLATE_ID } from './project.ts'
import { catalogue } from './services.ts'
import { upsertCatalogueServices } from './services.store.ts'

/** Gives the site template of a fresh platform its services, in their default state (projects.md §3.7). */
export const bootstrapSiteTemplate = async (tx: Tx): Promise<void> => {
  await upsertCatalogueServices(
    tx,
    SITE_TEMPLATE_ID,
    catalogue.map((service, index) => ({
      shortName: service.shortName,
      label: service.label,
      icon: service.icon,
      rank: index + 1,
      isEnabled: service.isEnabledByDefault,
    })),
  )
  await announceChange(tx, 'project', SITE_TEMPLATE_ID)
}
