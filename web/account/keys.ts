import { useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
import { api, pageOf, type ListPage } from '../api/api.ts'

/** In the form of the server. */
export interface AccessKey {
  readonly id: number
  readonly description: string
  readonly creation_date: string
  readonly expiration_date: string | null
  readonly last_used_on: string | null
  readonly last_used_by: string | null
  readonly scopes: readonly { readonly identifier: string }[]
  /** null: all projects. */
  readonly projects?: readonly { readonly id: number; readonly label: string }[] | null
}

export const PAGE_SIZE = 50

export const keysQuery = (offset: number) =>
  queryOptions({
    queryKey: ['access-keys', offset],
    queryFn: ({ signal }): Promise<ListPage<AccessKey>> =>
      pageOf(
        api.GET('/users/{id}/access_keys', {
          params: { path: { id: 'self' }, query: { limit: PAGE_SIZE, offset } },
          signal,
        }),
      ),
  })

interface ScopeText {
  readonly label: string
  readonly description?: string
}

/** A scope's text in the page's language; an unknown scope has the server's text. */
export const useKeyScopeText = (): ((identifier: string, fallback?: ScopeText) => ScopeText) => {
  const { t } = useLingui()
  const texts: Readonly<Record<string, ScopeText>> = {
    'read:rest': { label: t`API, reading`, description: t`Reads all that you may see, and changes nothing.` },
    'write:rest': { label: t`API`, description: t`Does all that you may do.` },
    'write:svn': { label: t`Subversion`, description: t`Opens repositories, in place of your password.` },
  }
  return (identifier, fallback) => texts[identifier] ?? fallback ?? { label: identifier }
}
