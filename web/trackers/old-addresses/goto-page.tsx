import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { api, bodyOf } from '../../api/api.ts'
import { NotFoundPage } from '../../app/not-found-page.tsx'
import { PendingPage } from '../../app/pending-page.tsx'

const route = getRouteApi('/shell/goto')

const ARTIFACT_WORDS = ['art', 'artifact']

/**
 * `/goto?key=art&val=12&group_id=101`: links of references in texts have this form. The page leads to the target of the reference. Without
 * a project the word is the item name of a tracker, and the value the id of an artifact.
 */
export const GotoPage = (): ReactNode => {
  const { key = '', val = '', group_id } = route.useSearch()
  const isArtifact =
    isArtifactId(val) && (ARTIFACT_WORDS.includes(key.toLowerCase()) || (key !== '' && group_id === undefined))
  const isReference = !isArtifact && key !== '' && val !== '' && group_id !== undefined
  const { data: link, isPending } = useQuery({
    queryKey: ['reference', group_id, key, val],
    queryFn: async ({ signal }): Promise<string | null> => {
      const found = await bodyOf(
        api.POST('/projects/{id}/extract_references', {
          params: { path: { id: group_id ?? 0 } },
          body: { text: `${key} #${val}` },
          signal,
        }),
      )
      return found[0]?.link ?? null
    },
    enabled: isReference,
    retry: false,
    meta: { isSignedOutFine: true },
  })
  const target = link === undefined || link === null ? undefined : ownPathOf(link)
  // Leads to pages, and also to addresses of the server.
  useEffect(() => {
    if (target !== undefined) window.location.replace(target)
  }, [target])
  if (isArtifact) return <Navigate to="/artifacts/$id" params={{ id: val }} replace />
  return target !== undefined || (isReference && isPending) ? <PendingPage /> : <NotFoundPage />
}

/**
 * A reference whose pattern leads to another host is not followed by itself. The server answers the item name of a tracker by an address of
 * this page, whose value is the id of the artifact.
 */
const ownPathOf = (link: string): string | undefined => {
  const url = URL.parse(link, window.location.origin)
  if (url === null || url.origin !== window.location.origin) return undefined
  if (url.pathname !== '/goto') return `${url.pathname}${url.search}${url.hash}`
  const id = url.searchParams.get('val') ?? ''
  return isArtifactId(id) ? `/artifacts/${id}` : undefined
}

const isArtifactId = (text: string): boolean => /^\d{1,15}$/.test(text)
