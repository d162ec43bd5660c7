export type ProjectAccess = 'public' | 'unrestricted' | 'private' | 'private-wo-restr'
export type ProjectStatus = 'active' | 'pending' | 'suspended' | 'deleted' | 'system' | 'archive'

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
  /** Link types that may not be used in the project. */
  readonly disabledLinkTypes: ReadonlySet<string>
}

/** The project whose administrators are the administrators of the platform. */
export const PLATFORM_PROJECT_ID = 1
/** What new projects start from. */
export const SITE_TEMPLATE_ID = 100
