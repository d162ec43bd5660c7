import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf, pageOf } from '../../api/api.ts'

/** The form of names that the server accepts. */
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

/** Whether the project created the group: ids like `102_3` belong to groups that every project has. */
export const isOwnGroup = (id: string): boolean => !id.includes('_')

const CHANGEABLE = ['3', '4']

/** Members, administrators and static groups; only imports fill file managers and the like. */
export const hasChangeableMembers = (id: string): boolean =>
  isOwnGroup(id) || CHANGEABLE.includes(id.split('_')[1] ?? '')
