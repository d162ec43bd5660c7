import { emptyAsArray } from '../../../platform/http/schemas/schema.ts'
import type { Project } from '../model/project.ts'
import type { FullProject } from '../model/projects.schema.ts'
import type { ProjectField } from '../store/projects.store.ts'

/** projects.md §2 */
export interface MinimalProject {
  readonly id: number
  readonly uri: string
  readonly label: string
  readonly label_without_icon: string
  readonly shortname: string
  readonly status: string | null
  readonly access: string
  readonly is_template: boolean
}

/** A project inside another object. */
export interface ProjectReference {
  readonly id: number
  readonly uri: string
  readonly label: string
  readonly icon: string
}

export const representMinimalProject = (project: Project): MinimalProject => ({
  id: project.id,
  uri: `projects/${project.id}`,
  label: project.icon === '' ? project.label : `${project.icon} ${project.label}`,
  label_without_icon: project.label,
  shortname: project.shortName.toLowerCase(),
  // The API has no status for a project that waits for its archive.
  status: project.status === 'archive' ? null : project.status,
  access: project.access,
  is_template: project.isTemplate,
})

export const representProjectReference = (project: Project): ProjectReference => ({
  id: project.id,
  uri: `projects/${project.id}`,
  label: project.label,
  icon: project.icon,
})

/** projects.md §2: components first, then the resources of every project. */
const resources = [
  'trackers',
  'backlog',
  'milestones',
  'plannings',
  'svn',
  'git',
  'docman_service',
  'docman_metadata',
  'project_services',
  'user_groups',
  'phpwiki',
  'heartbeats',
  'labels',
]

/** Data that a full representation needs in addition to the project. */
export interface ProjectContext {
  readonly isMember: boolean
  readonly fields: readonly ProjectField[]
  readonly rootPlanning: object | undefined
}

export const representProject = (project: Project, context: ProjectContext): FullProject => ({
  ...representMinimalProject(project),
  resources: resources.map(type => ({ type, uri: `projects/${project.id}/${type}` })),
  additional_informations: emptyAsArray(
    context.rootPlanning ? { agiledashboard: { root_planning: context.rootPlanning } } : {},
  ),
  is_member_of: context.isMember,
  description: project.description,
  additional_fields: context.fields.map(({ id, name }) => ({ name, value: project.fieldValues.get(id) ?? '' })),
  icon: project.icon,
})
