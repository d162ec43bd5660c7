// The door of this module: what others may use.
export { createSiteModule, type SiteModule } from './site.module.ts'
