// A query as the server reads it: its mistakes, its tree, and what may follow. The page never parses TQL.
import { queryOptions } from '@tanstack/react-query'
import type { components, operations } from '../../../client/index.ts'
import { api, bodyOf } from '../../api/api.ts'

interface Place {
  readonly from: number
  readonly to: number
}

export type QueryNode =
  | ({ readonly kind: 'and' | 'or'; readonly parts: readonly QueryNode[] } & Place)
  | ({
      readonly kind: 'comparison'
      readonly field: string
      readonly operator: string
      readonly values: readonly QueryValue[]
    } & Place)
  | ({ readonly kind: 'relation'; readonly text: string } & Place)

type Answer = operations['suggestQuery']['responses'][200]['content']['application/json']
export type QueryError = Answer['errors'][number]
export type QuerySuggestion = Answer['suggestions'][number]
export type QueryValue = NonNullable<components['schemas']['QueryNode']['values']>[number]

/** The schema describes the parts of a node as nodes only in words. */
export type ReadQuery = Omit<Answer, 'tree'> & { readonly tree: QueryNode | null }

/** Reads a query with the completions at a place of it. */
export const readQueryAt = async (
  trackerId: number,
  query: string,
  position: number,
  signal: AbortSignal,
): Promise<ReadQuery> => {
  const { errors, tree, suggestions } = await bodyOf(
    api.GET('/trackers/{id}/query_suggestions', {
      params: { path: { id: trackerId }, query: { query, position } },
      signal,
    }),
  )
  return { errors, tree: tree as QueryNode | null, suggestions }
}

export const queryReading = (trackerId: number, query: string) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'query', query],
    queryFn: ({ signal }) => readQueryAt(trackerId, query, 0, signal),
    staleTime: 5 * 60_000,
    retry: false,
    meta: { isSignedOutFine: true },
  })
