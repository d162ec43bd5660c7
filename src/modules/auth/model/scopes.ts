import { Invalid } from '../../../platform/errors.ts'

/** The scopes that access keys can have (auth.md §4.2, and `read:rest`). Git and WebDAV have none, because they are not installed. */
export const accessKeyScopes = ['read:rest', 'write:rest', 'write:svn'] as const
export type AccessKeyScope = (typeof accessKeyScopes)[number]

export const describedScopes: Readonly<
  Record<AccessKeyScope, { readonly label: string; readonly description: string }>
> = {
  'read:rest': {
    label: 'REST, reading',
    description: 'Reads all that its owner may see over the REST API; changes nothing.',
  },
  'write:rest': { label: 'REST', description: 'Does all that its owner may do over the REST API.' },
  'write:svn': { label: 'SVN', description: 'Opens Subversion repositories, as the password of its owner does.' },
}

/** Whether a key or token with these scopes may do everything that this scope allows: a scope to write includes the scope to read. */
export const coversScope = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes(scope) || (scope.startsWith('read:') && scopes.includes(scope.replace('read:', 'write:')))

/** Returns the known scopes among the identifiers, without duplicates. */
export const parseScopes = (identifiers: readonly string[]): AccessKeyScope[] => {
  if (identifiers.length === 0)
    throw new Invalid('`scopes` needs at least one scope', { reason: 'parameter.required', parameter: 'scopes' })
  for (const identifier of identifiers) {
    if (!/^[^\s:]+:[^\s:]+$/.test(identifier))
      throw new Invalid(`\`scopes\`: "${identifier.slice(0, 100)}" is not a scope; one looks like write:rest`, {
        reason: 'parameter.range',
        parameter: 'scopes',
      })
  }
  const known = accessKeyScopes.filter(scope => identifiers.includes(scope))
  if (known.length === 0)
    throw new Invalid(`\`scopes\`: none is known here; there are ${accessKeyScopes.join(', ')}`, {
      reason: 'parameter.range',
      parameter: 'scopes',
    })
  return known
}
