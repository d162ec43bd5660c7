import type { ReferencePattern } from './reference-pattern.ts'

export type ProjectAccess = 'public' | 'unrestricted' | 'private' | 'private-wo-restr'
export type ProjectStatus = (typeof listedStatuses)[number] | 'archive'
/** The statuses that a filter may name. `archive` is missing, because nobody sees a project that waits for its archive. */
export const listedStatuses = ['active', 'pending', 'suspended', 'deleted', 'system'] as const

/** A project, as every process caches it. */
export interface Project {
  readonly id: number
  /** As given at creation; REST shows it in lower case. */
  readonly shortName: string
  readonly label: string
  readonly description: string
  readonly icon: string
  readonly access: ProjectAccess
  readonly status: ProjectStatus
  readonly isTemplate: boolean
  readonly isMembershipSynchronized: boolean
  readonly usesLinkTypes: boolean
  readonly banner: string | null
  readonly ownerId: number | null
  /** Link types that may not be used in the project. */
  readonly disabledLinkTypes: ReadonlySet<string>
  /** Short names of the enabled services of the catalogue: `plugin_svn`, `plugin_tracker` … */
  readonly enabledServices: ReadonlySet<string>
  /** Additional keywords for references in texts of the project. */
  readonly referencePatterns: readonly ReferencePattern[]
  /** Values of the platform's custom fields, by field id. */
  readonly fieldValues: ReadonlyMap<number, string>
}

/** The project whose administrators are the administrators of the platform. */
export const PLATFORM_PROJECT_ID = 1
/** New projects start as copies of this project. */
export const SITE_TEMPLATE_ID = 100

/** projects.md §6: in a private project every member of a static group becomes a member of the project, whatever the project's setting. */
export const isMembershipSynchronized = (project: Pick<Project, 'access' | 'isMembershipSynchronized'>): boolean =>
  isPrivate(project.access) || project.isMembershipSynchronized

export const isPrivate = (access: ProjectAccess): boolean => access === 'private' || access === 'private-wo-restr'
