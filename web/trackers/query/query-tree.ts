// A query as the server reads it: its mistakes, its tree, and what may follow. The page never parses TQL.
import { queryOptions } from '@tanstack/react-query'
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

export interface QueryValue {
  readonly kind: 'text' | 'number' | 'function'
  readonly text: string
}

export interface QueryError {
  readonly position: number
  readonly length: number
  readonly message: string
}

export interface QuerySuggestion {
  readonly kind: 'field' | 'metadata' | 'operator' | 'value' | 'function' | 'keyword'
  readonly label: string
  readonly detail: string
  readonly insert: string
  readonly from: number
  readonly to: number
}

export interface ReadQuery {
  readonly errors: readonly QueryError[]
  readonly tree: QueryNode | null
  readonly suggestions: readonly QuerySuggestion[]
}

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
  // The schema describes the parts of a node as nodes only in words.
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
