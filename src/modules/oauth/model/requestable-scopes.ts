/**
 * The scopes that an application may request, each with its text on the page of consent (auth.md §6.2; the scopes to write are additions of
 * this platform).
 */
export const oauthScopes = {
  openid: 'Sign in: who the user is',
  profile: 'Name and picture of the user',
  email: 'E-mail address of the user',
  offline_access: 'Go on while the user is away: a refresh token',
  'read:project': 'Read projects with their groups, labels and services',
  'write:project': 'Change projects with their groups, and create them; reads them, too',
  'read:user_membership': 'Read who is in which user group',
  'read:tracker': 'Read trackers, artifacts, their history and files',
  'write:tracker': 'Change artifacts, files and trackers; reads them, too',
  'read:mcp': 'Read what the user sees, as an agent (MCP)',
  'write:mcp': 'Read and change artifacts, as an agent (MCP)',
  'write:svn': 'Read and administer Subversion repositories by the API',
} as const

export type OauthScope = keyof typeof oauthScopes

/** Scopes that open the MCP server, and nothing else. */
export const AGENT_SCOPES: readonly OauthScope[] = ['read:mcp', 'write:mcp']
export const isAgentScope = (scope: OauthScope): boolean => AGENT_SCOPES.includes(scope)

/** Whether both are the same address. */
export const isResource = (text: string, agents: string): boolean => URL.parse(text)?.href === URL.parse(agents)?.href

const known: ReadonlySet<string> = new Set(Object.keys(oauthScopes))

/** The scopes of a request without duplicates; undefined if there is none, or an unknown one. */
export const parseScope = (text: string | undefined): OauthScope[] | undefined => {
  const scopes = [...new Set((text ?? '').split(' '))]
  return scopes.every(scope => known.has(scope)) ? (scopes as OauthScope[]) : undefined
}
