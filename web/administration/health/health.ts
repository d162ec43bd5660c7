import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'

const REFRESHED_MS = 15_000

export const healthQuery = queryOptions({
  queryKey: ['site', 'health'],
  queryFn: ({ signal }) => bodyOf(api.GET('/site/health', { signal })),
  refetchInterval: REFRESHED_MS,
})
