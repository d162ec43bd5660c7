import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf, pageOf } from '../api/api.ts'

const MAX_REPOSITORIES = 50

export const repositoriesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'repositories'],
    queryFn: async ({ signal }) =>
      (
        await bodyOf(
          api.GET('/projects/{id}/svn', {
            params: { path: { id: projectId }, query: { limit: MAX_REPOSITORIES } },
            signal,
          }),
        )
      ).repositories,
    meta: { isSignedOutFine: true },
  })

/** Administrators also get the settings. */
export const repositoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['repositories', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/svn/{id}', { params: { path: { id } }, signal })),
    meta: { isSignedOutFine: true },
  })

export const revisionsQuery = (id: number, page: { readonly limit: number; readonly offset: number }) =>
  queryOptions({
    queryKey: ['repositories', id, 'revisions', page],
    queryFn: ({ signal }) => pageOf(api.GET('/svn/{id}/revisions', { params: { path: { id }, query: page }, signal })),
    meta: { isSignedOutFine: true },
  })

export type Repository = Awaited<ReturnType<NonNullable<ReturnType<typeof repositoryQuery>['queryFn']>>>
export type RepositorySettings = NonNullable<Repository['settings']>
