import { Invalid } from '../../platform/errors.ts'

/** What access keys can be good for here (auth.md §4.2); git and WebDAV are not installed. */
export const accessKeyScopes = ['write:rest', 'write:svn'] as const
export type AccessKeyScope = (typeof accessKeyScopes)[number]

/** The known ones among well-formed identifiers, each once. */
export const parseScopes = (identifiers: readonly string[]): AccessKeyScope[] => {
  if (identifiers.length === 0) throw new Invalid('`scopes` needs at least one scope')
  for (const identifier of identifiers) {
    if (!/^[^\s:]+:[^\s:]+$/.test(identifier))
      throw new Invalid(`\`scopes\`: "${identifier.slice(0, 100)}" is not a scope; one looks like write:rest`)
  }
  const known = accessKeyScopes.filter(scope => identifiers.includes(scope))
  if (known.length === 0) throw new Invalid(`\`scopes\`: none is known here; there are ${accessKeyScopes.join(', ')}`)
  return known
}
