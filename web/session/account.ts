import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import { isApiError } from '../api/api-error.ts'
import { applyAppearance, type Theme } from './appearance.ts'
import type { Language } from './languages.ts'
import { answerSignIn } from './sign-in-again.ts'
import { rememberZone } from './today.ts'

/** The signed-in account, and its rights on the platform. */
export interface Account {
  readonly user: {
    readonly id: number
    readonly username: string
    readonly real_name: string
    readonly display_name: string
    readonly email: string
    readonly avatar_url: string
    readonly has_avatar: boolean
  }
  readonly is_site_administrator: boolean
  /** Short names of delegated permissions. */
  readonly site_permissions: readonly string[]
  readonly can_create_projects: boolean
  readonly has_password: boolean
  /** Empty: the browser's language. */
  readonly language: Language | ''
  readonly theme: Theme
  /** IANA name; empty: the platform's zone. */
  readonly timezone: string
}

/** null: nobody is signed in. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async (): Promise<Account | null> => {
    try {
      // The general type of a user allows null, for anonymous users; the caller is an account.
      const account = (await bodyOf(api.GET('/account'))) as Account
      rememberZone('account', account.timezone)
      await applyAppearance(account)
      return account
    } catch (error) {
      if (isApiError(error, 401)) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** The data about the platform that a page needs before anybody signs in. */
export const platformQuery = queryOptions({
  queryKey: ['platform'],
  queryFn: async () => {
    const platform = await bodyOf(api.GET('/platform'))
    rememberZone('platform', platform.timezone)
    return platform
  },
  staleTime: Infinity,
  meta: { isSignedOutFine: true },
})

/** The signed-in account; undefined while unknown, null if nobody is signed in. */
export const useAccount = (): Account | null | undefined => useQuery(accountQuery).data

/** For pages below `signedInRoute`, which only signed-in readers open. */
export const useSignedIn = (): Account => {
  const { data } = useSuspenseQuery(accountQuery)
  if (!data) throw new Error('This page is for people who are signed in')
  return data
}

export const usePlatformName = (): string => useQuery(platformQuery).data?.name ?? 'Crocus'

const leaveListeners: (() => void)[] = []

/** Work that an account leaves running in this tab ends when it signs out. */
export const whenAccountLeaves = (run: () => void): void => void leaveListeners.push(run)

/** Drops all loaded data after signing in or out, because it belongs to another account. */
export const useForgetEverything = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return async () => {
    // Requests that still wait for a sign-in belong to the account before.
    answerSignIn(false)
    for (const leave of leaveListeners) leave()
    queries.removeQueries({ predicate: query => query.queryKey[0] !== 'account' && query.queryKey[0] !== 'platform' })
    await queries.resetQueries({ queryKey: accountQuery.queryKey })
  }
}
