import type { ReferencePattern } from './reference-pattern.ts'

export type ProjectAccess = 'public' | 'unrestricted' | 'private' | 'private-wo-restr'
export type ProjectStatus = (typeof listedStatuses)[number] | 'archive'
/** Those that can be asked for; a project that waits for its archive is there for nobody. */
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
  /** Short names of the catalogue's services that are on: `plugin_svn`, `plugin_tracker` … */
  readonly enabledServices: ReadonlySet<string>
  /** Words of its own that its texts refer to something by. */
  readonly referencePatterns: readonly ReferencePattern[]
  /** Values of the platform's custom fields, by field id. */
  readonly fieldValues: ReadonlyMap<number, string>
}

/** The project whose administrators are the administrators of the platform. */
export const PLATFORM_PROJECT_ID = 1
/** What new projects start from. */
export const SITE_TEMPLATE_ID = 100

/** projects.md §6: in private projects whoever gets into a static group becomes a member, whatever the project's setting. */
export const isMembershipSynchronized = (project: Pick<Project, 'access' | 'isMembershipSynchronized'>): boolean =>
  isPrivate(project.access) || project.isMembershipSynchronized

export const isPrivate = (access: ProjectAccess): boolean => access === 'private' || access === 'private-wo-restr'
