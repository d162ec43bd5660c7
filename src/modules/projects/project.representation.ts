import type { Project } from './project.ts'

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
  // A project that waits for its archive has none to show.
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
