import type { Acting, CredentialType } from '../../../platform/events/acting.ts'
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

/** Kind of the credentials of a request. */
export type CredentialKind = 'session' | 'access_key' | 'oauth2' | 'token' | 'password'

/** The program that acts for an account by OAuth2. */
export interface ActingApplication {
  readonly id: number
  readonly name: string
}

/** Rights of an account in one project. */
export interface Membership {
  readonly isAdmin: boolean
  readonly isWikiAdmin: boolean
  readonly isFileManagerAdmin: boolean
  readonly isSvnAdmin: boolean
}

/**
 * The caller of an operation, by which it decides what is allowed. `modules/auth` builds it once per request (from caches), or a command or
 * an import does.
 */
export interface Viewer {
  /** 0 = anonymous. */
  readonly userId: number
  readonly login: string
  readonly isAnonymous: boolean
  /** Status R on a platform in restricted mode. */
  readonly isRestricted: boolean
  /** Administrator of the platform. For a read-only administrator this is true on reading requests only (auth.md §1.2). */
  readonly isSiteAdministrator: boolean
  readonly sitePermissions: ReadonlySet<SitePermission>
  /** By project id. */
  readonly memberships: ReadonlyMap<number, Membership>
  /** Ids of static user groups of all projects. */
  readonly staticGroupIds: ReadonlySet<number>
  readonly means: Means
  /** Credentials of the request; absent if the request had none. */
  readonly credential?: CredentialKind
  /** The access key that this request used. */
  readonly accessKeyId?: number
  /** Description of the access key. */
  readonly keyLabel?: string
  /** The application whose access token this request used. */
  readonly application?: ActingApplication
  /** Name of the program that acts for the account over MCP: of the application, or the label of the access key. */
  readonly agent?: string
  /**
   * The only projects of the access key. Others do not exist for this viewer, who also has no rights on the platform as a whole.
   * `modules/auth` leaves out the rights in other projects; `accessVerdict` refuses projects that are open to everybody.
   */
  readonly projectIds?: ReadonlySet<number>
  /** The session that this request used. */
  readonly sessionId?: number
  /** How the viewer wants to see names of users; absent: the default form. */
  readonly nameStyle?: NameStyle
  /** IANA name of the zone in which the viewer sees and writes dates; absent: the platform's zone. */
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

/** Name of a program with an access key, for everybody but its account: the label of a key is of no concern to others. */
export const NAMELESS_AGENT = 'MCP'

/** Name of the program that makes a change for its author, as everybody sees it; undefined: the account acts by itself. */
export const publicAgentOf = ({ means, application }: Pick<Viewer, 'means' | 'application'>): string | undefined =>
  means === 'agent' ? (application?.name ?? NAMELESS_AGENT) : undefined

const CREDENTIAL_TYPES = {
  session: 'session',
  access_key: 'access_key',
  oauth2: 'oauth',
  token: 'token',
  password: 'basic',
} as const satisfies Record<CredentialKind, CredentialType>

/** The credentials of a viewer as the audit names them. */
export const actingOf = ({
  credential,
  sessionId,
  accessKeyId,
  keyLabel,
  application,
  agent = application?.name,
}: Viewer): Pick<Acting, 'credential' | 'agent'> => ({
  credential:
    credential === undefined
      ? undefined
      : {
          type: CREDENTIAL_TYPES[credential],
          id: sessionId ?? accessKeyId ?? application?.id ?? null,
          label: keyLabel ?? application?.name ?? null,
        },
  agent,
})
