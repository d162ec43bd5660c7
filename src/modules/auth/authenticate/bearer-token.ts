import type { ActingApplication } from '../../users/index.ts'

/** auth.md §6.4: prefix of the OAuth2 access tokens, which another module issues. */
export const ACCESS_TOKEN_PREFIX = 'tlp-oauth2-at1-'

/** User and scopes of an access token, whatever the status of the user. */
export interface BearerToken {
  readonly userId: number
  readonly scopes: readonly string[]
  /** The only service that the token opens (RFC 8707); undefined: the API. */
  readonly audience: string | undefined
  /** The application that the token was issued to. */
  readonly application: ActingApplication
}

/** Undefined for a token that is unknown, expired or revoked. */
export type FindBearerToken = (text: string) => Promise<BearerToken | undefined>
