import type { Means } from '../../../platform/events/event-log.ts'
import type { NameStyle } from './name-style.ts'

/** Delegated platform permissions, by their short names (auth.md §1.2). */
export const sitePermissions = [
  'rest_project_management',
  'rest_read_only_admin',
  'retrieve_user_membership',
  'user_management',
  'retrieve_system_events',
  'project_approval',
] as const
export type SitePermission = (typeof sitePermissions)[number]

/** What kind of credentials a request came with. */
export type CredentialKind = 'session' | 'access_key' | 'oauth2' | 'token' | 'password'

/** What an account is in one project. */
export interface Membership {
  readonly isAdmin: boolean
  readonly isWikiAdmin: boolean
  readonly isFileManagerAdmin: boolean
  readonly isSvnAdmin: boolean
}

/**
 * Who is calling: what every operation takes to decide what is allowed. Built once per request by `modules/auth`
 * (from caches), by a command or by an import.
 */
export interface Viewer {
  /** 0 = anonymous. */
  readonly userId: number
  readonly login: string
  readonly isAnonymous: boolean
  /** Status R on a platform in restricted mode. */
  readonly isRestricted: boolean
  /** Administrator of the platform; a read-only one counts on reading requests only, and is one here then (auth.md §1.2). */
  readonly isSiteAdministrator: boolean
  readonly sitePermissions: ReadonlySet<SitePermission>
  /** By project id. */
  readonly memberships: ReadonlyMap<number, Membership>
  /** Ids of static user groups, whatever their project. */
  readonly staticGroupIds: ReadonlySet<number>
  readonly means: Means
  /** What the request came with; left out where there were no credentials to look at. */
  readonly credential?: CredentialKind
  /** The access key that this request used. */
  readonly accessKeyId?: number
  /**
   * The access key opens these projects only: no others are there for this viewer, who is nothing on the platform as a whole.
   * `modules/auth` leaves the rights of other projects out, `accessVerdict` closes those that are open to everybody.
   */
  readonly projectIds?: ReadonlySet<number>
  /** The session that this request used. */
  readonly sessionId?: number
  /** How the viewer wants to see names of users; left out: as everybody does. */
  readonly nameStyle?: NameStyle
  /** IANA name of the zone in which the viewer wants to see and write dates; left out: the platform's. */
  readonly timezone?: string
}

export const anonymous: Viewer = {
  userId: 0,
  login: '',
  isAnonymous: true,
  isRestricted: false,
  isSiteAdministrator: false,
  sitePermissions: new Set(),
  memberships: new Map(),
  staticGroupIds: new Set(),
  means: 'rest',
}
