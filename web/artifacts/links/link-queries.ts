import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf, responseOf } from '../../api/api.ts'
import type { Artifact } from '../artifact-queries.ts'

const PAGE_SIZE = 50

export const linksKey = (id: number) => ['artifact', id, 'links'] as const

export interface LinkSection {
  readonly type: string
  readonly direction: 'forward' | 'reverse'
  readonly label: string
  readonly artifacts: readonly Artifact[]
  readonly total: number
}

/** The linked artifacts by type and direction, as far as the reader sees them. */
export const linksQuery = (id: number) =>
  queryOptions({
    queryKey: linksKey(id),
    queryFn: async ({ signal }): Promise<readonly LinkSection[]> => {
      const { natures } = await bodyOf(api.GET('/artifacts/{id}/links', { params: { path: { id } }, signal }))
      return Promise.all(
        natures.map(async ({ shortname, direction, label }) => ({
          type: shortname,
          direction: direction,
          label,
          ...(await linkedArtifacts(id, shortname, direction, signal)),
        })),
      )
    },
    meta: { isSignedOutFine: true },
  })

const linkedArtifacts = async (
  id: number,
  nature: string,
  direction: LinkSection['direction'],
  signal: AbortSignal,
): Promise<Pick<LinkSection, 'artifacts' | 'total'>> => {
  const query = { nature, direction, limit: PAGE_SIZE }
  const { data, response } = await responseOf(
    api.GET('/artifacts/{id}/linked_artifacts', { params: { path: { id }, query }, signal }),
  )
  const { collection } = data as { readonly collection: readonly Artifact[] }
  return { artifacts: collection, total: Number(response.headers.get('X-PAGINATION-SIZE') ?? collection.length) }
}

/** Children of an artifact, for the tree. */
export const childrenQuery = (id: number) =>
  queryOptions({
    queryKey: ['artifact', id, 'children'],
    queryFn: async ({ signal }) => (await linkedArtifacts(id, '_is_child', 'forward', signal)).artifacts,
    meta: { isSignedOutFine: true },
  })
