import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, bodyOf, done, pageOf, responseOf } from '../api/api.ts'

export const TRASH_LIMIT = 50

export type TrashedArtifact = components['schemas']['TrashedArtifact']
export type LostPart = components['schemas']['RestoredArtifact']['lost'][number]

export const trashKey = ['trash'] as const

export const trashQuery = (trackerId: number, offset: number) =>
  queryOptions({
    queryKey: [...trashKey, 'tracker', trackerId, offset],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/trackers/{id}/trash', {
          params: { path: { id: trackerId }, query: { limit: TRASH_LIMIT, offset } },
          signal,
        }),
      ),
    staleTime: 0,
  })

const pathOf = (id: number) => ({ path: { id } })

/** A deleted artifact as it was. */
export const trashedQuery = (id: number) =>
  queryOptions({
    queryKey: [...trashKey, 'artifact', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/trash/{id}', { params: pathOf(id), signal })),
    staleTime: 0,
    retry: false,
  })

/** The parts that a restore would not bring back. */
export const lostQuery = (id: number) =>
  queryOptions({
    queryKey: [...trashKey, 'lost', id],
    queryFn: async ({ signal }): Promise<readonly LostPart[]> => {
      const params = { ...pathOf(id), query: { dry_run: true } }
      const { data } = await responseOf(api.POST('/trash/{id}/restore', { params, signal }))
      return 'would' in data ? (data.would?.lost ?? []) : []
    },
    staleTime: 0,
    retry: false,
  })

export const restoreArtifact = async (id: number): Promise<readonly LostPart[]> =>
  (await bodyOf(api.POST('/trash/{id}/restore', { params: pathOf(id) }))).lost

export const purgeArtifact = (id: number): Promise<void> => done(api.DELETE('/trash/{id}', { params: pathOf(id) }))
