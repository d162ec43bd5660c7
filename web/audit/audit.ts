import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import { sessionFetch } from '../api/session-fetch.ts'
import type { AuditSearch } from './audit-search.ts'

/** The audit of the platform (null), or of a project. */
export type AuditPlace = { readonly id: number } | null

const PAGE = 50
const DAY_MS = 86_400_000

const filterOf = ({ kinds, days, actor, subject }: AuditSearch) => ({
  ...(kinds !== undefined && { kinds }),
  ...(days !== undefined && { from: new Date(Date.now() - days * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z') }),
  ...(actor !== undefined && { actor_id: actor }),
  ...(subject !== undefined && { subject }),
})

export const auditQuery = (place: AuditPlace, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', place?.id ?? 'site', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...filterOf(search),
        order: 'desc' as const,
        limit: PAGE,
        ...(pageParam !== null && { since: pageParam }),
      }
      const page = await bodyOf(
        place
          ? api.GET('/projects/{id}/audit', { params: { path: { id: place.id }, query }, signal })
          : api.GET('/site/audit', { params: { query }, signal }),
      )
      if (typeof page === 'string' || !('chain' in page)) throw new Error('the audit answered no page')
      return page
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

export type AuditPage = Awaited<ReturnType<NonNullable<ReturnType<typeof auditQuery>['queryFn']>>>
export type AuditEntry = AuditPage['entries'][number]

const ROWS_OF_EXPORT = 1_000

/** All rows that the filters let through, oldest first, a line each. */
export const exportAudit = async (place: AuditPlace, search: AuditSearch): Promise<Blob> => {
  const path = place ? `/api/projects/${place.id}/audit` : '/api/site/audit'
  const filter = Object.entries(filterOf(search)).map(([name, value]): [string, string] => [name, String(value)])
  const pieces: string[] = []
  for (let since = 0, isMore = true; isMore;) {
    const query = new URLSearchParams([
      ...filter,
      ['format', 'ndjson'],
      ['limit', String(ROWS_OF_EXPORT)],
      ['since', String(since)],
    ])
    const response = await sessionFetch(new Request(`${path}?${query}`))
    if (!response.ok) throw new Error(`The audit answered ${response.status}`)
    const lines = (await response.text()).trimEnd().split('\n')
    const { next } = JSON.parse(lines.pop() ?? '{}') as { next: number }
    if (lines.length > 0) pieces.push(`${lines.join('\n')}\n`)
    isMore = lines.length === ROWS_OF_EXPORT
    since = next
  }
  return new Blob(pieces, { type: 'application/x-ndjson' })
}
