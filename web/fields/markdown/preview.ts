import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'

/** A Markdown text as the server would store it. */
export const previewQuery = (projectId: number, text: string) =>
  queryOptions({
    queryKey: ['preview', projectId, text],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST('/projects/{id}/previews', {
          params: { path: { id: projectId } },
          body: { text, format: 'commonmark' },
          signal,
        }),
      ),
    staleTime: 60_000,
    retry: false,
  })
