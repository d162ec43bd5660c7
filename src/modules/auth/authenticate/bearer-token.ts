/** auth.md §6.4: of the OAuth2 access tokens, which another module issues. */
export const ACCESS_TOKEN_PREFIX = 'tlp-oauth2-at1-'

/** What an access token is good for, whatever became of its user. */
export interface BearerToken {
  readonly userId: number
  readonly scopes: readonly string[]
}

/** Undefined for one that is unknown, expired or revoked. */
export type FindBearerToken = (text: string) => Promise<BearerToken | undefined>
