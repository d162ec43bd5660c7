import { api, pageOf } from '../../api/api.ts'
import type { ListSearch } from '../list-search.ts'
import type { ProjectStatus } from '../states.ts'

export const PROJECTS_LIMIT = 25

export const projectsKey = ['site', 'projects'] as const

export const listProjects = ({ query, status, offset = 0 }: ListSearch, limit: number, signal?: AbortSignal) =>
  pageOf(
    api.GET('/site/projects', {
      params: {
        query: {
          limit,
          offset,
          ...(query !== undefined && { query }),
          ...(status !== undefined && { status: status as ProjectStatus }),
        },
      },
      signal,
    }),
  )

export type AdministeredProject = Awaited<ReturnType<typeof listProjects>>['items'][number]
