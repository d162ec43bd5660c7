import type { Db } from '../../../platform/db/db.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { representService } from './service.representation.ts'
import { listServices } from '../store/services.store.ts'

/** The data with which another program shows its pages as a part of the project (projects.md §5). */
export interface ThirdPartyData {
  readonly sidebar: object
  readonly css: string
}

// Colours that the two palettes share with the pages of the platform.
const CSS =
  ':root{--tlp-main-color:#6b3fa0;--tlp-main-color-lighter-90:#f1ebf8;--tlp-dark-color:#2b2338;' +
  '--tlp-background-color:#ffffff;--tlp-border-color:#d9d4e3;--tlp-text-color:#1f1a29}'

export const getThirdPartyData =
  (db: Db, settings: SettingsModule, queries: ProjectQueries) =>
  async (viewer: Viewer, projectId: number, activeService: string): Promise<ThirdPartyData> => {
    const project = await queries.requireAccess(viewer, projectId)
    const services = await listServices(db, project.id)
    const base = settings.publicUrl()
    const absolute = (url: string): string => (url.startsWith('/') ? `${base}${url}` : url)
    const tools = services
      .filter(service => service.isEnabled && service.shortName !== 'admin')
      .map(service => representService(project, service))
      .map(({ name, label, icon, service_url }) => ({
        label,
        href: absolute(service_url),
        icon,
        shortcut_id: name,
        is_active: activeService !== '' && name === activeService,
        open_in_new_tab: false,
      }))
    return {
      css: CSS,
      sidebar: {
        project: {
          icon: project.icon,
          name: project.label,
          href: `${base}/projects/${encodeURIComponent(project.shortName.toLowerCase())}/`,
          administration_href: `${base}/project/admin/?group_id=${project.id}`,
        },
        user: { is_logged_in: !viewer.isAnonymous, is_project_administrator: queries.isAdmin(viewer, project.id) },
        instance_information: { name: settings.get('platform_name'), href: `${base}/` },
        tools,
      },
    }
  }
