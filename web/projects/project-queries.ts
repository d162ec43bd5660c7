import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { api, bodyOf, pageOf } from '../api/api.ts'

/** Every page of a project needs them for its frame: a walk from page to page asks once. */
const FRAME_STALE_MS = 30_000
const MOST_KANBANS = 50

/** A project by its id or short name in an address. */
export const projectQuery = (idOrName: string) =>
  queryOptions({
    queryKey: ['projects', 'one', idOrName],
    queryFn: async ({ client, signal }) => {
      if (/^\d+$/.test(idOrName))
        return bodyOf(api.GET('/projects/{id}', { params: { path: { id: Number(idOrName) } }, signal }))
      const query = JSON.stringify({ shortname: idOrName })
      const [found] = await bodyOf(api.GET('/projects', { params: { query: { query } }, signal }))
      if (!found) throw new ApiError(404, [])
      // Pages whose address does not name the project know its id.
      client.setQueryData(['projects', 'one', String(found.id)], found)
      return found
    },
    staleTime: FRAME_STALE_MS,
    meta: { isSignedOutFine: true },
  })

export interface ProjectListOptions {
  readonly limit: number
  readonly offset?: number
  /** Words of the name or the short name. */
  readonly text?: string
  /** Only projects that the reader is a member of. */
  readonly isMine?: boolean
}

/** A page of the projects that the reader may see. */
export const projectListQuery = ({ limit, offset = 0, text = '', isMine = false }: ProjectListOptions) =>
  queryOptions({
    queryKey: ['projects', 'list', limit, offset, text, isMine],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects', {
          params: {
            query: {
              limit,
              offset,
              ...(text === '' ? {} : { text }),
              ...(isMine ? { query: JSON.stringify({ is_member_of: true }) } : {}),
            },
          },
          signal,
        }),
      ),
    meta: { isSignedOutFine: true },
  })

/** Rows of a page of projects. */
export const PROJECTS_PER_PAGE = 50

/** The first projects that the reader is a member of. */
export const myProjectsQuery = projectListQuery({ limit: PROJECTS_PER_PAGE, isMine: true })

/** The reader's rights in the project. */
export const rightsQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id, 'rights'],
    queryFn: ({ signal }) => bodyOf(api.GET('/projects/{id}/rights', { params: { path: { id } }, signal })),
    staleTime: FRAME_STALE_MS,
    meta: { isSignedOutFine: true },
  })

const MAX_SERVICES = 50

export const servicesQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id, 'services'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/projects/{id}/project_services', {
          params: { path: { id }, query: { limit: MAX_SERVICES } },
          signal,
        }),
      ),
    staleTime: FRAME_STALE_MS,
    meta: { isSignedOutFine: true },
  })

export interface MembersQueryOptions {
  readonly text?: string
  readonly limit: number
  readonly offset?: number
}

export const membersQuery = (id: number, { text = '', limit, offset = 0 }: MembersQueryOptions) =>
  queryOptions({
    queryKey: ['projects', id, 'members', text, limit, offset],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects/{id}/members', {
          params: { path: { id }, query: { limit, offset, ...(text === '' ? {} : { query: text }) } },
          signal,
        }),
      ),
    meta: { isSignedOutFine: true },
  })

export type Member = Awaited<ReturnType<NonNullable<ReturnType<typeof membersQuery>['queryFn']>>>['items'][number]

/** The kanbans of a project that the reader sees. */
export const kanbansQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'kanbans'],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects/{id}/kanbans', {
          params: { path: { id: projectId }, query: { limit: MOST_KANBANS } },
          signal,
        }),
      ),
    staleTime: FRAME_STALE_MS,
    meta: { isSignedOutFine: true },
  })

/** The list of roadmaps. Keys of everything else that they have read begin with it. */
export const roadmapsKey = (projectId: number) => ['projects', projectId, 'roadmaps'] as const

export const roadmapsQuery = (projectId: number) =>
  queryOptions({
    queryKey: roadmapsKey(projectId),
    queryFn: ({ signal }) =>
      pageOf(api.GET('/projects/{id}/roadmaps', { params: { path: { id: projectId } }, signal })),
    staleTime: FRAME_STALE_MS,
    meta: { isSignedOutFine: true },
  })

export type Project = Awaited<ReturnType<NonNullable<ReturnType<typeof projectQuery>['queryFn']>>>

/** The project of these pages, which their layout has loaded. */
export const useProjectNamed = (idOrName: string): Project => useSuspenseQuery(projectQuery(idOrName)).data
export const useRights = (id: number) => useSuspenseQuery(rightsQuery(id)).data

/** Whether the project uses a service: `plugin_svn`, `plugin_tracker`. */
export const useHasService = (id: number, name: string): boolean =>
  useSuspenseQuery(servicesQuery(id)).data.some(service => service.name === name && service.is_enabled)
