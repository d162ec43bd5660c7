import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'

export const deletionsQuery = queryOptions({
  queryKey: ['site', 'deletions'],
  queryFn: ({ signal }) => bodyOf(api.GET('/site/deletions', { signal })),
})
