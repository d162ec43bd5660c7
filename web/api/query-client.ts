import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'

const RETRIES = 2

/** The cache of the server's responses, shared by all pages. Calls `onSignedOut` for every response that requires a sign-in. */
export const createQueryClient = (onSignedOut: () => void): QueryClient => {
  const handleError = (error: unknown): void => {
    if (isApiError(error, 401)) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => query.meta?.['isSignedOutFine'] !== true && handleError(error),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        mutation.meta?.['isSignedOutFine'] !== true && handleError(error),
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Repeating a refused request is useless; a server that restarts is reachable a moment later.
        retry: (failures, error) => isUnreachable(error) && failures < RETRIES,
        throwOnError: false,
      },
    },
  })
}

const isUnreachable = (error: unknown): boolean => isApiError(error) && (error.status === 0 || error.status >= 502)
