import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf, pageOf } from '../../api/api.ts'

/** As the server takes them. */
export const GROUP_NAME = '[A-Za-z0-9_\\-]+'

export const groupsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'groups'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/projects/{id}/user_groups', { params: { path: { id: projectId } }, signal })),
  })

export const groupQuery = (projectId: number, id: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'groups', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/user_groups/{id}', { params: { path: { id } }, signal })),
  })

export const groupMembersQuery = (
  projectId: number,
  id: string,
  page: { readonly limit: number; readonly offset: number },
) =>
  queryOptions({
    queryKey: ['projects', projectId, 'groups', id, 'members', page],
    queryFn: ({ signal }) =>
      pageOf(api.GET('/user_groups/{id}/users', { params: { path: { id }, query: page }, signal })),
  })

/** Made by the project, while `102_3` and the like are what every project has. */
export const isOwnGroup = (id: string): boolean => !id.includes('_')

const CHANGEABLE = ['3', '4']

/** Members and administrators, and those that the project made; file managers and the like come from imports. */
export const hasChangeableMembers = (id: string): boolean =>
  isOwnGroup(id) || CHANGEABLE.includes(id.split('_')[1] ?? '')
