// The public interface of this module.
export { createSiteModule, type SiteModule } from './site.module.ts'
