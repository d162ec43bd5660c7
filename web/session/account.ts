import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import { isApiError } from '../api/api-error.ts'
import { applyAppearance, type Theme } from './appearance.ts'
import type { Language } from './languages.ts'

/** Who is signed in, and what they may do on the platform. */
export interface Account {
  readonly user: {
    readonly id: number
    readonly username: string
    readonly real_name: string
    readonly display_name: string
    readonly email: string
    readonly avatar_url: string
  }
  readonly is_site_administrator: boolean
  /** Short names of delegated permissions. */
  readonly site_permissions: readonly string[]
  readonly can_create_projects: boolean
  readonly has_password: boolean
  /** Empty: that of the browser. */
  readonly language: Language | ''
  readonly theme: Theme
  /** IANA name; empty: that of the platform. */
  readonly timezone: string
}

/** null: nobody is signed in. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async (): Promise<Account | null> => {
    try {
      // Users in general may be nobody, with null for everything; the caller is somebody.
      const account = (await bodyOf(api.GET('/account'))) as Account
      await applyAppearance(account)
      return account
    } catch (error) {
      if (isApiError(error, 401)) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** What a page needs to know of the platform before anyone is signed in. */
export const platformQuery = queryOptions({
  queryKey: ['platform'],
  queryFn: () => bodyOf(api.GET('/platform')),
  staleTime: Infinity,
  meta: { isSignedOutFine: true },
})

/** The account that is signed in, undefined while that is not known, null when there is none. */
export const useAccount = (): Account | null | undefined => useQuery(accountQuery).data

/** For pages below `signedInRoute`, which lets nobody else in. */
export const useSignedIn = (): Account => {
  const { data } = useSuspenseQuery(accountQuery)
  if (!data) throw new Error('This page is for people who are signed in')
  return data
}

export const usePlatformName = (): string => useQuery(platformQuery).data?.name ?? 'Crocus'

/** After signing in or out everything that was read is somebody else's. */
export const useForgetEverything = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return async () => {
    queries.removeQueries({ predicate: query => query.queryKey[0] !== 'account' && query.queryKey[0] !== 'platform' })
    await queries.resetQueries({ queryKey: accountQuery.queryKey })
  }
}
