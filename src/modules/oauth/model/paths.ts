// Paths of the endpoints of OAuth2 (auth.md §6).
export const AUTHORIZATION_PATH = '/oauth2/authorize'
export const TOKEN_PATH = '/oauth2/token'
export const REVOCATION_PATH = '/oauth2/token/revoke'
export const USERINFO_PATH = '/oauth2/userinfo'
export const JWKS_PATH = '/oauth2/jwks'
export const REGISTRATION_PATH = '/oauth2/register'

/** The MCP server, as tokens name it (RFC 8707). */
export const agentsResource = (publicUrl: string): string => `${publicUrl}/mcp`
