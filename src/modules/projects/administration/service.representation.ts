import type { Static } from 'typebox'
import type { Project } from '../model/project.ts'
import type { Service } from '../model/projects.schema.ts'
import { catalogueService, customServiceUrl, type ProjectService } from '../model/services.ts'

export type ServiceRepresentation = Static<typeof Service>

/** projects.md §8 */
export const representService = (project: Project, service: ProjectService): ServiceRepresentation => {
  const known = service.isCustom ? undefined : catalogueService(service.shortName)
  return {
    id: service.id,
    uri: `project_services/${service.id}`,
    service_url: known ? known.url(project) : customServiceUrl(service.url, project),
    name: service.shortName,
    label: known?.label ?? service.label,
    is_enabled: service.isEnabled,
    icon: known?.icon ?? service.icon,
    is_custom: service.isCustom,
  }
}
